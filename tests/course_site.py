"""What tests need of the project and its site: a copy, the command line, a server, a watch over a page."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright

ROOT = Path(__file__).parent.parent
PREFIX = "/hce/"  # under a sub-path, as Pages serves it
ADDRESS = f"http://course.test{PREFIX}"
SOURCES = ("lessons", "figures", "docs", "mkdocs.yml", "src", "pyproject.toml", "tests/data")
#: The first that is there is used; Debian's headless shell is the same engine without windows, at half the cost.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = ("--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--disable-background-networking", "--disable-component-update")


def copy_project(target: Path, *lessons: str) -> Path:
    """Copy the sources of the project, and nothing that was built; with these lessons alone, where some are named."""
    if lessons:
        copy_lessons(target, *lessons)
    target.mkdir(parents=True, exist_ok=True)
    for name in SOURCES[2:] if lessons else SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy2(source, target / name)
    cache = ROOT / ".build" / "cache"
    if cache.is_dir():
        shutil.copytree(cache, target / ".build" / "cache")
    return target


def copy_lessons(target: Path, *names: str) -> Path:
    """Copy what all lessons share, every figure, and only these below `lessons/`, in English: most faults need no more, and to check few is quick."""
    (target / "lessons").mkdir(parents=True)
    for path in (ROOT / "lessons").glob("*.yml"):
        shutil.copy2(path, target / "lessons")
    shutil.copytree(ROOT / "figures", target / "figures")
    for name in names:
        source = ROOT / "lessons" / name
        if source.is_dir():
            shutil.copytree(source, target / "lessons" / name, ignore=shutil.ignore_patterns("*.pl.*"))
        else:
            shutil.copy2(source, target / "lessons" / name)
    return target


def edit(project: Path, file: str, old: str, new: str) -> None:
    """Change one place of a file; a place that is not there fails the test."""
    path = project / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def run_course(project: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a project."""
    return subprocess.run(
        [sys.executable, "-m", "coursekit", *words], cwd=project, capture_output=True, text=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1796000000", "PYTHONPATH": str(project / "src"), **environment},
    )


class _Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".woff2": "font/woff2"}
    protocol_version = "HTTP/1.1"

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(PREFIX) if path.startswith(PREFIX) else "/outside/" + path)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[int]:
    """Serve a folder under the sub-path on a free port."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def chromium_executable() -> str:
    """Return where Chromium is.

    Raises
    ------
    RuntimeError
        There is none; `make test` installs it.
    """
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    raise RuntimeError("the browser tests need Chromium: make test installs it")


@contextlib.contextmanager
def chromium_for(playwright: Playwright, folder: Path) -> Iterator[Browser]:
    """Start a Chromium for which the site's host is a local server over a folder."""
    with served(folder) as port:
        chromium = playwright.chromium.launch(
            executable_path=chromium_executable(), args=[*CHROMIUM_FLAGS, f"--host-resolver-rules=MAP course.test:80 127.0.0.1:{port}"]
        )
        yield chromium
        chromium.close()


class Watch:
    """Notes what a page must not do: errors, requests to other hosts, violations of the security policy."""

    def __init__(self, page: Page):
        self.faults: list[str] = []
        page.on("console", lambda message: self.faults.append(f"console: {message.text}") if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("requestfailed", lambda request: self.faults.append(f"failed: {request.url} {request.failure}") if "ERR_ABORTED" not in (request.failure or "") else None)
        page.on("response", lambda response: self.faults.append(f"{response.status}: {response.url}") if response.status >= 400 else None)
        page.on("request", lambda request: self.faults.append(f"other host: {request.url}") if not request.url.startswith((ADDRESS, "data:", "blob:")) else None)


def open_whole(page: Page, address: str) -> None:
    """Open a page and wait for the theme's script, which comes after the first paint."""
    page.goto(address, wait_until="load")
    page.wait_for_selector("[data-replaced]", state="attached")


def all_pages(site: Path) -> list[str]:
    """Return the address of every page below the site's root."""
    return sorted(path.parent.relative_to(site).as_posix().replace(".", "", 1).strip("/") + "/" if path.parent != site else "" for path in site.rglob("index.html"))
