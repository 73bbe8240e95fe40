"""Draws the course's figures: all in English, and in another language those that stand on a page of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from coursekit.faults import CourseError, Fault
from coursekit.figures.build import build_figures
from coursekit.figures.faults import FigureError
from coursekit.figures.markup import figure_markdown
from coursekit.figures.result import BuiltFigure
from coursekit.memory import Memory, fingerprint
from coursekit.pages.address import Page
from coursekit.read.course import Course
from coursekit.values import Evaluator
from hwcalc.registry import FORMULAS

Drawings = Mapping[str, Mapping[str, BuiltFigure]]
WORDS = ("title", "claim", "caption")


def english_only(spec: Any) -> str:
    """Return the first field of a figure that says something in one language only; empty where all of it is in both."""
    return next((name for name in WORDS if isinstance(getattr(spec, name), str)), "")


def draw(course: Course, specs: Mapping[str, Any], catalogue: Any, build_dir: Path, wanted: Mapping[str, Iterable[str]], progress: Callable[[str], None], memory: Memory) -> dict[str, dict[str, BuiltFigure]]:
    """Draw the figures that are stale and return all of them by language.

    Parameters
    ----------
    wanted : mapping
        For each language the figures that its pages show; one without words in that language is left out and stands there in English.
    memory : Memory
        Of a running preview: where no figure changed, none is looked at.
    """
    progress(f"Drawing what is new among {len(specs)} figures")
    built: dict[str, dict[str, BuiltFigure]] = {}
    for language, names in wanted.items():
        shown = set(names)
        chosen = {name: spec for name, spec in specs.items() if name in shown and (language == "en" or not english_only(spec))}
        mark = fingerprint([], id(catalogue), [(name, course.figures[name].source.text) for name in chosen])

        def build(chosen: Mapping[str, Any] = chosen, language: str = language) -> dict[str, BuiltFigure]:
            return build_figures(chosen.values(), Evaluator(catalogue, FORMULAS).evaluate, drawings_folder(build_dir, language), build_dir / "cache", language)

        try:
            built[language] = memory.keep(("drawings", language), mark, build)
        except FigureError as error:
            raise CourseError([course.figures[fault.figure].fault(fault.at, fault.wrong, fault.right) for fault in error.faults]) from None
    return built


def drawings_folder(folder: Path, language: str) -> Path:
    """Return where the drawings of a language lie, below the build folder or a staged tree."""
    return folder / "figures" if language == "en" else folder / "figures" / language


def staged_drawings(drawings: Drawings, build_dir: Path, languages: Iterable[str]) -> dict[str, bytes]:
    """Return the files of the drawings for a staged tree."""
    files: dict[str, bytes] = {}
    for language in languages:
        for built in drawings.get(language, {}).values():
            for file in (built.files.light, built.files.dark, built.files.narrow_light, built.files.narrow_dark):
                files[drawings_folder(Path(), language).joinpath(file).as_posix()] = (drawings_folder(build_dir, language) / file).read_bytes()
    return files


def shown_figure(drawings: Drawings, name: str, language: str) -> BuiltFigure:
    """Return a figure as a page of a language shows it."""
    return drawings.get(language, {}).get(name) or drawings["en"][name]


def figure_html(drawings: Drawings, name: str, language: str, page: Page) -> str:
    """Return a figure's HTML for a page; one that has no words in the page's language says that it is in English."""
    spoken = language if name in drawings.get(language, {}) else "en"
    html = figure_markdown(shown_figure(drawings, name, language), spoken, page.file(drawings_folder(Path(), spoken).as_posix()))
    return html if spoken == language else html.replace("<figure ", f'<figure lang="{spoken}" ', 1)


def figure_hints(course: Course, specs: Mapping[str, Any], names: Iterable[str], language: str) -> list[Fault]:
    """Return a hint for each figure that stands on a page of a language and has no words in it."""
    return [
        course.figures[name].fault((english_only(specs[name]),), f"the figure stands on a page in '{language}' and has only one language", f"write {english_only(specs[name])}: {{en: ..., {language}: ...}}")
        for name in dict.fromkeys(names) if name in specs and english_only(specs[name])
    ]
