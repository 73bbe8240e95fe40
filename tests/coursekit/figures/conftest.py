"""Builds figure files into the test's own folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from figure_samples import StubCatalogue

import hwcalc  # noqa: F401  (registers the formulas)
from coursekit.figures import BuiltFigure, FigureFile, build_figures
from coursekit.values import Evaluator
from hwcalc.registry import FORMULAS


@pytest.fixture
def evaluate() -> Callable[[str], Any]:
    return Evaluator(StubCatalogue(), FORMULAS).evaluate


@pytest.fixture
def build(tmp_path: Path, evaluate: Callable[[str], Any]) -> Callable[..., dict[str, BuiltFigure]]:
    """Build figure files; drawings go to `out`, the cache to `cache`, both in the test's own folder."""

    def run(*files: dict[str, Any], language: str = "en", out: str = "out", cache: str = "cache") -> dict[str, BuiltFigure]:
        specs = [FigureFile.read(data, data["id"]) for data in files]
        return build_figures(specs, evaluate, tmp_path / out, tmp_path / cache, language)

    return run
