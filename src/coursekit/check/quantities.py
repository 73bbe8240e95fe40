"""Finds quantities typed by hand: in this course every one is computed or comes from the catalogue."""

from __future__ import annotations

import re

from coursekit.faults import Fault
from coursekit.read.course import Lesson
from coursekit.read.located import Located, Path
from hwcalc.units import UNITS

_SPELLED = (
    "bits?|bytes?|(?:kilo|mega|giga|tera|peta|exa)(?:bytes?|bits?|watts?|hertz|flops?)|watts?|joules?|kilowatt-hours?|watt-hours?|"
    "(?:milli|micro|nano)?seconds?|minutes?|hours?|hertz|percent|per cent|FLOPs?|FLOPS|TOPS|tonnes?|lit(?:re|er)s?|dollars?"
)
_NUMBERS = r"(?<![\w.#/^-])(?:\d[\d.,\u00a0\u202f]*|\d*\.\d+)(?:\s*[×x]\s*10\^?-?\d+)?"
_SYMBOLS = "|".join(sorted((re.escape(symbol) for symbol in UNITS if symbol not in {"1", "×", "device", "request", "query", "user", "thousand", "params"}), key=len, reverse=True))
BARE = re.compile(rf"{_NUMBERS}(?:\s*(?:million|billion|trillion))?[\s\u00a0\u202f-]*(?:{_SYMBOLS}|{_SPELLED})(?![\w])|(?:USD|EUR|\$|€)\s?\d[\d.,]*")
_HIDDEN = re.compile(r"(`+).*?\1|\{=.*?=\}|\{\$.*?\$\}|\]\([^)]*\)|\{#[\w-]+\}", re.DOTALL)

_MODEL_NAME = re.compile(r"\b\d+(?:\.\d+)?[BM]\b")  # "Llama 3.1 8B" is a name; a number of bytes has a space: 8 B


def _blank(match: re.Match[str]) -> str:
    """Return as many spaces, so that places stay what they are."""
    return " " * len(match[0])


def check_quantities(lesson: Lesson) -> list[Fault]:
    """Return a fault for each bare quantity in a lesson's text or items, and for each allowance that nothing needs."""
    faults: list[Fault] = []
    allowances = lesson.text.front.allow
    used: set[str] = set()

    def bare(text: str) -> list[tuple[int, str]]:
        visible = _MODEL_NAME.sub(_blank, _HIDDEN.sub(_blank, text))
        for allowance in allowances:
            if allowance.text in visible:
                used.add(allowance.text)
                visible = visible.replace(allowance.text, " " * len(allowance.text))
        return [(match.start(), match[0].strip()) for match in BARE.finditer(visible)]

    skipped = set(lesson.text.code_lines)
    for block in lesson.text.blocks:
        skipped.update(range(block.first, block.last))
        if block.located is not None:
            faults += _yaml_faults(block.located, bare, {"title", "goal", "say", "label", "claim"})
    lines = lesson.text.lines
    for number in range(lesson.text.body_line, len(lines)):
        if number not in skipped:
            faults += [_fault(lesson.text.source.path, number + 1, column + 1, text) for column, text in bare(lines[number])]
    faults += _yaml_faults(lesson.quiz_located, bare, {"text", "prompt", "feedback", "reveal", "hint", "pointer", "options", "steps", "limit_feedback"})
    faults += _yaml_faults(lesson.text.located, bare, {"idea", "text"}, under={"idea", "outcomes"})
    for index, allowance in enumerate(allowances):
        if allowance.text not in used:
            faults.append(lesson.text.located.fault(("allow", index), f"nothing needs the allowance for '{allowance.text}'", "take it out"))
    return faults


def _fault(path: str, line: int, column: int, text: str) -> Fault:
    return Fault(path, line, column, f"the quantity '{text}' is typed by hand", "ask for it with {= ... =}, or give it a reason under 'allow'")


def _yaml_faults(located: Located, bare, fields: set[str], under: set[str] | None = None) -> list[Fault]:
    faults: list[Fault] = []

    def walk(data, path: Path) -> None:
        if isinstance(data, dict):
            for key, value in data.items():
                walk(value, (*path, key))
        elif isinstance(data, list):
            for index, value in enumerate(data):
                walk(value, (*path, index))
        elif isinstance(data, str) and (fields & {step for step in path if isinstance(step, str)}) and (under is None or path[0] in under):
            line, column = located.place(path)
            faults.extend(_fault(located.source.path, line, column, text) for _, text in bare(data))

    walk(located.data, ())
    return faults
