"""The calculator of each formula starts with values that the formula takes, and offers no others."""

from __future__ import annotations

import html
import json
import re

import pytest

from coursekit.pages.calculators import calculator_html
from hwcalc.catalogue import load
from hwcalc.registry import FORMULAS


@pytest.mark.parametrize("name", [formula.name for formula in FORMULAS.values() if formula.browser])
def test_the_formula_takes_what_its_calculator_offers(name: str) -> None:
    formula = FORMULAS[name]
    spec = json.loads(html.unescape(re.search(r"data-spec='([^']*)'", calculator_html(formula, load(), "pl"))[1]))
    start = {entry["name"]: entry["start"] for entry in spec["inputs"]}
    assert formula.function(**start) == formula.function(**formula.example)
    for entry in spec["inputs"]:
        for choice, _ in entry.get("choices", []):
            formula.function(**(start | {entry["name"]: choice}))
        assert len(f"{entry['start'] / entry.get('factor', 1):.0f}") < 12, f"the field of {entry['name']} is too narrow for its start"
