"""Inputs for formulas: seeded, mostly sound, and now and then wrong on purpose."""

from __future__ import annotations

import ast
import importlib.util
import itertools
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from coursekit.emit.expressions import argument_kinds
from coursekit.emit.source import source_of
from hwcalc.registry import FORMULAS

DATA = Path(__file__).parent / "data"

#: What breaks formulas: zeros, negatives, halves, edges of the fraction, too large, not finite.
WRONG = (0.0, -0.0, -1.0, 0.5, 1.0, 1.5, 2.0**53, 2.0**53 + 2, 1e300, 1e-300, math.inf, -math.inf, math.nan)


def published_rows() -> list[dict[str, Any]]:
    """Return the rows of the data files whose formula runs in the browser."""
    rows = yaml.safe_load((DATA / "vectors.yml").read_text(encoding="utf-8"))["vectors"]
    rows += yaml.safe_load((DATA / "worked.yml").read_text(encoding="utf-8"))["worked"]
    return [row for row in rows if FORMULAS[row["function"]].browser]


def load_module(folder: Path, text: str, name: str = "written_formulas") -> ModuleType:
    """Write Python source to a file and import it from there."""
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _checks(function: Callable[..., Any]) -> dict[str, tuple[str, float]]:
    """Return argument -> (check, lower bound), read from the checks at the head of the function."""
    found = {}
    for statement in source_of(function).body:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id=check), args=[ast.Constant(), ast.Name(id=name), *others])):
                low = others[0].value if others and isinstance(others[0], ast.Constant) else 0
                found[name] = (check.lstrip("_").removeprefix("check_"), float(low))
    return found


def _thresholds(function: Callable[..., Any]) -> set[float]:
    """Return the numbers that the function compares something with."""
    source, found = source_of(function), set()
    for node in ast.walk(source.node):
        if isinstance(node, ast.Compare):
            for operand in (node.left, *node.comparators):
                value = operand.value if isinstance(operand, ast.Constant) else source.look_up(operand)
                if isinstance(value, int | float) and not isinstance(value, bool):
                    found.add(float(value))
    return found


class Inputs:
    """Draws arguments for one formula around its worked example."""

    def __init__(self, function: Callable[..., Any], example: dict[str, Any], seed: int):
        self.function = function
        self.kinds = argument_kinds(function)
        self.defaults = function.__kwdefaults__ or {}
        self.example = example
        self.checks = _checks(function)
        self.random = random.Random(seed)

    def sound(self, name: str) -> Any:
        """Draw a value that its check should let pass."""
        if self.kinds[name] == "truth":
            return self.random.random() < 0.5
        check, low = self.checks.get(name, ("", 0.0))
        centre = float(self.example.get(name, self.defaults.get(name, 4.0)))
        if check == "fraction":
            return self.random.choice([self.random.random(), 0.0, 1.0]) if self.random.random() < 0.2 else self.random.random()
        value = (abs(centre) or 1.0) * math.exp(self.random.uniform(-1.5, 1.5))
        if check == "whole" or (not check and centre.is_integer() and self.random.random() < 0.5):
            return float(max(math.floor(value), low))
        if check == "at_least":
            return low + value * self.random.random()
        return value

    def all_sound(self, **fixed: Any) -> dict[str, Any]:
        """Draw every argument but the fixed ones; again where they do not go together."""
        for _ in range(12):
            given = {name: self.sound(name) for name in self.kinds} | fixed
            if python_answer(self.function, given)[0] == "value":
                break
        return given

    def random_calls(self, count: int) -> Iterator[dict[str, Any]]:
        """Yield calls: four of five all sound, the others with one wrong number."""
        numbers = [name for name, kind in self.kinds.items() if kind == "number"]
        for index in range(count):
            given = self.all_sound()
            if index % 5 == 4 and numbers:
                given[self.random.choice(numbers)] = self.random.choice(WRONG)
            yield given

    def ties(self) -> Iterator[dict[str, Any]]:
        """Yield calls with two equal arguments, and calls at the edges of each argument."""
        numbers = [name for name, kind in self.kinds.items() if kind == "number"]
        for first, second in itertools.combinations(numbers, 2):
            given = self.all_sound()
            yield {**given, first: given[second]}
            yield {**given, second: given[first]}
            for counted, bits in ((first, second), (second, first)):
                if 1 <= self.example.get(bits, 0) <= 64:  # as many bits hold the numbers below this power of two
                    yield {**self.example, counted: 2.0 ** self.example[bits]}
                    yield {**self.example, counted: 2.0 ** self.example[bits] - 1}
        for name in numbers:
            low = self.checks.get(name, ("", 0.0))[1]
            for edge in sorted({0.0, 1.0, 2.0, 3.0, low, low - 1, low + 1} | _thresholds(self.function)):
                yield self.all_sound(**{name: edge})

    def left_out(self) -> Iterator[dict[str, Any]]:
        """Yield calls without each argument that has a default, and without all of them; also with small numbers."""
        for missing in [{name} for name in self.defaults] + [set(self.defaults)] * bool(self.defaults):
            small = {name: 1.0 + place for place, name in enumerate(self.kinds) if self.kinds[name] == "number"}
            for given in (self.all_sound(), {**self.all_sound(), **small}):
                yield {name: value for name, value in given.items() if name not in missing}

    def everything(self, count: int = 100) -> list[dict[str, Any]]:
        """Return all of these calls; the worked example comes first."""
        return [dict(self.example), *self.random_calls(count), *self.ties(), *self.left_out()]


def python_answer(function: Callable[..., Any], given: dict[str, Any]) -> tuple[str, Any]:
    """Call a formula with floats; return ("value", number) or ("error", text)."""
    floats = {name: value if isinstance(value, bool) else float(value) for name, value in given.items()}
    try:
        value = function(**floats)
        return "value", complex(value) if isinstance(value, complex) else float(value)
    except (ValueError, ArithmeticError) as error:
        return "error", str(error)


def agree(a: Any, b: Any, tolerance: float = 1e-9) -> bool:
    """Say whether two results are the same number, relatively."""
    if isinstance(a, complex) or isinstance(b, complex):
        return False
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return a == b or math.isclose(a, b, rel_tol=tolerance, abs_tol=0.0)


EDGES = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, -2.5, 700.0, 710.0, 1e300, -1e300, 1e-300, math.inf, -math.inf, math.nan)

ARITHMETIC: dict[str, Callable[..., Any]] = {
    "divide": lambda a, b: a / b,
    "power": lambda a, b: a**b,
    "min": min,
    "max": max,
    "sqrt": math.sqrt,
    "log": math.log,
    "exp": math.exp,
    "ceil": math.ceil,
    "floor": math.floor,
}


def arithmetic_calls() -> Iterator[tuple[str, tuple[float, ...], tuple[str, Any]]]:
    """Yield the helpers of the emitted module at every edge, with Python's answers; a complex number is an error."""
    for name, function in ARITHMETIC.items():
        places = 2 if name in ("divide", "power", "min", "max") else 1
        for given in itertools.product(EDGES, repeat=places):
            try:
                value = function(*given)
                kind = "error" if isinstance(value, complex) else "value"
                yield name, given, (kind, str(value) if isinstance(value, complex) else float(value))
            except (ValueError, ArithmeticError) as error:
                yield name, given, ("error", str(error))
