"""What all tests share: the project's folder and, once for the whole run, a built site."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from course_site import (
    ADDRESS,
    CHROMIUM_FLAGS,
    ROOT,
    chromium_executable,
    copy_project,
    run_course,
    served,
)
from playwright.sync_api import Browser, sync_playwright


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
def site_browser(site: Path) -> Iterator[Browser]:
    """Chromium, for which the site's host is a local server."""
    with served(site) as port, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=chromium_executable(), args=[*CHROMIUM_FLAGS, f"--host-resolver-rules=MAP course.test:80 127.0.0.1:{port}"]
        )
        yield chromium
        chromium.close()
