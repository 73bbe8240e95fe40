"""Stages the whole course: from checked sources to an ordinary Markdown tree for each language."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coursekit.check.ages import judging_date, overdue
from coursekit.exports.course_json import course_json
from coursekit.faults import CourseError, Fault, FaultCollector
from coursekit.figures.build import build_figures
from coursekit.figures.faults import FigureError
from coursekit.figures.markup import figure_markdown
from coursekit.figures.result import BuiltFigure
from coursekit.figures.schema import FigureFile
from coursekit.memory import Memory, fingerprint
from coursekit.pages.address import (
    CALCULATORS,
    Page,
    formula_page,
    lesson_page,
    notes_page,
    track_page,
)
from coursekit.pages.assets import Assets, stage_assets
from coursekit.pages.calculators import calculator_html, groups
from coursekit.pages.formulas import calculators_markdown, formula_markdown
from coursekit.pages.fragments import heading_faults, words
from coursekit.pages.home import home_roofline
from coursekit.pages.instructors import INDEX, notes_markdown, schedule_markdown
from coursekit.pages.lesson import LessonPage, lesson_markdown, resolve_lesson
from coursekit.pages.reference import REFERENCE, reference_markdown
from coursekit.pages.site import (
    glossary_markdown,
    home_markdown,
    progress_markdown,
    track_markdown,
)
from coursekit.read.course import LANGUAGES, Course, load_course
from coursekit.read.validate import validate
from coursekit.read.vectors import Vector, load_vectors
from coursekit.render.environment import ASSETS
from coursekit.values import Evaluator
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
    figures: dict[str, BuiltFigure]
    uses: dict[str, list[tuple[str, str]]]
    vectors: dict[str, list[Vector]]
    catalogue: Any
    memory: Memory
    report_url: str


def check_course(root: Path, memory: Memory | None = None) -> tuple[Course, dict[str, LessonPage], dict[str, Any]]:
    """Read and resolve everything without drawing or writing.

    Returns
    -------
    course, pages, figure specifications

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
    shared = fingerprint(sorted((root / "lessons").glob("*.yml")), sorted(course.lessons), sorted(course.figures), id(catalogue))
    for name, lesson in course.lessons.items():
        mark = lesson_mark(root, name, shared)
        pages[name] = memory.keep(("page", name), mark, lambda lesson=lesson: resolve_lesson(lesson, course, catalogue, FORMULAS, "en"))
        faults += pages[name].faults
        faults += memory.keep(("notes", name), mark, lambda name=name: notes_markdown(pages[name], course))[1]
    specs: dict[str, Any] = {}
    for name, located in course.figures.items():
        try:
            spec = validate(located, FigureFile).root
            if spec.id != name:
                faults.append(located.fault(("id",), f"the file is called {name}.yml but its id is '{spec.id}'", "make them the same"))
            specs[name] = spec
        except CourseError as error:
            faults += error.faults
    faults += heading_faults(groups()) + overdue(catalogue, course, judging_date(root))
    if faults:
        raise CourseError(faults)
    return course, pages, specs


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


def stage_course(root: Path, build_dir: Path, progress: Progress, report_url: str = "", memory: Memory | None = None, languages: tuple[str, ...] = LANGUAGES) -> StagedCourse:
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
    """
    memory = memory or Memory()
    progress("Reading and checking the sources")
    course, pages, specs = check_course(root, memory)
    catalogue = load_catalogue(root)
    figures = draw(course, specs, catalogue, build_dir, progress)
    parts = Parts(course, pages, figures, formula_uses(course, pages), load_vectors(root), catalogue, memory, report_url)
    assets, stages = {}, {}
    for language in languages:
        spoken = ("en",) if language == "en" else LANGUAGES
        seen = [(path.as_posix(), path.stat().st_mtime_ns) for path in sorted((root / "docs" / "assets").rglob("*"))]
        assets[language] = memory.keep(("assets", language), fingerprint([], seen), lambda spoken=spoken: stage_assets(root, spoken))
        stage = Stage(language, nav=navigation(course, pages, language))
        stage.files |= _lessons(parts, language, assets[language].folder) | _around(parts, language, assets[language].folder) | _documents(root) | assets[language].files
        for built in figures.values():
            for file in (built.files.light, built.files.dark, built.files.narrow_light, built.files.narrow_dark):
                stage.files[f"figures/{file}"] = (build_dir / "figures" / file).read_bytes()
        stages[language] = stage
    summary = course_json(course, pages, figures, parts.uses, parts.vectors)
    if "en" in stages:
        stages["en"].files["course.json"] = (json.dumps(summary, ensure_ascii=False, indent=1) + "\n").encode()
    return StagedCourse(course, pages, assets, stages, summary)


def draw(course: Course, specs: Mapping[str, Any], catalogue: Any, build_dir: Path, progress: Progress) -> dict[str, BuiltFigure]:
    """Draw the figures that are stale and return all of them."""
    evaluator = Evaluator(catalogue, FORMULAS)
    progress(f"Drawing what is new among {len(specs)} figures")
    try:
        return build_figures(specs.values(), evaluator.evaluate, build_dir / "figures", build_dir / "cache", "en")
    except FigureError as error:
        raise CourseError([course.figures[fault.figure].fault(fault.at, fault.wrong, fault.right) for fault in error.faults]) from None


def formula_uses(course: Course, pages: Mapping[str, LessonPage]) -> dict[str, list[tuple[str, str]]]:
    """Return for each formula the lessons that use it, as (id, title)."""
    uses: dict[str, list[tuple[str, str]]] = {name: [] for name in FORMULAS}
    for name, page in pages.items():
        for formula in page.prose.evaluator.used_formulas:
            uses[formula].append((name, course.lessons[name].text.front.title))
    return uses


def _lessons(parts: Parts, language: str, assets_folder: str) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for name, page in parts.pages.items():
        used = [parts.figures[figure] for figure in page.figures]

        def write(page: LessonPage = page) -> str:
            markup = {figure: figure_markdown(parts.figures[figure], "en", page.prose.page.file("figures")) for figure in page.figures}
            return lesson_markdown(page, parts.course, markup, parts.figures, assets_folder, parts.report_url.replace("{page}", page.prose.page.url))

        text = parts.memory.keep(("lesson page", name, language), fingerprint([], id(page), used, assets_folder), write)
        files[lesson_page(name).path] = (text if language == "en" else _untranslated(text, language)).encode()
        notes = parts.memory.keep(("notes page", name), fingerprint([], id(page)), lambda page=page: notes_markdown(page, parts.course)[0])
        files[notes_page(name).path] = (notes if language == "en" else _untranslated(notes, language)).encode()
    return files


def _untranslated(text: str, language: str) -> str:
    """Mark a page that is still in English and put a notice under its title; the frame gives its content the right language."""
    front, rest = text.removeprefix("---\n").split("\n---\n", 1)
    before, title, body = rest.partition("\n# ") if not rest.startswith("# ") else ("", "# ", rest[2:])
    heading, _, body = body.partition("\n")
    notice = f'<div class="notice" lang="{language}"><p>{words(language)["untranslated"]}</p></div>'
    return f"---\n{front}\ncontent_language: en\n---\n{before}{title}{heading}\n\n{notice}\n{body}"


def _overview(parts: Parts, language: str) -> dict[str, str]:
    """Return the pages that tell of all lessons."""
    course, pages = parts.course, parts.pages
    counts = {"formulas": len(FORMULAS), "facts": sum(len(getattr(parts.catalogue, name)) for name in RECORDS)}
    texts = {
        "index.md": home_markdown(course, pages, home_roofline(parts.catalogue, language), counts, language),
        "glossary.md": glossary_markdown(course, pages, language),
        "progress.md": progress_markdown(course, pages, language),
        INDEX.path: schedule_markdown(course, pages, language),
        CALCULATORS.path: calculators_markdown(groups(), CALCULATORS, language),
        REFERENCE.path: reference_markdown(language),
    }
    return texts | {track_page(track.id).path: track_markdown(course, pages, track, language) for track in course.syllabus.tracks}


def _around(parts: Parts, language: str, assets_folder: str) -> dict[str, bytes]:
    course, pages, catalogue = parts.course, parts.pages, parts.catalogue
    told = [(name, page.lesson.row, page.lesson.text.front, page.graded, sorted(page.prose.terms)) for name, page in pages.items()]
    mark = fingerprint([], course.syllabus, course.terms, told)
    texts = dict(parts.memory.keep(("around", language), mark, lambda: _overview(parts, language)))
    for name, formula in FORMULAS.items():
        uses, vectors = parts.uses[name], parts.vectors.get(name, [])

        def write(formula: Any = formula, uses: Any = uses, vectors: Any = vectors) -> str:
            return formula_markdown(formula, uses, vectors, language, calculator_html(formula, catalogue, language))

        texts[formula_page(name).path] = parts.memory.keep(("formula", name, language), fingerprint([], uses, vectors), write)
    return {path: text.replace(ASSETS, Page(path).file(assets_folder)).encode() for path, text in texts.items()}


def _documents(root: Path) -> dict[str, bytes]:
    """Take over the pages of docs/ that are neither templates nor assets."""
    return {path.name: path.read_text(encoding="utf-8-sig").replace("\r\n", "\n").encode() for path in sorted((root / "docs").glob("*.md"))}


def navigation(course: Course, pages: Mapping[str, LessonPage], language: str) -> list[Any]:
    """Return the navigation: tracks in the order of the syllabus, then the reference pages.

    A page lists its own group only, so that neither it nor the time to render it grows with the whole course.
    """
    strings = words(language)
    nav: list[Any] = [{strings["home"]: "index.md"}]
    notes: list[Any] = []
    for track in course.syllabus.tracks:
        names = [name for row in track.lessons if (name := f"{track.id}/{row.id}") in pages]
        nav.append({track.title: [track_page(track.id).path, *_in_parts([lesson_page(name).path for name in names])]})
        if names:
            notes.append({track.title: _in_parts([{course.rows[name][1].title: notes_page(name).path} for name in names])})
    formulas = [{strings["formula_groups"][group]: [formula_page(formula.name).path for formula in members]} for group, members in groups().items()]
    nav.append({strings["calculators"]: [CALCULATORS.path, "python.md", {strings["reference"]: REFERENCE.path}, *formulas]})
    nav += [{strings["glossary"]: "glossary.md"}, {strings["progress"]: "progress.md"}, {strings["instructors"]: [INDEX.path, *notes]}]
    return nav


def _in_parts(entries: list[Any]) -> list[Any]:
    """Return the entries as they are, or in numbered parts where nobody could overlook the list."""
    if len(entries) <= PART:
        return entries
    return [{f"{start + 1}–{min(start + PART, len(entries))}": entries[start : start + PART]} for start in range(0, len(entries), PART)]
