"""Calls of every formula that runs in the browser, with Python's answers."""

from __future__ import annotations

from typing import Any

import pytest
from formula_inputs import Inputs, published_rows, python_answer

from hwcalc.registry import FORMULAS


@pytest.fixture(scope="session")
def browser_formulas() -> dict[str, Any]:
    """Name -> registered formula."""
    return {name: formula for name, formula in FORMULAS.items() if formula.browser}


@pytest.fixture(scope="session")
def known_calls(browser_formulas) -> list[tuple[str, dict[str, Any], tuple[str, Any]]]:
    """Formula, arguments and Python's answer: published rows, 100 seeded calls each, ties, left-out defaults."""
    calls = [(row["function"], dict(row["arguments"])) for row in published_rows()]
    for seed, (name, formula) in enumerate(browser_formulas.items()):
        calls += [(name, given) for given in Inputs(formula.function, formula.example, seed).everything(100)]
    return [(name, given, python_answer(browser_formulas[name].function, given)) for name, given in calls]
