"""Names of formulas and arguments in Polish: what is missing is told, shown in English and marked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coursekit.pages import names
from coursekit.pages.calculators import calculator_html
from coursekit.pages.formulas import display_math, formula_markdown
from coursekit.read.course import load_course
from hwcalc.catalogue import load
from hwcalc.registry import FORMULAS

FORMULA = FORMULAS["attention_training_flop"]
SENTENCES = [("assumptions", FORMULA.assumptions[0]), ("leaves_out", FORMULA.leaves_out[0]), *(("variants", text) for text in FORMULA.variants[0][:3])]


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch):
    """Return a function that takes one Polish name away."""
    known = names._table

    def take(table: str, key: str) -> None:
        monkeypatch.setattr(names, "_table", lambda name, language: {other: text for other, text in known(name, language).items() if (name, other) != (table, key)})

    return take


def test_every_formula_and_argument_has_a_polish_name_without_slips(project: Path) -> None:
    assert not [str(hint) for hint in names.name_hints(load_course(project), "pl")]


@pytest.mark.parametrize(("table", "key"), [("formulas", FORMULA.name), ("summaries", FORMULA.name), ("meanings", "tokens trained on"), *SENTENCES])
def test_a_missing_name_is_told(project: Path, without, table: str, key: str) -> None:
    without(table, key)
    hints = [str(hint) for hint in names.name_hints(load_course(project), "pl")]
    assert len(hints) == 1 and hints[0].startswith(f"src/coursekit/strings/{table}.pl.yml:1:1: ") and f"add a line '{key}: ...'" in hints[0]


@pytest.mark.parametrize(("table", "key"), [("formulas", FORMULA.name), ("meanings", "tokens trained on")])
def test_a_calculator_that_lacks_a_name_is_english_and_says_so(without, table: str, key: str) -> None:
    polish = calculator_html(FORMULA, load(), "pl")
    assert "Liczba tokenów użytych do uczenia, jako liczba" in polish and "lang=" not in polish
    without(table, key)
    assert calculator_html(FORMULA, load(), "pl") == f'<div lang="en">\n{calculator_html(FORMULA, load(), "en")}\n</div>'


def test_a_page_marks_what_it_says_in_english(without) -> None:
    without("meanings", "tokens trained on")
    page = formula_markdown(FORMULA, [], [], "pl")
    assert '<td><span lang="en">tokens trained on</span></td>' in page and "<td>liczba warstw z" in page
    assert not re.search(r'<(?:td|span|p)[^>]* lang="en"', formula_markdown(FORMULA, [], [], "en"))


@pytest.mark.parametrize(("table", "key"), SENTENCES)
def test_a_sentence_without_a_translation_stays_english_with_its_mark(without, table: str, key: str) -> None:
    marked = f'<span lang="en">{key}</span>'
    assert not any(marked in formula_markdown(FORMULA, [], [], language) for language in ("pl", "en"))
    without(table, key)
    assert marked in formula_markdown(FORMULA, [], [], "pl")


def test_sentences_show_names_of_the_code_as_code_and_mark_an_english_title() -> None:
    assert "dodaj <code>attention_training_flop</code>." in formula_markdown(FORMULAS["training_flop"], [], [], "pl")
    assert '(ang. <span lang="en">How to Scale Your Model</span>)' in formula_markdown(FORMULAS["training_state_bytes"], [], [], "pl")


def test_words_inside_a_formula_are_translated_and_indices_are_not() -> None:
    assert "bez&#x000A0;maski" in display_math(FORMULA.name, "pl") and "full" in display_math(FORMULA.name)
    assert "<mtext>attn</mtext>" in display_math(FORMULA.name, "pl")


def test_no_phrase_is_left_over() -> None:
    from coursekit.emit.latex import typeset

    everything = "".join(typeset(formula) + "".join(variant.latex or "" for variant in formula.variants) for formula in FORMULAS.values())
    assert [phrase for phrase in names._table("phrases", "pl") if rf"\text{{{phrase}}}" not in everything] == []
