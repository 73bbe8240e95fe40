"""Formulas are typeset from their source, in the author's order; what cannot be typeset says so."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from formula_inputs import load_module
from javascript_engine import ROOT

from coursekit.emit.latex import typeset
from coursekit.emit.source import EmitError
from hwcalc.registry import FORMULAS

GOLDEN = ROOT / "tests/data/typeset.txt"

HEAD = """\
import math
from hwcalc.limits import positive

HOUR = 3600.0
LARGE = 3.6e6


def inner(*, x: float, y: float = 2.0) -> float:
    return x / (1 + y)


def bent(*, x: float) -> float:
    return x if x > 0 else -x


"""
Y = r"y_{\text{in}}"
LATEX = {"x": "x", "y": Y, "z": "z", "flag": r"\text{causal}"}


def entry(function, tex=None, symbol="f", browser=True):
    names = [name for name in function.__annotations__ if name != "return"]
    symbols = tuple(SimpleNamespace(name=name, latex=LATEX[name]) for name in names)
    return SimpleNamespace(
        name=function.__name__, function=function, symbol=symbol, symbols=symbols, tex=tex, browser=browser
    )


def typeset_body(tmp_path, body: str, tex=None, language="en") -> str:
    text = f"def sample(*, x: float, y: float = 1.0, z: float = 1.0, flag: bool = False) -> float:\n    {body}\n"
    module = load_module(tmp_path, HEAD + text)
    others = {"inner": entry(module.inner, symbol="g"), "bent": entry(module.bent, symbol="h")}
    return typeset(entry(module.sample, tex), others, language).removeprefix("f = ")


@pytest.mark.parametrize(
    ("body", "latex"),
    [
        ("return x * z", r"x\,z"),
        ("return 2 * x * 3", r"2\,x \cdot 3"),
        ("return 2 * 0.5 * x", r"2 \cdot 0.5\,x"),
        ("return x * x * z / (y * y)", rf"\frac{{x^{{2}}\,z}}{{{Y}^{{2}}}}"),
        ("return x * y / z", rf"\frac{{x\,{Y}}}{{z}}"),
        ("return x / y * z", rf"\frac{{x\,z}}{{{Y}}}"),
        ("return 2 * (x - 1) / x * z / y", rf"\frac{{2\left(x - 1\right)\,z}}{{x\,{Y}}}"),
        ("return x / z / y", rf"\frac{{x}}{{z\,{Y}}}"),
        ("return x / (z / y)", rf"\frac{{x\,{Y}}}{{z}}"),
        ("return 1 / x * z", r"\frac{z}{x}"),
        ("return 1 / x", r"\frac{1}{x}"),
        ("return x - (z - y)", rf"x - \left(z - {Y}\right)"),
        ("return x + (z - y)", rf"x + z - {Y}"),
        ("return (x - z) - y", rf"x - z - {Y}"),
        ("return -x + z", "-x + z"),
        ("return x - -z", "x + z"),
        ("return -(x + z)", r"-\left(x + z\right)"),
        ("return -(x / z)", r"-\frac{x}{z}"),
        ("return -x * -z", r"x\,z"),
        ("return x ** 2 * z ** y", rf"x^{{2}}\,z^{{{Y}}}"),
        ("return (x + 1) ** 2", r"\left(x + 1\right)^{2}"),
        ("return (x / z) ** 2", r"\left(\frac{x}{z}\right)^{2}"),
        ("return (x ** 2) ** z", r"\left(x^{2}\right)^{z}"),
        ("return (-x) ** 2", r"\left(-x\right)^{2}"),
        ("return x ** 0.5 + math.sqrt(2 * z)", r"\sqrt{x} + \sqrt{2\,z}"),
        ("return math.exp(-x / z) * math.log(x)", r"e^{-\frac{x}{z}}\,\ln\left(x\right)"),
        ("return math.ceil(x / z) * math.floor(x)", r"\left\lceil \frac{x}{z} \right\rceil\,\left\lfloor x \right\rfloor"),
        ("return min(x, z / 2) + max(1, x, z)", r"\min\left(x, \frac{z}{2}\right) + \max\left(1, x, z\right)"),
        ("return x * HOUR / LARGE + 1e12 * x", r"\frac{x \cdot 3600}{3.6 \cdot 10^{6}} + 10^{12}\,x"),
        ("return 86400 * x", r"86\,400\,x"),
        ("part = x / z\n    part *= 2\n    return part + part", r"\frac{x \cdot 2}{z} + \frac{x \cdot 2}{z}"),
        ("positive('x', x)\n    if x > 3:\n        raise ValueError('no')\n    return x", "x"),
        ("return inner(x=x, y=y) * z", r"g\,z"),
        ("return inner(x=2 * x, y=z)", r"\frac{2\,x}{1 + z}"),
        ("return inner(x=z)", r"\frac{z}{1 + 2}"),
    ],
)
def test_the_authors_order_is_kept(tmp_path, body, latex):
    assert typeset_body(tmp_path, body) == latex


@pytest.mark.parametrize(
    ("body", "latex"),
    [
        (
            "if x > z:\n        return x\n    return z",
            r"\begin{cases} x & \text{if }x > z \\ z & \text{otherwise} \end{cases}",
        ),
        (
            "if flag:\n        w = 6 * x\n    else:\n        w = 12 * x\n    return w * z",
            r"\begin{cases} 6\,x\,z & \text{if }\text{causal} \\ 12\,x\,z & \text{otherwise} \end{cases}",
        ),
        (
            "if not flag:\n        return x\n    return z",
            r"\begin{cases} x & \text{if }\text{not }\text{causal} \\ z & \text{otherwise} \end{cases}",
        ),
        (
            "if x <= 1:\n        return 1\n    elif x < 2 and z != 3:\n        return 2\n    return 3",
            r"\begin{cases} 1 & \text{if }x \le 1 \\ 2 & \text{if }x < 2 \text{ and } z \ne 3 \\ 3 & \text{otherwise} \end{cases}",
        ),
        (
            "if flag:\n        if x > 1:\n            return 1\n        return 2\n    return 3",
            r"\begin{cases} 1 & \text{if }\text{causal} \text{ and } x > 1 \\ 2 & \text{if }\text{causal} \text{ and } x \le 1"
            r" \\ 3 & \text{otherwise} \end{cases}",
        ),
        (
            "return z * (x if flag else 1) / (x if flag else 2)",
            r"\begin{cases} \frac{z\,x}{x} & \text{if }\text{causal} \\ \frac{z}{2} & \text{otherwise} \end{cases}",
        ),
        (
            "return bent(x=z)",
            r"\begin{cases} z & \text{if }z > 0 \\ -z & \text{otherwise} \end{cases}",
        ),
        ("if x > 1:\n        return z\n    return z", "z"),
        ("if x > 1:\n        raise ValueError('no')\n    else:\n        return z", "z"),
    ],
)
def test_ways_through_if_become_cases(tmp_path, body, latex):
    assert typeset_body(tmp_path, body) == latex


def test_polish_has_its_comma_and_its_words(tmp_path):
    body = "if x > 0.5:\n        return 2.5 * x\n    return z"
    assert typeset_body(tmp_path, body, language="pl") == (
        r"\begin{cases} 2{,}5\,x & \text{gdy }x > 0{,}5 \\ z & \text{w pozostałych przypadkach} \end{cases}"
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("for k in range(3):\n        x = x + k\n    return x", "'for k in range(3):' cannot be typeset; give the formula's"),
        ("return x // z", "the operator FloorDiv cannot be typeset"),
        ("return abs(x)", "'abs' cannot be typeset"),
        ("return unknown", "'unknown' cannot be typeset"),
        ("return 1.0 if x else 2.0 if (x is None) else 3.0", "the condition"),
        ("raise ValueError('never')", "a function that only raises cannot be typeset"),
        ("x = 1.0", "a function that may end without return cannot be typeset"),
        (
            "w = (1 if x > 1 else 2) + (1 if x > 2 else 3) + (1 if x > 3 else 4)\n    return w",
            "a function with more than 6 cases",
        ),
    ],
)
def test_what_cannot_be_typeset_says_so(tmp_path, body, message):
    with pytest.raises(EmitError, match=re.escape(message)) as caught:
        typeset_body(tmp_path, body)
    fault = caught.value.faults[0]
    assert fault.path.endswith("written_formulas.py") and fault.line > HEAD.count("\n")


def test_latex_by_hand_must_show_every_numeric_argument(tmp_path):
    body = "for k in range(3):\n        x = x + y * z\n    return x"
    tex = r"x + 3 y_{\text{in}} z"
    assert typeset_body(tmp_path, body, tex) == tex
    for incomplete, missing in ((r"x + 3 y_{\text{in}}", "z"), (r"x + 3\,y\,z", "y"), (r"\max(3 y_{\text{in}} z)", "x")):
        with pytest.raises(EmitError, match=f"does not show the argument '{missing}'"):
            typeset_body(tmp_path, body, incomplete)


def test_the_typeset_formulas_are_those_a_person_has_looked_at():
    """A changed formula changes this file: look at the new line, then write it with `python tests/formula_golden.py`."""
    lines = [f"{name}: {typeset(formula)}" for name, formula in FORMULAS.items() if formula.browser]
    assert GOLDEN.read_text(encoding="utf-8").splitlines() == lines
