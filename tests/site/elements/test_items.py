"""Each type of item, answered by the keyboard alone: every verdict in words, and the focus stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

RECORD = "JSON.parse(localStorage.getItem('hardware-compute-energy'))"


def feedback(page: Page, kind: str) -> str:
    """Return what the status of the first item of a type says."""
    return page.locator(f"form[data-type={kind}] .item-feedback").first.inner_text()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus, as a learner without a mouse does."""
    for _ in range(60):
        if page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def focused(page: Page, selector: str) -> bool:
    """Tell whether the focus is where it was left."""
    return page.evaluate("(selector) => document.activeElement.matches(selector)", selector)


def test_single_wrong_then_right(open_page):
    page = open_page("items/single")
    button = "form[data-type=single] button"
    tab_to(page, "input[value=capacity-is-bandwidth]")
    page.keyboard.press("Space")
    tab_to(page, button)
    page.keyboard.press("Enter")
    said = feedback(page, "single")
    assert said.startswith("✗") and "Not right yet." in said and "Size decides" in said
    assert "Read again" in said
    assert focused(page, button)
    page.locator("input[value=right]").focus()
    page.keyboard.press("Space")
    assert feedback(page, "single") == ""  # an old verdict does not stand beside a new choice
    page.keyboard.press("Enter")
    said = feedback(page, "single")
    assert "Right." in said and "wait for data" in said and "Read again" not in said
    assert "Try 2. Your first try counts: not right." in said
    entry = page.evaluate(RECORD)["items"]["examples/items/single"]
    assert (entry["first"], entry["last"], entry["tries"], entry["answer"]) == (0, 1, 2, "right")


def test_nothing_chosen_is_asked_not_judged(open_page):
    page = open_page("items/single")
    page.locator("button").click()
    assert "Choose an answer first." in feedback(page, "single")
    assert page.evaluate("localStorage.length") == 0


def test_the_verdict_is_not_only_a_colour(open_page):
    page = open_page("items/single")
    page.locator("input[value=right]").check()
    page.locator("button").click()
    icon = page.locator(".item-icon")
    assert icon.get_attribute("aria-hidden") == "true"
    assert page.locator(".item-verdict strong").inner_text() == "Right."


def test_status_is_there_from_the_start_and_fieldsets_begin_with_legends(open_page):
    page = open_page("items")
    shape = page.evaluate(
        "[...document.querySelectorAll('form.item')].map((form) => [form.querySelectorAll('[role=status]').length,"
        " [...form.querySelectorAll('fieldset')].every((one) => one.firstElementChild.localName === 'legend')])"
    )
    assert shape and all(entry == [1, True] for entry in shape)


def test_a_list_with_nothing_ticked_is_asked_not_judged(open_page):
    page = open_page("items/multiple")
    page.locator("button").click()
    assert "Tick the statements that are true first." in feedback(page, "multiple")
    assert page.evaluate("localStorage.length") == 0


def test_multiple_shows_partial_credit(open_page):
    page = open_page("items/multiple")
    tab_to(page, "input[value=s1]")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    said = feedback(page, "multiple")
    assert "Partly right: 3 of 4." in said and "The vocabulary makes the embedding larger." in said
    page.locator("input[value=s2]").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert "Right." in feedback(page, "multiple")
    assert page.evaluate(RECORD)["items"]["examples/items/multiple"]["first"] == 0.75


VERDICTS = [
    ("10", "GiB", "Right."),
    ("10,74", "GB", "Right."),
    ("1,0737e4", "MB", "Right."),
    ("1.07x10^4", "MB", "Right."),
    ("10,2", "GiB", "Right."),  # on the edge of 2 %
    ("10.21", "GiB", "Not right yet."),
    ("80", "GiB", "This is the size in bits."),
    ("5", "GiB", "The cache holds both."),
    ("10", "GB", "Your number fits GiB, but you chose GB."),
    ("10.7", "GB/s", "GB/s measures something else: a rate of moving data. The answer is an amount of data."),
    ("30", "GiB", "Your answer is about 3 times too large."),
    ("1000", "GiB", "Multiply the bytes"),
    ("-10", "GiB", "Not right yet."),
]


def test_numeric_verdicts_by_keyboard(open_page):
    page = open_page("items/numeric/cache-size")
    for tries, (typed, unit, said) in enumerate(VERDICTS, 1):
        tab_to(page, "input[name=value]")
        page.keyboard.press("Control+a")
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
        page.keyboard.press("Home")
        page.keyboard.type(unit)
        assert page.locator("select").input_value() == unit
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert said in feedback(page, "numeric"), (typed, unit)
        assert page.evaluate(RECORD)["items"]["examples/items/numeric"]["tries"] == tries


ASKED_BACK = [
    ("", "GB", "Type a number first."),
    ("many", "GB", "This cannot be read as a number."),
    ("1,234", "GB", "Did you mean 1.2340 or 1234?"),
    ("10", "", "Choose a unit first."),
]


def test_numeric_asks_back_and_does_not_count(open_page):
    page = open_page("items/numeric/cache-size")
    for typed, unit, said in ASKED_BACK:
        page.locator("input[name=value]").fill(typed)
        page.locator("select").select_option(unit)
        page.locator("button").click()
        assert said in feedback(page, "numeric"), (typed, unit)
    described = page.locator("input[name=value]").get_attribute("aria-describedby")
    assert page.locator(f"#{described}").get_attribute("role") == "status"
    assert page.evaluate("localStorage.length") == 0


def test_order_of_magnitude(open_page):
    page = open_page("items/numeric/order-of-magnitude")
    page.locator("select").select_option("GFLOP")
    for typed, right in [("70", True), ("280", True), ("69", False), ("281", False)]:
        page.locator("input[name=value]").fill(typed)
        page.locator("button").click()
        assert ("Right." in feedback(page, "numeric")) == right, typed


def test_order_by_keyboard_says_positions_and_keeps_the_focus(open_page):
    page = open_page("items/order")
    right = ["s1", "s2", "s3", "s4"]
    keys = "[...document.querySelectorAll('.item-step')].map((step) => step.dataset.key)"
    button = page.locator("button[type=submit]")
    button.click()
    start = page.evaluate(keys)
    good = sum(first < later for index, first in enumerate(start) for later in start[index + 1 :])
    assert f"{good} of 6 pairs are in the right order." in feedback(page, "order")
    for target, key in enumerate(right):
        while page.evaluate(keys).index(key) > target:
            place = page.evaluate(keys).index(key)
            page.locator(f"[data-key={key}] [data-move='-1']").focus()
            page.keyboard.press("Enter")
            assert f"Now at position {place} of 4" in feedback(page, "order")
            assert focused(page, f"[data-key={key}] [data-move='-1']")
    page.locator("[data-key=s1] [data-move='-1']").focus()
    page.keyboard.press("Enter")
    assert "Already first" in feedback(page, "order") and page.evaluate(keys) == right
    page.locator("button[type=submit]").focus()
    page.keyboard.press("Enter")
    assert "Right." in feedback(page, "order") and "before it has arrived" in feedback(page, "order")


def test_diagnose_asks_both_questions(open_page):
    page = open_page("items/diagnose")
    page.locator("input[value=bandwidth]").check()
    page.locator("button").click()
    assert "Answer both questions first." in feedback(page, "diagnose")
    page.locator("input[value=faster-chip]").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    said = feedback(page, "diagnose")
    assert "The limit: right." in said and "bandwidth-bound, by 295×" in said
    assert "The next move: not right yet." in said and "Twice as many wait just as long." in said
    page.locator("input[value=smaller-weights]").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert "The next move: right." in feedback(page, "diagnose")
    assert page.evaluate(RECORD)["items"]["examples/items/diagnose"]["first"] == 0.5
    page.locator("input[value=compute]").check()
    page.locator("button").click()
    assert "bandwidth-bound" not in feedback(page, "diagnose")  # a wrong try does not give the badge away


def test_predict_is_kept_and_answered_later(open_page):
    page = open_page("items/predict")
    reveal = page.locator(".reveal-guess")
    assert "You have not made a guess yet." in reveal.inner_text()
    assert page.locator(".reveal-answer[open]").count() == 0
    tab_to(page, "input[type=range]")
    page.keyboard.press("Home")
    tab_to(page, "form[data-type=predict] button")
    page.keyboard.press("Enter")
    said = feedback(page, "predict").replace("\u202f", " ")
    assert "Your guess is kept: 0.1 %." in said and "✓" not in said and "✗" not in said
    assert "Your guess" in page.locator("label").first.inner_text()
    assert reveal.inner_text().replace("\u202f", " ") == "You guessed 0.1 %. The answer is 0.34 %, so your guess is 3.4 times too small."
    assert page.locator(".reveal-answer[open]").count() == 1
    assert page.evaluate(RECORD)["items"]["examples/items/predict-slider"]["first"] is None


def test_where_a_slider_starts_is_nobodys_guess(open_page):
    page = open_page("items/predict")
    page.locator("button").click()
    assert "Move the slider to your guess first" in feedback(page, "predict")
    assert page.evaluate("localStorage.length") == 0


def test_predict_takes_a_typed_guess_and_refuses_one_out_of_range(open_page):
    page = open_page("items/predict")
    field = page.locator(".control-field")
    field.fill("250")
    field.press("Tab")
    assert page.locator(".control-error").inner_text() == "Type a number from 0.1 to 100."
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("0,34")
    field.press("Enter")
    assert "Your guess is kept" in feedback(page, "predict")
    assert "That is close." in page.locator(".reveal-guess").inner_text()


def test_the_answer_opens_only_after_a_try(open_page):
    page = open_page("items/single")
    assert not page.locator(".item-answer").is_visible()
    page.locator("input").first.check()
    page.locator("button").click()
    assert page.locator(".item-answer").is_visible()


def test_polish_words(open_page):
    page = open_page("items/numeric", language="pl")
    page.locator("input[name=value]").fill("147,5")
    page.locator("button").click()
    assert "Dobrze." in feedback(page, "numeric")
