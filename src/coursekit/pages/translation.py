"""Resolves the translations of a lesson and says what a translator should know."""

from __future__ import annotations

from typing import Any

from coursekit.check.quantities import check_quantities
from coursekit.check.terms import check_merged, check_text
from coursekit.faults import Fault
from coursekit.pages.lesson import LessonPage, TranslatedPage, new_page, resolve_texts
from coursekit.read.course import Course
from coursekit.read.translation import Translation


def resolve_translations(source: LessonPage, course: Course, catalogue: Any, formulas: Any, *, drafts: bool = False) -> None:
    """Resolve every translation of a resolved lesson and note them in it.

    Parameters
    ----------
    source : LessonPage
        The lesson in English. Gets the faults of translations that were made from it as it stands.
    drafts : bool
        Whether translations that are drafts are shown as well, as in a preview.
    """
    for language, translation in source.lesson.translations.items():
        page, faults = _resolve(source, translation, course, catalogue, formulas)
        hints = list(translation.hints)
        if translation.state != "draft":  # the texts of a draft may still be the source's
            faults += _slips(source, translation, course)
        if translation.outdated:  # no fault of those who edited the lesson
            hints += faults
        else:
            source.faults += faults
        shown = page is not None and not faults and (drafts or translation.state != "draft")
        source.translations[language] = TranslatedPage(translation.state, page if shown else None, tuple(hints))


def _resolve(source: LessonPage, translation: Translation, course: Course, catalogue: Any, formulas: Any) -> tuple[LessonPage | None, list[Fault]]:
    if translation.lesson is None or source.faults:
        return None, list(translation.faults)
    lesson, language = translation.lesson, translation.language
    page = new_page(lesson, course, catalogue, formulas, language)
    page.foreign, page.stale = translation.foreign, translation.state == "stale"
    for name in ("idea", "outcomes"):
        value = getattr(lesson.text.front, name)
        for path, text in [((name,), value)] if isinstance(value, str) else [((name, index, "text"), outcome.text) for index, outcome in enumerate(value)]:
            page.prose.html(text, lambda offset, wrong, right, path=path: page.faults.append(lesson.text.located.fault(path, wrong, right)))
    page.faults += check_quantities(lesson, language)
    resolve_texts(page, course)
    page.items |= {name: source.items[name] for name in translation.foreign}
    return page, page.faults


def _slips(source: LessonPage, translation: Translation, course: Course) -> list[Fault]:
    lesson = translation.lesson
    if lesson is None:
        return []
    return check_text(source.lesson.text, lesson.text, course) + check_merged(source.lesson.quiz_located, lesson.quiz_located, course)
