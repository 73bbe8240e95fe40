"""The block product: four tools step by step, padding, formats; keyboard, words, no script, small screens, speed."""

from __future__ import annotations

import pytest
from bespoke_gallery import axe_violations, milliseconds_a_step
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TOOLS, SHEET, FORMATS, ALL = (f"block-product/{name}" for name in ("tools", "sheet", "formats", "wszystko"))
FIRST = [[1, 2, 0, 3], [2, 1, 1, 0], [0, 3, 2, 1], [1, 0, 1, 2]]
SECOND = [[2, 1, 0, 1], [1, 0, 2, 1], [0, 1, 1, 2], [1, 2, 0, 1]]
# By hand: 1·2 + 2·1 + 0·0 + 3·1 = 7 and so on.
RESULT = [[7, 7, 4, 6], [5, 3, 3, 5], [4, 4, 8, 8], [4, 6, 1, 5]]
# For each tool: steps, numbers read in a step and in all, times that a number on the left and above is read.
COUNTS = {0: (64, 2, 128, 4, 4), 1: (16, 5, 80, 1, 4), 2: (8, 8, 64, 2, 2), 3: (1, 32, 32, 1, 1)}
OFTEN = {1: "once", 2: "twice", 4: "4 times"}


def plain(text: str) -> str:
    """Return a text with ordinary spaces."""
    return " ".join(text.replace("\u202f", " ").split())


def said(page: Page, part: str = "steps") -> str:
    """Return a part's sentence, once the frame after the last press is drawn."""
    page.wait_for_timeout(60)
    return plain(page.locator(f"[data-say={part}]").inner_text())


def cells(page: Page, name: str) -> list[list[int]]:
    """Return the numbers of a matrix."""
    page.wait_for_timeout(60)
    return page.evaluate(f"[...document.querySelectorAll('[data-matrix={name}] tr')].map((row) => [...row.cells].map((cell) => Number(cell.textContent)))")


def reads(page: Page, name: str) -> list[float]:
    """Return how often the numbers of a matrix have been read."""
    page.wait_for_timeout(60)
    return page.evaluate(f"[...document.querySelectorAll('[data-matrix={name}] td')].map((cell) => parseFloat(cell.style.backgroundSize || 0) / 25)")


def choose(page: Page, name: str, index: int) -> None:
    """Choose an option by the keyboard."""
    page.locator(f"[data-choice={name}]:checked").focus()
    while page.evaluate("document.activeElement.value") != str(index):
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("tool", COUNTS)
def test_every_tool_makes_the_same_product_by_keyboard(open_element, tool):
    page = open_element(TOOLS)
    choose(page, "tool", tool)
    steps, each, total, left, above = COUNTS[tool]
    assert ("One step lies ahead" if steps == 1 else f"{steps} steps lie ahead") in said(page)
    for _ in range(30):
        if page.evaluate("document.activeElement.dataset.move === 'next'"):
            break
        page.keyboard.press("Tab")
    for step in range(1, steps + 1):
        page.keyboard.press("Enter")
        if step in (1, steps):
            assert f"Step {step} of {steps} reads {each} numbers" in said(page)
            assert page.locator("td[data-now]").count() == each + 64 // steps // (4 if tool == 3 else 2 if tool == 2 else 1)
            assert plain(page.locator("[data-count=reads]").inner_text()) == f"{step * each} of {total}"
            assert plain(page.locator("[data-count=adds]").inner_text()) == f"{step * 64 // steps} of 64"
    assert cells(page, "result") == RESULT
    assert reads(page, "first") == [left] * 16 and reads(page, "second") == [above] * 16
    assert f"Each number on the left was read {OFTEN[left]}, each number above {OFTEN[above]}." in said(page)
    page.keyboard.press("Enter")  # nothing comes after the last step
    assert f"Step {steps} of {steps}" in said(page) and page.locator("[data-move=next]").get_attribute("aria-disabled") == "true"


def test_back_to_the_end_and_start_again(open_element):
    page = open_element(TOOLS)
    page.locator("[data-move=finish]").click()
    assert cells(page, "result") == RESULT
    page.locator("[data-move=back]").click()
    assert cells(page, "result")[3][3] == 3  # the last of the four products, 2 × 1, is missing
    page.locator("[data-move=reset]").click()
    assert cells(page, "result") == [[0] * 4] * 4 and sum(reads(page, "first")) == 0
    assert page.locator("[data-move=back]").get_attribute("aria-disabled") == "true"


def test_another_tool_starts_anew(open_element):
    page = open_element(TOOLS)
    page.locator("[data-move=next]").click()
    choose(page, "tool", 1)
    assert said(page) == "Line stamp: nothing is done yet. 16 steps lie ahead."
    assert page.locator("#widget-examples-widgets-tools-step-range").get_attribute("max") == "16"


def test_padding_follows_rows_columns_and_block(open_element):
    page = open_element(SHEET)
    assert said(page, "padding") == "65 × 100 results take 2 × 2 blocks of 64 × 64: 4 in all, with room for 128 × 128. Useful: 39.7 %. Padding: 60.3 %."
    page.locator("#widget-examples-widgets-sheet-rows-range").focus()
    page.keyboard.press("ArrowLeft")
    assert "64 × 100 results take 1 × 2 blocks" in said(page, "padding") and "Useful: 78.1 %" in said(page, "padding")
    field = page.locator("#widget-examples-widgets-sheet-columns-field")
    field.fill("128")
    field.press("Enter")
    assert said(page, "padding") == "64 × 128 results fill 1 × 2 blocks of 64 × 64 exactly: 2 in all. Useful: 100 %. Nothing is padding."
    choose(page, "block", 2)
    assert "Useful: 50 %" in said(page, "padding")
    assert page.locator(".blockp-sheet svg").get_attribute("aria-label").startswith("64 × 128 results take 1 × 1 blocks of 128 × 128")
    page.locator("[data-reset=padding]").click()
    assert said(page, "padding").startswith("65 × 100 results take 2 × 2 blocks of 64 × 64")


def test_the_sheet_draws_what_the_words_say(open_element):
    page = open_element(SHEET)
    page.wait_for_timeout(100)
    sizes = page.evaluate("['useful', 'waste'].map((name) => { const box = document.querySelector(`.blockp-${name}`); return [+box.getAttribute('width'), +box.getAttribute('height')]; })")
    (useful_width, useful_height), (width, height) = sizes
    assert useful_width / width == pytest.approx(100 / 128, abs=1e-3) and useful_height / height == pytest.approx(65 / 128, abs=1e-3)


def test_formats_are_compared_within_each_chip(open_element):
    page = open_element(FORMATS)
    assert said(page, "peaks") == "BF16 is what the other formats are compared with. The tables list it for 3 of 3 chips."
    choose(page, "format", 1)
    assert said(page, "peaks") == "Against BF16, FP8 is faster on 1 of 3 chips, no faster on 1, slower on 0. For 1 the table lists no such peak."
    assert [plain(text) for text in page.locator(".blockp-bars li").all_inner_texts()] == [
        "Maker Alpha 2000 TFLOP/s 2× its BF16", "Maker Beta 800 TFLOP/s as fast as its BF16 not verified", "Maker Gamma none listed",
    ]  # fmt: skip
    choose(page, "format", 2)
    assert "INT8 is faster on 2 of 3 chips, no faster on 0, slower on 1" in said(page, "peaks")
    assert plain(page.locator(".blockp-bars li").first.inner_text()) == "Maker Alpha 150 TOP/s 0.15× its BF16"
    widths = page.evaluate("[...document.querySelectorAll('.blockp-bar')].map((bar) => bar.style.width)")
    marks = page.evaluate("[...document.querySelectorAll('.blockp-mark')].map((mark) => mark.style.left)")
    assert marks == ["62.5%", "50%", "18.75%"]
    assert widths == ["9.375%", "100%", "37.5%"]


def test_state_comes_back_from_the_address(open_element):
    page = open_element(TOOLS, query="?tools=tool:2,step:3")
    assert "Step 3 of 8" in said(page)
    page.locator("[data-move=next]").click()
    page.wait_for_url(lambda url: url.endswith("?tools=tool:2,step:4"))
    page = open_element(SHEET, query="?sheet=rows:128,columns:64,block:0")
    assert said(page, "padding").startswith("128 × 64 results fill 4 × 2 blocks of 32 × 32 exactly")


@pytest.mark.parametrize("state", ["tool:9", "tool:-1", "tool:1.5", "step:65", "step:NaN", "__proto__:3", "tool:<img src=x>"])
def test_address_attacks_change_nothing(open_element, state):
    page = open_element(TOOLS, query=f"?tools={state}")
    assert said(page) == "Pen: nothing is done yet. 64 steps lie ahead."


def test_screen_readers_hear_the_step_once_it_rests(open_element):
    page = open_element(TOOLS)
    for _ in range(3):
        page.locator("[data-move=next]").click()
    page.wait_for_timeout(800)
    assert plain(page.locator(".widget-status").inner_text()) == "Step 3 of 64 reads 2 numbers (one on the left, one above) and adds one product to a sum."


def test_without_scripts_tables_make_the_same_point(open_element):
    page = open_element(TOOLS, java_script_enabled=False)
    assert cells_of(page) == [str(number) for row in RESULT for number in row]
    assert not page.locator("[data-move=next]").is_visible()
    page.locator("summary").click()
    rows = [plain(text) for text in page.locator(".blockp-table tbody tr").all_inner_texts()]
    assert rows == ["Pen 64 1 2 128 4× 4×", "Line stamp 16 4 5 80 1× 4×", "Small block stamp 8 8 8 64 2× 2×", "Large block stamp 1 64 32 32 1× 1×"]
    page = open_element(SHEET, java_script_enabled=False)
    assert plain(page.locator("[data-say=padding]").inner_text()).endswith("Useful: 39.7 %. Padding: 60.3 %.")
    page.locator("summary").click()
    assert "65 128 4 39.7 %" in [plain(text) for text in page.locator(".blockp-table tbody tr").all_inner_texts()]
    page = open_element(FORMATS, java_script_enabled=False)
    page.locator("summary").click()
    assert plain(page.locator(".blockp-table tbody tr").nth(1).inner_text()) == "Maker Beta 800 TFLOP/s 800 TFLOP/s (not verified) 1600 TOP/s"
    assert plain(page.locator(".blockp-table tbody tr").nth(2).inner_text()) == "Maker Gamma 300 TFLOP/s none listed 600 TOP/s"


def cells_of(page: Page) -> list[str]:
    """Return the results that stand on the page."""
    return page.locator("[data-matrix=result] td").all_inner_texts()


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("which", [TOOLS, SHEET, FORMATS, ALL])
def test_axe_and_320_pixels(open_element, scheme, which):
    page = open_element(which, scheme=scheme, width=320)
    for summary in page.locator("summary").all():
        summary.click()
    if page.locator("[data-move=next]").count():
        page.locator("[data-move=next]").click()
    page.wait_for_timeout(300)
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_targets_are_large_enough(open_element):
    page = open_element(ALL, width=320)
    small = page.evaluate(
        "[...document.querySelectorAll('block-product :is(button, input, summary)')]"
        ".filter((one) => { const box = one.getBoundingClientRect(); return box.width < 24 || box.height < 24; }).map((one) => one.outerHTML.slice(0, 120))"
    )
    assert small == []


def test_nothing_moves_by_itself(open_element):
    page = open_element(ALL)
    page.locator("[data-move=next]").click()
    page.wait_for_timeout(60)
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.target.closest('block-product')).length") == 0


@pytest.mark.parametrize(("which", "control", "modulus"), [(TOOLS, "step", 65), (SHEET, "rows", 640)])
def test_a_step_takes_less_than_a_frame_on_a_machine_four_times_slower(open_element, which, control, modulus):
    page = open_element(which)
    step = f"const range = document.querySelector('[data-control={control}] input[type=range]'); range.value = (at * 37) % {modulus}; range.dispatchEvent(new Event('input', {{ bubbles: true }}))"
    assert 0 < milliseconds_a_step(page, 40, step) < 16 / 4
