"""Every module of formulas has a heading in each language, and a missing one is a line, never a traceback."""

from __future__ import annotations

import pytest

from coursekit.pages import calculators


def test_every_module_has_a_heading_in_each_language() -> None:
    assert calculators.group_faults() == []


@pytest.mark.parametrize("language", calculators.LANGUAGES)
def test_a_module_without_a_heading_is_named_with_its_file(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    known = calculators.groups()
    monkeypatch.setattr(calculators, "groups", lambda: {**known, "cooling": []})
    lines = [str(fault) for fault in calculators.group_faults()]
    assert len(lines) == len(calculators.LANGUAGES)
    text = (calculators.STRINGS / f"pages.{language}.yml").read_text(encoding="utf-8").splitlines()
    line = text.index("formula_groups:") + 1
    assert f"src/coursekit/strings/pages.{language}.yml:{line}:1: formula_groups has no heading for the module 'cooling'; add a line 'cooling: ...' below" in lines
