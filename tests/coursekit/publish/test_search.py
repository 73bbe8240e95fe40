"""The search's slip is mended where it stands, and noticed where it no longer does."""

from pathlib import Path

import pytest

from coursekit.publish.search import APART, JOINED, mend_search


@pytest.fixture
def worker(tmp_path: Path) -> Path:
    path = tmp_path / "pl" / "assets" / "javascripts" / "workers" / "search.0123abcd.min.js"
    path.parent.mkdir(parents=True)
    return path


def test_the_parts_are_kept_apart(worker: Path, tmp_path: Path) -> None:
    worker.write_text(f"a;{JOINED},b", encoding="utf-8")
    assert mend_search(tmp_path) == []
    assert worker.read_text(encoding="utf-8") == f"a;{APART},b"


@pytest.mark.parametrize("text", ["", f"{JOINED}{JOINED}", f"{APART}"])
def test_another_search_is_a_fault(worker: Path, tmp_path: Path, text: str) -> None:
    worker.write_text(text, encoding="utf-8")
    faults = mend_search(tmp_path)
    assert len(faults) == 1 and str(faults[0]).startswith("pl/assets/javascripts/workers/search.0123abcd.min.js:1:1: the search of the theme")
    assert worker.read_text(encoding="utf-8") == text
