"""What formulas and their arguments are called in a language, and what is said about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import yaml

from coursekit.check.terms import slips
from coursekit.faults import Fault
from coursekit.pages.fragments import STRINGS
from coursekit.read.course import Course
from coursekit.read.syllabus import Words
from coursekit.strings.typography import typeset
from hwcalc.registry import FORMULAS, Formula, Symbol

_TEXT = re.compile(r"\\text\{([^{}]*)\}")


@cache
def _table(name: str, language: str) -> dict[str, str]:
    path = STRINGS / f"{name}.{language}.yml"
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}


def formula_title(formula: Formula, language: str) -> Words:
    """Return what a formula is called in a language or else in English."""
    title = _table("formulas", language).get(formula.name)
    return Words(title, language) if title else Words(formula.title, "en")


def said(table: str, english: str, language: str) -> Words:
    """Return a text about a formula in a language or else in English, from the table of its kind.

    Examples
    --------
    >>> said("assumptions", "Blocks are full.", "pl").text, said("assumptions", "Blocks are empty.", "pl").language
    ('Bloki są pełne.', 'en')
    """
    text = _table(table, language).get(english)
    return Words(typeset(text, language), language) if text else Words(english, "en")


def meaning(symbol: Symbol, language: str) -> Words:
    """Return what an argument of a formula means, in a language or else in English.

    Examples
    --------
    >>> symbol = FORMULAS["ridge_flop_per_byte"].symbols[1]
    >>> meaning(symbol, "pl").text, meaning(symbol, "en").language
    ('przepustowość pamięci', 'en')
    """
    return said("meanings", symbol.meaning, language)


def summary(formula: Formula, language: str) -> Words:
    """Return what a formula gives, as a sentence for readers, in a language or else in English: its docstring without the programmer's verb.

    Examples
    --------
    >>> summary(FORMULAS["kv_bytes"], "en").text.split()[0] == "Return"
    False
    """
    text = _table("summaries", language).get(formula.name)
    if text:
        return Words(typeset(text, language), language)
    text = formula.summary.removeprefix("Return ")
    return Words(text[:1].upper() + text[1:], "en")


def phrases(latex: str, language: str) -> str:
    r"""Put the words inside a formula into a language; indices stay, because they are parts of symbols.

    Examples
    --------
    >>> phrases(r"b \text{ nearest to } x_{\text{near}}", "pl")
    'b \\text{ najbliższa liczbie } x_{\\text{near}}'
    """
    known = _table("phrases", language)
    return _TEXT.sub(lambda match: f"\\text{{{known.get(match[1], match[1])}}}", latex)


def name_hints(course: Course, language: str) -> list[Fault]:
    """Return a hint for each name or sentence that a language lacks, that no formula has any more, or in which a locked word slipped."""
    hints: list[Fault] = []
    formulas = FORMULAS.values()
    for table, wanted in (
        ("formulas", {formula.name: formula.title for formula in formulas}),
        ("summaries", {formula.name: formula.summary for formula in formulas}),
        ("meanings", {symbol.meaning: symbol.meaning for formula in formulas for symbol in formula.symbols}),
        ("assumptions", {sentence: sentence for formula in formulas for sentence in formula.assumptions}),
        ("leaves_out", {sentence: sentence for formula in formulas for sentence in formula.leaves_out}),
        ("variants", {text: text for formula in formulas for variant in formula.variants for text in (variant.name, variant.when, variant.words)}),
    ):
        hints += _hints(table, wanted, course, language)
    return hints


def _hints(table: str, wanted: dict[str, str], course: Course, language: str) -> Iterator[Fault]:
    path, known = f"src/coursekit/strings/{table}.{language}.yml", _table(table, language)
    for key, english in wanted.items():
        if key not in known:
            yield Fault(path, 1, 1, f"'{english}' is not said in '{language}' and is shown in English", f"add a line '{key}: ...'")
            continue
        for _, wrong, right in slips(english, known[key], course.locked, course.terms):
            yield Fault(path, 1, 1, f"{key}: {wrong}", right)
    for key in known.keys() - wanted.keys():
        yield Fault(path, 1, 1, f"no formula has '{key}'", "take the line out")
