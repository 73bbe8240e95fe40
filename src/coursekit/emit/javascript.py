"""Formulas as one ES module: the reader's browser runs the definition that the figures and the tests run.

A formula is a Python function with keyword-only ``float`` and ``bool`` arguments. Its body may hold assignments,
``if``, ``return``, ``raise ValueError("...")``, ``for k in range(whole number)`` and arithmetic; see
`coursekit.emit.expressions`. Everything else is refused with file and line, never translated by guess.

In whole numbers beyond 2**53 Python is exact and a browser is not; formulas take and give floats.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from coursekit.emit.expressions import (
    Code,
    Expressions,
    Refused,
    argument_kinds,
    number_literal,
)
from coursekit.emit.prelude import PRELUDE
from coursekit.emit.source import EmitError, FunctionSource, functions_of, source_of
from coursekit.emit.support import emit_support
from coursekit.faults import Fault, FaultCollector
from coursekit.strings import LANGUAGES

#: Names that mean something else in JavaScript.
RESERVED = frozenset(
    """arguments async await break case catch class const continue debugger default delete do else enum eval export
    extends false finally for formulas function if implements import in instanceof interface let new null of package
    parameters private protected public return static super switch this throw true try typeof undefined var void
    while with yield Boolean Infinity Map Math NaN Number Object RangeError TypeError""".split()
)


class FunctionEmitter(Expressions):
    """Writes one formula as JavaScript."""

    def __init__(self, source: FunctionSource, formulas: Mapping[str, Callable[..., Any]],
                 support: Mapping[str, Callable[..., Any]], constants: dict[str, float]):  # fmt: skip
        super().__init__(source, {}, set(), formulas, support, constants)
        self.faults: list[Fault] = []
        self.loops: list[str] = []

    def emit(self) -> str:
        """Return the formula's definition.

        Raises
        ------
        EmitError
            With every fault of the function.
        """
        parameters = self._parameters()
        arguments = dict(self.kinds)
        while True:  # until the kinds of the local names no longer change: each can change twice
            before, self.faults, self.calls = dict(self.kinds), [], set()
            self.assigned = set(arguments)
            lines, ends = self._block(self.source.body, 1)
            if self.kinds == before:
                break
        if not ends:
            self._note(self.source.fault(self.source.node, "a way through the function ends without a value",
                                         "end each with return or raise"))  # fmt: skip
        if self.faults:
            raise EmitError(self.faults)
        names = [name for name in self.kinds if name not in arguments]
        if names:
            lines.insert(0, f" let {', '.join(names)};")
        name = self.source.name
        head = f"export const {name} = $formula({json.dumps(name)}, {parameters}, ({{{', '.join(arguments)}}}) => {{"
        return "\n".join([head, *lines, "});"])

    def _note(self, fault: Fault) -> None:
        self.faults.append(fault)

    # ---- arguments -----------------------------------------------------------------------------

    def _parameters(self) -> str:
        node, function = self.source.node, self.source.function
        arguments, faults = node.args, []
        self._check_name(node, self.source.name, faults)
        if arguments.posonlyargs or arguments.args or arguments.vararg or arguments.kwarg:
            faults.append(self.source.fault(node, "a formula takes keyword arguments only", "write * before the first"))
        if len(node.decorator_list) > 1:
            faults.append(self.source.fault(node.decorator_list[1], "a formula has one decorator only"))
        kinds, starts, written = argument_kinds(function), function.__kwdefaults__ or {}, []
        for argument in arguments.kwonlyargs:
            name = argument.arg
            self._check_name(argument, name, faults)
            if function.__annotations__.get(name) not in (float, bool, "float", "bool"):
                faults.append(self.source.fault(argument, f"the argument '{name}' must be noted as float or bool"))
            if name not in starts:
                written.append(f"{name}: {'Boolean' if kinds[name] == 'truth' else 'Number'}")
                continue
            start = starts[name]
            if isinstance(start, bool) != (kinds[name] == "truth") or not isinstance(start, int | float):
                faults.append(self.source.fault(argument, f"the default {start!r} of '{name}' is not of its kind"))
                continue
            written.append(f"{name}: {json.dumps(start) if isinstance(start, bool) else number_literal(start)}")
        if faults:
            raise EmitError(faults)
        self.kinds = dict(kinds)
        return f"{{{', '.join(written)}}}"

    def _check_name(self, node: ast.AST, name: str, faults: list[Fault]) -> None:
        if name in RESERVED:
            faults.append(self.source.fault(node, f"'{name}' means something else in JavaScript", "take another name"))
        elif not name.isascii():
            faults.append(self.source.fault(node, f"the name '{name}' has letters outside ASCII"))

    # ---- statements ----------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt], depth: int) -> tuple[list[str], bool]:
        """Translate statements; also say whether every way through them ends."""
        lines: list[str] = []
        ends = False
        for statement in body:
            if ends:
                self._note(self.source.fault(statement, "this is never reached", "take it out"))
                break
            method = getattr(self, f"_write_{type(statement).__name__}", None)
            try:
                if method is None:
                    first = ast.unparse(statement).splitlines()[0]
                    raise self.refuse(statement, f"'{first}' is not part of the language of formulas")
                written, ends = method(statement, depth)
                lines += written
            except Refused as refused:
                self._note(refused.fault)
                ends = isinstance(statement, ast.Return | ast.Raise)
        return lines, ends

    def _write_Return(self, node: ast.Return, depth: int) -> tuple[list[str], bool]:
        if node.value is None:
            raise self.refuse(node, "return gives no value")
        return [f"{' ' * depth}return {self.number(node.value).text};"], True

    def _write_Raise(self, node: ast.Raise, depth: int) -> tuple[list[str], bool]:
        call = node.exc
        if (
            node.cause is None
            and isinstance(call, ast.Call)
            and self.source.look_up(call.func) is None
            and ast.unparse(call.func) == "ValueError"
            and len(call.args) == 1
            and not call.keywords
            and isinstance(call.args[0], ast.Constant)
            and isinstance(call.args[0].value, str)
        ):
            return [f"{' ' * depth}$refuse({json.dumps(call.args[0].value, ensure_ascii=False)});"], True
        raise self.refuse(node, "a formula raises ValueError with one fixed text only", 'raise ValueError("...")')

    def _write_Expr(self, node: ast.Expr, depth: int) -> tuple[list[str], bool]:
        call = node.value
        called = self.source.look_up(call.func) if isinstance(call, ast.Call) else None
        name = getattr(called, "__name__", "")
        if called is None or self.support.get(name) is not called:
            raise self.refuse(node, f"'{ast.unparse(node)}' does nothing here", "only checks of hwcalc.limits may")
        return [f"{' ' * depth}${name}({', '.join(self._check_arguments(call, name))});"], False

    def _check_arguments(self, call: ast.Call, name: str) -> list[str]:
        signature = inspect.signature(self.support[name])
        if call.keywords or any(isinstance(argument, ast.Starred) for argument in call.args):
            raise self.refuse(call, f"{name}() takes its arguments in order, without names or stars")
        if len(call.args) != len(signature.parameters):
            raise self.refuse(call, f"{name}() takes {len(signature.parameters)} arguments: {signature}")
        written = []
        for argument, parameter in zip(call.args, signature.parameters.values(), strict=True):
            if parameter.annotation in (str, "str"):
                if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                    raise self.refuse(argument, "the name of what is checked must be a fixed text")
                written.append(json.dumps(argument.value, ensure_ascii=False))
            elif parameter.annotation in (bool, "bool"):
                written.append(self._flag(argument))
            else:
                written.append(self.number(argument).text)
        return written

    def _write_Assign(self, node: ast.Assign, depth: int) -> tuple[list[str], bool]:
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            raise self.refuse(node, "a formula gives a value to one name at a time", "write one line for each")
        return self._set(node, node.targets[0].id, self.number(node.value), depth)

    def _write_AugAssign(self, node: ast.AugAssign, depth: int) -> tuple[list[str], bool]:
        if not isinstance(node.target, ast.Name):
            raise self.refuse(node, "a formula gives a value to one name at a time")
        before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
        value = self.arithmetic(node, node.op, self.number(before), self.number(node.value))
        return self._set(node, node.target.id, value, depth)

    def _set(self, node: ast.AST, name: str, value: Code, depth: int) -> tuple[list[str], bool]:
        faults: list[Fault] = []
        self._check_name(node, name, faults)
        if faults:
            raise Refused(faults[0])
        if name in self.loops:
            raise self.refuse(node, f"'{name}' counts the loop and cannot be changed in it")
        if self.kinds.get(name) == "truth":
            raise self.refuse(node, f"'{name}' is true or false and cannot become a number")
        known = self.kinds.get(name)
        self.kinds[name] = value.kind if known in (None, value.kind) else "number"
        self.assigned.add(name)
        return [f"{' ' * depth}{name} = {value.text};"], False

    def _write_If(self, node: ast.If, depth: int) -> tuple[list[str], bool]:
        pad = " " * depth
        lines = [f"{pad}if ({self.truth(node.test).text}) {{"]
        before = set(self.assigned)
        body, body_ends = self._block(node.body, depth + 1)
        after_body, self.assigned = self.assigned, set(before)
        other, other_ends = self._block(node.orelse, depth + 1)
        if body_ends or other_ends:
            self.assigned = self.assigned if body_ends else after_body
        else:
            self.assigned &= after_body
        lines += body
        if node.orelse:
            lines += [f"{pad}}} else {{", *other]
        return [*lines, f"{pad}}}"], body_ends and other_ends

    def _write_For(self, node: ast.For, depth: int) -> tuple[list[str], bool]:
        if node.orelse:
            raise self.refuse(node.orelse[0], "a loop with 'else' is not part of the language of formulas")
        call = node.iter
        is_range = isinstance(call, ast.Call) and ast.unparse(call.func) == "range"
        if not is_range or self.source.look_up(call.func) is not None or len(call.args) != 1 or call.keywords:
            raise self.refuse(node, "a loop runs over range(n) only", "for k in range(math.floor(n)):")
        bound = self.number(call.args[0])
        if bound.kind != "whole":
            raise self.refuse(call, f"'{ast.unparse(call.args[0])}' may be no whole number", "use math.floor or ceil")
        if not isinstance(node.target, ast.Name):
            raise self.refuse(node.target, "a loop counts with one name")
        name, faults = node.target.id, []
        self._check_name(node.target, name, faults)
        if name in self.kinds:
            faults.append(self.source.fault(node.target, f"'{name}' is in use already", "count with another name"))
        if faults:
            raise Refused(faults[0])
        before = set(self.assigned)
        self.kinds[name] = "whole"
        self.assigned.add(name)
        self.loops.append(name)
        body, _ = self._block(node.body, depth + 1)
        self.loops.pop()
        del self.kinds[name]
        self.assigned = before
        pad = " " * depth
        head = f"{pad}for (let {name} = 0, ${name} = {bound.text}; {name} < ${name}; {name}++) {{"
        return [head, *body, f"{pad}}}"], False


def _check_cycles(calls: Mapping[str, set[str]], sources: Mapping[str, FunctionSource]) -> None:
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            wrong = f"this formula calls itself: {' -> '.join([*way[way.index(name) :], name])}"
            raise EmitError([sources[name].fault(sources[name].node, wrong)])
        if name not in done:
            for called in sorted(calls[name]):
                visit(called, (*way, name))
            done.add(name)

    for name in calls:
        visit(name, ())


def _registered() -> Mapping[str, Any]:
    importlib.import_module("hwcalc")
    return importlib.import_module("hwcalc.registry").FORMULAS


def _limits() -> dict[str, Callable[..., Any]]:
    module = importlib.import_module("hwcalc.limits")
    functions = inspect.getmembers(module, inspect.isfunction)
    return {name: function for name, function in functions if function.__module__ == module.__name__}


def emit_module(formulas: Mapping[str, Any] | None = None,
                support: Mapping[str, Callable[..., Any]] | None = None) -> str:  # fmt: skip
    """Return the ES module with every formula that runs in the browser.

    Parameters
    ----------
    formulas : mapping, optional
        Name to registered formula (or bare function). Left out: all of `hwcalc`.
    support : mapping, optional
        The checks they may call: name to function. Left out: those of `hwcalc.limits`.

    Returns
    -------
    str
        A module that exports each formula as a function of one object, ``formulas`` (a Map from name to function)
        and ``parameters`` (a Map from name to the list of argument names).

    Raises
    ------
    EmitError
        With every fault of every formula, each with file and line.
    """
    functions = functions_of(_registered() if formulas is None else formulas)
    checks = _limits() if support is None else dict(support)
    collector = FaultCollector()
    constants: dict[str, float] = {}
    sources: dict[str, FunctionSource] = {}
    calls: dict[str, set[str]] = {}
    written: list[str] = []
    for name, function in functions.items():
        with collector.collecting():
            sources[name] = source_of(function, name)
            emitter = FunctionEmitter(sources[name], functions, checks, constants)
            written.append(emitter.emit())
            calls[name] = emitter.calls
    with collector.collecting():
        support_code = emit_support(checks, constants)
    for name in set(constants) & ({*functions} | RESERVED):
        collector.add(Fault("?", 1, 1, f"'{name}' names a number of a module and something else", "rename the number"))
    if collector.faults:
        raise EmitError(collector.faults)
    _check_cycles(calls, sources)
    numbers = [f"const {name} = {number_literal(value)};" for name, value in constants.items()]
    names = ", ".join(functions)
    end = [
        f"export const formulas = new Map(Object.entries({{{names}}}));",
        "export const parameters = new Map([...formulas].map(([name, formula]) => [name, formula.parameters]));",
    ]
    return "\n".join([PRELUDE.rstrip(), *support_code, *numbers, *written, *end, ""])


UNITS_MODULE = """const prefixes = {prefixes};
export const units = {{}};
export const families = {{}};
for (const [base, dimension, factor, letters] of {families}) {{
  families[base] = letters.map((letter) => letter + base);
  for (const letter of letters) units[letter + base] = [dimension, factor * (prefixes[letter] ?? 1)];
}}
for (const symbol of {bases}) units[symbol] = [symbol, 1];
Object.assign(units, {others});
export const words = {words};
"""


def emit_units(languages: tuple[str, ...] = LANGUAGES) -> str:
    """Return the ES module with the table of units that `numbers.mjs` reads, made from `hwcalc.units`.

    Parameters
    ----------
    languages : tuple of str
        Those that the words of units are needed in.

    Notes
    -----
    Units that differ by a prefix alone are written once: the table is a third as long as one with every unit.
    """
    from hwcalc.units import FAMILIES, PREFIXES, UNITS, WORDS

    def compact(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    families = [
        [base, UNITS[base].dimension, UNITS[base].factor, [symbol.removesuffix(base) for symbol in symbols]]
        for base, symbols in FAMILIES.items()
    ]
    alone = [unit for unit in UNITS.values() if not any(unit.symbol in symbols for symbols in FAMILIES.values())]
    bases = [unit.symbol for unit in alone if (unit.dimension, unit.factor) == (unit.symbol, 1.0)]
    return UNITS_MODULE.format(
        prefixes=compact({letter: factor for letter, factor in PREFIXES.items() if letter}), families=compact(families), bases=compact(bases),
        others=compact({unit.symbol: [unit.dimension, unit.factor] for unit in alone if unit.symbol not in bases}),
        words=compact({language: WORDS[language] for language in languages}),
    )


@cache
def generated_modules(languages: tuple[str, ...] = LANGUAGES) -> dict[str, str]:
    """Return the generated modules of the browser part: file name -> text. They stand next to ``numbers.mjs``."""
    return {"formulas.mjs": emit_module(), "units.mjs": emit_units(languages)}
