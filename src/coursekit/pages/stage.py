"""Stages the whole course: from checked sources to an ordinary Markdown tree for each language."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from coursekit.check.ages import judging_date, overdue
from coursekit.check.review import check_review
from coursekit.check.terms import check_pairs
from coursekit.exports.course_json import course_json
from coursekit.faults import CourseError, Fault, FaultCollector
from coursekit.figures.schema import FigureFile
from coursekit.memory import Memory, fingerprint
from coursekit.pages.address import (
    CALCULATORS,
    HOME,
    TOPICS,
    Page,
    formula_page,
    lesson_page,
    notes_page,
    review_page,
    topic_page,
    track_page,
)
from coursekit.pages.assets import Assets, stage_assets
from coursekit.pages.calculators import calculator_html, groups
from coursekit.pages.drawings import (
    Drawings,
    draw,
    figure_hints,
    figure_html,
    shown_figure,
    staged_drawings,
)
from coursekit.pages.formulas import calculators_markdown, formula_markdown
from coursekit.pages.fragments import heading_faults, words
from coursekit.pages.home import home_roofline
from coursekit.pages.instructors import INDEX, notes_markdown, schedule_markdown
from coursekit.pages.languages import documents, untranslated, with_language_switch
from coursekit.pages.lesson import (
    LessonPage,
    item_sections,
    lesson_markdown,
    resolve_lesson,
    shown_page,
)
from coursekit.pages.names import name_hints
from coursekit.pages.navigation import navigation
from coursekit.pages.reference import REFERENCE, reference_markdown
from coursekit.pages.review import review_markdown
from coursekit.pages.site import (
    glossary_markdown,
    home_markdown,
    progress_markdown,
    track_markdown,
)
from coursekit.pages.topics import (
    CardPages,
    card_markdown,
    map_markdown,
    resolve_card,
    topic_entry,
)
from coursekit.pages.translation import resolve_translations
from coursekit.read.course import LANGUAGES, Course, Lesson, load_course
from coursekit.read.validate import validate
from coursekit.read.vectors import Vector, load_vectors
from coursekit.render.environment import ASSETS
from hwcalc.registry import FORMULAS

Progress = Callable[[str], None]
RECORDS = ("hardware", "networks", "instances", "memory", "latencies", "models", "facts")

#: So many pages stand in one list of the navigation.
PART = 30


@dataclass
class Stage:
    """Everything that will stand in the staged tree of one language.

    Attributes
    ----------
    files : dict
        Path below the staged docs folder to content.
    nav : list
        The navigation as MkDocs writes it.
    """

    language: str
    files: dict[str, bytes] = field(default_factory=dict)
    nav: list[Any] = field(default_factory=list)


@dataclass
class StagedCourse:
    """All languages, and what they share."""

    course: Course
    pages: dict[str, LessonPage]
    assets: dict[str, Assets]
    stages: dict[str, Stage]
    summary: dict[str, Any]


@dataclass(frozen=True)
class Parts:
    """What the pages of every language are made from."""

    course: Course
    pages: dict[str, LessonPage]
    cards: CardPages
    figures: Drawings
    uses: dict[str, list[str]]
    vectors: dict[str, list[Vector]]
    catalogue: Any
    memory: Memory
    report_url: str


class Checked(NamedTuple):
    """The course, its lessons' pages, the specifications of its figures and its topics' cards, all without faults."""

    course: Course
    pages: dict[str, LessonPage]
    specs: dict[str, Any]
    cards: CardPages


def check_course(root: Path, memory: Memory | None = None, *, drafts: bool = False) -> Checked:
    """Read and resolve everything without drawing or writing.

    Parameters
    ----------
    drafts : bool
        Whether translations that are drafts are shown as well, as in a preview.

    Raises
    ------
    CourseError
        With all faults of all files.
    """
    catalogue = load_catalogue(root)
    memory = memory or Memory()
    unreadable = FaultCollector()
    course = load_course(root, memory, unreadable)
    faults = unreadable.faults
    pages: dict[str, LessonPage] = {}
    shared = fingerprint(sorted((root / "lessons").glob("*.yml")), sorted(course.lessons), sorted(course.figures), sorted(course.reviews), id(catalogue))
    for name, lesson in course.lessons.items():
        mark = lesson_mark(root, name, shared)

        def resolve(lesson: Lesson = lesson) -> LessonPage:
            page = resolve_lesson(lesson, course, catalogue, FORMULAS, "en")
            resolve_translations(page, course, catalogue, FORMULAS, drafts=drafts)
            return page

        pages[name] = memory.keep(("page", name), mark, resolve)
        faults += pages[name].faults
        faults += memory.keep(("notes", name), mark, lambda name=name: notes_markdown(pages[name], course))[1]
    sections = {name: item_sections(lesson) for name, lesson in course.lessons.items()}
    for review in course.reviews.values():
        faults += check_review(review, course, sections)
    cards: dict[str, dict[str, LessonPage]] = {}
    for name, card in course.cards.items():
        mark = fingerprint(sorted((root / "lessons" / "topics" / name).iterdir()), shared, sorted(course.cards))
        cards[name] = memory.keep(("card", name), mark, lambda card=card: resolve_card(card, course, catalogue, FORMULAS))
        faults += [fault for page in cards[name].values() for fault in page.faults]
    specs: dict[str, Any] = {}
    for name, located in course.figures.items():
        try:
            spec = memory.keep(("figure", name), fingerprint([], located.source.text), lambda located=located: validate(located, FigureFile).root)
            if spec.id != name:
                faults.append(located.fault(("id",), f"the file is called {name}.yml but its id is '{spec.id}'", "make them the same"))
            specs[name] = spec
        except CourseError as error:
            faults += error.faults
    faults += heading_faults(groups()) + overdue(catalogue, course, judging_date(root))
    if faults:
        raise CourseError(faults)
    return Checked(course, pages, specs, cards)


def translator_hints(checked: Checked) -> list[Fault]:
    """Return what a translator should know and what stops nothing: translations older than their sources, drafts, slips in glossary and figures, what has no name in a language."""
    hints = [hint for page in checked.pages.values() for translated in page.translations.values() for hint in translated.hints]
    hints += check_pairs(checked.course)
    for language in LANGUAGES[1:]:
        hints += name_hints(checked.course, language)
        hints += figure_hints(checked.course, checked.specs, figures_in(checked.pages, checked.cards, language), language)
    return sorted(set(hints))


def lesson_mark(root: Path, name: str, shared: str) -> str:
    """Return the fingerprint of everything that a lesson's page is made from, its figures' drawings apart."""
    return fingerprint(sorted(path for path in (root / "lessons" / name).iterdir() if path.is_file()), shared)


def load_catalogue(root: Path) -> Any:
    """Load the catalogue; its faults are reported like all others."""
    from hwcalc.catalogue import CatalogueError, load

    try:
        return load()
    except CatalogueError as error:
        raise CourseError([Fault(problem.path, problem.line, problem.column, problem.wrong, problem.right) for problem in error.problems]) from None


def stage_course(root: Path, build_dir: Path, progress: Progress, report_url: str = "", memory: Memory | None = None, languages: tuple[str, ...] = LANGUAGES, drafts: bool = False) -> StagedCourse:
    """Check everything, draw what is stale and prepare the staged trees in memory.

    Parameters
    ----------
    root : Path
        The project.
    build_dir : Path
        Where drawings and their cache are kept.
    progress : callable
        Told of each long step.
    report_url : str
        Where readers report an error; `{page}` stands for the page.
    memory : Memory, optional
        Of a running preview.
    languages : tuple of str
        Which trees to stage.
    drafts : bool
        Whether translations that are drafts are shown as well, as in a preview.
    """
    memory = memory or Memory()
    progress("Reading and checking the sources")
    course, pages, specs, cards = check_course(root, memory, drafts=drafts)
    catalogue = load_catalogue(root)
    wanted = {language: list(specs) if language == "en" else figures_in(pages, cards, language) for language in dict.fromkeys(("en", *languages))}
    figures = draw(course, specs, catalogue, build_dir, wanted, progress, memory)
    parts = Parts(course, pages, cards, figures, formula_uses(pages), load_vectors(root), catalogue, memory, report_url)
    assets, stages = {}, {}
    for language in languages:
        spoken = ("en",) if language == "en" else LANGUAGES
        seen = [(path.as_posix(), path.stat().st_mtime_ns) for path in sorted((root / "docs" / "assets").rglob("*"))]
        assets[language] = memory.keep(("assets", language), fingerprint([], seen), lambda spoken=spoken: stage_assets(root, spoken))
        stage = Stage(language, nav=navigation(course, pages, cards, language))
        stage.files |= _lessons(parts, language, assets[language].folder) | _cards(parts, language, assets[language].folder) | _around(parts, language, assets[language].folder) | documents(root, language) | assets[language].files
        stage.files |= staged_drawings(figures, build_dir, dict.fromkeys(("en", language)))
        stage.files = {path: with_language_switch(path, content, language) for path, content in stage.files.items()}
        stages[language] = stage
    summary = course_json(course, pages, cards, figures["en"], parts.uses, parts.vectors)
    if "en" in stages:
        stages["en"].files["course.json"] = (json.dumps(summary, ensure_ascii=False, indent=1) + "\n").encode()
    return StagedCourse(course, pages, assets, stages, summary)


def figures_in(pages: Mapping[str, LessonPage], cards: CardPages, language: str) -> list[str]:
    """Return the figures that the translated lessons and the cards of a language show."""
    shown = [page.translations[language].page for page in pages.values() if language in page.translations] + [card[language] for card in cards.values()]
    return list(dict.fromkeys(name for page in shown if page is not None for name in page.figures))


def formula_uses(pages: Mapping[str, LessonPage]) -> dict[str, list[str]]:
    """Return for each formula the lessons that use it."""
    uses: dict[str, list[str]] = {name: [] for name in FORMULAS}
    for name, page in pages.items():
        for formula in page.prose.evaluator.used_formulas:
            uses[formula].append(name)
    return uses


def _lessons(parts: Parts, language: str, assets_folder: str) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for name, source in parts.pages.items():
        translated = source.translations.get(language)
        page = shown_page(source, language)
        spoken = page.prose.language
        used = [shown_figure(parts.figures, figure, spoken) for figure in page.figures]

        def write(page: LessonPage = page, spoken: str = spoken) -> str:
            markup = {figure: figure_html(parts.figures, figure, spoken, page.prose.page) for figure in page.figures}
            return lesson_markdown(page, parts.course, markup, parts.figures["en"], assets_folder, parts.report_url.replace("{page}", page.prose.page.url))

        text = parts.memory.keep(("lesson page", name, language), fingerprint([], id(page), used, assets_folder), write)
        title = parts.course.title(name, language).text
        notice = "outdated" if translated is not None and translated.state == "stale" else "untranslated"
        files[lesson_page(name).path] = (text if spoken == language else untranslated(text, language, title, notice)).encode()
        notes = parts.memory.keep(("notes page", name), fingerprint([], id(source)), lambda source=source: notes_markdown(source, parts.course)[0])
        files[notes_page(name).path] = (notes if language == "en" else untranslated(notes, language, f"{words(language)['notes_for']}: {title}")).encode()
    return files


def _cards(parts: Parts, language: str, assets_folder: str) -> dict[str, bytes]:
    """Return the cards of topics; they are few and short, and each shows sentences of the others."""
    files: dict[str, bytes] = {}
    for name, card in parts.course.cards.items():
        page = parts.cards[name][language]
        markup = {figure: figure_html(parts.figures, figure, language, page.prose.page) for figure in page.figures}
        report_url = parts.report_url.replace("{page}", page.prose.page.url)
        files[topic_page(name).path] = card_markdown(card, parts.cards, language, markup, parts.figures["en"], assets_folder, report_url).encode()
    return files | {TOPICS.path: map_markdown(parts.course, parts.cards, parts.pages, language).encode()}


def _overview(parts: Parts, language: str) -> dict[str, str]:
    """Return the pages that tell of all lessons."""
    course, pages = parts.course, parts.pages
    counts = {"formulas": len(FORMULAS), "facts": sum(len(getattr(parts.catalogue, name)) for name in RECORDS)}
    texts = {
        "index.md": home_markdown(course, pages, home_roofline(parts.catalogue, language), counts, _topics(parts, language), language),
        "glossary.md": glossary_markdown(course, pages, language),
        "progress.md": progress_markdown(course, pages, language),
        INDEX.path: schedule_markdown(course, pages, language),
        CALCULATORS.path: calculators_markdown(groups(), CALCULATORS, language),
        REFERENCE.path: reference_markdown("en") if language == "en" else untranslated(reference_markdown("en"), language, words(language)["reference"], "docstrings"),
    }
    return texts | {track_page(track.id).path: track_markdown(course, pages, track, language) for track in course.syllabus.tracks}


def _topics(parts: Parts, language: str) -> list[dict[str, Any]]:
    return [topic_entry(parts.course, parts.cards, name, language, HOME) for name in parts.course.topics]


def _around(parts: Parts, language: str, assets_folder: str) -> dict[str, bytes]:
    course, pages, catalogue = parts.course, parts.pages, parts.catalogue
    told = [(name, page.lesson.row, page.lesson.text.front, page.graded, sorted(page.prose.terms), course.title(name, language)) for name, page in pages.items()]
    shown = [(name, other.state, other.page.lesson.text.front if other.page else "") for name, page in pages.items() for other in page.translations.values()]
    mark = fingerprint([], course.syllabus, course.words, course.terms, told, shown, _topics(parts, language), [(name, review.text) for name, review in course.reviews.items()])
    texts = dict(parts.memory.keep(("around", language), mark, lambda: _overview(parts, language)))
    for name, formula in FORMULAS.items():
        uses = [(lesson, course.title(lesson, language)) for lesson in parts.uses[name]]
        vectors = parts.vectors.get(name, [])

        def write(formula: Any = formula, uses: Any = uses, vectors: Any = vectors) -> str:
            return formula_markdown(formula, uses, vectors, language, calculator_html(formula, catalogue, language))

        texts[formula_page(name).path] = parts.memory.keep(("formula", name, language), fingerprint([], uses, vectors), write)
    for track, review in course.reviews.items():
        text = review_markdown(review, course, pages, "en")
        texts[review_page(track).path] = text if language == "en" else untranslated(text, language, course.review_words(track, "title", language).text)
    return {path: text.replace(ASSETS, Page(path).file(assets_folder)).encode() for path, text in texts.items()}
