"""The figures of the course, and samples that no lesson shows yet, with the real catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hwcalc  # noqa: F401  (registers the formulas)
from coursekit.figures import FigureFile, build_figures
from coursekit.read.located import read_yaml
from coursekit.read.text import read_text
from coursekit.read.validate import validate
from coursekit.values import Evaluator
from hwcalc.catalogue import load
from hwcalc.registry import FORMULAS

ROOT = Path(__file__).parents[3]
FILES = sorted([*(ROOT / "figures").glob("*.yml"), *(ROOT / "tests/data/figures").glob("*.yml")])


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_figure_of_the_course_is_built(path: Path, tmp_path: Path, language: str) -> None:
    spec = validate(read_yaml(read_text(ROOT, path)), FigureFile).root
    figure = build_figures([spec], Evaluator(load(), FORMULAS).evaluate, tmp_path / "out", tmp_path / "cache", language)[path.stem]
    assert figure.alt and figure.table.rows
    assert bool(figure.paths) == bool(re.search(r"\b(hardware|models|networks|facts|latencies)\.\w|\bchip: ", path.read_text(encoding="utf-8")))
    assert all(len(row) == len(figure.table.header) for row in figure.table.rows)
    assert max(file.stat().st_size for file in (tmp_path / "out").iterdir()) <= 25_000
