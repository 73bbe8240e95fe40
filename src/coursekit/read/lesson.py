"""Reads one lesson.md: front matter, headings and the blocks that the compiler fills."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from markdown_it import MarkdownIt

from coursekit.elements import element_module, element_names
from coursekit.faults import CourseError, Fault, did_you_mean
from coursekit.read.located import Located, read_yaml
from coursekit.read.schema import ElementSettings, LessonFront, RooflineExplorer, Widget
from coursekit.read.text import SourceText
from coursekit.read.validate import Model, validate

SECTIONS = ("predict", "idea", "myth", "worked-example", "your-turn", "try", "check", "summary", "review")
BLOCKS = ("items", "figure", "reveal", "widget", "element")
PLAIN_FENCES = ("", "text", "python", "yaml", "console")

_DASHES = re.compile(r"---[ ]*\n(.*?)^---[ ]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_HEADING_ID = re.compile(r"\s*\{\s*#([\w-]+)\s*\}\s*\Z")
_markdown = MarkdownIt("commonmark").enable("table").disable("inline")  # the blocks are enough here


@dataclass(frozen=True)
class Heading:
    """A heading with its explicit id."""

    level: int
    text: str
    id: str
    line: int


@dataclass(frozen=True)
class Block:
    """A fenced block that the compiler replaces.

    Attributes
    ----------
    kind : str
        `items`, `figure`, `reveal`, `widget` or `element`.
    first, last : int
        Lines of the file, counted from 0; `last` is the first one after the block.
    names : tuple of str
        What `items`, `figure` and `reveal` name.
    part : Widget or ElementSettings or None
        The checked description of `widget` and `element`.
    """

    kind: str
    first: int
    last: int
    names: tuple[str, ...] = ()
    part: Widget | ElementSettings | None = None
    located: Located | None = None


@dataclass(frozen=True)
class LessonText:
    """One language's text of a lesson, read and checked by itself; `front` is a `LessonFront`, or what a translation has instead."""

    source: SourceText
    front: Any
    located: Located
    body_line: int
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]
    code_lines: frozenset[int] = field(default_factory=frozenset)

    @property
    def lines(self) -> list[str]:
        """All lines of the file."""
        return self.source.text.split("\n")


def read_front(source: SourceText) -> tuple[Located, int]:
    """Read the description between the two lines of dashes; return it and the offset at which the text behind it starts.

    Raises
    ------
    CourseError
        There is none, or it is not YAML.
    """
    match = _DASHES.match(source.text)
    if match is None:
        raise CourseError([source.fault(0, "the file does not start with its description between two lines of dashes", "copy the top of another one, or run: course new")])
    return read_yaml(source, match[1], first_line=2), match.end()


def read_lesson(source: SourceText, front_model: type[Model] = LessonFront, *, parts: bool = True) -> LessonText:
    """Read a lesson's text, or another page made of the same blocks.

    Parameters
    ----------
    source : SourceText
    front_model : type
        The schema of its description.
    parts : bool
        Whether widgets and elements are described whole; a translation holds only their texts and is checked against its source.

    Raises
    ------
    CourseError
        With every fault of front matter, headings and blocks.
    """
    located, start = read_front(source)
    front = validate(located, front_model)
    body = source.text[start:]
    body_line = source.text[:start].count("\n")
    faults: list[Fault] = []
    headings: list[Heading] = []
    blocks: list[Block] = []
    code: set[int] = set()
    tokens = _markdown.parse(body)
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.map:
            headings += _heading(source, tokens[index + 1].content, int(token.tag[1]), body_line + token.map[0], faults)
        elif token.type == "fence" and token.map:
            first, last = body_line + token.map[0], body_line + token.map[1]
            word = token.info.strip().split(" ")[0]
            if word in BLOCKS:
                try:
                    blocks.append(_block(source, word, token.content, first, last, parts))
                except CourseError as error:
                    faults += error.faults
            elif word in PLAIN_FENCES:
                code.update(range(first, last))
            else:
                faults.append(Fault(source.path, first + 1, 4, f"unknown block '{word}'", did_you_mean(word, BLOCKS)))
        elif token.type == "code_block" and token.map and not _in_fold(body.split("\n"), token.map[0]):
            code.update(range(body_line + token.map[0], body_line + token.map[1]))
        elif token.type == "html_block" and token.map:
            faults.append(Fault(source.path, body_line + token.map[0] + 1, 1, "HTML stands in the lesson", "write Markdown, or one of the blocks: " + ", ".join(BLOCKS)))
    if faults:
        raise CourseError(faults)
    return LessonText(source, front, located, body_line, tuple(headings), tuple(blocks), frozenset(code))


def _in_fold(lines: list[str], number: int) -> bool:
    """Tell whether an indented line belongs to a fold or a note: the renderer reads its paragraphs as text, Markdown alone as code."""
    opener = next((line for line in reversed(lines[:number]) if line.strip() and not line.startswith((" ", "\t"))), "")
    return opener.startswith(("??? ", "???+ ", "!!! "))


def _heading(source: SourceText, text: str, level: int, line: int, faults: list[Fault]) -> list[Heading]:
    match = _HEADING_ID.search(text)
    if level == 1:
        faults.append(Fault(source.path, line + 1, 1, "a lesson has no heading of the first level in its text", "the title stands in the front matter; start with ##"))
    elif match is None:
        faults.append(Fault(source.path, line + 1, len(text) + level + 2, f"the heading '{text}' has no id", f"write ## {text} {{#an-id}}"))
    elif "$" in text:
        faults.append(Fault(source.path, line + 1, 1, "maths stands in a heading", "write it in words"))
    else:
        return [Heading(level, text[: match.start()].strip(), match[1], line)]
    return []


def _block(source: SourceText, kind: str, content: str, first: int, last: int, parts: bool) -> Block:
    if kind in ("items", "figure", "reveal"):
        names = tuple(line.strip() for line in content.split("\n") if line.strip())
        if not names:
            raise CourseError([Fault(source.path, first + 1, 1, f"the block '{kind}' names nothing", "write one id per line")])
        if kind != "items" and len(names) > 1:
            raise CourseError([Fault(source.path, first + 3, 1, f"the block '{kind}' names more than one thing", "write one block for each")])
        return Block(kind, first, last, names)
    located = read_yaml(source, content, first_line=first + 2)
    if not parts:
        name = located.data.get("id") if isinstance(located.data, dict) else None
        return Block(kind, first, last, (str(name),), None, located)
    part = validate(located, Widget if kind == "widget" else _settings(located))
    return Block(kind, first, last, (part.id,), part, located)


def _settings(located: Located) -> type[ElementSettings]:
    """Return the schema of the element that a block names."""
    name = located.data.get("element") if isinstance(located.data, dict) else None
    if name == "roofline-explorer":
        return RooflineExplorer
    if name in element_names():
        return element_module(str(name), "settings").Settings
    if name is None:
        return ElementSettings  # which then says that the field is missing
    raise CourseError([located.fault(("element",), f"unknown element '{name}'", did_you_mean(str(name), ["roofline-explorer", *element_names()]))])
