"""Every module of formulas has a heading in each language, and a missing one is a line, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from coursekit.faults import CourseError
from coursekit.pages import stage
from coursekit.pages.calculators import groups
from coursekit.pages.fragments import STRINGS, heading_faults
from coursekit.strings import LANGUAGES

ROOT = Path(__file__).parents[3]


def test_every_module_has_a_heading_in_each_language() -> None:
    assert heading_faults(groups()) == []


def test_the_check_names_file_and_line_of_a_missing_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    known = groups()
    monkeypatch.setattr(stage, "groups", lambda: {**known, "cooling": []})
    with pytest.raises(CourseError) as error:
        stage.check_course(ROOT)
    lines = str(error.value).splitlines()
    for language in LANGUAGES:
        text = (STRINGS / f"pages.{language}.yml").read_text(encoding="utf-8").splitlines()
        line = text.index("formula_groups:") + 1
        assert f"src/coursekit/strings/pages.{language}.yml:{line}:1: formula_groups has no heading for the module 'cooling'; add a line 'cooling: ...' below" in lines
