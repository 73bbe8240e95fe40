"""The figures of the course itself, with the real catalogue."""

from __future__ import annotations

from pathlib import Path

import pytest

import hwcalc  # noqa: F401  (registers the formulas)
from coursekit.figures import FigureFile, build_figures
from coursekit.read.located import read_yaml
from coursekit.read.text import read_text
from coursekit.values import Evaluator
from hwcalc.catalogue import load
from hwcalc.registry import FORMULAS


@pytest.mark.parametrize("language", ["en", "pl"])
def test_all_figures_of_the_course_are_built(project: Path, tmp_path: Path, language: str) -> None:
    files = sorted((project / "figures").glob("*.yml"))
    specs = [FigureFile.read(read_yaml(read_text(project, path)).data, path.stem) for path in files]
    built = build_figures(specs, Evaluator(load(), FORMULAS).evaluate, tmp_path / "out", tmp_path / "cache", language)
    assert list(built) == [path.stem for path in files] and len(built) >= 3
    for figure in built.values():
        assert figure.alt and figure.table.rows and figure.paths, figure.id
        assert all(len(row) == len(figure.table.header) for row in figure.table.rows), figure.id
    assert max(path.stat().st_size for path in (tmp_path / "out").iterdir()) <= 25_000
