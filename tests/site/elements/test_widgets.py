"""Widgets: the keyboard, the number field, results in words, the address, presets, plots and speed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

TOKENS = "#widget-examples-widgets-cache-tokens"
USERS = "#widget-examples-widgets-cache-users"
SAY = "#widget-examples-widgets-cache .widget-say"


def text(page: Page, selector: str) -> str:
    """Return the text of an element with ordinary spaces."""
    page.wait_for_timeout(60)  # a frame or two: results follow the input at the next frame
    return page.locator(selector).inner_text().replace("\u202f", " ")


def test_slider_by_keyboard_says_value_with_unit(open_page):
    page = open_page("widget/line")
    slider = page.locator(f"{TOKENS}-range")
    assert slider.get_attribute("aria-valuetext") == "32\u202f768\u202ftokens"
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "65\u202f536\u202ftokens"
    assert page.locator(f"{TOKENS}-field").input_value() == "65\u202f536"
    assert text(page, SAY) == "At 65 536 tokens each, one user keeps 20 GiB and all 1 together keep 20 GiB."
    page.keyboard.press("Home")
    assert page.locator(f"{TOKENS}-field").input_value() == "1024"
    page.keyboard.press("End")
    assert page.locator(f"{TOKENS}-field").input_value() == "1\u202f048\u202f576"


def test_number_field_moves_the_slider(open_page):
    page = open_page("widget/line")
    field = page.locator(f"{USERS}-field")
    for typed, kept in [("8", "8"), ("8.4", "8"), ("1e1", "10"), ("64", "64")]:
        field.fill(typed)
        field.press("Enter")
        assert field.input_value() == kept
    assert page.locator(f"{USERS}-range").input_value() == page.locator(f"{USERS}-range").get_attribute("max")


@pytest.mark.parametrize("typed", ["0", "65", "-3", "", "many", "NaN", "Infinity", "1e999"])
def test_number_field_refuses_in_words_and_keeps_the_value(open_page, typed):
    page = open_page("widget/line")
    field = page.locator(f"{USERS}-field")
    field.fill(typed)
    field.press("Tab")
    assert text(page, f"{USERS}-error") == "Type a number from 1 to 64."
    assert field.get_attribute("aria-invalid") == "true" and field.get_attribute("aria-describedby") == f"{USERS[1:]}-error"
    assert "all 1 together" in text(page, SAY)
    page.locator(f"{USERS}-range").focus()
    page.keyboard.press("ArrowRight")
    assert text(page, f"{USERS}-error") == "" and field.input_value() == "2"


def test_preset_choice_and_reset(open_page):
    page = open_page("widget/line")
    page.locator("#widget-examples-widgets-cache-model").select_option(label="Llama 3.1 8B")
    assert "one user keeps 4 GiB" in text(page, SAY)
    page.locator("summary", has_text="More settings").click()
    page.locator("#widget-examples-widgets-cache-bytes-per-element, #widget-examples-widgets-cache-bytes_per_element").select_option(label="1 (FP8)")
    assert "one user keeps 2 GiB" in text(page, SAY)
    page.wait_for_url(lambda url: "model:0" in url and "bytes_per_element:1" in url)
    page.locator(".widget-reset").click()
    assert "one user keeps 10 GiB" in text(page, SAY)
    page.wait_for_url(lambda url: "cache=" not in url)


def test_results_table_and_sentence_agree(open_page):
    page = open_page("widget/line")
    page.locator(f"{USERS}-range").focus()
    page.keyboard.press("End")
    assert text(page, "td[data-value=all]") == "640 GiB" and "all 64 together keep 640 GiB" in text(page, SAY)


def test_live_region_speaks_once_after_the_input_rests(open_page):
    page = open_page("widget/bars", language="pl")
    page.evaluate("window.said = []; new MutationObserver(() => said.push(document.querySelector('.widget-status').textContent)).observe(document.querySelector('.widget-status'), {childList: true})")
    page.locator("input[type=range]").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(1000)
    said = page.evaluate("said")
    assert len(said) == 1 and "granica: przepustowość pamięci" in said[0]


def test_limit_badge_flips(open_page):
    page = open_page("widget/bars", language="pl")
    assert text(page, ".widget-limit") == "granica: przepustowość pamięci, 37×"
    page.locator("input[type=range]").focus()
    page.keyboard.press("End")
    assert text(page, ".widget-limit") == "granica: obliczenia, 3,5×"


def test_state_comes_back_from_the_address(open_page):
    page = open_page("widget/line", query="?other=1&cache=tokens:65536,users:4,model:0#idea")
    assert "At 65 536 tokens each, one user keeps 8 GiB and all 4" in text(page, SAY)
    page.locator(f"{USERS}-range").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.wait_for_url(lambda url: url.endswith("?other=1&cache=tokens:65536,users:5,model:0#idea"))


@pytest.mark.parametrize(
    "state",
    [
        "users:1e9", "users:-1", "users:NaN", "users:Infinity", "users:0x10", "users:1e9999", "users:8;alert(1)", "users:<img src=x onerror=alert(1)>",
        "users:%3Cscript%3Ealert(1)%3C/script%3E", "__proto__:5", "constructor:5", "toString:5", "kv_bytes_per_token:5", "all:5", "model:7", "model:-1", "model:0.5",
        "model:constructor", "bytes_per_element:3", "users:4:5", "users", ":4", ",,,", "users:4," * 200, "tokens:%F0%9F%92%A3",
    ],
)  # fmt: skip
def test_address_attacks_change_nothing(open_page, state):
    page = open_page("widget/line", query=f"?cache={state}")
    assert "At 32 768 tokens each, one user keeps 10 GiB and all 1 together keep 10 GiB." in text(page, SAY)
    assert page.locator("img[src=x]").count() == 0


def test_plot_has_words_gaps_and_a_table(open_page):
    page = open_page("widget/line")
    plot = page.locator(".widget-plot svg")
    assert plot.get_attribute("role") == "img" and plot.get_attribute("aria-label").startswith("The cache grows")
    page.locator("summary", has_text="Show the data").click()
    table = page.locator(".widget-data table")
    expect(table).to_be_visible()
    assert table.locator("thead th").all_inner_texts() == ["Length of each conversation", "Cache of one user", "Cache of all users"]
    assert table.locator("tbody tr").first.inner_text().replace("\u202f", " ").split("\t") == ["1024 tokens", "0.313 GiB", "0.313 GiB"]
    assert "NaN" not in plot.inner_html() and "Infinity" not in plot.inner_html()


def test_plot_keeps_its_text_size_and_follows_the_width(open_page):
    page = open_page("widget/stack", width=320)
    size = "document.querySelector('.widget-plot svg').getBoundingClientRect().width / document.querySelector('.widget-plot svg').viewBox.baseVal.width"
    assert page.evaluate(size) == pytest.approx(1, abs=0.02)
    page.set_viewport_size({"width": 700, "height": 800})
    page.wait_for_timeout(150)
    assert page.evaluate(size) == pytest.approx(1, abs=0.02)


def test_a_mark_moves_with_the_output_that_it_names(open_page):
    page = open_page("widget/moving-mark")

    def gap() -> float:
        """Return how far the line stands beyond the end of the bar, as a share of the bar's length."""
        page.wait_for_timeout(60)
        return page.evaluate("""() => {
            const bar = document.querySelector(".plot-bar").getBBox();
            return (document.querySelector("line.plot-mark").getBBox().x - bar.x - bar.width) / bar.width;
        }""")

    assert gap() == pytest.approx(20 / 140, abs=0.01)
    field = page.locator("#widget-examples-widgets-rooms-need-field")
    field.fill("300")
    field.press("Enter")
    assert "4 devices" in text(page, ".widget-say")
    assert gap() == pytest.approx(20 / 300, abs=0.01)


def test_roofline_by_keyboard(open_page):
    page = open_page("roofline-explorer", language="en")
    assert text(page, ".widget-limit") == "bandwidth-bound, by 295×"
    assert "H100 SXM reaches at most 3.35 TFLOP/s, 0.34 % of its peak." in text(page, ".widget-say")
    page.locator("input[type=range]").focus()
    page.keyboard.press("End")
    assert text(page, ".widget-limit") == "compute-bound, by 34×"
    assert "Your job: 10 000 FLOP/B." in text(page, ".widget-say")
    assert page.locator("select").input_value() == ""
    page.locator("select").select_option(label="One token at a time, batch 64")
    assert text(page, ".widget-limit") == "bandwidth-bound, by 4.7×"
    page.locator("input[value=h100]").focus()
    page.keyboard.press("ArrowRight")
    assert "RTX 4090 reaches at most 63.5 TFLOP/s" in text(page, ".widget-say")
    page.locator(".control-field").fill("1,000")  # one, or a thousand: both are on the slider
    page.locator(".control-field").press("Enter")
    assert "Did you mean" in text(page, ".control-error")
    page.locator(".control-field").fill("295,2")
    page.locator(".control-field").press("Enter")
    assert text(page, ".control-error") == ""
    page.wait_for_url(lambda url: url.endswith("?roofline=chip:1,intensity:295.2"))


def test_roofline_at_the_ridge_says_that_both_meet(open_page):
    page = open_page("roofline-explorer", query="?roofline=intensity:295.2")
    assert text(page, ".widget-limit") == "two limits meet"


def test_roofline_by_drag(open_page):
    page = open_page("roofline-explorer/three")
    box = page.locator(".roofline-plot").bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 600, box["y"] + 100, steps=4)
    low = text(page, ".widget-say")
    page.mouse.move(box["x"] + box["width"] + 900, box["y"] + 100, steps=4)
    page.mouse.up()
    assert "compute-bound" in text(page, ".widget-limit") and text(page, ".widget-say") != low
    page.wait_for_url(lambda url: "intensity:10000" in url)


@pytest.mark.parametrize("state", ["chip:9", "chip:-1", "chip:0.5", "intensity:1e9", "intensity:NaN", "chip:__proto__", "intensity:<b>"])
def test_roofline_address_attacks_change_nothing(open_page, state):
    page = open_page("roofline-explorer/three", query=f"?roofline={state}")
    assert text(page, ".widget-limit") == "bandwidth-bound, by 295×"


def test_no_motion_where_it_is_not_wanted(open_page):
    page = open_page("roofline-explorer/three", reduced_motion="reduce")
    assert float(page.evaluate("getComputedStyle(document.querySelector('.roofline-point')).transitionDuration").rstrip("s")) < 0.001


@pytest.mark.parametrize("which", ["roofline-explorer/three", "widget/line", "widget/stack"])
def test_a_step_takes_less_than_a_frame_on_a_machine_four_times_slower(open_page, which):
    page = open_page(which)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # the thread's own time: other work does not count

    def busy() -> float:
        metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        return 1000 * (metrics["ScriptDuration"] + metrics["LayoutDuration"] + metrics["RecalcStyleDuration"])

    steps = 40
    before = busy()
    page.evaluate(
        """async (steps) => {
          const range = document.querySelector('input[type=range]');
          for (let step = 0; step < steps; step += 1) {
            range.value = (step * 7) % (Number(range.max) + 1);
            range.dispatchEvent(new Event('input', { bubbles: true }));
            await new Promise(requestAnimationFrame);
          }
        }""",
        steps,
    )
    each = (busy() - before) / steps
    assert 0 < each < 16 / 4, each


def test_a_widget_that_cannot_start_leaves_its_table(open_page, gallery, chromium):
    page = chromium.new_page()
    page.route("**/formulas.mjs", lambda route: route.fulfill(body="export const formulas = new Map();export const attainable_flop_per_s = 0, ridge_flop_per_byte = 0;", content_type="text/javascript"))
    page.goto(f"{gallery}/widget~line/default/en")
    page.wait_for_timeout(300)
    assert page.locator("course-widget[data-live]").count() == 0
    assert page.locator(".widget-inputs").is_visible() and page.locator("td[data-value=one]").inner_text() == "10\u202fGiB"
    page.close()
