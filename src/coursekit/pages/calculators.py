"""A live calculator for every formula that runs in the browser, made from its entry in the registry."""

from __future__ import annotations

from typing import Any

from coursekit.pages.fragments import words
from coursekit.pages.names import formula_title, meaning
from coursekit.render.views import Choice, InputView, OutputView, WidgetView
from coursekit.render.widgets import render_widget
from coursekit.strings.marking import lang
from hwcalc.registry import FORMULAS, Formula, Symbol

SPAN = 1000.0  # a slider reaches from a thousandth of the worked value to a thousand times it


def groups() -> dict[str, list[Formula]]:
    """Return the formulas by module, in the order of the registry."""
    result: dict[str, list[Formula]] = {}
    for formula in FORMULAS.values():
        result.setdefault(formula.module, []).append(formula)
    return result


def calculator_html(formula: Formula, catalogue: Any, language: str) -> str:
    """Return the calculator of a formula as HTML; empty where it does not run in the browser."""
    if not formula.browser:
        return ""
    symbols = [symbol for symbol in formula.symbols if symbol.name in formula.example]
    named = formula_title(formula, language).language == language and all(meaning(symbol, language).language == language for symbol in symbols)
    if not named:  # one language within a calculator: its fields are read aloud with their labels
        return f'<div{lang("en", language)}>\n{calculator_html(formula, catalogue, "en")}\n</div>'
    start = formula.function(**formula.example)
    inputs = [_input(formula, symbol, language) for symbol in symbols]
    output = OutputView(
        name="result", label=formula_title(formula, language).text, unit=_short_unit(formula.unit, float(start)), formula=formula.name, start=float(start), digits=4,
        arguments={symbol.name: symbol.name for symbol in symbols},
    )
    return render_widget(
        WidgetView(id=f"calculators/{formula.name}", title=words(language)["calculator_title"], inputs=tuple(inputs), outputs=(output,), say=words(language)["calculator_say"]),
        language,
    )


def _short_unit(unit: str, value: float) -> str:
    """Return the unit, or a word for a large number whose unit takes no prefix: twelve digits fit no field."""
    if unit in ("params", "token", "1") and 1e9 <= value < 1e15:
        return "trillion" if value >= 1e12 else "billion"
    return unit


def _digits(value: float) -> int:
    """Return how many digits a field shows: those of the worked value, from four to seven, so that it agrees with the example below it.

    Examples
    --------
    >>> _digits(70e9), _digits(32_768.0), _digits(34_603_008.0)
    (4, 5, 7)
    """
    return next((digits for digits in range(4, 7) if float(f"{value:.{digits - 1}e}") == value), 7)


def _input(formula: Formula, symbol: Symbol, language: str) -> InputView:
    value = formula.example[symbol.name]
    text, _, _ = meaning(symbol, language).text.partition(";")  # the rest stands in the table of symbols
    label = text[:1].upper() + text[1:]
    if isinstance(value, bool):
        strings = words(language)
        return InputView(name=symbol.name, label=label, start=value, choices=(Choice(True, strings["yes"]), Choice(False, strings["no"])))  # the formula takes no number in the place of a yes
    value = float(value)
    if _is_share(formula, symbol, value):
        return InputView(name=symbol.name, label=label, start=value, unit="%" if symbol.unit == "1" else symbol.unit, minimum=0.0, maximum=1.0)
    if value == 0:
        return InputView(name=symbol.name, label=label, start=0.0, unit=symbol.unit, minimum=0.0, maximum=100.0, step=1.0)
    if value.is_integer() and abs(value) <= 256 and symbol.unit == "1":
        return InputView(name=symbol.name, label=label, start=value, minimum=1.0, maximum=max(64.0, value * 8), step=1.0)
    return InputView(name=symbol.name, label=label, start=value, unit=_short_unit(symbol.unit, value), minimum=value / SPAN, maximum=value * SPAN, scale="log", digits=_digits(value))


def _is_share(formula: Formula, symbol: Symbol, value: float) -> bool:
    """Tell whether an argument is a part of one: its formula takes the value and a half, and refuses 1.5."""
    if symbol.unit != "1" or not 0 <= value <= 1:
        return False

    def takes(other: float) -> bool:
        try:
            formula.function(**{**formula.example, symbol.name: other})
        except (ValueError, ArithmeticError):
            return False
        return True

    return takes(0.5) and not takes(1.5)
