"""What the resolving of items and widgets has in common: expressions and texts of located YAML, faults in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from coursekit.faults import Fault
from coursekit.pages.prose import Prose, value_text
from coursekit.read.located import Located, Path
from coursekit.values import ExpressionError, Value
from hwcalc.units import UNITS, unit_named


@dataclass
class Resolver:
    """Evaluates expressions and fills texts of one YAML part, and gathers the faults.

    Parameters
    ----------
    prose : Prose
        Of the page on which the part will stand.
    located : Located
        The YAML with places.
    """

    prose: Prose
    located: Located
    faults: list[Fault] = field(default_factory=list)

    def fault(self, path: Path, wrong: str, right: str = "", *, key: bool = False) -> None:
        """Note a fault at a place of the YAML."""
        self.faults.append(self.located.fault(path, wrong, right, key=key))

    def html(self, text: str, path: Path, *, block: bool = False) -> str:
        """Fill a text and return it as HTML."""
        return self.prose.html(text, lambda offset, wrong, right: self.fault(path, wrong, right), block=block)

    def value(self, expression: str | int | float, path: Path) -> Value | None:
        """Evaluate an expression; None (and a fault) where that fails or gives no number."""
        try:
            value = self.prose.evaluator.evaluate(expression)
        except ExpressionError as error:
            self.fault(path, error.wrong, error.right)
            return None
        if isinstance(value.si, bool) or not isinstance(value.si, int | float):
            self.fault(path, f"'{expression}' is {value.si!r}, not a number", "name one number")
            return None
        return value

    def text(self, value: Value, unit: str | None, digits: int | None, path: Path) -> str:
        """Write a value with its unit."""
        try:
            return value_text(value, unit, digits, self.prose.language)
        except ExpressionError as error:
            self.fault(path, error.wrong, error.right)
            return ""

    def unit(self, symbol: str, path: Path) -> Any:
        """Return the unit of a symbol; None (and a fault) where it is unknown."""
        if symbol not in UNITS:
            try:
                unit_named(symbol)
            except ValueError as error:
                wrong, _, right = str(error).partition(", did")
                self.fault(path, wrong, f"did{right}" if right else "")
            return None
        return UNITS[symbol]
