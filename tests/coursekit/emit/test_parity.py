"""Every formula of the browser gives what Python gives, and refuses what Python refuses."""

from __future__ import annotations

import gzip
import re
from collections import Counter

import pytest
from formula_inputs import agree, published_rows
from javascript_engine import call_formulas, engine

from coursekit.emit.javascript import emit_module, emit_units, generated_modules

LARGEST_COMPRESSED = 12_000  # bytes


@pytest.fixture(scope="module")
def browser():
    with engine(emit_module()) as context:
        yield context


def _numbers_apart(text: str) -> tuple[str, list[float]]:
    """Split a message into its words and its numbers: Python writes 8.0 where a browser writes 8."""
    pattern = r"(?<![\w.])-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|inf|nan)(?![\w.])"
    text = text.replace("Infinity", "inf").replace("NaN", "nan")
    return re.sub(pattern, "#", text), [float(number) for number in re.findall(pattern, text)]


def differences(known_calls, answers) -> list[str]:
    found = []
    for (name, given, (kind, expected)), (answer_kind, answer) in zip(known_calls, answers, strict=True):
        if kind != answer_kind or (kind == "value" and not agree(expected, answer)):
            found.append(f"{name}({given}): Python {kind} {expected}, browser {answer_kind} {answer}")
    return found


def test_the_browser_agrees_with_python(browser, known_calls):
    answers = call_formulas(browser, [(name, given) for name, given, _ in known_calls])
    assert not differences(known_calls, answers)


def test_every_formula_is_called_enough_and_mostly_with_success(browser_formulas, known_calls):
    tried = Counter(name for name, _, _ in known_calls)
    answered = Counter(name for name, _, (kind, _) in known_calls if kind == "value")
    assert set(tried) == set(browser_formulas)
    assert min(tried.values()) > 100
    few = {name: answered[name] for name in browser_formulas if answered[name] < 60}
    assert not few


def test_checks_say_the_same_in_both_languages(browser, known_calls):
    answers = call_formulas(browser, [(name, given) for name, given, _ in known_calls])
    compared = 0
    for (name, given, (kind, expected)), (_, answer) in zip(known_calls, answers, strict=True):
        if kind == "error" and " must be " in expected:
            words, numbers = _numbers_apart(expected)
            heard, heard_numbers = _numbers_apart(answer.removeprefix("RangeError: "))
            assert (heard, [str(n + 0.0) for n in heard_numbers]) == (words, [str(n + 0.0) for n in numbers]), (name, given)
            compared += 1
    assert compared > 500


def test_the_browser_gives_the_published_values(browser):
    rows = published_rows()
    assert len(rows) > 100
    answers = call_formulas(browser, [(row["function"], row["arguments"]) for row in rows])
    wrong = [
        (row["id"], answer, row["expected"])
        for row, (_, answer) in zip(rows, answers, strict=True)
        if not agree(answer, row["expected"], row.get("rel_tol", 1e-12))
    ]
    assert not wrong


def test_the_module_is_small():
    for name, text in generated_modules().items():
        size = len(gzip.compress(text.encode(), 9, mtime=0))
        assert size < LARGEST_COMPRESSED, (name, size)


def test_the_module_is_the_same_every_time():
    assert emit_module() == emit_module()
    assert generated_modules() == {"formulas.mjs": emit_module(), "units.mjs": emit_units()}
