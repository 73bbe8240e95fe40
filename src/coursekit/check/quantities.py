"""Finds quantities typed by hand: in this course every one is computed or comes from the catalogue."""

from __future__ import annotations

import re

from coursekit.faults import Fault
from coursekit.read.card import CardText
from coursekit.read.course import Lesson
from coursekit.read.located import Located, Path
from hwcalc.units import UNITS

_SPELLED = (
    "bits?|bytes?|(?:kilo|mega|giga|tera|peta|exa)(?:bytes?|bits?|watts?|hertz|flops?)|watts?|joules?|kilowatt-hours?|watt-hours?|"
    "(?:milli|micro|nano)?seconds?|minutes?|hours?|hertz|percent|per cent|FLOPs?|FLOPS|TOPS|tonnes?|lit(?:re|er)s?|dollars?"
)
_SPELLED_POLISH = (
    "bit(?:y|ów|u|om|ami|ach)?|(?:kilo|mega|giga|tera|peta|eksa)?bajt(?:y|ów|u|om|ami|ach)?|(?:kilo|mega|giga|tera)?wat(?:y|ów|a|om|ami|ach)?|(?:kilo|mega|tera)?watogodzin[ay]?|dżul(?:e|i|a|om|ami|ach)?|"
    "(?:mili|mikro|nano)?sekund(?:a|y|ę|om|ami|ach)?|minut(?:a|y|ę|om|ami|ach)?|godzin(?:a|y|ę|om|ami|ach)?|herc(?:e|ów|a)?|procent(?:y|ów|u)?|ton(?:a|y|ę)?|litr(?:y|ów|a)?|dolar(?:y|ów|a)?|złot(?:y|e|ych|ego)"
)
_NUMBERS = r"(?<![\w.#/^-])(?:\d[\d.,\u00a0\u202f]*|\d*\.\d+)(?:\s*[×x]\s*10\^?-?\d+)?"
_SYMBOLS = "|".join(sorted((re.escape(symbol) for symbol in UNITS if symbol not in {"1", "×", "device", "request", "query", "user", "thousand", "params"}), key=len, reverse=True))


def _bare(spelled: str, multiples: str) -> re.Pattern[str]:
    return re.compile(rf"{_NUMBERS}(?:\s*(?:{multiples}))?[\s\u00a0\u202f-]*(?:{_SYMBOLS}|{spelled})(?![\w])|(?:USD|EUR|\$|€)\s?\d[\d.,]*")


BARE = {
    "en": _bare(_SPELLED, "million|billion|trillion"),
    "pl": _bare(f"{_SPELLED}|{_SPELLED_POLISH}", "million|billion|trillion|tys\\.|tysi\\w+|mln|mld|bln|milion\\w*|miliard\\w*|bilion\\w*"),
}
_HIDDEN = re.compile(r"(`+).*?\1|\{=.*?=\}|\{\$.*?\$\}|\]\([^)]*\)|\{#[\w-]+\}", re.DOTALL)

_MODEL_NAME = re.compile(r"\b\d+(?:\.\d+)?[BM]\b")  # "Llama 3.1 8B" is a name; a number of bytes has a space: 8 B


def hidden(text: str) -> str:
    """Return a text with blanks for what is no prose: code, values, addresses and ids; places stay what they are."""
    return _HIDDEN.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    """Return as many spaces, so that places stay what they are."""
    return " " * len(match[0])


def check_quantities(lesson: Lesson | CardText, language: str = "en") -> list[Fault]:
    """Return a fault for each bare quantity in the text or items of a lesson or card, and for each allowance that nothing needs.

    A translation may use the allowances of its source as well; only its own must be needed.
    """
    faults: list[Fault] = []
    allowances = lesson.text.front.allow
    used: set[str] = set()

    def bare(text: str) -> list[tuple[int, str]]:
        visible = _MODEL_NAME.sub(_blank, hidden(text))
        for allowance in allowances:
            if allowance.text in visible:
                used.add(allowance.text)
                visible = visible.replace(allowance.text, " " * len(allowance.text))
        return [(match.start(), match[0].strip()) for match in BARE[language].finditer(visible)]

    skipped = set(lesson.text.code_lines)
    for block in lesson.text.blocks:
        skipped.update(range(block.first, block.last))
        if block.located is not None:
            faults += _yaml_faults(block.located, bare, {"title", "goal", "say", "label", "claim"})
    lines = lesson.text.lines
    for number in range(lesson.text.body_line, len(lines)):
        if number not in skipped:
            faults += [Fault(lesson.text.source.path, number + 1, column + 1, *_hint(text)) for column, text in bare(lines[number])]
    if lesson.quiz_located is not None:
        faults += _yaml_faults(lesson.quiz_located, bare, {"text", "prompt", "feedback", "reveal", "hint", "pointer", "options", "steps", "limit_feedback"})
    faults += _yaml_faults(lesson.text.located, bare, {"idea", "text"}, under={"idea", "outcomes"})
    own = (lesson.text.located.data or {}).get("allow") or []
    for index, allowance in enumerate(allowances[len(allowances) - len(own):]):
        if allowance.text not in used:
            faults.append(lesson.text.located.fault(("allow", index), f"nothing needs the allowance for '{allowance.text}'", "take it out"))
    return faults


def _hint(text: str) -> tuple[str, str]:
    return f"the quantity '{text}' is typed by hand", "ask for it with {= ... =}, or give it a reason under 'allow'"


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
            faults.extend(located.fault(path, *_hint(text)) for _, text in bare(data))

    walk(located.data, ())
    return faults
