"""Turns one checked lesson into staged Markdown, and notes all that it uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from coursekit.check.lesson import check_items, check_structure
from coursekit.check.quantities import check_quantities
from coursekit.elements import element_module
from coursekit.faults import Fault, did_you_mean
from coursekit.figures.result import BuiltFigure
from coursekit.pages.address import lesson_page
from coursekit.pages.fragments import fragment, markdown_text, words
from coursekit.pages.items import resolve_items
from coursekit.pages.prose import Prose, line_report
from coursekit.pages.resolve import Resolver
from coursekit.pages.sources import DEFINITION, source_entries
from coursekit.pages.widgets import resolve_roofline, resolve_widget
from coursekit.read.course import Course, Lesson
from coursekit.read.lesson import Block
from coursekit.read.schema import Predict
from coursekit.read.translation import State
from coursekit.render.environment import ASSETS
from coursekit.render.items import render_item, render_reveal
from coursekit.render.signs import sign
from coursekit.render.views import ItemView
from coursekit.render.widgets import render_roofline, render_widget
from coursekit.strings.marking import foreign
from coursekit.values import IN_VALUE, Evaluator, ExpressionError


@dataclass
class LessonPage:
    """One lesson in one language, resolved.

    Attributes
    ----------
    segments : list
        Pieces of the page in order: Markdown text, or the id of a figure still to be drawn.
    foreign : frozenset of str
        Items that are shown in English because they changed since they were translated.
    stale : bool
        Whether this is a translation that is older than its source.
    translations : dict
        The lesson in its other languages.
    """

    lesson: Lesson
    prose: Prose
    faults: list[Fault] = field(default_factory=list)
    segments: list[str | FigurePlace] = field(default_factory=list)
    items: dict[str, ItemView] = field(default_factory=dict)
    widgets: dict[str, Any] = field(default_factory=dict)
    figures: list[str] = field(default_factory=list)
    words: int = 0
    foreign: frozenset[str] = frozenset()
    stale: bool = False
    translations: dict[str, TranslatedPage] = field(default_factory=dict)

    @property
    def graded(self) -> int:
        """How many items count for progress."""
        return sum(not isinstance(item, Predict) for item in self.lesson.quiz.items)


@dataclass(frozen=True)
class TranslatedPage:
    """A lesson in another language: the page, or None where it does not fit its source or is a draft; what a translator should know."""

    state: State
    page: LessonPage | None
    hints: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class FigurePlace:
    """Where a figure will stand."""

    id: str


def shown_page(source: LessonPage, language: str) -> LessonPage:
    """Return the page of a lesson that a tree of a language shows: the translation, or the English one."""
    translated = source.translations.get(language)
    return translated.page if translated is not None and translated.page is not None else source


def resolve_lesson(lesson: Lesson, course: Course, catalogue: Any, formulas: Any, language: str) -> LessonPage:
    """Evaluate and render everything of a lesson but its figures; faults are gathered, not raised."""
    text = lesson.text
    page = new_page(lesson, course, catalogue, formulas, language)
    evaluator = page.prose.evaluator
    for name in text.front.values:
        try:
            evaluator.evaluate(name)
        except ExpressionError as error:
            page.faults.append(text.located.fault(("values", name), error.wrong.removeprefix(f"{IN_VALUE}{name}': "), error.right))
    evaluator.used_names.clear()
    sections = item_sections(lesson)
    page.faults += check_structure(lesson, course)
    page.faults += check_items(lesson, course, sections)
    page.faults += check_quantities(lesson)
    resolve_texts(page, course)
    page.faults = [fault for fault in page.faults if not fault.wrong.startswith(IN_VALUE)]  # told where the value stands
    if not page.faults:
        unused = [name for name in text.front.values if name not in evaluator.used_names and not _used_by_others(name, text.front.values)]
        page.faults += [text.located.fault(("values", name), f"the value '{name}' is used nowhere", "take it out", key=True) for name in unused]
    return page


def new_page(lesson: Lesson, course: Course, catalogue: Any, formulas: Any, language: str) -> LessonPage:
    """Return the page of a lesson before anything is resolved."""
    anchors = frozenset({heading.id for heading in lesson.text.headings} | {"sources"})
    return LessonPage(lesson, Prose(course, Evaluator(catalogue, formulas, lesson.text.front.values), lesson_page(lesson.id), language, anchors))


def resolve_texts(page: LessonPage, course: Course) -> None:
    """Fill the text of a page, its items and its interactive parts."""
    resolver = Resolver(page.prose, page.lesson.quiz_located)
    page.items = resolve_items(page.lesson, resolver)
    page.faults += resolver.faults
    fill_body(page, course)


def _used_by_others(name: str, values: dict[str, Any]) -> bool:
    return any(re.search(rf"\b{name}\b", str(expression)) for other, expression in values.items() if other != name)


def item_sections(lesson: Lesson) -> dict[str, str]:
    """Return for each placed item the id of its section."""
    places: dict[str, str] = {}
    for block in lesson.text.blocks:
        if block.kind == "items":
            before = [heading for heading in lesson.text.headings if heading.line < block.first and heading.level == 2]
            for name in block.names:
                places.setdefault(name, before[-1].id if before else "")
    return places


def fill_body(page: LessonPage, course: Course) -> None:
    """Fill the text of a page and its blocks, in order."""
    source, lines = page.lesson.text.source, page.lesson.text.lines
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    position = page.lesson.text.body_line
    blocks = sorted(page.lesson.text.blocks, key=lambda block: block.first)
    for first, last, block in [*((block.first, block.last, block) for block in blocks), (len(lines), len(lines), None)]:
        _fill_text(page, lines, starts, position, first)
        if block is not None:
            for segment in _fill_block(page, course, block):
                page.segments.append(segment)
        position = last
    assert source.text.count("\n") + 1 == len(lines)


def _fill_text(page: LessonPage, lines: list[str], starts: list[int], first: int, last: int) -> None:
    """Fill the text lines of a range; code stays as it is."""
    text = page.lesson.text
    run: list[int] = []

    def flush() -> None:
        if run:
            chunk = "\n".join(lines[run[0]: run[-1] + 1])
            filled = page.prose.fill(chunk, line_report(text.source, starts[run[0]], page.faults))
            page.words += count_words(filled)
            page.segments.append(filled)
            run.clear()

    for number in range(first, last):
        if number in text.code_lines:
            flush()
            page.segments.append(lines[number])
        else:
            run.append(number)
    flush()


def count_words(markdown: str) -> int:
    """Return how many words a reader reads: no tags, no cards, no marks of Markdown.

    Examples
    --------
    >>> count_words('## A title {#id}\\n\\n- It holds <span class="value">3 GB</span> of **data**.')
    8
    >>> count_words('It <small class="card"><span>of</span> <small>the</small> card</small>holds <span class="card">a <span>term</span></span>.')
    2
    """
    text = re.sub(r"<math.*?</math>|<[^>]+>|\{#[\w-]+\}|\]\([^)]*\)", " ", _without_cards(markdown), flags=re.DOTALL)
    return len(re.findall(r"\w[\w\u202f'’./-]*", text))


def _without_cards(markdown: str) -> str:
    """Take out the cards of terms and facts, which hold spans of their own."""
    kept, depth = [], 0
    for part in re.split(r"(</?(?:span|small)\b[^>]*>)", markdown):
        if depth or part.startswith(('<span class="card', '<small class="card')):
            depth += part.startswith("<s") - part.startswith("</s")
        else:
            kept.append(part)
    return "".join(kept)


def _fill_block(page: LessonPage, course: Course, block: Block) -> list[str | FigurePlace]:
    language, lesson = page.prose.language, page.lesson
    at = (lesson.text.source.path, block.first + 2, 1)
    if block.kind == "figure":
        name = block.names[0]
        if name not in course.figures:
            page.faults.append(Fault(*at, f"there is no figure '{name}'", did_you_mean(name, course.figures) if course.figures else "add figures/" + name + ".yml"))
            return []
        page.figures.append(name)
        return [FigurePlace(name)]
    if block.kind == "reveal":
        item = lesson.items.get(block.names[0])
        if not isinstance(item, Predict):
            page.faults.append(Fault(*at, f"there is no item '{block.names[0]}' of type predict", did_you_mean(block.names[0], [name for name, item in lesson.items.items() if isinstance(item, Predict)])))
            return []
        return [_item(page, item.id, render_reveal)] if item.id in page.items else []
    if block.kind == "items":
        if page.faults:  # nothing will be written, and an item that breaks a rule may not be renderable
            return []
        return [_item(page, name, render_item) for name in block.names if name in page.items]
    resolver = Resolver(page.prose, block.located)
    if block.kind == "widget":
        view, render = resolve_widget(block.part, lesson.id, resolver), render_widget
    elif block.part.element == "roofline-explorer":
        view, render = resolve_roofline(block.part, lesson.id, resolver), render_roofline
    else:
        module = element_module(block.part.element, "view")
        view, render = module.resolve(block.part, lesson.id, resolver), module.render
    page.faults += resolver.faults
    if view is None:
        return []
    if view.id in page.widgets:
        page.faults.append(Fault(*at, f"the id '{block.part.id}' is taken", "ids are never used twice"))
    page.widgets[view.id] = view
    return [_block(render(view, language))]


def _item(page: LessonPage, name: str, render: Callable[[Any, str], str]) -> str:
    """Render an item or its answer; one that changed since it was translated is still in English."""
    if name not in page.foreign:
        return _block(render(page.items[name], page.prose.language))
    return f'\n<div lang="en">{_block(render(page.items[name], "en"))}</div>\n'


def _block(html: str) -> str:
    """Return HTML as a raw block of Markdown: no blank line inside, one around."""
    return "\n" + "\n".join(line for line in html.splitlines() if line.strip()) + "\n"


def used_figures(page: LessonPage, built: Mapping[str, BuiltFigure]) -> list[Any]:
    """Return every catalogue figure that a lesson's text, items, widgets and drawings use, in the order of first use."""
    evaluator = page.prose.evaluator
    paths = [*evaluator.used_figures, *(path for name in page.figures for path in built[name].paths)]
    return [evaluator.catalogue.figure(path) for path in dict.fromkeys(paths)]


def body_markdown(page: LessonPage, figures: Mapping[str, str], assets_folder: str) -> str:
    """Return the filled text of a page with its figures in their places."""
    assets = page.prose.page.file(assets_folder)
    return "\n".join(figures[segment.id] if isinstance(segment, FigurePlace) else segment.replace(ASSETS, assets) for segment in page.segments)


def sources_markdown(page: LessonPage, built: Mapping[str, BuiltFigure], report_url: str) -> str:
    """Return the list of sources of a page: the facts that it used, and the papers behind its formulas."""
    evaluator = page.prose.evaluator
    facts = source_entries(used_figures(page, built), evaluator.catalogue, page.prose.language)
    titles = {evaluator.formulas[name].source for name in evaluator.used_formulas}
    references = [{"title": title, "url": ""} for title in sorted(titles) if not title.lower().startswith(DEFINITION)]
    return fragment("sources", page.prose.language, facts=facts, references=references, report_url=report_url)


def lesson_markdown(page: LessonPage, course: Course, figures: Mapping[str, str], built: Mapping[str, BuiltFigure], assets_folder: str, report_url: str) -> str:
    """Return the staged Markdown of a resolved lesson.

    Parameters
    ----------
    figures : dict
        HTML of each drawn figure by id.
    built : mapping
        The drawn figures themselves, for their sources.
    assets_folder : str
        The staged folder of scripts and styles.
    report_url : str
        Where readers report an error on this page; empty where there is no such place.
    """
    lesson, language, front = page.lesson, page.prose.language, page.lesson.text.front
    silent = _silent(page)
    needs = [
        {"title": foreign(*course.title(name, language), language), "url": page.prose.page.link(lesson_page(name)) if name in course.lessons else ""} for name in front.needs
    ]
    header = fragment("lesson_header", language, lesson={
        "id": lesson.id, "idea": Markup(page.prose.html(front.idea, silent)), "minutes": lesson.row.minutes, "reviewed": front.reviewed, "n_items": page.graded,
        "outcomes": [Markup(page.prose.html(outcome.text, silent)) for outcome in front.outcomes],
        "resources": [{"id": name, "sign": Markup(sign(name))} for name in front.resources], "needs": needs,
    })
    body, sources = body_markdown(page, figures, assets_folder), sources_markdown(page, built, report_url)
    description = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page.prose.html(front.idea, silent))).replace('"', "'")
    told = [words(language)[name] for name, so in (("stale", page.stale), ("draft", front.status == "draft")) if so]
    notices = "".join(f'<div class="notice"><p>{notice}</p></div>\n\n' for notice in told)
    return f'---\ntitle: "{front.title}"\ndescription: "{description}"\n---\n# {markdown_text(front.title)}\n\n{notices}{header}\n{body}\n\n{sources}'


def _silent(page: LessonPage):
    return line_report(page.lesson.text.source, 0, page.faults)
