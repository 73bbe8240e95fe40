"""Formula pages and formulas inside lessons: typeset from the code that computes them."""

from __future__ import annotations

from functools import cache
from typing import Any

from markupsafe import Markup

import hwcalc  # noqa: F401  (fills the register)
from coursekit.emit.latex import typeset
from coursekit.emit.mathml import to_mathml
from coursekit.pages.address import Page, formula_page, lesson_page
from coursekit.pages.fragments import fragment, words
from coursekit.pages.names import formula_title, meaning, phrases, said, summary
from coursekit.read.syllabus import Words
from coursekit.read.vectors import Vector
from coursekit.strings.marking import foreign, with_code, with_english
from hwcalc.registry import FORMULAS, Formula
from hwcalc.units import number_text, quantity_text, to_si, unit_name


@cache
def display_math(name: str, language: str = "en") -> str:
    """Return a formula as display MathML: result = right-hand side."""
    return to_mathml(phrases(typeset(FORMULAS[name], language=language), language), display=True)


def display_formula(formula: Formula, page: Page, language: str = "en") -> str:
    """Return a formula as a block for a lesson, with a link to its page."""
    return (
        f'<div class="formula-block" data-formula="{formula.name}">{display_math(formula.name, language)}'
        f'<p class="formula-block__name"><a href="{page.link(formula_page(formula.name))}">{foreign(*formula_title(formula, language), language)}</a></p></div>'
    )


def argument_text(formula: Formula, name: str, language: str) -> str:
    """Write one argument of a formula's worked example; a word that the formula asks for is code in every language."""
    value = formula.example[name]
    if isinstance(value, bool):
        return words(language)["yes"] if value else words(language)["no"]
    if not isinstance(value, int | float):
        return Markup("<code>{}</code>").format(value)
    unit = next(symbol.unit for symbol in formula.symbols if symbol.name == name)
    return quantity_text(value, unit, None if float(value).is_integer() and abs(value) < 1e6 else 4, language)


def result_text(formula: Formula, language: str) -> str:
    """Write the result of a formula's worked example."""
    result = formula.function(**formula.example)
    if isinstance(result, dict):
        return _parts({key: quantity_text(part, formula.unit, 4, language) for key, part in result.items()}, language)
    return quantity_text(to_si(result, formula.unit), formula.unit, 4, language)


def formula_markdown(formula: Formula, lessons: list[tuple[str, Words]], vectors: list[Vector], language: str, calculator: str = "") -> str:
    """Return the staged Markdown of a formula's page.

    Parameters
    ----------
    formula : Formula
    lessons : list of (lesson id, title with its language)
        That use it.
    vectors : list of Vector
        The values it is tested with.
    language : str
    calculator : str
        HTML of its live calculator; empty where it does not run in the browser.
    """
    page = formula_page(formula.name)
    call = ", ".join(f"{name}={value!r}" for name, value in formula.example.items())
    data: dict[str, Any] = {
        "name": formula.name, "title": foreign(*formula_title(formula, language), language), "summary": foreign(*summary(formula, language), language), "math": Markup(display_math(formula.name, language)), "unit": formula.unit,
        "symbols": [{"math": Markup(to_mathml(symbol.latex, display=False)), "argument": symbol.name, "unit": unit_name(symbol.unit, language, alone=True), "meaning": with_code(foreign(*meaning(symbol, language), language))} for symbol in formula.symbols],
        "result": {"math": Markup(to_mathml(formula.symbol, display=False)), "unit": unit_name(formula.unit, language, alone=True)},
        "assumptions": [_said("assumptions", sentence, language) for sentence in formula.assumptions],
        "leaves_out": [_said("leaves_out", sentence, language) for sentence in formula.leaves_out],
        "variants": [
            {"math": Markup(to_mathml(phrases(variant.latex, language), display=True)) if variant.latex else "", **{field: _said("variants", getattr(variant, field), language) for field in ("name", "when", "words")}}
            for variant in formula.variants
        ],
        "source": formula.source, "words": formula.words,
        "example": {
            "arguments": [{"name": name, "value": argument_text(formula, name, language)} for name in formula.example],
            "result": result_text(formula, language),
            "command": f"course calc {formula.name} " + " ".join(f"{name}={value}" for name, value in formula.example.items()),
            "python": f"hwcalc.{formula.name}({call})",
        },
    }
    links = [{"title": foreign(*title, language), "url": page.link(lesson_page(lesson))} for lesson, title in lessons]
    shown = [{"id": vector.id, "value": _vector_text(vector, formula, language), "statement": vector.statement, "source": vector.source} for vector in vectors]
    return fragment("formula", language, formula=data, calculator=Markup(calculator), lessons=links, vectors=shown)


def _said(table: str, english: str, language: str) -> Markup:
    """Write a text about a formula, marked where it is not in the page's language."""
    return with_english(with_code(foreign(*said(table, english, language), language)))


def _vector_text(vector: Vector, formula: Formula, language: str) -> str:
    if isinstance(vector.expected, int | float) and not isinstance(vector.expected, bool):
        return quantity_text(to_si(vector.expected, formula.unit), formula.unit, 6, language)
    return _parts({key: number_text(value, 6, language) for key, value in vector.expected.items()}, language) if isinstance(vector.expected, dict) else str(vector.expected)


def _parts(amounts: dict[str, str], language: str) -> Markup:
    """Write the parts of a result; their names are words of the code, which is in English."""
    return Markup(", ").join(Markup("{} {}").format(foreign(name, "en", language), amount) for name, amount in amounts.items())


def calculators_markdown(groups: dict[str, list[Formula]], page: Page, language: str) -> str:
    """Return the staged Markdown of the list of all formulas."""
    names = words(language)["formula_groups"]
    return fragment("calculators", language, groups=[
        {"id": group, "title": names[group], "formulas": [
            {"name": formula.name, "title": foreign(*formula_title(formula, language), language), "url": page.link(formula_page(formula.name)), "summary": foreign(*summary(formula, language), language), "math": Markup(display_math(formula.name, language)), "words": formula.words}
            for formula in formulas
        ]}
        for group, formulas in groups.items()
    ])
