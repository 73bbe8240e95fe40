"""`course.json`: what the course holds, for tests, dashboards and exports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from coursekit.figures.result import BuiltFigure
from coursekit.pages.address import formula_page, topic_page
from coursekit.pages.lesson import LessonPage, used_figures
from coursekit.pages.topics import CardPages, linked_lessons
from coursekit.read.course import LANGUAGES, Course
from coursekit.read.schema import (
    Diagnose,
    Move,
    Multiple,
    Option,
    QuizItem,
    Single,
    Statement,
)
from coursekit.read.vectors import Vector
from hwcalc.registry import FORMULAS


def course_json(course: Course, pages: Mapping[str, LessonPage], cards: CardPages, figures: Mapping[str, BuiltFigure], uses: Mapping[str, list[str]], vectors: Mapping[str, list[Vector]]) -> dict[str, Any]:
    """Return the summary: lessons, formulas and what is planned."""
    return {
        "lessons": [_lesson(page, figures) for page in pages.values()],
        "topics": [
            {"id": name, "url": topic_page(name).url, "languages": {language: "current" if name in cards else "missing" for language in LANGUAGES}, **_topic(name, cards)}
            for name in course.topics
        ],
        "formulas": [
            {"name": name, "url": formula_page(name).url, "browser": formula.browser, "vectors": [vector.id for vector in vectors.get(name, [])], "lessons": uses[name]}
            for name, formula in FORMULAS.items()
        ],
        "planned": course.planned,
    }


def _lesson(page: LessonPage, figures: Mapping[str, BuiltFigure]) -> dict[str, Any]:
    lesson, front, evaluator = page.lesson, page.lesson.text.front, page.prose.evaluator
    items = lesson.quiz.items
    wrong_ideas = {part.misconception for item in items for part in _parts(item) if part.misconception}
    return {
        "id": lesson.id, "track": lesson.track.id, "url": page.prose.page.url, "title": front.title, "minutes": lesson.row.minutes, "words": page.words,
        "outcomes": [outcome.id for outcome in front.outcomes], "items": dict(sorted(Counter(item.type for item in items).items())),
        "widgets": sorted(name.rsplit("/", 1)[1] for name in page.widgets), "figures": page.figures,
        "facts": sorted(figure.path for figure in used_figures(page, figures)), "formulas": sorted(evaluator.used_formulas),
        "misconceptions": sorted(wrong_ideas | set(front.misconceptions)), "reviewed": front.reviewed,
        "languages": {language: "current" if language == "en" else _state(page, language) for language in LANGUAGES},
    }


def _topic(name: str, cards: CardPages) -> dict[str, Any]:
    if name not in cards:
        return {}
    page = cards[name]["en"]
    return {"lessons": list(linked_lessons(page)), "figures": page.figures, "widgets": sorted(widget.rpartition("/")[2] for widget in page.widgets), "reviewed": page.lesson.text.front.reviewed}


def _state(page: LessonPage, language: str) -> str:
    state = page.translations[language].state if language in page.translations else "missing"
    return "missing" if state == "draft" else state


def _parts(item: QuizItem) -> list[Option | Statement | Move]:
    """Return the parts of an item that may name a wrong idea."""
    if isinstance(item, Single):
        return list(item.options)
    if isinstance(item, Multiple):
        return list(item.statements)
    return list(item.moves) if isinstance(item, Diagnose) else []
