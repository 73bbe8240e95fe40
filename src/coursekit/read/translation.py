"""Reads the translation of a lesson and puts its texts in the place of the source's.

A translation that was made from the lesson as it stands is checked as strictly as the lesson. One that is older must not
stop those who edit the lesson and do not speak its language: what does not fit any more is told, and the source is shown.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from coursekit.faults import CourseError, Fault, FaultCollector, did_you_mean
from coursekit.read.lesson import Block, LessonText, read_front, read_lesson
from coursekit.read.located import Located, read_yaml
from coursekit.read.schema import Allowance, Outcome, Quiz, Text
from coursekit.read.text import SourceText, read_text
from coursekit.read.texts import Merger, at_path, values_in
from coursekit.read.validate import Model, validate
from coursekit.strings.typography import typeset

State = Literal["current", "stale", "draft"]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12}$")]


class TranslationFront(Model):
    """The block between the two lines of dashes at the top of lesson.pl.md; all that it does not name comes from lesson.md."""

    source: Digest
    """What lesson.md and quiz.yml were when this was written or last compared; `course translated` sets it."""
    status: Literal["draft", "published"] = "published"
    title: Text
    idea: Text
    outcomes: Annotated[list[Outcome], Field(min_length=1)]
    allow: list[Allowance] = []


@dataclass(frozen=True)
class Translation:
    """A lesson in another language.

    Attributes
    ----------
    state : {"current", "stale", "draft"}
    outdated : bool
        Whether its lesson changed since it was made.
    lesson : Lesson or None
        The lesson with its texts in this language; None where they do not fit the source.
    foreign : frozenset of str
        Items that changed since they were translated: they are shown in the source's language.
    faults : tuple of Fault
        What is wrong with it. It stops a build only where the translation is current or a draft.
    hints : tuple of Fault
        What a translator should know; it stops nothing.
    """

    language: str
    state: State
    outdated: bool
    lesson: Any = None
    foreign: frozenset[str] = frozenset()
    faults: tuple[Fault, ...] = ()
    hints: tuple[Fault, ...] = ()


def lesson_digest(text: LessonText, quiz: Located) -> str:
    """Return the mark of a lesson's two sources: another one for any other text."""
    return _digest(text.source.text + "\0" + quiz.source.text)


def item_digest(item: Any) -> str:
    """Return the mark of one item of quiz.yml, whatever its layout and comments."""
    return _digest(json.dumps(item, ensure_ascii=False, sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def translation_files(folder: Path, language: str) -> tuple[Path, Path]:
    """Return where the translation of a lesson stands: its text and its quiz."""
    return folder / f"lesson.{language}.md", folder / f"quiz.{language}.yml"


def read_translation(root: Path, lesson: Any, language: str) -> Translation | None:
    """Read a lesson's translation; None where there is none.

    Raises
    ------
    CourseError
        Its description cannot be read, or one of its two files is missing.
    """
    text_path, quiz_path = translation_files(root / "lessons" / lesson.id, language)
    there = [path for path in (text_path, quiz_path) if path.exists()]
    if not there:
        return None
    if len(there) == 1:
        missing = quiz_path if there == [text_path] else text_path
        raise CourseError([Fault(there[0].relative_to(root).as_posix(), 1, 1, f"there is no {missing.name} beside it", "a translation has both; course new translation writes them")])
    source = read_text(root, text_path)
    located, _ = read_front(source)
    front = validate(located, TranslationFront)
    collector = FaultCollector()
    merged, foreign, stale_items = None, frozenset(), []
    with collector.collecting():
        quiz, foreign, stale_items = _merge_quiz(lesson, read_text(root, quiz_path), language, collector.faults)
        if not collector.faults:  # a text that is missing leaves the source's in its place
            merged = replace(lesson, quiz=validate(quiz, Quiz), quiz_located=quiz)
    with collector.collecting():
        text = _merge_text(lesson, read_lesson(source, TranslationFront, parts=False), language, collector.faults)
        merged = replace(merged, text=text) if merged is not None else None
    hints = list(stale_items)
    wanted = lesson_digest(lesson.text, lesson.quiz_located)
    if front.source != wanted:
        hints.insert(0, located.fault(("source",), f"the translation is older than its source, which is now {wanted}", f"compare the two, then run: course translated {lesson.id} {language}"))
    if front.status == "draft":
        hints.append(located.fault(("status",), "this translation is a draft: the site shows the English page", "write 'status: published' when it is done"))
    state: State = "draft" if front.status == "draft" else "stale" if hints else "current"
    return Translation(language, state, front.source != wanted, None if collector.faults else merged, foreign, tuple(collector.faults), tuple(hints))


def _merge_quiz(lesson: Any, source: SourceText, language: str, faults: list[Fault]) -> tuple[Located, frozenset[str], list[Fault]]:
    own = read_yaml(source)
    entries = own.data.get("items") if isinstance(own.data, dict) else None
    if not isinstance(entries, list):
        raise CourseError([own.fault((), "there is no list of items", "write 'items:' as in quiz.yml, with the texts only")])
    merger = Merger(lesson.quiz_located, own, language)
    places: dict[Any, int] = {}
    for index, entry in enumerate(entries):
        name = entry.get("id") if isinstance(entry, dict) else None
        if name not in lesson.items:
            faults.append(own.fault(("items", index), f"there is no item '{name}' in quiz.yml", did_you_mean(str(name), lesson.items)))
        elif name in places:
            faults.append(own.fault(("items", index, "id"), f"the item '{name}' stands here twice", "keep one of them"))
        places.setdefault(name, index)
    foreign: set[str] = set()
    hints: list[Fault] = []
    for index, item in enumerate(lesson.quiz.items):
        at = ("items", index)
        if item.id not in places:
            faults.append(own.fault(("items",), f"the item '{item.id}' is not translated", f"add it; the source says: {item.prompt[:60]}"))
            foreign.add(item.id)
            continue
        own_at = ("items", places[item.id])
        wanted = item_digest(lesson.quiz_located.data["items"][index])
        mark = entries[places[item.id]].get("source")
        if not isinstance(mark, str):
            faults.append(own.fault(own_at, f"the item '{item.id}' does not say from which source it was translated", f'write source: "{wanted}"'))
        elif mark != wanted:
            hints.append(own.fault((*own_at, "source"), f"the item '{item.id}' changed in quiz.yml and is shown in English", f"translate it again, then run: course translated {lesson.id} {language}"))
            foreign.add(item.id)
            continue
        merger.take(item, at, own_at, also=("source",))
        options, answer = getattr(item, "options", None), getattr(item, "answer", None)
        if item.type == "predict" and options and not merger.faults:
            at_path(merger.result.data, at)["answer"] = at_path(merger.result.data, (*at, "options", options.index(answer))).strip()
    faults += merger.faults
    return merger.result, frozenset(foreign), hints


def _merge_text(lesson: Any, own: LessonText, language: str, faults: list[Fault]) -> LessonText:
    source = lesson.text
    wanted = [outcome.id for outcome in source.front.outcomes]
    for index, outcome in enumerate(own.front.outcomes):
        if index >= len(wanted) or outcome.id != wanted[index]:
            faults.append(own.located.fault(("outcomes", index), f"the outcome '{outcome.id}' does not stand here in the source", f"the source has: {', '.join(wanted)}"))
    if len(own.front.outcomes) < len(wanted):
        faults.append(own.located.fault(("outcomes",), f"the outcome '{wanted[len(own.front.outcomes)]}' is not translated", f"the source has: {', '.join(wanted)}"))
    _compare_headings(source, own, faults)
    if not faults:
        compare_values(source, own, faults)
    blocks = merge_blocks(source, own, language, faults)
    front = source.front.model_copy(update={
        "title": typeset(own.front.title, language), "idea": own.front.idea, "outcomes": own.front.outcomes, "allow": [*source.front.allow, *own.front.allow],
    })
    return replace(own, front=front, blocks=blocks)


def _compare_headings(source: LessonText, own: LessonText, faults: list[Fault]) -> None:
    theirs = [(heading.level, heading.id) for heading in source.headings]
    for index, heading in enumerate(own.headings):
        if index >= len(theirs) or (heading.level, heading.id) != theirs[index]:
            expected = f"the source has {'#' * theirs[index][0]} ... {{#{theirs[index][1]}}} here" if index < len(theirs) else "the source has no further section"
            faults.append(Fault(own.source.path, heading.line + 1, 1, f"the section '{heading.id}' does not stand here in the source", expected))
            return
    if len(own.headings) < len(theirs):
        level, name = theirs[len(own.headings)]
        faults.append(Fault(own.source.path, len(own.lines), 1, f"the section '{name}' is missing", f"add {'#' * level} ... {{#{name}}}"))


def compare_values(source: LessonText, own: LessonText, faults: list[Fault]) -> None:
    """Compare the numbers of each section: every one of the source stands in the translation, and no other."""
    theirs = section_texts(source)
    for name, (line, text) in section_texts(own).items():
        wanted, found = values_in(theirs[name][1]), values_in(text)
        faults += [
            Fault(own.source.path, line + 1, 1, f"the value {value} of the source is missing in the section '{name}'", "every number of the source stands in the translation")
            for value in wanted if value not in found
        ]
        faults += [
            Fault(own.source.path, line + 1 + text[:place].count("\n"), 1, f"the value {value} does not stand in this section of the source", "take it out, or write it as the source does")
            for value, place in found.items() if value not in wanted
        ]


def section_texts(text: LessonText) -> dict[str, tuple[int, str]]:
    """Return for each heading's id the line on which it stands and the text up to the next heading, without blocks and code."""
    skipped = set(text.code_lines).union(*(range(block.first, block.last) for block in text.blocks))
    lines = ["" if number in skipped else line for number, line in enumerate(text.lines)]
    starts = [*(heading.line for heading in text.headings), len(lines)]
    return {heading.id: (heading.line, "\n".join(lines[heading.line: end])) for heading, end in zip(text.headings, starts[1:], strict=True)}


def merge_blocks(source: LessonText, own: LessonText, language: str, faults: list[Fault]) -> tuple[Block, ...]:
    """Return the translation's blocks with the settings of the source's; they must be the same ones in the same order."""
    blocks: list[Block] = []
    for index, block in enumerate(own.blocks):
        theirs = source.blocks[index] if index < len(source.blocks) else None
        if theirs is None or (theirs.kind, theirs.names) != (block.kind, block.names):
            expected = f"the source has ```{theirs.kind} with {', '.join(theirs.names)} here" if theirs else "the source has no further block"
            faults.append(Fault(own.source.path, block.first + 1, 1, f"the block '{block.kind}' with {', '.join(block.names)} does not stand here in the source", expected))
            return ()
        if theirs.part is not None and theirs.located is not None and block.located is not None:
            merger = Merger(theirs.located, block.located, language)
            merger.take(theirs.part)
            faults += merger.faults
            if not merger.faults:
                try:
                    block = replace(block, part=validate(merger.result, type(theirs.part)), located=merger.result)
                except CourseError as error:
                    faults += error.faults
        blocks.append(block)
    if len(own.blocks) < len(source.blocks):
        lost = source.blocks[len(own.blocks)]
        faults.append(Fault(own.source.path, len(own.lines), 1, f"the block '{lost.kind}' with {', '.join(lost.names)} is missing", "place it where the source has it"))
    return tuple(blocks)
