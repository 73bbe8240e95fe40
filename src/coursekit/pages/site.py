"""The pages around the lessons: home, tracks, calculators, glossary, progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from coursekit.pages.address import (
    CALCULATORS,
    GLOSSARY,
    HOME,
    PROGRESS,
    TOPICS,
    Page,
    lesson_page,
    track_page,
)
from coursekit.pages.fragments import fragment, words
from coursekit.pages.lesson import LessonPage, shown_page
from coursekit.pages.review import review_entry
from coursekit.read.course import Course
from coursekit.read.schema import Track
from coursekit.render.signs import sign
from coursekit.render.views import LessonProgress, ProgressView, RooflineView
from coursekit.render.widgets import render_progress, render_roofline
from coursekit.strings.marking import foreign
from coursekit.strings.typography import typeset


def lesson_entry(course: Course, pages: Mapping[str, LessonPage], name: str, seen_from: Page, language: str) -> dict[str, Any]:
    """Return what maps and lists say of one lesson, written or planned, in a language or else in English."""
    row = course.rows[name][1]
    entry: dict[str, Any] = {
        "id": name, "title": foreign(*course.title(name, language), language), "url": "", "minutes": row.minutes, "n_items": 0, "idea": "", "outcomes": [], "resources": [], "lang": "",
    }
    if name in pages:
        page = shown_page(pages[name], language)
        front = page.lesson.text.front

        def no_report(offset: int, wrong: str, right: str) -> None:
            """Faults of these texts are reported where the lesson itself is resolved."""

        entry |= {
            "url": seen_from.link(lesson_page(name)), "n_items": page.graded, "idea": Markup(page.prose.html(front.idea, no_report)),
            "outcomes": [Markup(page.prose.html(outcome.text, no_report)) for outcome in front.outcomes],
            "resources": [{"id": resource, "sign": Markup(sign(resource))} for resource in front.resources],
            "lang": "" if page.prose.language == language else page.prose.language,
        }
    return entry


def _track_entry(course: Course, pages: Mapping[str, LessonPage], track: Track, seen_from: Page, language: str) -> dict[str, Any]:
    lessons = [lesson_entry(course, pages, f"{track.id}/{row.id}", seen_from, language) for row in track.lessons]
    written = [lesson for lesson in lessons if lesson["url"]]
    told = {name: course.track_words(track, name, language) for name in ("title", "audience", "promise")}
    return {
        "id": track.id, "name": told["title"].text, "url": seen_from.link(track_page(track.id)), **{name: foreign(*text, language) for name, text in told.items()},
        "minutes": sum(row.minutes for row in track.lessons), "lessons": lessons, "start_url": written[0]["url"] if written else "",
    }


def track_markdown(course: Course, pages: Mapping[str, LessonPage], track: Track, language: str) -> str:
    """Return the staged Markdown of a track's map."""
    entry = _track_entry(course, pages, track, track_page(track.id), language)
    units: list[dict[str, Any]] = []
    for row, lesson in zip(track.lessons, entry["lessons"], strict=True):
        name = (row.unit or "lessons").lower()
        if not units or units[-1]["id"] != name:
            units.append({"id": name, "title": course.unit(track, row.unit, language).text if row.unit else "", "lessons": []})
        units[-1]["lessons"].append(lesson)
    title, promise = (course.track_words(track, name, language).text for name in ("title", "promise"))
    return _front(title, promise) + fragment("track", language, track=entry | {"units": units, "review": review_entry(course, track.id, language)})


def home_markdown(course: Course, pages: Mapping[str, LessonPage], roofline: RooflineView, counts: Mapping[str, int], topics: list[dict[str, Any]], language: str) -> str:
    """Return the staged Markdown of the home page."""
    strings = words(language)
    tracks = [_track_entry(course, pages, track, HOME, language) for track in course.syllabus.tracks]
    body = fragment(
        "home", language, title=strings["site_name"], roofline=Markup(render_roofline(roofline, language)), roofline_note=strings["roofline_note"], tracks=tracks,
        n_formulas=counts["formulas"], n_facts=counts["facts"], calculators_url=HOME.link(CALCULATORS), topics=topics, topics_url=HOME.link(TOPICS),
    )
    return _front(strings["home_question"], strings["home_lead"], "hide:\n  - navigation\n  - toc\n") + body


def glossary_markdown(course: Course, pages: Mapping[str, LessonPage], language: str) -> str:
    """Return the staged Markdown of the glossary, in the alphabet's order."""
    other = "pl" if language == "en" else "en"
    terms = []
    for term in course.terms.values():
        lessons = [{"title": foreign(*course.title(name, language), language), "url": GLOSSARY.link(lesson_page(name))} for name, page in pages.items() if term.id in page.prose.terms]
        terms.append({
            "id": term.id, "name": getattr(term, language), "definition": typeset(getattr(term.means, language), language), "other_name": getattr(term, other), "other_language": other,
            "also": [], "lessons": lessons, "example": typeset(getattr(term.example, language), language) if term.example else "",
        })
    terms.sort(key=lambda term: _alphabet(term["name"]))
    return _front(words(language)["glossary"], words(language)["glossary_lead"]) + fragment("glossary", language, terms=terms)


def _alphabet(name: str) -> str:
    """Return a sorting key in which a Polish letter follows its plain one."""
    return name.lower().translate(str.maketrans({letter: f"{plain}~" for letter, plain in zip("ąćęłńóśźż", "acelnoszz", strict=True)}))


def progress_markdown(course: Course, pages: Mapping[str, LessonPage], language: str) -> str:
    """Return the staged Markdown of the learner's record."""
    tracks = [_track_entry(course, pages, track, PROGRESS, language) for track in course.syllabus.tracks]
    record = Markup(render_progress(ProgressView(tuple(LessonProgress(name, course.title(name, language).text, PROGRESS.link(lesson_page(name)), len(page.lesson.quiz.items)) for name, page in pages.items())), language))
    return _front(words(language)["progress"], words(language)["progress_lead"], "search:\n  exclude: true\n") + fragment("progress", language, record=record, tracks=tracks)


def _front(title: str, description: str, more: str = "") -> str:
    title, description = (" ".join(text.split()).replace('"', "'") for text in (title, description))
    return f'---\ntitle: "{title}"\ndescription: "{description}"\n{more}---\n'
