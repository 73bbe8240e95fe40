"""Typeset a formula from its Python source, in the author's order.

Local names are written out, products and quotients become one fraction, ways through ``if`` become cases, checks of
arguments are left out. A formula that is called with the caller's own arguments is shown by its symbol; called with
other arguments it is written out. A formula with a loop gives its own LaTeX by ``tex=``.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from coursekit.emit.source import MATH_FUNCTIONS, EmitError, FunctionSource, source_of
from coursekit.emit.terms import (
    Term,
    call,
    number,
    power,
    product,
    quotient,
    root,
    sum_of,
    symbol,
)

MOST_CASES = 6

_WORDS = {
    "en": {"if": "if", "otherwise": "otherwise", "and": "and", "or": "or", "not": "not"},
    "pl": {"if": "gdy", "otherwise": "w pozostałych przypadkach", "and": "i", "or": "lub", "not": "nie"},
}
_SIGNS = {ast.Lt: "<", ast.LtE: r"\le", ast.Gt: ">", ast.GtE: r"\ge", ast.Eq: "=", ast.NotEq: r"\ne"}
_OPPOSITES = {"<": r"\ge", r"\le": ">", ">": r"\le", r"\ge": "<", "=": r"\ne", r"\ne": "="}


@dataclass(frozen=True)
class Condition:
    """A condition as LaTeX, and its opposite."""

    text: str
    opposite: str


class _Refusal(Exception):
    """A way through the function that ends with `raise`: it gives no case."""


@dataclass
class _Way:
    """One way through the function: what was decided at each condition so far."""

    decided: list[bool]
    met: list[Condition]

    def decide(self, condition: Condition) -> bool:
        """Return what was decided; a condition met for the first time holds first, and fails the next time."""
        if condition in self.met:
            return self.decided[self.met.index(condition)]
        self.met.append(condition)
        if len(self.met) > len(self.decided):
            self.decided.append(True)
        return self.decided[len(self.met) - 1]


class Typesetter:
    """Typesets one formula.

    Parameters
    ----------
    formula : registered formula
        With `function`, `name`, `symbols`, `symbol` and `tex`.
    formulas : mapping
        The formulas that it may call: name -> registered formula.
    language : {"en", "pl"}
        Language of the decimal mark and of the words between cases.
    """

    def __init__(self, formula: Any, formulas: Mapping[str, Any], language: str = "en"):
        self.formula = formula
        self.formulas = formulas
        self.language = language
        self.words = _WORDS[language]
        self.way = _Way([], [])

    def _refuse(self, source: FunctionSource, node: ast.AST, wrong: str) -> EmitError:
        right = "give the formula's LaTeX by tex= in its decorator"
        return EmitError([source.fault(node, f"{wrong} cannot be typeset", right)])

    def right_side(self) -> str:
        """Return the LaTeX to the right of the equals sign.

        Raises
        ------
        EmitError
            If the function cannot be typeset, with file and line.
        """
        source = source_of(self.formula.function, self.formula.name)
        known = {argument.name: symbol(argument.latex) for argument in self.formula.symbols}
        cases: list[tuple[str, list[tuple[Condition, bool]]]] = []
        decided: list[bool] = []
        while True:
            self.way = _Way(decided, [])
            try:
                term = self._block(source, source.body, dict(known))
                if term is None:
                    raise self._refuse(source, source.node, "a function that may end without return")
                cases.append((term.written(), list(zip(self.way.met, self.way.decided, strict=True))))
            except _Refusal:
                pass
            while decided and not decided[-1]:
                decided.pop()
            if not decided:
                break
            decided[-1] = False
            if len(cases) > MOST_CASES:
                raise self._refuse(source, source.node, f"a function with more than {MOST_CASES} cases")
        if not cases:
            raise self._refuse(source, source.node, "a function that only raises")
        if len({text for text, _ in cases}) == 1:
            return cases[0][0]
        last = len(cases) - 1
        rows = [rf"{text} & {self._when(way, index == last)}" for index, (text, way) in enumerate(cases)]
        return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"

    def _when(self, way: list[tuple[Condition, bool]], last: bool) -> str:
        if last:
            return rf"\text{{{self.words['otherwise']}}}"
        first_true = next((place for place, (_, holds) in enumerate(way) if holds), 0)
        parts = [condition.text if holds else condition.opposite for condition, holds in way[first_true:]]
        return rf"\text{{{self.words['if']} }}" + rf" \text{{ {self.words['and']} }} ".join(parts)

    # ---- statements ----------------------------------------------------------------------------

    def _block(self, source: FunctionSource, body: list[ast.stmt], known: dict[str, Term]) -> Term | None:
        for statement in body:
            match statement:
                case ast.Return(value=value) if value is not None:
                    return self._term(source, value, known)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    known[name] = self._term(source, value, known)
                case ast.AugAssign(target=ast.Name(id=name), op=operator, value=value):
                    right = self._term(source, value, known)
                    known[name] = self._combine(source, statement, operator, known[name], right)
                case ast.Expr():
                    pass
                case ast.If(body=[ast.Raise()], orelse=[]):
                    pass
                case ast.Raise():
                    raise _Refusal
                case ast.If(test=test, body=yes, orelse=no):
                    branch = yes if self.way.decide(self._condition(source, test, known)) else no
                    term = self._block(source, branch, known)
                    if term is not None:
                        return term
                case _:
                    raise self._refuse(source, statement, f"'{ast.unparse(statement).splitlines()[0]}'")
        return None

    def _condition(self, source: FunctionSource, node: ast.expr, known: dict[str, Term]) -> Condition:
        match node:
            case ast.Name(id=name) if name in known:
                text = known[name].written()
                return Condition(text, rf"\text{{{self.words['not']} }}{text}")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self._condition(source, operand, known)
                return Condition(inner.opposite, inner.text)
            case ast.BoolOp(op=operator, values=values):
                parts = [self._condition(source, value, known) for value in values]
                both, either = (rf" \text{{ {self.words[word]} }} " for word in ("and", "or"))
                if isinstance(operator, ast.Or):
                    both, either = either, both
                return Condition(both.join(p.text for p in parts), either.join(p.opposite for p in parts))
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in _SIGNS:
                first = self._term(source, left, known).written()
                second = self._term(source, right, known).written()
                written = _SIGNS[type(sign)]
                return Condition(f"{first} {written} {second}", f"{first} {_OPPOSITES[written]} {second}")
        raise self._refuse(source, node, f"the condition '{ast.unparse(node)}'")

    # ---- expressions ---------------------------------------------------------------------------

    def _term(self, source: FunctionSource, node: ast.expr, known: dict[str, Term]) -> Term:
        match node:
            case ast.Constant(value=bool()):
                return symbol(r"\text{yes}" if node.value else r"\text{no}")
            case ast.Constant(value=int() | float() as value):
                return number(value, self.language)
            case ast.Name(id=name) if name in known:
                return known[name]
            case ast.Name() | ast.Attribute():
                value = source.look_up(node)
                if isinstance(value, int | float):
                    return symbol(r"\infty") if math.isinf(value) else number(value, self.language)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._term(source, operand, known).negative()
            case ast.BinOp(left=left, op=operator, right=right):
                first, second = self._term(source, left, known), self._term(source, right, known)
                return self._combine(source, node, operator, first, second)
            case ast.IfExp(test=test, body=yes, orelse=no):
                holds = self.way.decide(self._condition(source, test, known))
                return self._term(source, yes if holds else no, known)
            case ast.Call():
                return self._call(source, node, known)
        raise self._refuse(source, node, f"'{ast.unparse(node)}'")

    def _combine(self, source: FunctionSource, node: ast.AST, operator: ast.operator, a: Term, b: Term) -> Term:
        match operator:
            case ast.Add():
                return sum_of(a, b)
            case ast.Sub():
                return sum_of(a, b.negative(), subtracted=b)
            case ast.Mult():
                return product(a, b)
            case ast.Div():
                return quotient(a, b)
            case ast.Pow():
                return power(a, b)
        raise self._refuse(source, node, f"the operator {type(operator).__name__}")

    def _call(self, source: FunctionSource, node: ast.Call, known: dict[str, Term]) -> Term:
        called = source.look_up(node.func)
        name = ast.unparse(node.func)
        for other in self.formulas.values():
            if called is not None and called is other.function:
                return self._formula(source, node, other, known)
        arguments = [self._term(source, argument, known) for argument in node.args]
        if called is None and name in ("min", "max"):
            return call(rf"\{name}", *arguments)
        match next((word for function, word in MATH_FUNCTIONS.items() if function is called), None):
            case "sqrt":
                return root(arguments[0])
            case "exp":
                return power(symbol("e"), arguments[0])
            case "log":
                return call(r"\ln", arguments[0])
            case "ceil":
                return symbol(rf"\left\lceil {arguments[0].written()} \right\rceil")
            case "floor":
                return symbol(rf"\left\lfloor {arguments[0].written()} \right\rfloor")
        raise self._refuse(source, node, f"'{name}'")

    def _formula(self, source: FunctionSource, node: ast.Call, other: Any, known: dict[str, Term]) -> Term:
        given = {str(keyword.arg): self._term(source, keyword.value, known) for keyword in node.keywords}
        own = {argument.name: symbol(argument.latex) for argument in self.formula.symbols}
        if all(own.get(word) == term for word, term in given.items()):
            return symbol(other.symbol)
        inner = source_of(other.function, other.name)
        defaults = other.function.__kwdefaults__ or {}
        for argument in other.symbols:
            if argument.name not in given:
                given[argument.name] = number(float(defaults[argument.name]), self.language)
        term = self._block(inner, inner.body, given) if other.tex is None else None
        if term is None:
            raise self._refuse(source, node, f"a call of {other.name}() with other arguments than one's own")
        return term


def _pieces(latex: str) -> list[str]:
    return re.findall(r"\\[A-Za-z]+|\\.|[A-Za-z0-9]|[^\sA-Za-z0-9]", latex)


def _holds(pieces: list[str], wanted: list[str]) -> bool:
    return any(pieces[start : start + len(wanted)] == wanted for start in range(len(pieces) - len(wanted) + 1))


def missing_symbols(formula: Any) -> Iterator[Any]:
    """Yield the numeric arguments of a browser formula whose symbol its ``tex=`` does not show.

    Yes-or-no arguments and choices may be told in words.
    """
    pieces = _pieces(formula.tex)
    notes = formula.function.__annotations__
    for argument in formula.symbols:
        numeric = notes.get(argument.name) in (float, "float")
        if formula.browser and numeric and not _holds(pieces, _pieces(argument.latex)):
            yield argument


def typeset(formula: Any, formulas: Mapping[str, Any] | None = None, language: str = "en") -> str:
    """Return a registered formula as LaTeX: its symbol, an equals sign and the right-hand side.

    Parameters
    ----------
    formula : registered formula
        An entry of `hwcalc.registry.FORMULAS`.
    formulas : mapping, optional
        The formulas it may call. Left out: all registered ones.
    language : {"en", "pl"}, default: "en"
        Language of the decimal mark and of the words between cases.

    Raises
    ------
    EmitError
        If the function cannot be typeset, or its ``tex=`` leaves out the symbol of an argument.
    """
    if formulas is None:
        from hwcalc.registry import FORMULAS

        formulas = FORMULAS
    if formula.tex is None:
        return f"{formula.symbol} = {Typesetter(formula, formulas, language).right_side()}"
    for argument in missing_symbols(formula):
        source = source_of(formula.function, formula.name)
        wrong = f"its tex= does not show the argument '{argument.name}'"
        raise EmitError([source.fault(source.node, wrong, f"its symbol is {argument.latex}")])
    return f"{formula.symbol} = {formula.tex}"
