"""A real browser on the gallery of examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bespoke_gallery import served as bespoke_served
from course_site import CHROMIUM_FLAGS, chromium_executable
from element_gallery import served as gallery_served
from playwright.sync_api import Browser, Page, Playwright, expect

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def gallery() -> Iterator[str]:
    """The address of the gallery."""
    with gallery_served() as address:
        yield address


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """A browser for the gallery."""
    browser = driver.chromium.launch(executable_path=chromium_executable(), args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def open_page(gallery: str, chromium: Browser) -> Iterator[Open]:
    """Opens examples: `open_page("items/single", scheme="slate", width=320)`. A page error fails the test."""
    contexts = []
    errors: list[str] = []

    def open_one(which: str, *, scheme: str = "default", language: str = "en", query: str = "", before: str = "", **options: Any) -> Page:
        options.setdefault("viewport", {"width": options.pop("width", 1000), "height": 800})
        context = chromium.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        if before:
            page.add_init_script(before)
        page.goto(f"{gallery}/{which.replace('/', '~')}/{scheme}/{language}{query}")
        if options.get("java_script_enabled", True):
            expect(page.locator(":is(course-item, course-widget, roofline-explorer, course-progress):not([data-live])")).to_have_count(0)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture(scope="session")
def bespoke() -> Iterator[str]:
    """The address of the gallery of bespoke elements."""
    with bespoke_served() as address:
        yield address


@pytest.fixture
def open_element(bespoke: str, chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an example: `open_element("sum-tree/million", scheme="slate", width=320)`. A page error fails the test."""
    contexts = []
    errors: list[str] = []

    def open_one(which: str, *, scheme: str = "default", query: str = "", **options: Any) -> Page:
        options.setdefault("viewport", {"width": options.pop("width", 1000), "height": 800})
        context = chromium.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(f"{bespoke}/{which.replace('/', '~')}/{scheme}{query}")
        if options.get("java_script_enabled", True):
            expect(page.locator(f"{which.partition('/')[0]}[data-live]")).to_have_count(1)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not errors, errors
