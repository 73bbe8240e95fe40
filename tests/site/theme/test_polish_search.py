"""Search on the Polish site finds words in other forms and without their marks."""

import re

import pytest
from course_site import ADDRESS, chromium_for, open_whole
from playwright.sync_api import Playwright, expect
from theme_sample import build_pages

from coursekit.publish.security import secure

pytestmark = pytest.mark.browser
PAGE = """# Pamięć i łącza

## Skąd biorą się dane {#a}

Dane leżą w pamięci. Przepustowość łącza mówi, jak szybko płyną.

## Źródła {#b}

Liczby z kart katalogowych.
"""


@pytest.fixture(scope="module")
def search(driver: Playwright, tmp_path_factory: pytest.TempPathFactory):
    """Return a function that searches and gives the titles found."""
    site = build_pages(tmp_path_factory.mktemp("polish"), ADDRESS, {"index.md": PAGE}, [{"Start": "index.md"}], "pl")
    assert secure(site) == []
    with chromium_for(driver, site) as chromium:
        page = chromium.new_page()
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)

        def find(words: str) -> str:
            open_whole(page, ADDRESS)
            page.locator(".md-search__input").fill(words)
            expect(page.locator(".md-search-result__meta")).to_contain_text(re.compile("wynik", re.IGNORECASE))
            page.wait_for_timeout(100)
            assert not faults
            return page.locator(".md-search-result__list").text_content()

        yield find


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("zrodla", "Źródła"), ("źródło", "Źródła"), ("pamięć", "Dane leżą w pamięci"), ("pamiecia", "Dane leżą w pamięci"),
        ("przepustowości", "Przepustowość łącza"), ("laczy", "Przepustowość łącza"), ("przepus", "Przepustowość łącza"), ("katalogowa", "kart katalogowych"),
    ],
)
def test_a_word_is_found_in_another_form_and_without_marks(search, asked, found):
    assert found in search(asked)


def test_a_word_that_is_not_there_is_not_found(search):
    assert "Źródła" not in search("kolejka")
