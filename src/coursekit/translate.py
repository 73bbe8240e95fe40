"""Starts a translation with the source's texts in place, and marks one as compared with its source."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

from coursekit.faults import CourseError, Fault, did_you_mean
from coursekit.read.course import LANGUAGES, Lesson, load_course
from coursekit.read.lesson import read_front
from coursekit.read.located import Located, read_yaml
from coursekit.read.located import Path as Place
from coursekit.read.text import read_text
from coursekit.read.texts import at_path, text_paths
from coursekit.read.translation import item_digest, lesson_digest, translation_files

FRONT = """---
# What lesson.md and quiz.yml were; `course translated {name} {language}` sets it anew.
source: "{digest}"
# The site shows the English page until this says 'published'; `course serve --language {language}` shows the draft.
status: draft
# If syllabus.{language}.yml names the lesson, the same title as there.
title: {title}
# The one idea, in one sentence.
idea: {idea}
# The same ids in the same order; translate the texts.
outcomes:
{outcomes}
# Everything else (values, resources, allowances, minutes) comes from lesson.md. Keep every {{#id}}, every {{= value =}} and every block.
---
"""
QUIZ = """# The texts of quiz.yml in '{language}'. Keys, numbers, units and the right answers stand in quiz.yml and are not repeated.
# Keep every id, every {{= value =}} and the order of options, statements, slips and moves. `source` is the mark of the item that was
# translated: an item that changes in quiz.yml is shown in English until it is translated again (`course translated {name} {language}`).
items:
"""
COMMENTS = {
    "prompt": "the question", "options": "in the order of quiz.yml", "reveal": "the answer to the guess", "feedback": "what this answer is told", "text": "what stands there to choose",
    "statements": "in the order of quiz.yml", "steps": "in the order of quiz.yml, which is the right one", "slips": "what is said to well-known slips", "hint": "the first help",
    "pointer": "where to read again: keep the #anchor", "moves": "what could be done next", "limit_feedback": "one sentence for each resource", "title": "what it is called",
    "goal": "the task", "say": "the result as a sentence: keep every {name}", "label": "what it is called", "claim": "what the drawing shows",
}
LINE = 118
_VALUE, _GLUE = re.compile(r"\{[=$].*?[=$]\}"), "\0"  # a value is not cut by the end of a line


def write_translation(root: Path, name: str, language: str) -> list[Path]:
    """Write the draft of a lesson's translation: it builds, and the site goes on showing the source until it is published.

    Raises
    ------
    CourseError
        There is no such lesson or language, or the translation is there already.
    """
    lesson = _lesson(root, name, language, "course new translation")
    paths = translation_files(root / "lessons" / name, language)
    for path in paths:
        if path.exists():
            raise CourseError([Fault("course new translation", 1, 1, f"{path.relative_to(root).as_posix()} is there already", f"edit it; when it fits its source again, run: course translated {name} {language}")])
    for path, text in zip(paths, (_text_draft(lesson, language), _quiz_draft(lesson, language)), strict=True):
        path.write_text(text, encoding="utf-8", newline="\n")
    return list(paths)


def mark_translated(root: Path, name: str, language: str) -> list[Path]:
    """Write into a translation that it was compared with its source as it stands.

    Raises
    ------
    CourseError
        There is no such translation, or it has no place for the mark.
    """
    lesson = _lesson(root, name, language, "course translated")
    text_path, quiz_path = translation_files(root / "lessons" / name, language)
    front, _ = read_front(read_text(root, text_path))
    quiz = read_yaml(read_text(root, quiz_path))
    _set_marks(text_path, front, {("source",): lesson_digest(lesson.text, lesson.quiz_located)})
    digests = {item["id"]: item_digest(item) for item in lesson.quiz_located.data["items"]}
    entries = quiz.data["items"] if isinstance(quiz.data, dict) and isinstance(quiz.data.get("items"), list) else []
    _set_marks(quiz_path, quiz, {("items", index, "source"): digests[entry["id"]] for index, entry in enumerate(entries) if isinstance(entry, dict) and entry.get("id") in digests})
    return [text_path, quiz_path]


def _lesson(root: Path, name: str, language: str, here: str) -> Lesson:
    course = load_course(root)
    if language not in LANGUAGES[1:]:
        raise CourseError([Fault(here, 1, 1, f"the course has no language '{language}'", f"known are: {', '.join(LANGUAGES[1:])}")])
    if name not in course.lessons:
        raise CourseError([Fault(here, 1, 1, f"there is no written lesson '{name}'", did_you_mean(name, course.lessons))])
    return course.lessons[name]


def _set_marks(path: Path, located: Located, marks: dict[Place, str]) -> None:
    lines = path.read_text(encoding="utf-8-sig").replace("\r\n", "\n").split("\n")
    faults = [located.fault(place[:-1], "there is no field 'source' here", f'write source: "{digest}"') for place, digest in marks.items() if place not in located.values]
    if faults:
        raise CourseError(faults)
    for place, digest in marks.items():
        line, column = located.values[place]
        before, rest = lines[line - 1][: column - 1], lines[line - 1][column - 1:]
        lines[line - 1] = before + re.sub(r"""^(?:"[^"]*"|'[^']*'|[^\s,}]+)""", f'"{digest}"', rest, count=1)
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def _text_draft(lesson: Lesson, language: str) -> str:
    front = lesson.text.front
    lines = lesson.text.lines[lesson.text.body_line:]
    for block in sorted(lesson.text.blocks, key=lambda block: -block.first):
        if block.part is not None and block.located is not None:
            first, last = block.first - lesson.text.body_line, block.last - lesson.text.body_line
            lines[first + 1: last - 1] = ["# only the texts: all settings come from lesson.md", *_yaml(_texts_of(block.part, block.located), set())]
    outcomes = "\n".join(f"- {{id: {outcome.id}, text: {_quoted(outcome.text)}}}" for outcome in front.outcomes)
    digest = lesson_digest(lesson.text, lesson.quiz_located)
    return FRONT.format(digest=digest, name=lesson.id, language=language, title=_quoted(front.title), idea=_quoted(front.idea), outcomes=outcomes) + "\n".join(lines)


def _quiz_draft(lesson: Lesson, language: str) -> str:
    lines: list[str] = []
    told: set[str] = set()
    for index, item in enumerate(lesson.quiz.items):
        texts = _texts_of(item, lesson.quiz_located, ("items", index))
        texts = {"id": item.id, "source": item_digest(lesson.quiz_located.data["items"][index]), **{key: value for key, value in texts.items() if key != "id"}}
        lines += _yaml([texts], told)
    return QUIZ.format(language=language, name=lesson.id) + "\n".join(lines) + "\n"


def _texts_of(part: Any, located: Located, at: Place = ()) -> Any:
    """Return a part with nothing but its texts, and the ids that tell which is which."""
    wanted = set(text_paths(part, at))
    groups = {path[:end] for path in wanted for end in range(len(path))}

    def keep(data: Any, here: Place) -> Any:
        if isinstance(data, dict):
            return {key: keep(value, (*here, key)) for key, value in data.items() if key == "id" or (*here, key) in wanted | groups}
        return [keep(value, (*here, index)) for index, value in enumerate(data)] if isinstance(data, list) else data

    return keep(at_path(located.data, at), at)


def _yaml(data: Any, told: set[str], indent: int = 0) -> list[str]:
    """Write data as YAML whose long texts are folded; the first field of each name explains itself in a comment."""
    space = " " * indent
    lines: list[str] = []
    if isinstance(data, list):
        for entry in data:
            inner = _yaml(entry, told, indent + 2) if isinstance(entry, dict | list) else _scalar("", entry, indent + 2)
            lines += _with_dash(inner, indent)
        return lines
    for key, value in data.items():
        if key in COMMENTS and key not in told:
            told.add(key)
            lines.append(f"{space}# {key}: {COMMENTS[key]}")
        if isinstance(value, dict):
            lines += [f"{space}{key}:", *_yaml(value, told, indent + 2)]
        elif isinstance(value, list):
            lines += [f"{space}{key}:", *_yaml(value, told, indent)]
        else:
            lines += _scalar(f"{key}: ", value, indent)
    return lines


def _with_dash(lines: list[str], indent: int) -> list[str]:
    """Put the dash of a list entry before its first line that is no comment; comments go before it."""
    first = next(index for index, line in enumerate(lines) if not line.lstrip().startswith("# "))
    comments = [" " * indent + line.lstrip() for line in lines[:first]]
    return [*comments, " " * indent + "- " + lines[first].lstrip(), *lines[first + 1:]]


def _scalar(key: str, value: Any, indent: int) -> list[str]:
    space, text = " " * indent, str(value).strip()
    if "\n" in text:
        return [f"{space}{key}|-", *(f"{space}  {line}".rstrip() for line in text.split("\n"))]
    if len(text) + len(space) + len(key) <= LINE - 4:
        return [f"{space}{key}{_quoted(text) if key not in ('id: ',) else text}"]
    whole = _VALUE.sub(lambda match: match[0].replace(" ", _GLUE), " ".join(text.split()))
    wrapped = textwrap.wrap(whole, LINE - indent, break_long_words=False, break_on_hyphens=False)
    return [f"{space}{key}>-", *(f"{space}  {line.replace(_GLUE, ' ')}" for line in wrapped)]


def _quoted(text: str) -> str:
    return '"' + " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'
