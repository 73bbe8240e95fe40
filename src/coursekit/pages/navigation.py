"""The navigation of the site."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from coursekit.pages.address import (
    CALCULATORS,
    TOPICS,
    formula_page,
    lesson_page,
    notes_page,
    review_page,
    topic_page,
    track_page,
)
from coursekit.pages.calculators import groups
from coursekit.pages.fragments import words
from coursekit.pages.instructors import INDEX
from coursekit.pages.reference import REFERENCE
from coursekit.read.course import Course

#: So many pages stand in one list of the navigation.
PART = 30


def navigation(course: Course, pages: Collection[str], cards: Collection[str], language: str) -> list[Any]:
    """Return the navigation as MkDocs writes it: tracks in the order of the syllabus, topics, then the reference pages.

    A page lists its own group only, so that neither it nor the time to render it grows with the whole course.
    """
    strings = words(language)
    nav: list[Any] = [{strings["home"]: "index.md"}]
    notes: list[Any] = []
    for track in course.syllabus.tracks:
        title = course.track_words(track, "title", language).text
        names = [name for row in track.lessons if (name := f"{track.id}/{row.id}") in pages]
        reviews = [{_review(course, track.id, language): review_page(track.id).path}] if track.id in course.reviews else []
        nav.append({title: [track_page(track.id).path, *_in_parts([lesson_page(name).path for name in names]), *reviews]})
        if names:
            notes.append({title: _in_parts([{course.title(name, language).text: notes_page(name).path} for name in names])})
    nav.append({strings["topics"]: [TOPICS.path, *(topic_page(name).path for name in course.topics if name in cards)]})
    formulas = [{strings["formula_groups"][group]: [formula_page(formula.name).path for formula in members]} for group, members in groups().items()]
    nav.append({strings["calculators"]: [CALCULATORS.path, "python.md", {strings["reference"]: REFERENCE.path}, *formulas]})
    nav += [{strings["glossary"]: "glossary.md"}, {strings["progress"]: "progress.md"}, {strings["instructors"]: [INDEX.path, "translating.md", *notes]}]
    return nav


def _review(course: Course, track: str, language: str) -> str:
    """Return what the menu calls a review; its page is in English."""
    title = course.review_words(track, "title", language).text
    return title if language == "en" else f"{title} ({words(language)['in_english_mark']})"


def _in_parts(entries: list[Any]) -> list[Any]:
    """Return the entries as they are, or in numbered parts where nobody could overlook the list."""
    if len(entries) <= PART:
        return entries
    return [{f"{start + 1}–{min(start + PART, len(entries))}": entries[start : start + PART]} for start in range(0, len(entries), PART)]
