"""The cards of topics and the map that shows how topics, lessons and formulas hang together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from coursekit.check.quantities import check_quantities
from coursekit.check.terms import check_card
from coursekit.faults import Fault
from coursekit.figures.result import BuiltFigure
from coursekit.pages.address import TOPICS, Page, formula_page, lesson_page, topic_page
from coursekit.pages.fragments import fragment, markdown_text, words
from coursekit.pages.lesson import (
    LessonPage,
    body_markdown,
    count_words,
    fill_body,
    sources_markdown,
)
from coursekit.pages.names import formula_title
from coursekit.pages.prose import Prose
from coursekit.read.card import MADE, MOST_WORDS, SECTIONS, Card
from coursekit.read.course import Course
from coursekit.read.lesson import LessonText
from coursekit.read.translation import section_texts
from coursekit.render.signs import sign
from coursekit.strings.marking import foreign
from coursekit.values import Evaluator
from hwcalc.registry import FORMULAS, Formula

CardPages = Mapping[str, Mapping[str, LessonPage]]


def resolve_card(card: Card, course: Course, catalogue: Any, formulas: Any) -> dict[str, LessonPage]:
    """Evaluate and render everything of a card in its languages but the figures; faults are gathered, not raised."""
    pages: dict[str, LessonPage] = {}
    for language, text in card.texts.items():
        evaluator = Evaluator(catalogue, formulas, text.text.front.values)
        page = LessonPage(text, Prose(course, evaluator, topic_page(card.id), language, frozenset(SECTIONS + MADE)))
        page.faults += check_quantities(text, language) + (check_card(card, course) if language == "pl" else [])
        fill_body(page, course)
        page.faults += _check_length(page, text.text) + _check_sentence(text.text)
        unused = [name for name in text.text.front.values if name not in evaluator.used_names and not any(re.search(rf"\b{name}\b", str(value)) for value in text.text.front.values.values())]
        if not page.faults:
            page.faults += [text.text.located.fault(("values", name), f"the value '{name}' is used nowhere", "take it out", key=True) for name in unused]
        pages[language] = page
    return pages


def _check_length(page: LessonPage, text: LessonText) -> list[Fault]:
    total = 0
    for line, section in section_texts(text).values():
        total += count_words(page.prose.fill(section, lambda offset, wrong, right: None, chips=False))
        if total > MOST_WORDS:
            whole = sum(count_words(page.prose.fill(part, lambda offset, wrong, right: None, chips=False)) for _, part in section_texts(text).values())
            return [Fault(text.source.path, line + 1, 1, f"the card has {whole} words and passes {MOST_WORDS} in this section", f"shorten it by {whole - MOST_WORDS}")]
    return []


def _check_sentence(text: LessonText) -> list[Fault]:
    line, section = section_texts(text)["one-sentence"]
    paragraphs = [part for part in "\n".join(section.split("\n")[1:]).strip().split("\n\n") if part.strip()]
    if len(paragraphs) == 1 and len(re.findall(r"[.!?](?=\s|$)", paragraphs[0].strip())) == 1:
        return []
    return [Fault(text.source.path, line + 1, 1, "the section 'one-sentence' is not one sentence", "say it in one; the map and the lists show it")]


def one_sentence(pages: CardPages, name: str, language: str, seen_from: Page) -> Markup:
    """Return what a topic is, in one sentence, for lists and for the map."""
    page = pages[name][language]
    _, section = section_texts(page.lesson.text)["one-sentence"]
    prose = Prose(page.prose.course, page.prose.evaluator, seen_from, language, page.prose.anchors)
    return Markup(prose.html(" ".join(section.split("\n")[1:]), lambda offset, wrong, right: None))


def topic_entry(course: Course, pages: CardPages, name: str, language: str, seen_from: Page) -> dict[str, Any]:
    """Return what lists say of a topic, written or planned."""
    written = name in pages
    return {
        "id": name, "title": getattr(course.topics[name], language), "url": seen_from.link(topic_page(name)) if written else "",
        "sentence": one_sentence(pages, name, language, seen_from) if written else "",
        "resources": [{"id": resource, "sign": Markup(sign(resource))} for resource in course.cards[name].texts[language].text.front.resources] if written else [],
    }


def card_markdown(card: Card, pages: CardPages, language: str, figures: Mapping[str, str], built: Mapping[str, BuiltFigure], assets_folder: str, report_url: str) -> str:
    """Return the staged Markdown of a card."""
    page = pages[card.id][language]
    course, here, front, strings = page.prose.course, page.prose.page, page.lesson.text.front, words(language)
    related = [name for name in course.topics if name != card.id and name != card.parent]
    header = fragment("topic_header", language, topic={
        "id": card.id, "parent": topic_entry(course, pages, card.parent, language, here) if card.parent else None, "map_url": here.link(TOPICS), "reviewed": front.reviewed,
        "resources": [{"id": name, "sign": Markup(sign(name))} for name in front.resources],
    })
    end = fragment(
        "topic_end", language, subtopics=[topic_entry(course, pages, name, language, here) for name in related],
        heading=strings["other_subtopics"] if card.parent else strings["subtopics"], courses=_courses(course, page, language, here),
    )
    title = getattr(card.title, language)
    description = re.sub(r"<[^>]+>", "", str(one_sentence(pages, card.id, language, here))).replace('"', "'")
    body = f"{body_markdown(page, figures, assets_folder)}\n\n{end}\n{sources_markdown(page, built, report_url)}"
    return f'---\ntitle: "{title}"\ndescription: "{description}"\n---\n# {markdown_text(title)}\n\n{header}\n{body}'


def _courses(course: Course, page: LessonPage, language: str, seen_from: Page) -> list[dict[str, Any]]:
    """Return the lessons that go deeper, by track in the order of the syllabus."""
    chosen = linked_lessons(page)
    tracks: list[dict[str, Any]] = []
    for track in course.syllabus.tracks:
        lessons = [_lesson(course, f"{track.id}/{row.id}", language, seen_from) for row in track.lessons if f"{track.id}/{row.id}" in chosen]
        if lessons:
            tracks.append({"title": foreign(*course.track_words(track, "title", language), language), "url": seen_from.link(Page(f"{track.id}/index.md")), "lessons": lessons})
    return tracks


def _lesson(course: Course, name: str, language: str, seen_from: Page) -> dict[str, Any]:
    written = name in course.lessons
    return {"id": name, "title": foreign(*course.title(name, language), language), "url": seen_from.link(lesson_page(name)) if written else "", "minutes": course.rows[name][1].minutes}


def linked_lessons(page: LessonPage) -> dict[str, None]:
    """Return the lessons that a card names in its description or links in its text."""
    return dict.fromkeys([*page.lesson.text.front.lessons, *page.prose.lessons])


def map_markdown(course: Course, cards: CardPages, lessons: Mapping[str, LessonPage], language: str) -> str:
    """Return the staged Markdown of the map: each topic with its lessons, each lesson with the formulas that it uses."""
    strings = words(language)
    named = {name: list(linked_lessons(cards[name][language])) + [lesson for lesson, page in lessons.items() if name in page.prose.topics] for name in cards}
    topics: list[dict[str, Any]] = []
    for name in course.topics:
        entry = topic_entry(course, cards, name, language, TOPICS)
        chosen = [lesson for lesson in course.rows if lesson in named.get(name, ())]
        entry["formulas"] = _formulas(cards[name][language], language) if name in cards else []
        entry["lines"] = _lines(course, chosen, language) if name in cards else []
        entry["lessons"] = [
            _lesson(course, lesson, language, TOPICS) | {
                "formulas": _formulas(lessons[lesson], language) if lesson in lessons else [],
                "also": [{"title": getattr(course.topics[other], language), "url": f"#{other}"} for other in named if other != name and lesson in named[other]],
            }
            for lesson in chosen
        ]
        topics.append(entry)
    index = [
        formula | {"topics": [{"title": topic["title"], "url": f"#{topic['id']}"} for topic in topics if formula in [*topic["formulas"], *(used for lesson in topic["lessons"] for used in lesson["formulas"])]]}
        for formula in _named(list(FORMULAS.values()), language)
    ]
    front = f'---\ntitle: "{strings["topics"]}"\ndescription: "{strings["topics_lead"]}"\n---\n'
    return front + fragment("topics", language, topics=topics, index=[formula for formula in index if formula["topics"]])


def _formulas(page: LessonPage, language: str) -> list[dict[str, Any]]:
    """Return the formulas that a page uses, without those that only compare numbers."""
    used = [formula for name, formula in FORMULAS.items() if name in page.prose.evaluator.used_formulas and formula.module != "comparison"]
    return _named(used, language)


def _named(formulas: list[Formula], language: str) -> list[dict[str, Any]]:
    return [{"title": foreign(*formula_title(formula, language), language), "url": TOPICS.link(formula_page(formula.name))} for formula in formulas]


def _lines(course: Course, chosen: list[str], language: str) -> list[dict[str, Any]]:
    """Return each track as a line of marks: where on it the lessons of a topic stand."""
    lines = []
    for track in course.syllabus.tracks:
        names = [f"{track.id}/{row.id}" for row in track.lessons]
        marks = ["other" if name not in chosen else "here" if name in course.lessons else "later" for name in names]
        lines.append({"title": foreign(*course.track_words(track, "title", language), language), "marks": marks})
    return lines
