"""Evaluates the expressions that stand in lessons, quizzes, widgets and figures.

An expression is a number, a catalogue path, a name from the lesson's `values`, or a call of a formula whose arguments
are expressions. Nothing else is evaluated: there is no arithmetic in lessons and nothing is passed to `eval`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from coursekit.faults import did_you_mean
from hwcalc.units import to_si

_PATH = re.compile(r"\b(?:hardware|networks|instances|memory|latencies|models|facts)\.[A-Za-z0-9][\w.\-]*[\w]")
_SPLIT = re.compile(r"\s*\|\s*(?=[^|]*\Z)")


class ExpressionError(Exception):
    """An expression that cannot be evaluated.

    Parameters
    ----------
    offset : int
        Where in the expression, in characters from its start.
    wrong, right : str
        What is wrong and what would be right.
    """

    def __init__(self, offset: int, wrong: str, right: str = ""):
        self.offset, self.wrong, self.right = offset, wrong, right
        super().__init__(f"{wrong}; {right}" if right else wrong)


@dataclass(frozen=True)
class Value:
    """A computed quantity.

    Attributes
    ----------
    si : float
        The number in SI units.
    unit : str
        Its unit, as the registry or the catalogue names it.
    figure : object or None
        The catalogue's figure (source, date, boundary) where the value is one.
    """

    si: Any
    unit: str
    figure: Any = None

    @property
    def path(self) -> str | None:
        """The catalogue path of the value, where it has one."""
        return self.figure.path if self.figure else None


#: How a fault begins that stands in the definition of a name, not where the name is used.
IN_VALUE = "in the value '"


@dataclass
class Evaluator:
    """Evaluates expressions and notes what they used.

    Parameters
    ----------
    catalogue : hwcalc.catalogue.Catalogue
    formulas : mapping of str to hwcalc.registry.Formula
    names : mapping of str to expression
        The `values` of a lesson's front matter.
    """

    catalogue: Any
    formulas: Mapping[str, Any]
    names: Mapping[str, Any] = field(default_factory=dict)
    used_formulas: set[str] = field(default_factory=set)
    used_figures: dict[str, Any] = field(default_factory=dict)
    used_names: set[str] = field(default_factory=set)
    _known: dict[str, Value] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)

    def evaluate(self, expression: str | int | float) -> Value:
        """Return the value of an expression.

        Raises
        ------
        ExpressionError
            Where the expression is anything but numbers, paths, names and formula calls, or a formula refuses its arguments.
        """
        if isinstance(expression, int | float) and not isinstance(expression, bool):
            return Value(float(expression), "1")
        start, tree, paths = _parsed(str(expression))
        return self._node(tree, paths, lambda node: start + getattr(node, "col_offset", 0))

    def _node(self, node: ast.expr, paths: Mapping[str, str], place: Callable[[ast.AST], int]) -> Value:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            return Value(float(node.value), "1")
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return Value(-self._node(node.operand, paths, place).si, "1")
        if isinstance(node, ast.Name):
            if node.id in paths:
                return self.figure(paths[node.id], place(node))
            return self._name(node.id, place(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self._call(node, paths, place)
        raise ExpressionError(place(node), "only formula calls, catalogue paths, names and numbers are evaluated", "use a formula such as product(), ratio() or share()")

    def figure(self, path: str, offset: int = 0) -> Value:
        """Return the catalogue's figure at a path as a value."""
        from hwcalc.catalogue import CatalogueError

        try:
            figure = self.catalogue.figure(path)
            value = Value(figure.si, figure.unit or "1", figure)
        except CatalogueError as error:
            wrong, _, right = str(error).partition("; ")
            raise ExpressionError(offset, wrong, right) from None
        self.used_figures[path] = figure
        return value

    def _name(self, name: str, offset: int) -> Value:
        if name not in self.names:
            hint = f"'{name}' is a formula: call it with its arguments" if name in self.formulas else did_you_mean(name, self.names) if self.names else "declare it under 'values' at the top of the lesson"
            raise ExpressionError(offset, f"unknown name '{name}'", hint)
        self.used_names.add(name)
        if name in self._known:
            return self._known[name]
        if name in self._open:
            raise ExpressionError(offset, f"the value '{name}' needs itself")
        self._open.append(name)
        try:
            value = self.evaluate(self.names[name])
        except ExpressionError as error:
            raise ExpressionError(offset, f"{IN_VALUE}{name}': {error.wrong}", error.right) from None
        finally:
            self._open.pop()
        self._known[name] = value
        return value

    def _call(self, node: ast.Call, paths: Mapping[str, str], place: Callable[[ast.AST], int]) -> Value:
        name = node.func.id  # type: ignore[attr-defined]
        formula = self.formulas.get(name)
        if formula is None:
            raise ExpressionError(place(node), f"unknown formula '{name}'", did_you_mean(name, self.formulas))
        known = [symbol.name for symbol in formula.symbols]
        if node.args:
            raise ExpressionError(place(node.args[0]), f"{name} takes its arguments by name", f"for instance {name}({known[0]}=...)")
        arguments: dict[str, Any] = {}
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg not in known:
                raise ExpressionError(place(keyword), f"{name} has no argument '{keyword.arg}'", did_you_mean(str(keyword.arg), known))
            arguments[keyword.arg] = self._argument(keyword.value, paths, place)
        return self.call(name, arguments, place(node))

    def _argument(self, node: ast.expr, paths: Mapping[str, str], place: Callable[[ast.AST], int]) -> Any:
        if isinstance(node, ast.Name) and node.id in ("true", "false"):
            return node.id == "true"
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bool):
            return node.value
        value = self._node(node, paths, place)
        if value.figure is not None and not value.figure.usable_in_formulas:
            raise ExpressionError(place(node), f"{value.figure.path} is for display only", "use the dense, one-way, addressable figure beside it")
        return value.si

    def call(self, name: str, arguments: Mapping[str, Any], offset: int = 0) -> Value:
        """Call a formula with numbers and return what it gives."""
        formula = self.formulas[name]
        self.used_formulas.add(name)
        try:
            result = formula.function(**arguments)
        except TypeError as error:
            raise ExpressionError(offset, f"{name}: {str(error).replace(name + '() ', '')}", "the formula's page lists its arguments") from None
        except (ValueError, ArithmeticError) as error:
            raise ExpressionError(offset, f"{name}: {error}") from None
        return Value(to_si(result, formula.unit) if isinstance(result, int | float) else result, formula.unit)


@lru_cache(maxsize=10_000)
def _parsed(text: str) -> tuple[int, ast.expr, Mapping[str, str]]:
    """Return where an expression starts in its text, the expression, and the catalogue paths that stand in it under other names.

    Raises
    ------
    ExpressionError
        The text is no expression.
    """
    paths: dict[str, str] = {}

    def hide(match: re.Match[str]) -> str:
        name = f"_{len(paths)}_".ljust(len(match[0]), "_")
        paths[name] = match[0]
        return name

    hidden = _PATH.sub(hide, text)
    stripped = hidden.lstrip()
    start = len(hidden) - len(stripped)
    try:
        return start, ast.parse(stripped.rstrip(), mode="eval").body, paths
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        offset = start + (getattr(error, "offset", None) or 1) - 1
        raise ExpressionError(offset, f"'{text.strip()}' cannot be read", "write a formula call, a catalogue path, a name or a number") from None


def split_format(text: str) -> tuple[str, str | None, int | None]:
    """Split the inside of `{= ... =}` into expression, unit and digits.

    Raises
    ------
    ExpressionError
        Where the part behind the bar is not a unit and at most one number of digits.

    Examples
    --------
    >>> split_format("kv_bytes(tokens=1, kv_bytes_per_token=2) | GiB 4")
    ('kv_bytes(tokens=1, kv_bytes_per_token=2)', 'GiB', 4)
    >>> split_format("facts.gemini-median-prompt")
    ('facts.gemini-median-prompt', None, 3)
    >>> split_format("x | exact")
    ('x', None, None)
    """
    parts = _SPLIT.split(text.strip())
    if len(parts) == 1:
        return parts[0], None, 3
    offset = text.rindex("|") + 1
    unit: str | None = None
    digits: int | None = 3
    for word in parts[1].split():
        if word == "exact":
            digits = None
        elif word.isdigit() and 1 <= int(word) <= 15 and word != "1" or word == "1" and unit is not None:
            digits = int(word)
        elif unit is None:
            unit = word
        else:
            raise ExpressionError(offset, f"'{parts[1]}' is not a unit and a number of digits", "write for instance | GiB 3")
    return parts[0], unit, digits
