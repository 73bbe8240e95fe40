"""The mixed review in a browser: one record with the lessons, empty on demand, readable without scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from course_site import ADDRESS, Watch
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

REVIEW, LESSON = "why-gpus/review/", "why-gpus/tiling/"
ITEM = "why-gpus/tiling/double-edge"
FORM = f'form.item[data-item="{ITEM}"]'


def live(page: Page) -> None:
    page.wait_for_function("[...document.querySelectorAll('course-item')].length && [...document.querySelectorAll('course-item')].every((one) => one.hasAttribute('data-live'))")


def test_the_review_and_the_lessons_keep_one_record(site_browser: Browser) -> None:
    page = site_browser.new_context(reduced_motion="reduce").new_page()
    watch = Watch(page)
    page.goto(ADDRESS + REVIEW)
    live(page)
    form = page.locator(FORM)
    assert page.locator("form.item").count() == 15
    form.locator("input").first.check()
    form.locator("button[type=submit]").click()
    expect(form.locator(".item-feedback")).not_to_be_empty()
    expect(page.locator(".track-header [data-progress-text]")).to_contain_text("1 of 15 items answered")
    verdict = form.get_attribute("data-verdict")
    page.goto(ADDRESS + LESSON)
    live(page)
    assert page.locator(FORM).get_attribute("data-verdict") == verdict
    page.goto(ADDRESS + "why-gpus/")
    expect(page.locator(".track-review [data-progress-text]")).to_contain_text("1 of 15 items answered")
    page.goto(ADDRESS + REVIEW)
    live(page)
    assert page.locator(FORM).get_attribute("data-verdict") == verdict
    page.get_by_role("link", name="Show all questions empty.").click()
    page.wait_for_url("**?afresh")
    live(page)
    page.wait_for_function(f"document.querySelector('{FORM}').dataset.verdict === undefined")
    assert not page.locator("form.item input[type=radio]:checked").count()
    expect(page.locator(".track-header [data-progress-text]")).to_contain_text("1 of 15 items answered")
    page.locator(FORM).locator("input").nth(1).check()
    page.locator(FORM).locator("button[type=submit]").click()
    expect(page.locator(FORM).locator(".item-tries")).to_contain_text("2")
    record = json.loads(page.evaluate("localStorage.getItem('hardware-compute-energy')"))["items"]
    assert list(record) == [ITEM] and record[ITEM]["tries"] == 2
    assert not watch.faults
    page.context.close()


def test_the_review_reads_without_scripts(site: Path, site_browser: Browser) -> None:
    page = site_browser.new_context(java_script_enabled=False).new_page()
    page.goto(ADDRESS + REVIEW)
    for answer in page.locator(".item-answer").all():
        answer.locator("summary").click()
        assert len(answer.locator(".item-answer-body").inner_text()) > 10
    sources = page.locator(".review-source a")
    assert sources.count() == 15
    assert all((site / REVIEW / address / "index.html").exists() for address in {link.get_attribute("href") for link in sources.all()})
    page.context.close()


def test_the_search_finds_the_review_and_each_item_once(site: Path) -> None:
    entries = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    of_the_review = [entry for entry in entries if entry["location"].startswith(REVIEW)]
    assert [entry["location"] for entry in of_the_review] == [REVIEW] and of_the_review[0]["title"].startswith("Mixed review")
