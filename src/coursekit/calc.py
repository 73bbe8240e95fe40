"""Runs a formula from the command line."""

from __future__ import annotations

import json
import re
from typing import Any

from coursekit.faults import CourseError, Fault, did_you_mean
from coursekit.values import Evaluator, ExpressionError
from hwcalc.registry import FORMULAS, Formula
from hwcalc.units import UNITS, UnitError, quantity_text, to_si, unit_named

_QUANTITY = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(\S*)\s*\Z")
_PATH = re.compile(r"(hardware|networks|instances|memory|latencies|models|facts)\.")


def listing() -> str:
    """Return one line for each formula, grouped by module."""
    import hwcalc  # noqa: F401  (fills the registry)

    lines, module = [], ""
    width = max(map(len, FORMULAS))
    for formula in FORMULAS.values():
        if formula.module != module:
            module = formula.module
            lines.append(f"\n{module}" if lines else module)
        lines.append(f"  {formula.name.ljust(width)}  {formula.title}")
    return "\n".join(lines)


def answer(name: str, words: tuple[str, ...], as_json: bool) -> str:
    """Run a formula with `name=value` arguments and describe the result.

    Raises
    ------
    CourseError
        Where the formula or an argument is unknown, missing or refused.
    """
    import hwcalc  # noqa: F401  (fills the registry)

    if name not in FORMULAS:
        raise _refusal(f"unknown formula '{name}'", did_you_mean(name, FORMULAS))
    formula = FORMULAS[name]
    arguments = dict(_argument(formula, word) for word in words)
    required = [symbol.name for symbol in formula.symbols if symbol.name not in (formula.function.__kwdefaults__ or {})]
    missing = [argument for argument in required if argument not in arguments]
    if missing:
        example = " ".join(f"{key}={value}" for key, value in formula.example.items())
        raise _refusal(f"{name} needs {', '.join(missing)}", f"for example: course calc {name} {example}")
    try:
        result = formula.function(**arguments)
    except (ValueError, ArithmeticError, TypeError) as error:
        raise _refusal(f"{name}: {error}") from None
    if as_json:
        return json.dumps({"formula": name, "arguments": arguments, "value": result, "unit": formula.unit, "text": _text(result, formula), "source": formula.source}, ensure_ascii=False)
    lines = [f"{formula.title}: {_text(result, formula)}", f"value    {result!r} {'' if formula.unit == '1' else formula.unit}".rstrip()]
    lines += [f"formula  {name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})", f"source   {formula.source}"]
    lines += [f"assumes  {sentence}" for sentence in formula.assumptions] + [f"without  {sentence}" for sentence in formula.leaves_out]
    return "\n".join(lines)


def _text(result: Any, formula: Formula) -> str:
    if isinstance(result, dict):
        return ", ".join(f"{key} {quantity_text(part, formula.unit, 4)}" for key, part in result.items())
    return quantity_text(to_si(result, formula.unit), formula.unit, 4)


def _argument(formula: Formula, word: str) -> tuple[str, Any]:
    name, equals, text = word.partition("=")
    known = {symbol.name: symbol for symbol in formula.symbols}
    if not equals:
        raise _refusal(f"'{word}' is not name=value", f"{formula.name} takes {', '.join(known)}")
    if name not in known:
        raise _refusal(f"{formula.name} has no argument '{name}'", did_you_mean(name, known))
    if text in ("true", "false"):
        return name, text == "true"
    if _PATH.match(text):
        from hwcalc.catalogue import load

        try:
            value = Evaluator(load(), FORMULAS).evaluate(text)
        except ExpressionError as error:
            raise _refusal(error.wrong, error.right) from None
        if not value.figure.usable_in_formulas:
            raise _refusal(f"{text} is for display only", "use the dense, one-way, addressable figure beside it")
        return name, value.si
    match = _QUANTITY.match(text)
    if match is None:
        return name, text  # a choice such as fp8_e4m3; the formula says which it takes
    number, unit = float(match[1]), match[2]
    if not unit:
        return name, number
    try:
        found = unit_named(unit)
    except UnitError as error:
        raise _refusal(str(error)) from None
    expected = UNITS.get(known[name].unit)
    if expected is not None and expected.dimension not in ("1", found.dimension):
        raise _refusal(f"'{name}' is in {known[name].unit}, not in {unit}", f"give it in {known[name].unit} or a multiple")
    return name, to_si(number, unit)


def _refusal(wrong: str, right: str = "") -> CourseError:
    return CourseError([Fault("course calc", 1, 1, wrong, right)])
