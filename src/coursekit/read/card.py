"""Reads the cards of topics: one page in two languages that are equals, so that neither is the source of the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from coursekit.faults import Fault, FaultCollector, did_you_mean
from coursekit.read.lesson import LessonText, read_lesson
from coursekit.read.schema import (
    Allowance,
    Bilingual,
    Day,
    Expression,
    LessonIdentifier,
    Name,
    Resource,
    Syllabus,
)
from coursekit.read.text import read_text
from coursekit.read.translation import compare_values, merge_blocks
from coursekit.read.validate import Model

SECTIONS = ("one-sentence", "problem", "what-it-does", "everyday-example", "concerns-you-if", "examples")
MADE = ("subtopics", "courses", "sources")
BLOCKS = ("figure", "widget", "element")
MOST_WORDS = 250
SHARED = ("reviewed", "status", "resources", "lessons", "values")


class CardFront(Model):
    """The block between the two lines of dashes at the top of a card; all but `allow` is the same in both languages."""

    reviewed: Day
    status: Literal["draft", "published"] = "published"
    resources: Annotated[list[Resource], Field(min_length=1)]
    lessons: Annotated[list[LessonIdentifier], Field(min_length=1)]
    values: dict[Name, Expression] = {}
    allow: list[Allowance] = []


@dataclass(frozen=True)
class CardText:
    """One card in one language, in the shape in which pages are filled."""

    id: str
    text: LessonText
    items: tuple[()] = ()
    quiz_located: None = None


@dataclass(frozen=True)
class Card:
    """One topic.

    Attributes
    ----------
    id : str
        Of the syllabus.
    parent : str
        The topic to which a subtopic belongs; empty for the topic itself.
    texts : dict
        By language.
    """

    id: str
    title: Bilingual
    parent: str
    texts: dict[str, CardText]


def topic_titles(syllabus: Syllabus) -> dict[str, Bilingual]:
    """Return the titles of the topic and its subtopics, in the order of the syllabus."""
    return {topic.id: topic.title for topic in (syllabus.topics, *syllabus.topics.subtopics)}


def read_cards(root: Path, syllabus: Syllabus, known: list[str], languages: tuple[str, ...]) -> dict[str, Card]:
    """Read all cards that are written; drafts are checked and left out.

    Raises
    ------
    CourseError
        With every fault of every card.
    """
    titles = topic_titles(syllabus)
    collector = FaultCollector()
    cards: dict[str, Card] = {}
    for folder in sorted((root / "lessons" / "topics").glob("*/")):
        name = folder.name
        if name not in titles:
            collector.add(Fault(folder.relative_to(root).as_posix(), 1, 1, f"the syllabus has no topic '{name}'", did_you_mean(name, titles)))
            continue
        with collector.collecting():
            texts = _read_card(root, folder, known, languages)
            if texts[languages[0]].text.front.status == "published":
                cards[name] = Card(name, titles[name], "" if name == syllabus.topics.id else syllabus.topics.id, texts)
    collector.raise_if_any()
    return {name: cards[name] for name in titles if name in cards}


def _read_card(root: Path, folder: Path, known: list[str], languages: tuple[str, ...]) -> dict[str, CardText]:
    first = languages[0]
    collector = FaultCollector()
    texts: dict[str, LessonText] = {}
    for language in languages:
        with collector.collecting():
            texts[language] = read_lesson(read_text(root, folder / f"card.{language}.md"), CardFront, parts=language == first)
            collector.faults += _check_text(texts[language], known)
    collector.raise_if_any()
    source = texts[first]
    for language in languages[1:]:
        own = texts[language]
        for name in SHARED:
            if getattr(own.front, name) != getattr(source.front, name):
                collector.add(own.located.fault((name,), f"'{name}' is not the same as in {source.source.path.rpartition('/')[2]}", "the cards are equals: write the same in both"))
        faults: list[Fault] = []
        compare_values(source, own, faults)
        blocks = merge_blocks(source, own, language, faults)
        collector.faults += faults
        texts[language] = replace(own, blocks=blocks)
    collector.raise_if_any()
    return {language: CardText(f"topics/{folder.name}", text) for language, text in texts.items()}


def _check_text(text: LessonText, known: list[str]) -> list[Fault]:
    path, found = text.source.path, [heading.id for heading in text.headings if heading.level == 2]
    faults = [text.located.fault(("lessons", index), f"unknown lesson '{name}'", did_you_mean(name, known)) for index, name in enumerate(text.front.lessons) if name not in known]
    if found != list(SECTIONS):
        index = next((index for index, name in enumerate(SECTIONS) if index >= len(found) or found[index] != name), len(SECTIONS))
        headings = [heading for heading in text.headings if heading.level == 2]
        line = headings[index].line + 1 if index < len(headings) else len(text.lines)
        wanted = f"the section '{SECTIONS[index]}' is missing here" if index < len(SECTIONS) else f"unknown section '{found[index]}'"
        faults.append(Fault(path, line, 1, wanted, "the order is: " + ", ".join(SECTIONS)))
    faults += [Fault(path, heading.line + 1, 1, "a card has no headings below its sections", "write a sentence") for heading in text.headings if heading.level > 2]
    faults += [Fault(path, block.first + 1, 1, f"a card has no block '{block.kind}'", "use " + ", ".join(BLOCKS)) for block in text.blocks if block.kind not in BLOCKS]
    if not any(block.kind in BLOCKS for block in text.blocks):
        faults.append(Fault(path, len(text.lines), 1, "the card shows nothing", "add a figure or a small widget"))
    return faults
