"""Fills what stands inside sentences: values, facts, formulas, maths, terms and links to other pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

from markdown_it import MarkdownIt

from coursekit.emit.mathml import MathError, to_mathml
from coursekit.faults import Fault, did_you_mean
from coursekit.pages.address import (
    GLOSSARY,
    Page,
    formula_page,
    lesson_page,
    review_page,
    topic_page,
)
from coursekit.pages.attribution import attribution
from coursekit.pages.formulas import display_formula
from coursekit.pages.fragments import inline, words
from coursekit.read.course import Course
from coursekit.strings import LANGUAGES
from coursekit.strings.marking import lang
from coursekit.strings.typography import typeset
from coursekit.values import Evaluator, ExpressionError, Value, split_format
from hwcalc.units import UnitError, number_text, quantity_text

INLINE = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))"
    r"|\{=(?P<value>.*?)=\}"
    r"|\{\$\s*(?P<formula>.*?)\s*\$\}"
    r"|(?<![\\$])\$(?P<math>[^$\n]+)\$"
    r"|\[(?P<label>(?:[^\[\]]|\{=.*?=\})+)\]\((?P<scheme>term|lesson|formula|review|topic|lang):(?P<target>[^)\s]*)\)"
    r"|(?P<image>!\[(?P<alt>[^\]]*)\]\([^)]*\))"
    r"|(?P<link>\]\((?P<address>[^)\s]+)(?:\s+\"[^\"]*\")?\))"
    r"|(?P<html><[a-zA-Z/!?][^\n]{0,20})"
    r"|(?P<open>\{[=$])",
    re.DOTALL,
)
_markdown = MarkdownIt("commonmark", {"html": True}).enable("table")

Report = Callable[[int, str, str], None]
_CARD = r'<button type="button" class="(?:fact|term)\b(?:(?!</small>).)*</small>'
_HELD = re.compile(rf"\({_CARD}[)\].,;:!?]*|{_CARD}[)\].,;:!?]+", re.DOTALL)


def held_together(html: str) -> str:
    """Keep the comma after a fact or a term on its line: browsers break a line on both sides of a button.

    Examples
    --------
    >>> held_together('is <button type="button" class="fact">1</button><small>x</small>, and')
    'is <span class="held"><button type="button" class="fact">1</button><small>x</small>,</span> and'
    """
    return _HELD.sub(r'<span class="held">\g<0></span>', html)


def value_text(value: Value, unit: str | None, digits: int | None, language: str) -> str:
    """Write a value as prose, figures, keys and results all print it.

    Raises
    ------
    ExpressionError
        Where the unit is unknown, of another dimension, or the number cannot be shown.
    """
    from hwcalc.units import unit_named

    try:
        if isinstance(value.si, str) or value.si is None or isinstance(value.si, dict):
            raise ExpressionError(0, f"this is {value.si!r}, not a number", "name one number")
        if unit is not None and value.unit not in ("1", "") and unit_named(unit).dimension != unit_named(value.unit).dimension:
            raise ExpressionError(0, f"the value is in {value.unit}; it cannot be shown in {unit}", f"use a unit of the same kind, such as {value.unit}")
        if value.figure is not None and unit is None:
            return figure_text(value.figure, digits, language)
        return quantity_text(value.si, unit or value.unit or "1", digits, language)
    except UnitError as error:
        raise ExpressionError(0, str(error)) from None


def figure_text(figure, digits: int | None, language: str) -> str:
    """Write a catalogue figure in the unit of its source."""
    if figure.path.endswith((".year_available", ".year_announced")):
        digits = None  # a year is a name: it is never rounded
    return quantity_text(figure.si, figure.unit, digits, language) if figure.unit else number_text(figure.value, digits, language)


@dataclass
class Prose:
    """Fills the text of one page.

    Parameters
    ----------
    course : Course
    evaluator : Evaluator
        With the page's own names.
    page : Page
        Where the text will stand.
    language : str
    anchors : frozenset of str
        The ids to which a link within the page may lead.
    home : Page, optional
        The page that has these ids, where the text stands on another one.
    """

    course: Course
    evaluator: Evaluator
    page: Page
    language: str
    anchors: frozenset[str] = frozenset()
    terms: dict[str, int] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)
    topics: set[str] = field(default_factory=set)
    lessons: dict[str, None] = field(default_factory=dict)
    home: Page | None = None

    def section(self, anchor: str) -> str:
        """Return the address of a section of the page for which the text was written."""
        return self.page.link(self.home, anchor) if self.home else f"#{anchor}"

    def fill(self, text: str, report: Report, *, chips: bool = True) -> str:
        """Replace every construct of a text by Markdown with inline HTML.

        Parameters
        ----------
        text : str
            Markdown as the author wrote it.
        report : callable
            Called with offset, what is wrong and what would be right for each fault.
        chips : bool
            Whether facts and terms get their card; without, they are plain text (inside quiz items).
        """

        def replace(match: re.Match[str]) -> str:
            try:
                return self._construct(match, chips, report)
            except ExpressionError as error:
                inner = match.start("value") if match["value"] is not None else match.start()
                skip = len(match["value"]) - len(match["value"].lstrip()) if match["value"] is not None else 0
                report(inner + skip + error.offset, error.wrong, error.right)
                return match[0]

        pieces, position = [], 0
        for match in INLINE.finditer(text):
            pieces += [typeset(text[position: match.start()], self.language), replace(match)]
            position = match.end()
        return held_together("".join(pieces) + typeset(text[position:], self.language))

    def _construct(self, match: re.Match[str], chips: bool, report: Report) -> str:
        if match["code"] is not None:
            return match[0]
        if match["value"] is not None:
            return self._value(match["value"], chips)
        if match["formula"] is not None:
            name = match["formula"]
            if name not in self.evaluator.formulas:
                raise ExpressionError(2, f"unknown formula '{name}'", did_you_mean(name, self.evaluator.formulas))
            if not _stands_alone(match):
                raise ExpressionError(0, "a typeset formula stands inside a line", "give it a paragraph of its own")
            self.evaluator.used_formulas.add(name)
            return display_formula(self.evaluator.formulas[name], self.page, self.language)
        if match["math"] is not None:
            try:
                return to_mathml(match["math"], display=False)
            except MathError as error:
                raise ExpressionError(1, f"this is no formula: {error}") from None
        if match["scheme"] is not None:
            label = self.fill(match["label"], lambda offset, wrong, right: report(match.start("label") + offset, wrong, right), chips=False)
            return getattr(self, f"_{match['scheme']}")(label, match["target"], chips)
        if match["image"] is not None:
            raise ExpressionError(0, "an image stands in the text" if match["alt"].strip() else "an image has no alternative text", "describe it in figures/ and place it with a block ```figure")
        if match["link"] is not None:
            return self._link(match)
        if match["open"] is not None:
            raise ExpressionError(0, f"'{match['open']}' is not closed", "write {= expression =} or {$ formula $}")
        raise ExpressionError(0, f"HTML stands in the text: {match['html'][:12]}", "write Markdown; put code between backquotes")

    def _value(self, inside: str, chips: bool) -> str:
        expression, unit, digits = split_format(inside)
        value = self.evaluator.evaluate(expression)
        text = value_text(value, unit, digits, self.language)
        if value.figure is None or not chips:
            return f'<span class="value">{escape(text)}</span>'
        path = value.figure.path
        self.facts[path] = self.facts.get(path, 0) + 1
        return inline("fact", self.language, n=self.facts[path], **fact_card(value.figure, text, attribution(value.figure, self.evaluator.catalogue)))

    def _term(self, label: str, target: str, chips: bool) -> str:
        term = self.course.terms.get(target)
        if term is None:
            raise ExpressionError(0, f"unknown term '{target}'", did_you_mean(target, self.course.terms) if self.course.terms else "add it to lessons/glossary.yml")
        if not chips:
            return label
        self.terms[target] = self.terms.get(target, 0) + 1
        definition = typeset(getattr(term.means, self.language), self.language)
        return inline("term", self.language, id=target, n=self.terms[target], name=" ".join(label.split()), definition=definition, url=self.page.link(GLOSSARY, target))

    def _lesson(self, label: str, target: str, chips: bool) -> str:
        name, _, anchor = target.partition("#")
        self.lessons.setdefault(name)
        if name not in self.course.rows:
            raise ExpressionError(0, f"unknown lesson '{name}'", did_you_mean(name, self.course.rows))
        if name not in self.course.lessons:
            return f'<span class="planned" title="{escape(words(self.language)["lesson_planned"])}">{label}</span>'
        if anchor and anchor not in {heading.id for heading in self.course.lessons[name].text.headings} | {"sources"}:
            raise ExpressionError(0, f"the lesson '{name}' has no section '{anchor}'")
        return f'<a href="{self.page.link(lesson_page(name), anchor)}">{label}</a>'

    def _formula(self, label: str, target: str, chips: bool) -> str:
        if target not in self.evaluator.formulas:
            raise ExpressionError(0, f"unknown formula '{target}'", did_you_mean(target, self.evaluator.formulas))
        self.evaluator.used_formulas.add(target)
        return f'<a href="{self.page.link(formula_page(target))}">{label}</a>'

    def _review(self, label: str, target: str, chips: bool) -> str:
        if target not in self.course.reviews:
            raise ExpressionError(0, f"no track '{target}' has a review", did_you_mean(target, self.course.reviews) if self.course.reviews else "add lessons/<track>/review.yml")
        return f'<a href="{self.page.link(review_page(target))}">{label}</a>'

    def _lang(self, label: str, target: str, chips: bool) -> str:
        if target not in LANGUAGES:
            raise ExpressionError(0, f"unknown language '{target}'", f"write one of {', '.join(LANGUAGES)}")
        if target == self.language:
            raise ExpressionError(0, f"the page speaks '{target}' already", "write the words without the mark")
        return f"<span{lang(target, self.language)}>{label}</span>"

    def _topic(self, label: str, target: str, chips: bool) -> str:
        if target not in self.course.topics:
            raise ExpressionError(0, f"unknown topic '{target}'", did_you_mean(target, self.course.topics))
        if target not in self.course.cards:
            return f'<span class="planned" title="{escape(words(self.language)["lesson_planned"])}">{label}</span>'
        self.topics.add(target)
        return f'<a href="{self.page.link(topic_page(target))}">{label}</a>'

    def _link(self, match: re.Match[str]) -> str:
        address = match["address"]
        if address.startswith("#") and address[1:] not in self.anchors:
            raise ExpressionError(2, f"the page has no section '{address[1:]}'", did_you_mean(address[1:], self.anchors) if self.anchors else "")
        if not address.startswith(("#", "https://", "http://")):
            raise ExpressionError(2, f"the link '{address}' leads nowhere", "write lesson:track/lesson, formula:name, term:id, review:track, topic:id, lang:en or an address with https://")
        return f"]({self.section(address[1:])})" if address.startswith("#") and self.home else match[0]

    def html(self, text: str, report: Report, *, block: bool = False) -> str:
        """Return a short text (of an item or a widget) as HTML, without cards."""
        filled = self.fill(text, report, chips=False)
        return (_markdown.render(filled) if block else _markdown.renderInline(filled.strip())).strip()


def _stands_alone(match: re.Match[str]) -> bool:
    text = match.string
    return (match.start() == 0 or text[match.start() - 1] == "\n") and (match.end() == len(text) or text[match.end()] == "\n")


def fact_card(figure, text: str, origin: dict[str, object]) -> dict[str, object]:
    """Return what the card says of a catalogue figure; `origin` comes from `attribution`."""
    return {
        "id": figure.path, "label": figure.label, "value": text, "boundary": figure.boundary or "", "note": figure.note or "", "verified": bool(figure.verified), **origin,
    }


def line_report(source, offset_of_text: int, faults: list[Fault]) -> Report:
    """Return a reporter that places faults by their offset in a source text."""

    def report(offset: int, wrong: str, right: str) -> None:
        faults.append(source.fault(offset_of_text + offset, wrong, right))

    return report
