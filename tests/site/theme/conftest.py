"""The sample site, built once for a worker, and a browser for which its host is a local server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from course_site import ADDRESS, Watch, chromium_for
from playwright.sync_api import Browser, BrowserContext, Page, Playwright
from theme_sample import build

from coursekit.publish.security import secure


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sample site."""
    site = build(tmp_path_factory.mktemp("sample"), ADDRESS)
    assert secure(site) == []
    return site


@pytest.fixture(scope="session")
def sample_browser(driver: Playwright, sample: Path) -> Iterator[Browser]:
    """Chromium over the sample site."""
    with chromium_for(driver, sample) as chromium:
        yield chromium


@pytest.fixture
def context(sample_browser: Browser) -> Iterator[BrowserContext]:
    """A reader who has never been here."""
    opened = sample_browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that must end without an error, a request to another host or a violation of the policy."""
    opened = context.new_page()
    watch = Watch(opened)
    yield opened
    assert not watch.faults, "\n".join(watch.faults)
