"""How long a build takes beside plain MkDocs, how it grows, and how fast an edit shows."""

from __future__ import annotations

import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from benchmarks.course_copies import PATTERN, course_with


def environment(project: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(project / "src"), "SOURCE_DATE_EPOCH": "1796000000", "NO_MKDOCS_2_WARNING": "1", **more}


def seconds(command: list[str], project: Path, runs: int) -> float:
    """Return the median wall time of a command, after one run that is not counted."""
    taken = []
    for run in range(runs + 1):
        started = time.perf_counter()
        seen = subprocess.run(command, cwd=project, env=environment(project), capture_output=True, text=True)
        if seen.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed:\n{seen.stdout}{seen.stderr}")
        if run:
            taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def warm_build_ratio(project: Path, runs: int = 3) -> tuple[float, float]:
    """Return the time of a whole warm build and of plain MkDocs over the same staged pages, one language after the other."""
    ours = seconds([sys.executable, "-m", "coursekit", "build"], project, runs)
    plain = sum(
        seconds([sys.executable, "-m", "mkdocs", "build", "-q", "-f", f".build/{language}/mkdocs.yml", "-d", f"../../.build/plain-{language}"], project, runs)
        for language in ("en", "pl")
    )
    return ours, plain


def edit_to_browser(project: Path, edits: int = 7) -> list[float]:
    """Start the preview, change one word of a lesson several times, and return the seconds until the new page is served."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    lesson = project / "lessons" / "many" / "copy-0007" / "lesson.md"
    address = f"http://127.0.0.1:{port}/many/copy-0007/"
    text = lesson.read_text(encoding="utf-8")
    server = subprocess.Popen([sys.executable, "-m", "coursekit", "serve", "--port", str(port)], cwd=project, env=environment(project), stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    try:
        _wait_for(address, "<h1", 120)
        time.sleep(2)
        taken = []
        for number in range(edits):
            word = f"Edited{number}"
            started = time.perf_counter()
            lesson.write_text(text.replace("{#predict}\n\n", f"{{#predict}}\n\n{word} ", 1), encoding="utf-8")
            _wait_for(address, word, 30)
            taken.append(time.perf_counter() - started)
            time.sleep(1)
        return taken
    finally:
        lesson.write_text(text, encoding="utf-8")
        server.terminate()
        server.wait()


def _wait_for(address: str, text: str, limit: float) -> None:
    end = time.perf_counter() + limit
    while time.perf_counter() < end:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                if re.search(re.escape(text) + r"\b", answer.read().decode()):
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            pass
        time.sleep(0.01)
    raise TimeoutError(f"{address} did not show {text!r} within {limit} s")


def report() -> None:
    """Print the three promises of the build."""
    with tempfile.TemporaryDirectory() as folder:
        few = course_with(45, Path(folder) / "few")
        ours, plain = warm_build_ratio(few)
        print(f"warm build of 45 lessons, two languages: {ours:.2f} s; plain MkDocs of the same pages: {plain:.2f} s; ratio {ours / plain:.2f} (promise: at most 1.25)")
        taken = edit_to_browser(few)
        print(f"one-word edit of {PATTERN} with 45 lessons until it is served: median {statistics.median(taken):.2f} s, {min(taken):.2f} to {max(taken):.2f} (promise: under 0.5)")
        many = course_with(450, Path(folder) / "many")
        large = seconds([sys.executable, "-m", "coursekit", "build"], many, 1)
        print(f"ten times the lessons (450): {large:.1f} s; ratio {large / ours:.1f} (promise: at most 10)")
