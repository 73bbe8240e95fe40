"""Expressions of a formula in JavaScript; whatever could mean something else there is refused.

Every expression has a kind: ``whole`` (a Python int), ``number`` (a float, or either) or ``truth``.
"""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from coursekit.emit.source import MATH_FUNCTIONS, FunctionSource
from coursekit.faults import Fault, did_you_mean

LARGEST_WHOLE = 2**53

#: How tightly an operator binds; 9 is a name, a number or a call.
SUM, PRODUCT, SIGN, ATOM = 5, 6, 7, 9
_CHOICE, _OR, _AND, _COMPARE, _NOT = 0, 1, 2, 4, 7

_ARITHMETIC = {ast.Add: ("+", SUM), ast.Sub: ("-", SUM), ast.Mult: ("*", PRODUCT)}
_COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "===", ast.NotEq: "!=="}


class Refused(Exception):
    """Stops the translation of one statement; carries the fault."""

    def __init__(self, fault: Fault):
        self.fault = fault
        super().__init__(str(fault))


@dataclass(frozen=True)
class Code:
    """A piece of JavaScript, what kind of value it gives, and how tightly it binds."""

    text: str
    kind: str
    binds: int = ATOM

    def inside(self, binds: int) -> str:
        """Return the text, in brackets where it binds more loosely than needed."""
        return self.text if self.binds >= binds else f"({self.text})"


def number_literal(value: float) -> str:
    """Write a number as JavaScript, as short as it can be without another value.

    Examples
    --------
    >>> [number_literal(value) for value in (1.0, 0.25, 3600000.0, 1e12, 1e-9, math.inf)]
    ['1', '0.25', '3600000', '1e12', '1e-9', 'Infinity']
    """
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    text = repr(float(value)).removesuffix(".0").replace("e+", "e").replace("e-0", "e-")
    bare = text.rstrip("0")
    zeros = len(text) - len(bare)
    return f"{bare}e{zeros}" if zeros > 5 and bare.lstrip("-").isdigit() else text


@dataclass
class Expressions:
    """Translates the expressions of one function.

    Parameters
    ----------
    source : FunctionSource
        The function.
    kinds : dict
        Kind of each argument and each local name.
    assigned : set
        The names that certainly have a value here.
    formulas, support : mapping
        What may be called: name -> function.
    constants : dict
        Collects the module-level numbers that are used: name -> value.
    """

    source: FunctionSource
    kinds: dict[str, str | None]
    assigned: set[str]
    formulas: Mapping[str, Callable[..., Any]]
    support: Mapping[str, Callable[..., Any]]
    constants: dict[str, float]
    calls: set[str] = field(default_factory=set)

    def refuse(self, node: ast.AST, wrong: str, right: str = "") -> Refused:
        """Return the exception that says what is wrong at this node."""
        return Refused(self.source.fault(node, wrong, right))

    # ---- numbers -------------------------------------------------------------------------------

    def number(self, node: ast.expr) -> Code:
        """Translate an expression that must give a number."""
        method = getattr(self, f"_number_{type(node).__name__}", None)
        if method is None:
            raise self.refuse(node, f"{_described(node)} is not part of the language of formulas",
                              "use + - * / **, min, max, math.sqrt and other formulas")  # fmt: skip
        return method(node)

    def _number_Constant(self, node: ast.Constant) -> Code:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refuse(node, f"{value!r} is no number")
        if isinstance(value, int):
            if value > LARGEST_WHOLE:
                raise self.refuse(node, f"{value} is beyond 2**53 and not exact in a browser", "write it as 1.5e20")
            return Code(number_literal(value), "whole")
        if math.isinf(value):
            raise self.refuse(node, "this number is too large for a float", "write math.inf")
        return Code(number_literal(value), "number")

    def _number_Name(self, node: ast.Name) -> Code:
        name = node.id
        if name in self.kinds:
            if name not in self.assigned:
                raise self.refuse(node, f"'{name}' may have no value here", "give it one before, on every way")
            kind = self.kinds[name]
            if kind == "truth":
                raise self.refuse(node, f"'{name}' is true or false, not a number", "choose with: a if flag else b")
            return Code(name, kind or "whole")
        value = self.source.look_up(node)
        if isinstance(value, bool) or not isinstance(value, int | float):
            known = [*self.kinds, *self.constants]
            raise self.refuse(node, f"'{name}' is neither an argument, nor a local name, nor a number of the module",
                              did_you_mean(name, known) if known else "")  # fmt: skip
        return self._constant(node, name, value)

    def _number_Attribute(self, node: ast.Attribute) -> Code:
        if self.source.look_up(node) == math.inf:
            return Code("Infinity", "number")
        raise self.refuse(node, f"'{ast.unparse(node)}' is not part of the language of formulas", "math.inf is")

    def _constant(self, node: ast.expr, name: str, value: float) -> Code:
        if math.isinf(value):
            return Code(number_literal(value), "number", ATOM if value > 0 else SIGN)
        if math.isnan(value) or (isinstance(value, int) and abs(value) > LARGEST_WHOLE):
            raise self.refuse(node, f"the module's '{name}' is {value}, which a browser cannot hold exactly")
        if self.constants.setdefault(name, value) != value:
            raise self.refuse(node, f"two modules have a number '{name}' with different values", "rename one of them")
        return Code(name, "whole" if isinstance(value, int) else "number")

    def _number_UnaryOp(self, node: ast.UnaryOp) -> Code:
        if not isinstance(node.op, ast.USub):
            raise self.refuse(node, f"{_described(node)} gives no number in the language of formulas")
        operand = self.number(node.operand)
        return Code("-" + operand.inside(ATOM), operand.kind, SIGN)

    def _number_BinOp(self, node: ast.BinOp) -> Code:
        return self.arithmetic(node, node.op, self.number(node.left), self.number(node.right))

    def arithmetic(self, node: ast.AST, operator: ast.operator, left: Code, right: Code) -> Code:
        """Combine two numbers as Python would, or refuse the operator."""
        kind = "whole" if left.kind == right.kind == "whole" else "number"
        if type(operator) in _ARITHMETIC:
            sign, binds = _ARITHMETIC[type(operator)]
            return Code(f"{left.inside(binds)} {sign} {right.inside(binds + 1)}", kind, binds)
        if isinstance(operator, ast.Div):
            if _is_literal(right) and float(right.text) != 0:
                return Code(f"{left.inside(PRODUCT)} / {right.text}", "number", PRODUCT)
            return Code(f"$divide({left.text}, {right.text})", "number")
        if isinstance(operator, ast.Pow):
            if kind == "whole":
                if _is_literal(left) and _is_literal(right) and int(float(right.text)) <= 53:
                    power = int(float(left.text)) ** int(float(right.text))
                    if power <= LARGEST_WHOLE:
                        return Code(number_literal(power), "whole")
                raise self.refuse(node, "a whole number to the power of a whole number grows beyond every float",
                                  "write the base as a float: 2.0 ** k")  # fmt: skip
            return Code(f"$power({left.text}, {right.text})", "number")
        name = {"FloorDiv": "//", "Mod": "%"}.get(type(operator).__name__, type(operator).__name__)
        raise self.refuse(node, f"the operator {name} is not part of the language of formulas",
                          "use math.floor(a / b)" if name in ("//", "%") else "")  # fmt: skip

    def _number_IfExp(self, node: ast.IfExp) -> Code:
        test, first, second = self.truth(node.test), self.number(node.body), self.number(node.orelse)
        kind = first.kind if first.kind == second.kind else "number"
        return Code(f"{test.inside(1)} ? {first.text} : {second.text}", kind, _CHOICE)

    def _number_Call(self, node: ast.Call) -> Code:
        written = ast.unparse(node.func)
        if written in self.kinds:
            raise self.refuse(node, f"'{written}' is a number here and cannot be called")
        called = self.source.look_up(node.func)
        if called is None and written in ("min", "max"):
            return self._min_max(node, written)
        name = getattr(called, "__name__", "")
        if called is not None and self.formulas.get(name) is called:
            return self._formula(node, name)
        if called is not None and self.support.get(name) is called:
            raise self.refuse(node, f"{written}() gives no value", "write it as a statement of its own")
        if isinstance(called, Hashable) and called in MATH_FUNCTIONS:
            return self._math(node, MATH_FUNCTIONS[called])
        known = [*self.formulas, *(f"math.{name}" for name in MATH_FUNCTIONS.values()), "min", "max"]
        raise self.refuse(node, f"'{written}' cannot be called in a formula", did_you_mean(written, known))

    def _plain_arguments(self, node: ast.Call, name: str) -> list[Code]:
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self.refuse(node, f"{name}() takes its numbers one by one, without names or stars")
        return [self.number(argument) for argument in node.args]

    def _min_max(self, node: ast.Call, name: str) -> Code:
        arguments = self._plain_arguments(node, name)
        if len(arguments) < 2:
            raise self.refuse(node, f"{name}() needs two numbers or more")
        kind = "whole" if all(argument.kind == "whole" for argument in arguments) else "number"
        return Code(f"${name}({', '.join(argument.text for argument in arguments)})", kind)

    def _math(self, node: ast.Call, name: str) -> Code:
        arguments = self._plain_arguments(node, f"math.{name}")
        if len(arguments) != 1:
            raise self.refuse(node, f"math.{name}() takes one number here", "divide two logarithms for another base")
        return Code(f"${name}({arguments[0].text})", "whole" if name in ("ceil", "floor") else "number")

    def _formula(self, node: ast.Call, name: str) -> Code:
        if node.args or any(keyword.arg is None for keyword in node.keywords):
            raise self.refuse(node, f"{name}() takes every argument by its name")
        if name in self.kinds:
            raise self.refuse(node, f"'{name}' is a name of this function as well", "rename the local name")
        self.calls.add(name)
        arguments = self.formulas[name]
        kinds = argument_kinds(arguments)
        given: list[str] = []
        for keyword in node.keywords:
            if keyword.arg not in kinds:
                raise self.refuse(keyword, f"{name}() has no argument '{keyword.arg}'",
                                  did_you_mean(str(keyword.arg), kinds))  # fmt: skip
            if kinds[keyword.arg] == "truth":
                text = self._flag(keyword.value)
            else:
                text = self.number(keyword.value).text
            given.append(keyword.arg if text == keyword.arg else f"{keyword.arg}: {text}")
        names = {keyword.arg for keyword in node.keywords}
        missing = [word for word in kinds if word not in names and word not in (arguments.__kwdefaults__ or {})]
        if missing:
            raise self.refuse(node, f"{name}() is not given '{missing[0]}'")
        return Code(f"{name}({{{', '.join(given)}}})", "number")

    def _flag(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            return json.dumps(node.value)
        if isinstance(node, ast.Name) and self.kinds.get(node.id) == "truth":
            return node.id
        raise self.refuse(node, "this argument is true or false", "give True, False or an argument that is either")

    # ---- conditions ----------------------------------------------------------------------------

    def truth(self, node: ast.expr) -> Code:
        """Translate an expression that must be true or false."""
        if isinstance(node, ast.Name) and self.kinds.get(node.id) == "truth":
            return Code(node.id, "truth")
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Code("!" + self.truth(node.operand).inside(ATOM), "truth", _NOT)
        if isinstance(node, ast.BoolOp):
            sign, binds = ("&&", _AND) if isinstance(node.op, ast.And) else ("||", _OR)
            parts = [self.truth(value).inside(_COMPARE) for value in node.values]
            return Code(f" {sign} ".join(parts), "truth", binds)
        if isinstance(node, ast.Compare):
            return self._comparison(node)
        raise self.refuse(node, f"{_described(node)} is no condition", "compare: x > 0, or use a yes-or-no argument")

    def _comparison(self, node: ast.Compare) -> Code:
        if len(node.ops) != 1:
            raise self.refuse(node, "comparisons in a chain are not part of the language of formulas",
                              "join two of them with 'and'")  # fmt: skip
        sign = _COMPARISONS.get(type(node.ops[0]))
        if sign is None:
            raise self.refuse(node, f"{_described(node)} is no comparison of numbers", "use < <= > >= == !=")
        left, right = self.number(node.left), self.number(node.comparators[0])
        return Code(f"{left.inside(SUM)} {sign} {right.inside(SUM)}", "truth", _COMPARE)


def argument_kinds(function: Callable[..., Any]) -> dict[str, str]:
    """Return the kind of each keyword argument, by its annotation.

    Examples
    --------
    >>> def cost(*, hours: float, reserved: bool = False) -> float: ...
    >>> argument_kinds(cost)
    {'hours': 'number', 'reserved': 'truth'}
    """
    code = function.__code__
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    notes = function.__annotations__
    return {name: "truth" if notes.get(name) in (bool, "bool") else "number" for name in names}


def _is_literal(code: Code) -> bool:
    return code.binds == ATOM and code.text[0].isdigit()


def _described(node: ast.AST) -> str:
    written = ast.unparse(node)
    return f"'{written if len(written) <= 60 else written[:57] + '...'}'"
