"""The bit flipper: every bit by the keyboard alone, the table against the formulas, no script, small screens, speed."""

from __future__ import annotations

import random

import pytest
from bespoke_gallery import axe_violations, milliseconds_a_step
from playwright.sync_api import Page

from coursekit.elements.base import element_words
from coursekit.elements.bit_flipper.shapes import SHAPES, Shape
from coursekit.elements.bit_flipper.view import _row, sentences

pytestmark = pytest.mark.browser

TENTH = "bit-flipper/tenth"
SLUG = "#widget-examples-widgets-flip"
NAMES = list(SHAPES)
WORDS = element_words("bit-flipper", "en")


def plain(text: str) -> str:
    """Return a text with ordinary spaces."""
    return " ".join(text.replace("\u202f", " ").split())


def said(page: Page) -> list[str]:
    """Return the sentences, once the frame after the last press is drawn."""
    page.wait_for_timeout(60)
    return [plain(text) for text in page.locator(".widget-say").all_inner_texts()]


def bits(page: Page) -> str:
    """Return the pattern, a space between the parts."""
    page.wait_for_timeout(60)
    return " ".join("".join(part.locator(".flip-bit").all_inner_texts()) for part in page.locator(".flip-part").all())


def choose(page: Page, name: str) -> None:
    """Choose a format."""
    page.locator(f"{SLUG}-format").select_option(str(NAMES.index(name)))


def store(page: Page, number: str) -> None:
    """Type a number."""
    page.locator(f"{SLUG}-number").fill(number)
    page.locator(f"{SLUG}-number").press("Enter")


def test_a_tenth_in_bf16(open_element):
    page = open_element(TENTH)
    assert bits(page) == "0 01111011 1001101"
    assert said(page) == [
        "These bits stand for 0.1000976563. The next number further from zero is 0.1005859375, a gap of 0.00048828125.",
        "BF16 stores 0.1 as 0.1000976563, which is off by 0.098 %.",
    ]
    assert plain(page.locator(".flip-equation").inner_text()).replace(" ", "") == "+2123−127×(1+77÷128)"


def test_every_bit_by_keyboard(open_element):
    page = open_element(TENTH)
    for _ in range(40):
        if page.evaluate("document.activeElement.classList.contains('flip-bit')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Home")
    code = 0b0011110111001101
    shape = SHAPES["bf16"]
    for place in range(15, -1, -1):
        page.keyboard.press("Space" if place % 2 else "Enter")
        code ^= 2**place
        assert bits(page).replace(" ", "") == f"{code:016b}"
        assert said(page) == [plain(text) for text in sentences(shape, code, 0.1, WORDS, "en")]
        page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    page.keyboard.press("1")
    assert bits(page)[-1] == "1"
    page.keyboard.press("0")
    assert bits(page)[-1] == "0"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.move") == "up"


def test_each_bit_says_what_it_is_worth(open_element):
    page = open_element(TENTH)
    choose(page, "fp8_e4m3")
    page.wait_for_timeout(60)
    names = [button.get_attribute("aria-label") for button in page.locator("button.flip-bit").all()]
    assert names == ["sign", *(f"exponent, worth {worth}" for worth in (8, 4, 2, 1)), *(f"fraction, worth 1 ÷ {worth}" for worth in (2, 4, 8))]
    choose(page, "int4")
    page.wait_for_timeout(60)
    names = [button.get_attribute("aria-label") for button in page.locator("button.flip-bit").all()]
    assert names == ["sign, worth −8", *(f"whole number, worth {worth}" for worth in (4, 2, 1))]


@pytest.mark.parametrize("name", NAMES)
def test_every_pattern_of_a_small_format_and_many_of_a_large_one(open_element, name):
    """The module of the page against the formulas in Python: the address sets the pattern."""
    page = open_element(TENTH)
    shape = SHAPES[name]
    drawn = random.Random(name)
    codes = list(range(2**shape.bits)) if shape.bits <= 8 else [drawn.randrange(2**shape.bits) for _ in range(300)]
    if shape.exponent:
        codes += [exponent << shape.fraction for exponent in range(2**shape.exponent)]
    read = """([shape, codes, numbers]) => import('/course/elements/bit-flipper/shapes.mjs').then((module) => [
        codes.map((code) => [module.valueOf(shape, code), module.codeAt(shape, module.placeOf(shape, code))].map(String)),
        numbers.map((number) => module.codeOf(shape, number)),
    ])"""
    numbers = [0.1, -0.1, 0.0, 1e-30, 70000.0, -1e30, 448.0, 464.0, 0.25, 6.0, -7.6] + [drawn.uniform(-2, 2) * 10 ** drawn.uniform(-6, 6) for _ in range(100)]
    given = {"exponent": shape.exponent, "fraction": shape.fraction, "infinity": shape.infinity, "nan": shape.nan, "bits": shape.bits}
    values, found = page.evaluate(read, [given, codes, numbers])
    for code, (value, back) in zip(codes, values, strict=True):
        assert float(value) == expected(shape, code) or (value == "NaN" and expected(shape, code) is None), (code, value)
        assert int(float(back)) == code or (shape.exponent and code == 2 ** (shape.bits - 1) and back == "0")
    assert found == [shape.code(number) for number in numbers]


def expected(shape: Shape, code: int) -> float | None:
    """Return what Python makes of a pattern; None for NaN."""
    try:
        return shape.value(code)
    except ValueError:
        return None


@pytest.mark.parametrize("typed", ["0.1", "70000", "1e-9", "-3.3", "0", "65504", "0,3"])
def test_the_table_is_that_of_the_formulas(open_element, typed):
    page = open_element(TENTH)
    store(page, typed)
    said(page)
    number = float(typed.replace(",", "."))
    found = page.evaluate("[...document.querySelectorAll('.flip-table tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
    assert found == [_row(shape, number, "en") for shape in SHAPES.values()]
    for name in NAMES:
        choose(page, name)
        shape = SHAPES[name]
        assert said(page) == [plain(text) for text in sentences(shape, shape.code(number), number, WORDS, "en")]


def test_too_large_too_small_and_where_a_format_ends(open_element):
    page = open_element(TENTH)
    store(page, "70000")
    assert said(page)[1] == "BF16 stores 70 000 as 70 144, which is off by 0.21 %."
    choose(page, "fp16")
    assert said(page) == ["These bits stand for ∞, infinity: a result that was too large.", "FP16 stores 70 000 as ∞: it is too large (overflow)."]
    choose(page, "fp8_e4m3")
    assert said(page) == [
        "These bits stand for 448. No number lies further from zero. The gap to the one before is 32.",
        "FP8 E4M3 stores 70 000 as 448, where its numbers end: it is too large (overflow).",
    ]
    assert page.locator("[data-move=up]").get_attribute("aria-disabled") == "true"
    page.locator("[data-move=up]").click(force=True)
    assert bits(page) == "0 1111 110"
    page.locator("button.flip-bit").last.click()
    assert said(page)[0] == "These bits stand for no number (NaN, not a number)."
    store(page, "1e-9")
    assert said(page)[1].endswith("as 0: it is too small (underflow).")


def test_from_number_to_number_through_zero(open_element):
    page = open_element(TENTH)
    choose(page, "fp4_e2m1")
    store(page, "-1")
    seen = []
    for _ in range(5):
        seen.append(said(page)[0].split(".  ")[0].split(". The")[0])
        page.locator("[data-move=up]").click()
    assert seen == [f"These bits stand for {value}" for value in ("−1", "−0.5", "0", "0.5", "1")]
    page.locator("[data-move=store]").click()
    assert bits(page) == "1 01 0"


def test_the_task_can_be_done(open_element):
    page = open_element(TENTH)
    store(page, "255")
    assert "The next number further from zero is 256, a gap of 1." in said(page)[0]
    page.locator("[data-move=up]").click()
    assert "The next number further from zero is 258, a gap of 2." in said(page)[0]


@pytest.mark.parametrize(("typed", "complaint"), [("ten", "Write a number"), ("", "Write a number"), ("1,000", "Do you mean 1 or 1000?")])
def test_what_is_no_number_is_said(open_element, typed, complaint):
    page = open_element(TENTH)
    store(page, typed)
    assert plain(page.locator(f"{SLUG}-error").inner_text()).startswith(complaint)
    assert bits(page) == "0 01111011 1001101"
    store(page, "1000")
    assert page.locator(f"{SLUG}-error").inner_text() == "" and "1000" in said(page)[1]


def test_state_comes_back_from_the_address(open_element):
    page = open_element(TENTH, query="?flip=format:4,code:8,number:3")
    assert bits(page) == "0 0001 000" and said(page)[1] == "FP8 E4M3 stores 3 exactly."
    page.locator("[data-move=up]").click()
    page.wait_for_timeout(60)
    page.wait_for_url(lambda url: url.endswith("?flip=format:4,number:3,code:9"))


@pytest.mark.parametrize("state", ["format:9", "format:-1", "format:0.5", "code:65536", "code:-1", "code:2.5", "number:NaN", "__proto__:3", "code:<img src=x>"])
def test_address_attacks_change_nothing(open_element, state):
    page = open_element(TENTH, query=f"?flip={state}")
    assert bits(page) == "0 01111011 1001101"


def test_screen_readers_hear_the_result_once_it_rests(open_element):
    page = open_element(TENTH)
    for _ in range(3):
        page.locator("[data-move=up]").click()
    page.wait_for_timeout(800)
    assert plain(page.locator(".widget-status").inner_text()) == " ".join(said(page))


def test_without_scripts_the_bits_and_every_format_can_be_read(open_element):
    page = open_element(TENTH, java_script_enabled=False)
    assert "".join(page.locator(".flip-bit").all_inner_texts()) == "0011110111001101"
    assert plain(page.locator(".widget-say").nth(1).inner_text()).startswith("BF16 stores 0.1 as 0.1000976563")
    rows = [plain(text) for text in page.locator(".flip-table tbody tr").all_inner_texts()]
    assert rows[4] == "FP8 E4M3 8 0.1015625 0.00781 448" and rows[7] == "INT8 8 0 1 127"
    assert not page.locator("[data-move=up]").is_visible() and not page.locator(f"{SLUG}-format").is_visible()


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("which", [TENTH, "bit-flipper/widest", "bit-flipper/smallest"])
def test_axe_and_320_pixels(open_element, scheme, which):
    page = open_element(which, scheme=scheme, width=320)
    page.locator("button.flip-bit").nth(3).click()
    page.wait_for_timeout(300)
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_targets_are_large_enough(open_element):
    page = open_element("bit-flipper/widest", width=320)
    small = page.evaluate(
        "[...document.querySelectorAll('bit-flipper :is(button, input, select)')]"
        ".filter((one) => { const box = one.getBoundingClientRect(); return box.width < 24 || box.height < 24; }).map((one) => one.outerHTML.slice(0, 120))"
    )
    assert small == []


def test_nothing_moves_by_itself(open_element):
    page = open_element(TENTH)
    page.locator("[data-move=up]").click()
    page.wait_for_timeout(60)
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.target.closest('bit-flipper')).length") == 0


def test_a_step_takes_less_than_a_frame_on_a_machine_four_times_slower(open_element):
    page = open_element("bit-flipper/widest")
    step = "document.querySelectorAll('button.flip-bit')[(at * 7) % 32].click()"
    assert 0 < milliseconds_a_step(page, 40, step) < 16 / 4
