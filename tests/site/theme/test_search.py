"""The search index comes when the reader turns to the search, and not before."""

import pytest
from course_site import ADDRESS
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
LESSON = f"{ADDRESS}find-the-bottleneck/roofline/"


@pytest.fixture
def asked(page: Page) -> list[str]:
    """The requests for the index."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "search_index" in request.url else None)
    return requests


def open_lesson(page: Page) -> None:
    page.goto(LESSON, wait_until="networkidle")
    page.wait_for_timeout(200)


def test_reading_and_walking_never_ask_for_the_index(page: Page, asked: list[str]):
    open_lesson(page)
    page.locator(".course-footer__step--next").click()
    page.wait_for_url("**/kv-cache/")
    page.keyboard.press("End")
    page.wait_for_timeout(200)
    assert asked == []


@pytest.mark.parametrize("turn", ["key", "click", "focus"])
def test_turning_to_the_search_asks_once_and_finds(page: Page, asked: list[str], turn: str):
    open_lesson(page)
    assert asked == []
    if turn == "key":
        page.keyboard.press("/")
    elif turn == "click":
        page.locator(".md-search__input").click()
    else:
        page.locator(".md-search__input").focus()
    page.keyboard.type("ridge")
    expect(page.locator(".md-search-result__item").first).to_contain_text("ridge")
    assert len(asked) == 1


def test_words_that_come_without_a_key_are_found_too(page: Page):
    open_lesson(page)
    page.locator(".md-search__input").focus()
    page.wait_for_timeout(500)
    page.locator(".md-search__input").fill("ridge")  # as pasting and dictating do
    expect(page.locator(".md-search-result__item").first).to_contain_text("ridge")


def test_a_search_in_the_address_finds_at_once(page: Page, asked: list[str]):
    page.goto(f"{LESSON}?q=ridge")
    expect(page.locator(".md-search-result__item").first).to_contain_text("ridge")
    assert len(asked) == 1


def test_it_still_finds_after_instant_navigation_and_leads_there_without_a_reload(page: Page, asked: list[str]):
    open_lesson(page)
    page.evaluate("window.same = true")
    page.locator(".course-footer__step--next").click()
    page.wait_for_url("**/kv-cache/")
    page.wait_for_timeout(400)  # the theme closes the search an eighth of a second after each step
    page.keyboard.press("/")
    page.keyboard.type("ridge point")
    result = page.locator(".md-search-result__link:visible", has_text="Glossary").first
    result.click()
    page.wait_for_url("**/glossary/**")
    assert page.evaluate("window.same") is True
    assert len(asked) == 1


def test_a_key_typed_into_a_field_is_no_search(page: Page, asked: list[str]):
    open_lesson(page)
    page.evaluate("document.querySelector('article').prepend(document.createElement('input'))")
    page.locator("article input").fill("s/f")
    page.locator("article input").press("s")
    page.wait_for_timeout(100)
    assert asked == []


def test_the_cards_of_terms_are_not_in_the_index(sample):
    index = (sample / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "One KV cache holds what was said before" in index
    assert "delivers 3.35 TB/s, and a rumour says 5 TB/s not verified." in index
    assert "In the glossary" not in index and "one package, peak, " not in index
