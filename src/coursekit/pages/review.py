"""The mixed review of a track: items of its lessons on one page, with the way back to where each is explained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from coursekit.pages.address import Page, lesson_page, review_page, track_page
from coursekit.pages.fragments import fragment
from coursekit.pages.items import resolve_items
from coursekit.pages.lesson import LessonPage
from coursekit.pages.prose import Prose
from coursekit.pages.resolve import Resolver
from coursekit.read.course import Course, Review
from coursekit.render.items import render_item
from coursekit.strings.marking import foreign
from coursekit.values import Evaluator


def review_entry(course: Course, track: str, language: str) -> dict[str, Any] | None:
    """Return what the map of a track says of its review; None where it has none."""
    review = course.reviews.get(track)
    if review is None:
        return None
    told = {name: foreign(*course.review_words(track, name, language), language) for name in ("title", "lead")}
    return {**told, "url": track_page(track).link(review_page(track)), "items": list(review.text.items)}


def review_markdown(review: Review, course: Course, pages: Mapping[str, LessonPage], language: str) -> str:
    """Return the staged Markdown of a review whose items were checked.

    The items are resolved once more, because their links start from this page and no longer from the lesson's; ids,
    keys and feedback stay what they are.
    """
    here = review_page(review.track.id)
    wanted = {name.rsplit("/", 1)[0] for name in review.text.items}
    views = {view.id: view for lesson in wanted for view in _items(pages[lesson], course, here, set(review.text.items)).values()}
    questions = []
    for number, name in enumerate(review.text.items, 1):
        lesson = name.rsplit("/", 1)[0]
        html = "\n".join(line for line in render_item(views[name], language).splitlines() if line.strip())
        anchor = Markup("{#question-%d data-search-exclude}") % number  # the search finds the item in its lesson
        questions.append({"anchor": anchor, "html": Markup(html), "title": course.rows[lesson][1].title, "url": here.link(lesson_page(lesson))})
    title = f"{review.text.title}: {review.track.title}".replace('"', "'")
    lead = " ".join(review.text.lead.split()).replace('"', "'")
    body = fragment("review", language, review={
        "title": title, "lead": review.text.lead, "items": list(review.text.items), "questions": questions, "n_lessons": len(wanted),
        "track_url": here.link(track_page(review.track.id)), "track_title": review.track.title,
    })
    return f'---\ntitle: "{title}"\ndescription: "{lead}"\n---\n{body}'


def _items(page: LessonPage, course: Course, here: Page, names: set[str]) -> dict[str, Any]:
    lesson, known = page.lesson, page.prose.evaluator
    evaluator = Evaluator(known.catalogue, known.formulas, lesson.text.front.values)
    prose = Prose(course, evaluator, here, page.prose.language, page.prose.anchors, home=lesson_page(lesson.id))
    return resolve_items(lesson, Resolver(prose, lesson.quiz_located), {name.rsplit("/", 1)[1] for name in names if name.rsplit("/", 1)[0] == lesson.id})
