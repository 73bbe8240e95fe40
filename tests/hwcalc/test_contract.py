"""The public surface: names, arguments, defaults, docstrings and what the register says of each formula."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import hwcalc
from hwcalc import docstrings
from hwcalc.units import unit_named

CONTRACT_FILE = Path(__file__).parents[1] / "data" / "contract.yml"
CONTRACT: dict[str, dict[str, Any]] = yaml.safe_load(CONTRACT_FILE.read_text(encoding="utf-8"))
NAMES = [(module, name) for module, formulas in CONTRACT.items() for name in formulas]
FORMULAS = list(hwcalc.FORMULAS.values())
SECTIONS = ["Parameters", "Returns", "Raises", "Notes", "Examples"]
every_formula = pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.name)


def test_the_register_holds_exactly_the_contract_in_its_order() -> None:
    assert [(formula.module, formula.name) for formula in FORMULAS] == NAMES


def test_everything_public_is_exported() -> None:
    assert set(hwcalc.__all__) == {"FORMULAS", "Formula", "Symbol", "Variant", *hwcalc.FORMULAS}
    assert all(hasattr(hwcalc, name) for name in hwcalc.__all__)


@pytest.mark.parametrize(("module", "name"), NAMES, ids=[name for _, name in NAMES])
def test_signature(module: str, name: str) -> None:
    agreed = CONTRACT[module][name]
    parameters = inspect.signature(getattr(hwcalc, name)).parameters
    assert {parameter.kind for parameter in parameters.values()} == {inspect.Parameter.KEYWORD_ONLY}
    found = {
        key: "required" if parameter.default is inspect.Parameter.empty else parameter.default
        for key, parameter in parameters.items()
    }
    assert list(found) == list(agreed["arguments"])
    assert found == agreed["arguments"]
    assert [type(value) for value in found.values()] == [type(value) for value in agreed["arguments"].values()]
    assert hwcalc.FORMULAS[name].browser is agreed["browser"]


@every_formula
def test_docstring_says_what_the_signature_takes(formula: hwcalc.Formula) -> None:
    text = inspect.getdoc(formula.function)
    assert text is not None
    assert formula.summary.endswith(".") and formula.summary == text.splitlines()[0]
    assert len(formula.summary.split()) >= 5 and "`" not in formula.summary
    assert re.findall(r"^(\w+)\n-+$", text, flags=re.MULTILINE) == SECTIONS
    assert list(docstrings.parameters(text)) == list(inspect.signature(formula.function).parameters)
    returns = text.partition("Returns\n-------\n")[2].partition("\n\nRaises")[0]
    assert f"[{formula.unit}]" in returns
    assert text.partition("Raises\n------\n")[2].startswith("ValueError\n")
    assert ">>> " in text.partition("Examples\n--------\n")[2]


@every_formula
def test_register_is_complete(formula: hwcalc.Formula) -> None:
    parameters = inspect.signature(formula.function).parameters
    assert [symbol.name for symbol in formula.symbols] == list(parameters)
    for symbol in formula.symbols:
        unit_named(symbol.unit)
        assert symbol.latex and symbol.meaning, symbol
        assert not symbol.meaning.endswith(".") and "[" not in symbol.meaning, symbol
    unit_named(formula.unit)
    latex = [symbol.latex for symbol in formula.symbols]
    assert len(set(latex)) == len(latex), "two arguments share a symbol"
    assert formula.title and formula.symbol and formula.source
    assert formula.assumptions and formula.leaves_out
    assert len(formula.words) >= 3, "somebody will search for it by another word"
    assert all(variant.name and variant.words and variant.when for variant in formula.variants)
    assert formula.browser or formula.tex, "what the typesetter cannot read needs its LaTeX by hand"


@every_formula
def test_example_is_a_full_call(formula: hwcalc.Formula) -> None:
    required = {
        name
        for name, parameter in inspect.signature(formula.function).parameters.items()
        if parameter.default is inspect.Parameter.empty
    }
    assert required <= set(formula.example)
    result = formula.function(**formula.example)
    assert result == result and result != float("inf")


@pytest.mark.parametrize(
    "formula", [formula for formula in FORMULAS if formula.tex and formula.browser], ids=lambda formula: formula.name
)
def test_handmade_latex_names_every_quantity(formula: hwcalc.Formula) -> None:
    annotations = inspect.get_annotations(formula.function)
    for symbol in formula.symbols:
        if annotations[symbol.name] != "bool":  # a yes or no chooses the case instead
            assert symbol.latex in formula.tex, symbol.name


def test_the_register_hands_back_the_function_itself() -> None:
    for formula in FORMULAS:
        public = getattr(hwcalc, formula.name)
        assert public.__qualname__ == formula.function.__qualname__ == formula.name
        assert not hasattr(public, "__wrapped__")


def test_importing_needs_little_and_nothing_but_python() -> None:
    code = "import sys; before = set(sys.modules); import hwcalc; print(*sorted(set(sys.modules) - before))"
    seen = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True,
                          env={"PYTHONPATH": str(Path(hwcalc.__file__).parents[1])})  # fmt: skip
    loaded = {name.partition(".")[0] for name in seen.stdout.split()}
    assert "hwcalc" in loaded
    assert {name for name in loaded if name not in sys.stdlib_module_names} == {"hwcalc"}
    slow = {"dataclasses", "inspect", "re", "typing", "decimal", "fractions", "pathlib", "json"}
    assert not slow & loaded, "these would double the time that an import takes"
    assert "hwcalc.catalogue" not in seen.stdout and "hwcalc.units" not in seen.stdout


def _entered(**changes: Any) -> Any:
    told: dict[str, Any] = {
        "title": "Sum", "symbol": "s", "unit": "1", "symbols": {"first": ("a", "1", "one of them")},
        "assumptions": ["None."], "leaves_out": ["Nothing."], "source": "the definition", "words": ["sum"], "example": {},
    }  # fmt: skip
    return hwcalc.registry.formula(**{**told, **changes})


def test_the_register_refuses_what_would_drift() -> None:
    def positional(first: float) -> float:
        """Return it."""
        return first

    def other(*, second: float) -> float:
        """Return it."""
        return second

    def mfu(*, first: float) -> float:
        """Return it."""
        return first

    def silent(*, first: float) -> float:
        return first

    def unsourced(*, first: float) -> float:
        """Return it."""
        return first

    for function, changes, message in [
        (positional, {}, "keyword arguments only"),
        (other, {}, "symbols must name exactly second"),
        (mfu, {}, "compute holds a formula of this name already"),
        (silent, {}, "needs a docstring"),
        (unsourced, {"source": ""}, "starts with 'Source: '"),
        (unsourced, {"example": {"third": 1}}, "the example names third"),
        (unsourced, {"symbols": {"first": "a"}}, "does not say what first is"),
    ]:
        with pytest.raises(TypeError, match=message):
            _entered(**changes)(function)
    assert [formula.name for formula in FORMULAS] == list(hwcalc.FORMULAS)


def test_a_unit_must_stand_in_the_docstring() -> None:
    with pytest.raises(ValueError, match="the description of speed must hold its unit"):
        docstrings.parameters("Go.\n\nParameters\n----------\nspeed : float\n    How fast.\n\nReturns\n-------\nfloat\n")
