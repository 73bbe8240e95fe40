"""The matrix stepper: every cell by the keyboard alone, results in words, no script, small screens, speed."""

from __future__ import annotations

import re

import pytest
from bespoke_gallery import axe_violations, milliseconds_a_step
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

BAKERY = "matrix-stepper/bakery"
FIRST = [[2, 1, 3], [1, 4, 2]]
SECOND = [[3, 4], [2, 1], [4, 1]]
RESULT = [[20, 12], [19, 10]]  # by hand: 2·3 + 1·2 + 3·4 and so on
NAMES = [["Flour for Monday", "Eggs for Monday"], ["Flour for Tuesday", "Eggs for Tuesday"]]
SLUG = "#widget-examples-widgets-stepper"


def plain(text: str) -> str:
    """Return a text with ordinary spaces."""
    return " ".join(text.replace("\u202f", " ").split())


def said(page: Page) -> str:
    """Return the sentence, once the frame after the last press is drawn."""
    page.wait_for_timeout(60)
    return plain(page.locator(".widget-say").inner_text())


def cells(page: Page, name: str) -> list[list[str]]:
    """Return what stands in a matrix."""
    page.wait_for_timeout(60)
    return page.evaluate(f"[...document.querySelectorAll('[data-matrix={name}] tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")


def texts(rows: list[list[int]]) -> list[list[str]]:
    """Return numbers as the cells write them."""
    return [[str(number) for number in row] for row in rows]


def count(page: Page, name: str) -> str:
    """Return one of the counts."""
    page.wait_for_timeout(60)
    return plain(page.locator(f"[data-count={name}]").inner_text())


def test_the_whole_product_by_keyboard(open_element):
    page = open_element(BAKERY)
    assert cells(page, "first") == texts(FIRST) and cells(page, "second") == texts(SECOND)
    assert cells(page, "result") == [["·", "·"], ["·", "·"]]
    assert said(page).startswith("Nothing is calculated yet.")
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.move === 'next'"):
            break
        page.keyboard.press("Tab")
    sums = [[0, 0], [0, 0]]
    for step in range(12):
        row, column, pair = step // 6, step // 3 % 2, step % 3
        page.keyboard.press("Enter")
        sums[row][column] += FIRST[row][pair] * SECOND[pair][column]
        sentence = said(page)
        assert f"= {sums[row][column]}{'' if pair == 2 else ' so far'}" in sentence
        assert sentence.startswith(f"{NAMES[row][column]}:")
        assert f"Step {step + 1} of 12. Done: {2 * (step + 1)} FLOP of 24 FLOP" in sentence
        assert page.locator("[data-at=pair]").all_inner_texts() == [str(FIRST[row][pair]), str(SECOND[pair][column])]
        assert cells(page, "result")[row][column] == str(sums[row][column])
    assert cells(page, "result") == texts(RESULT)
    assert page.locator("[data-move=next]").get_attribute("aria-disabled") == "true"
    page.keyboard.press("Enter")  # nothing comes after the last step
    assert "Step 12 of 12" in said(page)
    assert page.evaluate("document.activeElement.dataset.move") == "next"


def test_finish_the_cell_go_back_and_start_again(open_element):
    page = open_element(BAKERY)
    page.locator("[data-move=cell]").click()
    assert "2 × 3 + 1 × 2 + 3 × 4 = 20 Step 3 of 12" in said(page)
    page.locator("[data-move=next]").click()
    page.locator("[data-move=cell]").click()
    assert cells(page, "result") == [["20", "12"], ["·", "·"]]
    page.locator("[data-move=back]").click()
    assert cells(page, "result") == [["20", "9"], ["·", "·"]]
    page.locator("[data-move=reset]").click()
    assert cells(page, "result") == [["·", "·"], ["·", "·"]]
    assert page.locator("[data-move=back]").get_attribute("aria-disabled") == "true"


def test_the_step_slider_goes_through_the_product(open_element):
    page = open_element(BAKERY)
    page.locator(f"{SLUG}-step-range").focus()
    page.keyboard.press("End")
    assert cells(page, "result") == texts(RESULT)
    page.keyboard.press("ArrowLeft")
    assert cells(page, "result") == [["20", "12"], ["19", "8"]]
    page.keyboard.press("Home")
    assert said(page).startswith("Nothing is calculated yet.")


def test_sizes_change_the_operations_and_the_use_of_each_number(open_element):
    page = open_element(BAKERY)
    assert [count(page, name) for name in ("flop", "numbers", "reuse", "uses-first", "uses-second")] == ["2 · 2 · 2 · 3 = 24 FLOP", "12", "2", "2×", "2×"]
    page.locator(f"{SLUG}-m-range").focus()
    page.keyboard.press("End")
    assert [count(page, name) for name in ("flop", "numbers", "reuse", "uses-first", "uses-second")] == ["2 · 7 · 2 · 3 = 84 FLOP", "27", "3.1", "2×", "7×"]
    assert len(cells(page, "result")) == 7
    page.locator(f"{SLUG}-k-field").fill("4")
    page.locator(f"{SLUG}-k-field").press("Enter")
    assert count(page, "flop") == "2 · 7 · 2 · 4 = 112 FLOP"
    assert page.locator(f"{SLUG}-step-range").get_attribute("max") == "56"
    page.locator("summary").click()
    assert page.locator(".stepper-sums tr").count() == 14
    assert plain(page.locator(".stepper-sums tr").nth(0).inner_text()) == "Flour for Monday 2 × 3 + 1 × 2 + 3 × 4 + 0 × 6 = 20"


def test_a_new_size_starts_anew(open_element):
    page = open_element(BAKERY)
    page.locator("[data-move=cell]").click()
    page.locator(f"{SLUG}-n-range").focus()
    page.keyboard.press("ArrowRight")
    assert said(page).startswith("Nothing is calculated yet.") and cells(page, "result") == [["·"] * 3] * 2


def test_state_comes_back_from_the_address(open_element):
    page = open_element(BAKERY, query="?stepper=m:3,k:2,step:4")
    assert "Step 4 of 12" in said(page) and len(cells(page, "first")) == 3
    page.locator("[data-move=next]").click()
    page.wait_for_url(lambda url: url.endswith("?stepper=m:3,k:2,step:5"))


@pytest.mark.parametrize("state", ["m:9", "m:0", "n:2.5", "k:NaN", "step:99", "step:-1", "__proto__:3", "m:<img src=x>"])
def test_address_attacks_change_nothing(open_element, state):
    page = open_element(BAKERY, query=f"?stepper={state}")
    assert said(page).startswith("Nothing is calculated yet.") and count(page, "flop") == "2 · 2 · 2 · 3 = 24 FLOP"


def test_screen_readers_hear_the_step_once_it_rests(open_element):
    page = open_element(BAKERY)
    for _ in range(3):
        page.locator("[data-move=next]").click()
    page.wait_for_timeout(800)
    assert plain(page.locator(".widget-status").inner_text()) == (
        "Step 3 of 12. Row 1 meets column 1. Flour for Monday: 2 × 3 + 1 × 2 + 3 × 4 = 20. Done: 6 FLOP of 24 FLOP."
    )


def test_without_scripts_every_result_can_be_read(open_element):
    page = open_element(BAKERY, java_script_enabled=False)
    assert page.locator("[data-matrix=result] td").all_inner_texts() == ["20", "12", "19", "10"]
    assert "worked out here in 12 steps, which take 24 FLOP together" in plain(page.locator(".widget-say").inner_text())
    assert plain(page.locator("[data-count=flop]").inner_text()) == "2 · 2 · 2 · 3 = 24 FLOP"
    assert not page.locator("[data-move=next]").is_visible()
    page.locator("summary").click()
    assert plain(page.locator(".stepper-sums tr").nth(3).inner_text()) == "Eggs for Tuesday 1 × 4 + 4 × 1 + 2 × 1 = 10"


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("which", [BAKERY, "matrix-stepper/largest"])
def test_axe_and_320_pixels(open_element, scheme, which):
    page = open_element(which, scheme=scheme, width=320)
    page.locator("summary").click()
    page.locator("[data-move=cell]").click()
    page.locator("[data-move=next]").click()
    page.wait_for_timeout(300)
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_targets_are_large_enough(open_element):
    page = open_element(BAKERY, width=320)
    small = page.evaluate(
        "[...document.querySelectorAll('matrix-stepper :is(button, input, summary)')]"
        ".filter((one) => { const box = one.getBoundingClientRect(); return box.width < 24 || box.height < 24; }).map((one) => one.outerHTML.slice(0, 120))"
    )
    assert small == []


def test_nothing_moves_by_itself(open_element):
    page = open_element(BAKERY)
    page.locator("[data-move=next]").click()
    page.wait_for_timeout(60)
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.target.closest('matrix-stepper')).length") == 0


def test_a_step_takes_less_than_a_frame_on_a_machine_four_times_slower(open_element):
    page = open_element("matrix-stepper/largest")
    step = "const range = document.querySelector('[data-control=step] input[type=range]'); range.value = (at * 7) % 193; range.dispatchEvent(new Event('input', { bubbles: true }))"
    assert 0 < milliseconds_a_step(page, 40, step) < 16 / 4


def test_the_shapes_stay_inside_a_narrow_screen(open_element):
    page = open_element("matrix-stepper/largest")
    page.set_viewport_size({"width": 320, "height": 900})
    for control, size in (("k", "6"), ("n", "1")):
        field = page.locator(f"[data-control={control}] .control-field")
        field.fill(size)
        field.press("Enter")
    page.wait_for_timeout(100)
    beyond = "(stage) => [...stage.querySelectorAll('.stepper-shape')].filter((shape) => { const words = document.createRange(); words.selectNodeContents(shape); return words.getBoundingClientRect().right > stage.getBoundingClientRect().right + 1; }).map((shape) => shape.textContent)"
    assert page.locator(".stepper-stage").evaluate(beyond) == []


@pytest.mark.parametrize("width", [320, 700, 1280])
@pytest.mark.parametrize(("dragged", "held"), [("k", ("n", "1")), ("k", ("n", "2")), ("k", ("n", "4")), ("m", ("n", "2")), ("n", ("k", "6"))])
def test_the_page_below_stays_while_a_size_is_dragged(open_element, width: int, dragged: str, held: tuple[str, str]):
    page = open_element("matrix-stepper/largest")
    page.set_viewport_size({"width": width, "height": 900})
    field = page.locator(f"[data-control={held[0]}] .control-field")
    field.fill(held[1])
    field.press("Enter")
    heights = page.evaluate("""async (dragged) => {
      const range = document.querySelector(`[data-control=${dragged}] input[type=range]`);
      const heights = [];
      for (let at = 0; at <= range.max; at += 1) {
        range.value = at;
        range.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        heights.push(Math.round(document.querySelector("matrix-stepper").offsetHeight));
      }
      return heights;
    }""", dragged)
    assert len(heights) >= 4 and len(set(heights)) == 1, heights


def test_a_size_dragged_away_and_back_starts_the_product_anew_and_gives_its_room_back(open_element):
    page = open_element("matrix-stepper/largest")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.locator("[data-move=next]").click()
    expect(page).to_have_url(re.compile("step:1"))
    range_ = page.locator("[data-control=m] input[type=range]")
    range_.scroll_into_view_if_needed()
    box = range_.bounding_box()
    at = range_.evaluate("(range) => 12 + (range.clientWidth - 24) * range.value / range.max")
    page.mouse.move(box["x"] + at, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2, steps=4)
    assert page.locator(".stepper-stage").evaluate("(stage) => stage.style.minHeight") != ""
    page.mouse.move(box["x"] + at, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator(".stepper-stage")).not_to_have_attribute("style", re.compile("min-height"))
    expect(page.locator("[data-control=step] .control-field")).to_have_value("0")
    expect(page).not_to_have_url(re.compile("step:"))


def test_without_scripts_a_cell_is_as_wide_as_there_is_room_for(open_element):
    page = open_element("matrix-stepper/bakery")
    page.locator("matrix-stepper").evaluate("(element) => { element.removeAttribute('data-live'); element.querySelector('.stepper-grid').removeAttribute('style'); }")
    cell = "(cell) => cell.offsetWidth - (parseFloat(getComputedStyle(cell).getPropertyValue('--cell')) - 2)"
    for matrix in ("first", "second", "result"):
        assert abs(page.locator(f"[data-matrix={matrix}] td").first.evaluate(cell)) <= 1
