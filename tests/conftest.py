"""What all tests share: the project's folder and, once for the whole run, a built site."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from course_site import ADDRESS, ROOT, chromium_for, copy_project, run_course
from playwright.sync_api import Browser, Playwright, sync_playwright


@pytest.fixture(scope="session")
def project() -> Path:
    """The project's folder, to be read and never written."""
    return ROOT


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The built site; one worker builds it and the others wait."""
    shared = tmp_path_factory.getbasetemp() if worker_id == "master" else tmp_path_factory.getbasetemp().parent
    folder, done = shared / "project", shared / "built"
    try:
        (shared / "building").mkdir()
    except FileExistsError:
        while not done.exists():
            time.sleep(0.2)
        if done.read_text() != "well":
            pytest.fail("the site could not be built; see the other worker")
        return folder / "site"
    copy_project(folder)
    seen = run_course(folder, "build", COURSE_SITE_URL=ADDRESS)
    done.write_text("well" if seen.returncode == 0 else "ill")
    if seen.returncode != 0:
        pytest.fail(f"the site could not be built:\n{seen.stdout}{seen.stderr}")
    return folder / "site"


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """What starts browsers: one for the whole worker, because two cannot run in one process."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def site_browser(driver: Playwright, site: Path) -> Iterator[Browser]:
    """Chromium over the built site."""
    with chromium_for(driver, site) as chromium:
        yield chromium
