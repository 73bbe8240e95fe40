"""The sum tree: both sliders by the keyboard alone, results in words, pictures, no script, small screens, speed."""

from __future__ import annotations

import pytest
from bespoke_gallery import axe_violations, milliseconds_a_step
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

MILLION = "sum-tree/million"
WORKERS = "#widget-examples-widgets-tree-workers"
SERIAL = "#widget-examples-widgets-tree-serial"


def said(page: Page) -> list[str]:
    """Return the three sentences with ordinary spaces."""
    page.wait_for_timeout(80)
    return [text.replace("\u202f", " ") for text in page.locator(".widget-say").all_inner_texts()]


def at_once(page: Page) -> list[str]:
    """Return the numbers of additions that run at once, from the shares down to the last round."""
    return page.evaluate("[...document.querySelectorAll('.sumtree-tree .plot-tick')].map((one) => one.textContent)")


def test_the_start_in_words(open_element):
    page = open_element(MILLION)
    assert said(page) == [
        "The sum: 64 workers add 16 384 numbers each, then join their results in pairs. Rounds of joining: 6. Steps in all: 16 389 in place of 1 048 575, 63.98 times as fast.",
        "The same job: if 5 % of it is serial, it can become at most 15.42 times as fast. No number of workers passes 20.",
        "A larger job: if 5 % of the time stays serial, 64 workers do at most 60.85 times the work of one in that time.",
    ]


def test_the_words_are_the_same_before_and_after_the_script(open_element):
    for which in (MILLION, "sum-tree/polish"):
        assert said(open_element(which)) == said(open_element(which, java_script_enabled=False))


def test_workers_by_keyboard(open_element):
    page = open_element(MILLION)
    page.locator(f"{WORKERS}-range").focus()
    page.keyboard.press("ArrowRight")
    assert "128 workers add 8192 numbers each" in said(page)[0]
    page.keyboard.press("End")
    sentences = said(page)
    assert "Rounds of joining: 10. Steps in all: 1033 in place of 1 048 575, 1015 times as fast" in sentences[0]
    assert "at most 19.64 times as fast" in sentences[1] and "at most 972.85 times" in sentences[2]
    page.keyboard.press("Home")
    sentences = said(page)
    assert sentences[0] == "The sum: one worker adds all 1 048 576 numbers, one after another. That takes 1 048 575 steps."
    assert "at most 1 times as fast" in sentences[1] and sentences[2] == "A larger job needs more workers: one does the work of one."


def test_the_serial_share_by_keyboard_and_field(open_element):
    page = open_element(MILLION, query="?tree=workers:1024")
    page.locator(f"{SERIAL}-range").focus()
    assert page.locator(f"{SERIAL}-range").get_attribute("aria-valuetext").replace("\u202f", " ") == "5 %"
    page.keyboard.press("Home")
    sentences = said(page)
    assert sentences[1] == "The same job: if nothing in it is serial, it can become at most 1024 times as fast. There is no ceiling."
    assert sentences[2] == "A larger job: if nothing in it is serial, 1024 workers do at most 1024 times the work of one in the same time."
    for typed, speedup in [("0.9", "100.3"), ("1", "91.18"), ("25", "3.988")]:
        page.locator(f"{SERIAL}-field").fill(typed)
        page.locator(f"{SERIAL}-field").press("Enter")
        assert f"at most {speedup} times as fast" in said(page)[1]
    page.wait_for_url(lambda url: url.endswith("?tree=serial:0.25,workers:1024"))


def test_the_tree_has_a_line_for_every_addition(open_element):
    page = open_element(MILLION)
    joins = "[...document.querySelectorAll('.sumtree-joins')].map((path) => path.getAttribute('d').split('M').length - 1)"
    assert page.evaluate(joins) == [64, 32, 16, 8, 4, 2]
    assert at_once(page) == ["64", "32", "16", "8", "4", "2", "1"]
    page.locator(f"{WORKERS}-range").focus()
    page.keyboard.press("Home")
    page.wait_for_timeout(80)
    assert page.evaluate(joins) == [] and page.locator(".sumtree-bar").count() == 1


def test_workers_that_do_not_pair_up(open_element):
    page = open_element("sum-tree/polish")
    assert "najwyżej po 41 liczb" in said(page)[0]
    # 100 results: 50, 25, 12 and one left over, 6 and one, 3 and one, 2, 1
    assert at_once(page) == ["100", "50", "25", "12", "6", "3", "2", "1"]


def test_pictures_say_what_they_show(open_element):
    page = open_element(MILLION)
    names = page.evaluate("[...document.querySelectorAll('svg.plot')].map((one) => [one.getAttribute('role'), one.getAttribute('aria-label')])")
    assert [role for role, _ in names] == ["img", "img"]
    assert names[0][1].startswith("The sum: 64 workers") and "No number of workers passes 20" in names[1][1]
    assert "NaN" not in page.locator(".sumtree-pictures").inner_html()


def test_what_went_comes_back_to_its_place_in_the_pictures(open_element):
    page = open_element(MILLION)
    pictures = page.locator("sum-tree .plot")
    before = pictures.evaluate_all("(all) => all.map((one) => one.outerHTML)")
    for slider in (WORKERS, SERIAL):
        page.locator(f"{slider}-range").focus()
        page.keyboard.press("End")
        page.keyboard.press("Home")
    assert pictures.evaluate_all("(all) => all.map((one) => one.outerHTML)") != before
    page.locator("sum-tree .widget-reset").click()
    assert pictures.evaluate_all("(all) => all.map((one) => one.outerHTML)") == before


def test_start_again(open_element):
    page = open_element(MILLION, query="?tree=workers:4,serial:0.2")
    assert "4 workers" in said(page)[0]
    page.locator(".widget-reset").click()
    assert "64 workers" in said(page)[0]
    page.wait_for_url(lambda url: "tree=" not in url)


@pytest.mark.parametrize("state", ["workers:2000", "workers:0", "workers:2.5", "serial:0.9", "serial:-1", "serial:NaN", "__proto__:3"])
def test_address_attacks_change_nothing(open_element, state):
    page = open_element(MILLION, query=f"?tree={state}")
    assert "64 workers" in said(page)[0] and "5 %" in said(page)[1]


def test_screen_readers_hear_all_of_it_once_it_rests(open_element):
    page = open_element(MILLION)
    page.locator(f"{WORKERS}-range").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(900)
    assert page.locator(".widget-status").inner_text().replace("\u202f", " ") == " ".join(said(page))


def test_without_scripts_a_table_makes_the_point(open_element):
    page = open_element(MILLION, java_script_enabled=False)
    page.locator("summary").click()
    rows = [row.replace("\u202f", " ").split("\t") for row in page.locator("tbody tr").all_inner_texts()]
    assert rows[0] == ["1", "1 048 576", "0", "1 048 575", "1", "1"]
    assert rows[-1] == ["1024", "1024", "10", "1033", "19.64", "972.85"]
    assert not page.locator("input[type=range]").first.is_visible()


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("which", [MILLION, "sum-tree/polish"])
def test_axe_and_320_pixels(open_element, scheme, which):
    page = open_element(which, scheme=scheme, width=320)
    page.locator("summary").click()
    page.wait_for_timeout(300)
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_step_takes_less_than_a_frame_on_a_machine_four_times_slower(open_element):
    page = open_element(MILLION)
    step = "const range = document.querySelector('input[type=range]'); range.value = at % 2 ? 10 : 9; range.dispatchEvent(new Event('input', { bubbles: true }))"
    assert 0 < milliseconds_a_step(page, 40, step) < 16 / 4
