"""Random functions of the language of formulas give the same in Python and in V8, or are refused by both."""

from __future__ import annotations

import ast
import math
import random
from pathlib import Path
from types import ModuleType

from formula_inputs import agree, python_answer
from javascript_engine import call_formulas, engine

from coursekit.emit.javascript import emit_module
from hwcalc import limits

FUNCTIONS = 3000
INPUTS = 10
SUPPORT = {"positive": limits.positive, "fraction": limits.fraction}
HEAD = "import math\nfrom hwcalc.limits import fraction, positive\n\nRATE = 2.5\nDOZEN = 12\n"
NUMBERS = ("0.0", "1.0", "2.0", "0.5", "3", "1", "7.25", "1e3", "1e-3", "RATE", "DOZEN", "math.inf")


class Writer:
    """Writes one random function."""

    def __init__(self, index: int, earlier: list[str]):
        self.random = random.Random(index)
        self.earlier = earlier
        self.names = ["a", "b", "c"]
        self.loops = 0

    def number(self, depth: int) -> str:
        pick = self.random.random
        if depth == 0 or pick() < 0.15:
            return self.random.choice(self.names if pick() < 0.75 else NUMBERS)
        kind = self.random.choice("++--**//^mceselibfu")
        one, two = self.number(depth - 1), self.number(depth - 1)
        match kind:
            case "+" | "-" | "*" | "/":
                return f"({one} {kind} {two})" if pick() < 0.7 else f"{one} {kind} {two}"
            case "^":
                base = self.random.choice("abc") if pick() < 0.7 else f"(1.0 * ({one}))"
                return f"{base} ** {self.random.choice(['2', '0.5', '-1', '3.0', 'c', '-b'])}"
            case "m":
                return f"{self.random.choice(['min', 'max'])}({one}, {two}{', a' * (pick() < 0.2)})"
            case "c":
                return f"math.{self.random.choice(['ceil', 'floor'])}({one})"
            case "e" | "s" | "l":
                return f"math.{ {'e': 'exp', 's': 'sqrt', 'l': 'log'}[kind] }({one})"
            case "i":
                return f"({one} if {self.truth(depth - 1)} else {two})"
            case "b" | "u":
                return f"-({one})" if pick() < 0.5 else f"-{self.random.choice('abc')}"
        if self.earlier and pick() < 0.6:
            return f"{self.random.choice(self.earlier)}(a={one}, b={two}, c={self.random.choice('abc')}, flag=flag)"
        return f"({one} - {two})"

    def truth(self, depth: int) -> str:
        pick = self.random.random()
        if pick < 0.15:
            return "flag"
        if depth > 0 and pick < 0.35:
            word = self.random.choice(["and", "or"])
            return f"({self.truth(depth - 1)} {word} {self.truth(depth - 1)})"
        if pick < 0.45:
            return f"not {self.truth(0)}"
        sign = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        return f"({self.number(1)} {sign} {self.number(1)})"

    def block(self, depth: int, room: int) -> list[str]:
        lines = []
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.choice("aaugifp") if depth else self.random.choice("aau")
            if kind == "a":
                name = self.random.choice(["p", "q", "a", "b"])
                value = self.number(2)
                lines.append(f"{name} = {value}")
                if room == 0 and name not in self.names:  # read only where it certainly has a value
                    self.names.append(name)
            elif kind == "u":
                lines.append(f"{self.random.choice(self.names)} {self.random.choice(['+=', '-=', '*=', '/='])} {self.number(1)}")
            elif kind in "gi":
                lines.append(f"if {self.truth(1)}:")
                lines += [f"    {line}" for line in self.block(depth - 1, room + 1)]
                if kind == "g":
                    lines.append(f"    return {self.number(1)}")
                elif self.random.random() < 0.6:
                    lines += ["else:", *[f"    {line}" for line in self.block(depth - 1, room + 1)]]
            elif kind == "f":
                counter = f"k{self.loops}"
                self.loops += 1
                lines.append(f"for {counter} in range(min(4, math.floor({self.number(1)}))):")
                self.names.append(counter)
                body = [line for line in self.block(0, room + 1) if not line.startswith(counter)]
                self.names.remove(counter)
                lines += [f"    {line}" for line in body or ["a = a + 1"]]
            else:
                check = self.random.choice(["positive", "fraction"])
                lines.append(f'{check}("{self.names[0]}", {self.number(1)})')
        return lines

    def function(self, name: str) -> str:
        body = [f'if {self.truth(1)}:\n        raise ValueError("this is not wanted")'] * (self.random.random() < 0.1)
        body += [*self.block(2, 0), f"return {self.number(3)}"]
        text = "\n".join(f"    {line}" for line in body)
        return f"def {name}(*, a: float, b: float = 2.0, c: float = 0.5, flag: bool = False) -> float:\n{text}\n\n\n"


class _Watched(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow):
            called = ast.copy_location(ast.Name("watched_power", ast.Load()), node)
            return ast.copy_location(ast.Call(called, [node.left, node.right], []), node)
        return node


def watched(folder: Path, text: str) -> tuple[ModuleType, list[complex]]:
    """Load the functions so that they note every complex number on the way; their file holds the plain text."""
    seen: list[complex] = []

    def watched_power(a, b):
        value = a**b
        if isinstance(value, complex):
            seen.append(value)
        return value

    path = folder / "random_functions.py"
    path.write_text(text, encoding="utf-8")
    module = ModuleType("random_functions")
    module.__dict__["watched_power"] = watched_power
    exec(compile(_Watched().visit(ast.parse(text)), str(path), "exec"), module.__dict__)  # noqa: S102  written above
    return module, seen


def draw(generator: random.Random) -> float:
    """Draw an argument: any size, and now and then an edge."""
    if generator.random() < 0.15:
        return generator.choice((0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 1e150))
    if generator.random() < 0.3:
        return float(generator.randint(-5, 12))
    return generator.uniform(-1, 3) * 10.0 ** generator.randint(-2, 3)


def python_side(function, given) -> tuple[str, object]:
    try:
        return python_answer(function, given)
    except TypeError as error:  # a complex number was compared or given to a function of real numbers
        return "error", str(error)


def test_random_functions_agree(tmp_path):
    names = [f"f{index}" for index in range(FUNCTIONS)]
    text = HEAD + "\n\n" + "".join(Writer(index, names[max(0, index - 5) : index]).function(name) for index, name in enumerate(names))
    module, complex_seen = watched(tmp_path, text)
    functions = {name: getattr(module, name) for name in names}
    generator = random.Random(5)
    calls = []
    for name in names:
        for _ in range(INPUTS):
            given = {"a": draw(generator), "b": draw(generator), "c": draw(generator), "flag": generator.random() < 0.5}
            calls.append((name, {key: given[key] for key in given if key in ("a", "flag") or generator.random() < 0.9}))
    with engine(emit_module(functions, SUPPORT)) as context:
        answers = call_formulas(context, calls)
    agreed, went_complex, different = {"value": 0, "error": 0}, 0, []
    for (name, given), (kind, answer) in zip(calls, answers, strict=True):
        complex_seen.clear()
        expected_kind, expected = python_side(functions[name], given)
        if kind == expected_kind and (kind == "error" or agree(answer, expected, 1e-6)):
            agreed[kind] += 1
        elif kind == "error" and complex_seen:
            went_complex += 1
        else:
            different.append((name, given, (kind, answer), (expected_kind, expected)))
    print(f"agree: {agreed}, complex in Python: {went_complex}, different: {len(different)}")
    assert not different, different[:5]
    assert agreed["value"] > FUNCTIONS * INPUTS / 4
    assert went_complex < FUNCTIONS * INPUTS / 20
