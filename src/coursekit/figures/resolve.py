"""Asks the compiler for the numbers of a figure and fills its texts, noting every fault and every source."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from coursekit.figures.faults import FigureFault
from coursekit.figures.schema import FigureBase, Words
from coursekit.values import ExpressionError, split_format
from hwcalc.units import (
    UnitError,
    from_si,
    number_text,
    quantity_text,
    to_si,
    unit_named,
)

At = tuple[str | int, ...]

_PLACE_FOR_VALUE = re.compile(r"\{=(.*?)=\}", re.DOTALL)
_PATH = re.compile(r"\b(?:hardware|networks|instances|memory|latencies|models|facts)\.[A-Za-z0-9][\w.\-]*\w")


class Value(Protocol):
    """A computed quantity, as `coursekit.values.Value` is one."""

    @property
    def si(self) -> Any:
        """The number in SI units."""

    @property
    def unit(self) -> str:
        """The unit, as the registry or the catalogue names it."""

    @property
    def path(self) -> str | None:
        """The catalogue path, where the value is one."""


Evaluate = Callable[[str], Value]


class Resolver:
    """Reads the expressions and texts of one figure in one language.

    Parameters
    ----------
    figure : FigureBase
    evaluate : callable
        Gives the value of an expression, or raises `coursekit.values.ExpressionError`.
    language : {"en", "pl"}

    Attributes
    ----------
    faults : list of FigureFault
        What went wrong so far; a number that failed is NaN until then.
    paths : dict of str to None
        Catalogue paths in the order of their first use.
    """

    def __init__(self, figure: FigureBase, evaluate: Evaluate, language: str):
        self.figure = figure
        self.language = language
        self.faults: list[FigureFault] = []
        self.paths: dict[str, None] = {}
        self._evaluate = evaluate

    def fault(self, at: At, wrong: str, right: str = "") -> None:
        """Note a fault at a field of the figure."""
        self.faults.append(FigureFault(self.figure.id, at, wrong, right))

    def number(self, expression: str | float, unit: str, at: At, names: Mapping[str, float] | None = None) -> float:
        """Return the value of an expression, counted in `unit`.

        Parameters
        ----------
        expression : str or number
        unit : str
            What the figure counts in, for example ``GiB``.
        at : tuple
            The field that holds the expression, for messages.
        names : mapping of str to float, optional
            Names that stand for numbers, beside the figure's own `values`.
        """
        value = self._value(self._spelled_out(expression, names or {}), at)
        if value is None:
            return math.nan
        wanted, given = unit_named(unit), unit_named(value.unit)
        if given.dimension not in (wanted.dimension, "1"):
            self.fault(at, f"this is counted in {value.unit}, the figure in {unit}", "ask for the quantity that the axis names")
            return math.nan
        return from_si(float(value.si), unit)

    def expression(self, expression: str | float) -> str:
        """Return an expression with the figure's own `values` put in, to build a larger one from it."""
        return self._spelled_out(expression, {})

    def words(self, words: Words, at: At) -> str:
        """Return a text in the figure's language, its values filled in."""
        text = words if isinstance(words, str) else getattr(words, self.language)
        return _PLACE_FOR_VALUE.sub(lambda match: self._written(match[1], at), " ".join(text.split()))

    def optional_words(self, words: Words | None, at: At) -> str:
        """Return a text that may be missing; nothing for nothing."""
        return "" if words is None else self.words(words, at)

    def quantity(self, value: float, unit: str, digits: int | None = 0) -> str:
        """Write a number that is counted in `unit`, with the unit.

        Parameters
        ----------
        value : float
        unit : str
        digits : int or None
            Significant digits, None for all of them; 0 leaves the choice to the figure.
        """
        return quantity_text(to_si(value, unit), unit, self._digits(value) if digits == 0 else digits, self.language)

    def bare(self, value: float) -> str:
        """Write a number with the digits of the figure and without a unit."""
        return number_text(value, self._digits(value), self.language)

    def _digits(self, value: float) -> int:
        # Three digits would print 1024 as 1020 and 1264 as 1260, which reads like another number.
        return self.figure.digits or (4 if 1000 <= abs(value) < 10_000 else 3)

    def unverified(self) -> tuple[str, ...]:
        """Return what the catalogue has not seen in the primary material, by the labels of its figures."""
        found = []
        for path in self.paths:
            figure = getattr(self._evaluate(path), "figure", None)
            if figure is not None and not figure.verified:
                found.append(figure.source_title if path.startswith("facts.") else figure.label)
        return tuple(found)

    def _written(self, inside: str, at: At) -> str:
        try:
            expression, unit, digits = split_format(inside)
        except ExpressionError as error:
            self.fault(at, error.wrong, error.right)
            return ""
        value = self._value(self._spelled_out(expression, {}), at)
        if value is None:
            return ""
        try:
            if unit is not None and unit_named(value.unit).dimension not in (unit_named(unit).dimension, "1"):
                self.fault(at, f"'{expression}' is counted in {value.unit}, not in {unit}", "ask for a unit of the same kind")
                return ""
            return quantity_text(float(value.si), unit or value.unit, digits, self.language)
        except UnitError as error:
            self.fault(at, str(error))
            return ""

    def _value(self, expression: str, at: At) -> Value | None:
        for path in _PATH.findall(expression):
            self.paths.setdefault(path)
        try:
            value = self._evaluate(expression)
        except ExpressionError as error:
            self.fault(at, error.wrong, error.right)
            return None
        if isinstance(value.si, bool) or not isinstance(value.si, int | float) or not math.isfinite(value.si):
            self.fault(at, f"'{expression}' gives {value.si!r}, which cannot be drawn", "ask for a finite number")
            return None
        if value.path is not None:
            self.paths.setdefault(value.path)
        return value

    def _spelled_out(self, expression: str | float, names: Mapping[str, float]) -> str:
        text = str(expression)
        known = {**self.figure.values, **names}
        if not known:
            return text
        # A name is replaced where it is used as a value: not as an argument's name, not inside a catalogue path.
        pattern = re.compile(r"(?<![\w.\-])(" + "|".join(sorted(known, key=len, reverse=True)) + r")(?![\w.\-(]|\s*=)")
        for _ in range(len(known) + 1):
            spelled = pattern.sub(lambda match: str(known[match[1]]), text)
            if spelled == text:
                return text
            text = spelled
        return text
