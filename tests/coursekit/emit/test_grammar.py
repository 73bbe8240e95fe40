"""The language of formulas: what it has means in JavaScript what it means in Python; the rest is refused by line."""

from __future__ import annotations

import math

import pytest
from formula_inputs import (
    ARITHMETIC,
    agree,
    arithmetic_calls,
    load_module,
    python_answer,
)
from javascript_engine import call_each, call_formulas, engine

from coursekit.emit.javascript import emit_module
from coursekit.emit.source import EmitError
from hwcalc import limits

SUPPORT = {"positive": limits.positive, "whole": limits.whole, "fraction": limits.fraction, "boolean": limits.boolean}

HEAD = """\
import math
from math import ceil
from hwcalc import limits
from hwcalc.limits import boolean, positive, whole

RATE = 2.5
DOZEN = 12
BIG = 2**60
FLAG = True
WORDS = "text"


def other(*, a: float, flag: bool = False) -> float:
    return 2 * a if flag else a


def unlisted(*, a: float) -> float:
    return a


"""
HEAD_LINES = HEAD.count("\n")

REFUSED = [
    # operators and values
    ("return x // y", "the operator // is not part"),
    ("return x % y", "the operator % is not part"),
    ("return x @ y", "the operator MatMult is not part"),
    ("return 1 << 3", "the operator LShift is not part"),
    ("return 2 ** math.ceil(x)", "grows beyond every float; write the base as a float: 2.0 ** k"),
    ("return +x", "gives no number"),
    ("return ~x", "gives no number"),
    ("return 9007199254740993 * x", "beyond 2**53"),
    ("return 1e999", "too large for a float; write math.inf"),
    ("return 2j * x", "2j is no number"),
    ("return True", "True is no number"),
    ("return 'one'", "'one' is no number"),
    ("return None", "None is no number"),
    ("return", "return gives no value"),
    # names
    ("return z", "'z' is neither an argument, nor a local name"),
    ("return flag * x", "'flag' is true or false, not a number"),
    ("return FLAG * x", "'FLAG' is neither"),
    ("return WORDS", "'WORDS' is neither"),
    ("return BIG * x", "the module's 'BIG' is"),
    ("return math.pi * x", "'math.pi' is not part of the language of formulas; math.inf is"),
    ("return x.real", "'x.real' is not part"),
    ("return x[0]", "'x[0]' is not part"),
    ("if flag:\n        z = 1.0\n    return z", "'z' may have no value here"),
    ("for k in range(3):\n        z = 1.0\n    return z", "'z' may have no value here"),
    ("for k in range(3):\n        pass\n    return k", "'k' is neither"),
    ("new = x\n    return new", "'new' means something else in JavaScript"),
    ("długość = x\n    return długość", "letters outside ASCII"),
    # calls
    ("return round(x)", "'round' cannot be called"),
    ("return sum((x, y))", "'sum' cannot be called"),
    ("return abs(x)", "'abs' cannot be called"),
    ("return int(x)", "'int' cannot be called"),
    ("return float(x)", "'float' cannot be called"),
    ("return max(x)", "max() needs two numbers or more"),
    ("return max((x, y))", "is not part of the language"),
    ("return max(x, y, key=abs)", "without names or stars"),
    ("return min(*[x, y])", "without names or stars"),
    ("return math.log(x, 2)", "math.log() takes one number here"),
    ("return math.log2(x)", "did you mean 'math.log'?"),
    ("return math.isclose(x, y)", "'math.isclose' cannot be called"),
    ("return x.hex()", "'x.hex' cannot be called"),
    ("return (lambda: x)()", "cannot be called"),
    ("return unlisted(a=x)", "'unlisted' cannot be called"),
    ("return other(x)", "takes every argument by its name"),
    ("return other(**{})", "takes every argument by its name"),
    ("return other(b=x)", "other() has no argument 'b'"),
    ("return other(flag=True)", "other() is not given 'a'"),
    ("return other(a=x, flag=1)", "this argument is true or false"),
    ("return other(a=x, flag=x > 1)", "this argument is true or false"),
    ("return other(a=flag)", "'flag' is true or false, not a number"),
    ("other = x\n    return other(a=x)", "'other' is a number here and cannot be called"),
    ("return positive('x', x)", "positive() gives no value"),
    ("positive(x, x)\n    return x", "must be a fixed text"),
    ("positive('x')\n    return x", "positive() takes 2 arguments"),
    ("positive('x', value=x)\n    return x", "in order, without names"),
    ("boolean('x', x)\n    return x", "this argument is true or false"),
    # conditions
    ("return 1.0 if x else 0.0", "'x' is no condition"),
    ("return 1.0 if 0 < x < 1 else 0.0", "comparisons in a chain"),
    ("return x or 1.0", "'x or 1.0' is not part"),
    ("return x and y", "'x and y' is not part"),
    ("return (x > 1) + y", "'x > 1' is not part"),
    ("return not flag", "gives no number"),
    ("above = x > 1\n    return x", "'x > 1' is not part"),
    ("if x is None:\n        return 1.0\n    return x", "is no comparison of numbers"),
    ("if x in (1, 2):\n        return 1.0\n    return x", "is no comparison of numbers"),
    ("if flag == True:\n        return 1.0\n    return x", "'flag' is true or false"),
    # statements
    ("z = w = x\n    return z", "one name at a time"),
    ("z, w = x, y\n    return z", "one name at a time"),
    ("z: float = x\n    return z", "'z: float = x' is not part"),
    ("return (z := x)", "is not part of the language"),
    ("flag = 1.0\n    return x", "'flag' is true or false and cannot become a number"),
    ("while x > 1:\n        x = x / 2\n    return x", "'while x > 1:' is not part"),
    ("for k in range(x):\n        y = y + k\n    return y", "'x' may be no whole number"),
    ("for k in range(1, 3):\n        y = y + k\n    return y", "a loop runs over range(n) only"),
    ("for k in (1, 2):\n        y = y + k\n    return y", "a loop runs over range(n) only"),
    ("for k, j in range(3):\n        y = y + k\n    return y", "counts with one name"),
    ("for k in range(3):\n        k = 1\n    return y", "'k' counts the loop"),
    ("for y in range(3):\n        x = x + y\n    return x", "'y' is in use already"),
    ("for k in range(3):\n        y = y + k\n    else:\n        y = 1.0\n    return y", "a loop with 'else'"),
    ("for k in range(3):\n        break\n    return y", "'break' is not part"),
    ("try:\n        return x\n    except ValueError:\n        return y", "'try:' is not part"),
    ("with x:\n        return y", "'with x:' is not part"),
    ("del x\n    return y", "'del x' is not part"),
    ("global x1\n    return y", "'global x1' is not part"),
    ("import os\n    return y", "'import os' is not part"),
    ("def inner():\n        return 1\n    return y", "'def inner():' is not part"),
    ("assert x > 0\n    return y", "'assert x > 0' is not part"),
    ("print(x)\n    return y", "does nothing here"),
    ("x + 1\n    return y", "does nothing here"),
    ("raise TypeError('no')", "raises ValueError with one fixed text only"),
    ("raise ValueError(f'{x} is wrong')", "raises ValueError with one fixed text only"),
    ("raise ValueError", "raises ValueError with one fixed text only"),
    ("return x\n    return y", "this is never reached"),
    ("if flag:\n        return x", "a way through the function ends without a value"),
    ("yield x", "'yield x' does nothing here"),
    ("return [x for x in (1, 2)]", "is not part of the language"),
    ("return f'{x}'", "is not part of the language"),
]

REFUSED_HEADS = [
    ("def sample(x: float) -> float:", "keyword arguments only"),
    ("def sample(x: float, /) -> float:", "keyword arguments only"),
    ("def sample(*x: float) -> float:", "keyword arguments only"),
    ("def sample(*, x: float, **more: float) -> float:", "keyword arguments only"),
    ("def sample(*, x) -> float:", "must be noted as float or bool"),
    ("def sample(*, x: int) -> float:", "must be noted as float or bool"),
    ("def sample(*, x: float | None = None) -> float:", "must be noted as float or bool"),
    ("def sample(*, x: float = None) -> float:", "the default None of 'x' is not of its kind"),
    ("def sample(*, x: float = False) -> float:", "the default False of 'x' is not of its kind"),
    ("def sample(*, x: bool = 0) -> float:", "the default 0 of 'x' is not of its kind"),
    ("def sample(*, x: float, default: float) -> float:", "'default' means something else in JavaScript"),
    ("def sample(*, x: float, λ: float) -> float:", "letters outside ASCII"),
    ("@staticmethod\n@property\ndef sample(*, x: float) -> float:", "one decorator only"),
    ("async def sample(*, x: float) -> float:", "no function of this name begins"),
]


def faults_of(tmp_path, text: str, line_of_body: int):
    module = load_module(tmp_path, HEAD + text)
    function = module.sample
    for _ in range(3):
        function = getattr(function, "__wrapped__", None) or getattr(function, "fget", None) or function
    with pytest.raises(EmitError) as caught:
        emit_module({"other": module.other, "sample": function}, SUPPORT)
    fault = caught.value.faults[0]
    assert fault.path.endswith("written_formulas.py")
    assert fault.line >= line_of_body
    return " ".join(map(str, caught.value.faults))


@pytest.mark.parametrize(("body", "message"), REFUSED, ids=[body.split("\n")[0] for body, _ in REFUSED])
def test_what_could_mean_something_else_is_refused(tmp_path, body, message):
    text = f"def sample(*, x: float, y: float = 1.0, flag: bool = False) -> float:\n    {body}\n"
    assert message in faults_of(tmp_path, text, HEAD_LINES + 1)


@pytest.mark.parametrize(("head", "message"), REFUSED_HEADS, ids=[head for head, _ in REFUSED_HEADS])
def test_arguments_that_could_mean_something_else_are_refused(tmp_path, head, message):
    text = f"{head}\n    return {'1.0' if '*x' in head or 'async' in head else 'x' if 'bool' not in head else '1.0'}\n"
    assert message in faults_of(tmp_path, text, HEAD_LINES + 1)


def test_a_fault_names_its_line_and_column(tmp_path):
    text = "def sample(*, x: float) -> float:\n    y = 2 * x\n    z = y + x // 2\n    return round(z)\n"
    module = load_module(tmp_path, HEAD + text)
    with pytest.raises(EmitError) as caught:
        emit_module({"sample": module.sample}, {})
    lines = [(fault.line - HEAD_LINES, fault.column) for fault in caught.value.faults]
    assert lines == [(3, 13), (4, 12)]


def test_formulas_that_call_each_other_in_a_circle_are_refused(tmp_path):
    text = "def first(*, a: float) -> float:\n    return second(a=a)\n\n\ndef second(*, a: float) -> float:\n    return first(a=a)\n"
    module = load_module(tmp_path, text)
    with pytest.raises(EmitError, match="this formula calls itself: first -> second -> first"):
        emit_module({"first": module.first, "second": module.second}, {})


def test_the_same_constant_with_two_values_is_refused(tmp_path):
    one = load_module(tmp_path, "RATE = 1.0\ndef one(*, a: float) -> float:\n    return RATE * a\n", "one_module")
    two = load_module(tmp_path, "RATE = 2.0\ndef two(*, a: float) -> float:\n    return RATE * a\n", "two_module")
    with pytest.raises(EmitError, match="two modules have a number 'RATE' with different values"):
        emit_module({"one": one.one, "two": two.two}, {})


ACCEPTED = """\
def arithmetic(*, x: float, y: float = 3.0) -> float:
    return -x + y * 2 - (x - y) / 4 - x / y * (y - -x) ** 2 / DOZEN + RATE ** y


def brackets(*, x: float, y: float) -> float:
    return (x - (y - (x + y))) * (x + y) / (x * y) / 2 ** 3 - -(-x) - (x * (y / 2))


def steps(*, x: float, y: float) -> float:
    total = 0
    total += x
    total -= y / 2
    total *= 3
    total /= 7
    total **= 2
    return total


def branches(*, x: float, y: float, flag: bool = False) -> float:
    if x == y:
        return 1.0
    elif x > y and not flag or x < -y:
        z = 2.0
    else:
        if y >= 3 and (flag or x != 2):
            raise ValueError("the second is too large")
        z = 3.0
    return z if z <= 2.5 else z * (y if flag else -y)


def loops(*, x: float, n: float = 4.0) -> float:
    positive("x", x)
    whole("n", n, 1)
    bound = ceil(n)
    total = 0.0
    for k in range(bound):
        bound = 0
        for j in range(k + 1):
            total += x * (j + 1) / (k + 1) + 2.0 ** j
    for k in range(min(2, math.floor(n))):
        total = total + k
    return total + bound


def limits_and_mathematics(*, x: float, y: float) -> float:
    limits.fraction("y", y)
    return max(math.sqrt(x), math.exp(y), math.log(x), ceil(x) - math.floor(x / 2)) + min(x, y, math.inf)


def calls(*, x: float, flag: bool) -> float:
    boolean("flag", flag)
    return other(a=x, flag=flag) + other(a=x * 2) - other(a=1, flag=True)
"""

VALUES = (0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 4.0, -2.5, 7.25, 1e300, -1e300, 1e-300, math.inf, -math.inf, math.nan)


@pytest.fixture(scope="module")
def accepted(tmp_path_factory):
    module = load_module(tmp_path_factory.mktemp("accepted"), HEAD + ACCEPTED)
    names = ("other", "arithmetic", "brackets", "steps", "branches", "loops", "limits_and_mathematics", "calls")
    return {name: getattr(module, name) for name in names}


def test_the_language_means_the_same_on_both_sides(accepted):
    calls = []
    for name, function in accepted.items():
        arguments = list(function.__annotations__)[:-1]
        for x in VALUES:
            for y in VALUES if len(arguments) > 1 else VALUES[:1]:
                for flag in (False, True) if "flag" in arguments else (False,):
                    values = iter((x, y))
                    given = {a: flag if a == "flag" else next(values) for a in arguments}
                    if not (name == "loops" and abs(given["n"]) > 1e6):
                        calls.append((name, given))
    module = emit_module(accepted, SUPPORT)
    with engine(module) as context:
        answers = call_formulas(context, calls)
    for (name, given), (kind, value) in zip(calls, answers, strict=True):
        expected_kind, expected = python_answer(accepted[name], given)
        if isinstance(expected, complex):
            expected_kind = "error"
        assert kind == expected_kind, (name, given, value, expected)
        if kind == "value":
            assert agree(value, expected, 1e-12), (name, given, value, expected)


def test_wrong_calls_are_refused_in_the_browser(accepted):
    calls = [
        ("calls", {"x": 1.0}),
        ("calls", {"x": 1.0, "flag": 1.0}),
        ("calls", {"x": "1", "flag": True}),
        ("calls", {"x": 1.0, "flag": True, "z": 1.0}),
        ("calls", {}),
        ("arithmetic", {"x": None}),
        ("arithmetic", {"x": [1.0]}),
    ]
    with engine(emit_module(accepted, SUPPORT)) as context:
        answers = call_formulas(context, calls)
    assert [text for _, text in answers] == [
        "TypeError: calls() needs the argument 'flag'",
        "TypeError: flag must be a boolean, not a number",
        "TypeError: x must be a number, not a string",
        "TypeError: calls() has no argument 'z'",
        "TypeError: calls() needs the argument 'x'",
        "TypeError: x must be a number, not a object",
        "TypeError: x must be a number, not a object",
    ]


def test_the_module_names_its_formulas_and_their_arguments(accepted):
    with engine(emit_module(accepted, SUPPORT)) as context:
        assert context.eval("[...formulas.keys()].join()") == ",".join(accepted)
        assert context.eval("parameters.get('branches').join()") == "x,y,flag"


def test_arithmetic_means_the_same_at_every_edge():
    calls = list(arithmetic_calls())
    with engine(emit_module({}, {})) as context:
        helpers = "{" + ", ".join(f"{name}: ${name}" for name in ARITHMETIC) + "}"
        answers = call_each(context, f"([name, ...given]) => ({helpers})[name](...given)", [[n, *given] for n, given, _ in calls])
    for (name, given, (kind, expected)), (answer_kind, answer) in zip(calls, answers, strict=True):
        assert answer_kind == kind, (name, given, answer, expected)
        if kind == "value":
            assert agree(answer, expected, 1e-12), (name, given, answer, expected)
            assert expected != 0 or math.copysign(1, answer) == math.copysign(1, expected), (name, given)
