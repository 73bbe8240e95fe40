"""Locked words: what must not slip in a translation, judged text by text beside the English one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

from coursekit.check.quantities import hidden
from coursekit.faults import Fault
from coursekit.read.card import Card
from coursekit.read.course import Course
from coursekit.read.lesson import Block, LessonText
from coursekit.read.located import Located, Path
from coursekit.read.terms import Locked, Term
from coursekit.read.texts import Merged, at_path
from coursekit.read.translation import section_texts

_TERM = re.compile(r"\[([^\[\]]+)\]\(term:([\w-]+)\)")
_QUOTES = re.compile(r"[\"“‟]|(?<!\w)[‘']\w|''")
_FOLD_TITLE = re.compile(r'^((?:\?\?\?|!!!)\+? *\w+ +)"([^"\n]*)"[ \t]*$', re.MULTILINE)  # the quotes are Markdown's
LONG_WORD = 5  # shorter ones, such as "tego", say nothing about a term


@cache
def _pattern(words: str) -> re.Pattern[str]:
    """Return a pattern for words in which a star stands for any ending."""
    return re.compile(r"(?<!\w)" + r"\s+".join(re.escape(word).replace(r"\*", r"\w*") for word in words.split()) + r"(?!\w)", re.IGNORECASE)


@cache
def _parts(words: str) -> tuple[str, ...]:
    return tuple(part.casefold() for part in re.split(r"[*\s]+", words) if part)


def _found(words: str, text: str, folded: str) -> list[re.Match[str]]:
    """Return where words stand in a text; most stand nowhere, which is seen fastest in the folded text."""
    return list(_pattern(words).finditer(text)) if all(part in folded for part in _parts(words)) else []


def slips(english: str, polish: str, locked: Locked, terms: dict[str, Term]) -> Iterator[tuple[int, str, str]]:
    """Yield place, what is wrong and what would be right for each locked word that slipped in a Polish text.

    Parameters
    ----------
    english, polish : str
        The same text in both languages, as its authors wrote it.
    locked : Locked
        The rules of the glossary.
    terms : dict
        The glossary, by id.
    """
    seen, named = _FOLD_TITLE.sub(r"\1 \2 ", hidden(polish)), hidden(english)
    seen_folded, named_folded, polish_folded = seen.casefold(), named.casefold(), polish.casefold()
    for rule in locked.words:
        found = [match for word in rule.words for match in _found(word, seen, seen_folded)]
        if found and not any(_pattern(word).search(english) for word in rule.only_for):
            for match in found:
                yield match.start(), f"'{match[0]}' stands only for: {', '.join(rule.only_for)}, which the English text does not say", rule.write
    for never in locked.never:
        for match in _found(never.words, seen, seen_folded):
            yield match.start(), f"'{match[0]}' is not what the course calls it", f"write {never.write}"
    for name in locked.names:
        if _found(name, named, named_folded) and name.casefold() not in polish_folded:
            yield 0, f"the name '{name}' of the English text is missing", "names of formats and products are not translated"
    for match in _QUOTES.finditer(seen):
        yield match.start(), f"the quotation mark {match[0][0]} is not Polish", "write „…”"
    for match in _TERM.finditer(polish):
        if match[2] in terms and not _is_form(match[1], terms[match[2]].pl):
            yield match.start(), f"'{match[1]}' is no form of '{terms[match[2]].pl}'", f"link what the glossary calls {match[2]}, or plain words without a link"


def _is_form(label: str, term: str) -> bool:
    """Tell whether every long word of a label begins like a word of the term; endings and accents are free."""
    known = {_stem(word) for word in re.findall(r"\w+", term)}
    return all(_stem(word) in known for word in re.findall(r"\w+", label) if len(word) >= LONG_WORD)


def _stem(word: str) -> str:
    plain = "".join(letter for letter in unicodedata.normalize("NFD", word.casefold().replace("ł", "l")) if not unicodedata.combining(letter))
    return plain[: max(3, min(4, len(plain) - 1))]


def check_text(source: LessonText, own: LessonText, course: Course) -> list[Fault]:
    """Return what slipped in the text of a translated lesson or of a card: its sections and its interactive parts."""
    faults: list[Fault] = []
    theirs = section_texts(source)
    for name, (line, text) in section_texts(own).items():
        if name in theirs:
            for place, wrong, right in slips(theirs[name][1], text, course.locked, course.terms):
                before = text[:place]
                faults.append(Fault(own.source.path, line + 1 + before.count("\n"), place - (before.rfind("\n") + 1) + 1, wrong, right))
    for block, other in zip(source.blocks, own.blocks, strict=False):
        faults += _check_block(block, other, course)
    return faults


def _check_block(block: Block, other: Block, course: Course) -> list[Fault]:
    return check_merged(block.located, other.located, course) if isinstance(block.located, Located) and isinstance(other.located, Merged) else []


def check_merged(source: Located, own: Located, course: Course) -> list[Fault]:
    """Return what slipped in the texts of a translated YAML part."""
    if not isinstance(own, Merged):
        return []
    return [
        own.fault(path, wrong, right)
        for path in own.texts for _, wrong, right in slips(str(at_path(source.data, path)), str(at_path(own.data, path)), course.locked, course.terms)
    ]


def check_card(card: Card, course: Course) -> list[Fault]:
    """Return what slipped in the Polish text of a card."""
    return check_text(card.texts["en"].text, card.texts["pl"].text, course)


def check_pairs(course: Course) -> list[Fault]:
    """Return what slipped where both languages stand beside each other: glossary and figures."""
    found: list[Fault] = []
    for located in (course.terms_located, *course.figures.values()):
        for path, english, polish in _pairs(located.data):
            found += [located.fault((*path, "pl"), wrong, right) for _, wrong, right in slips(english, polish, course.locked, course.terms)]
    return found


def _pairs(data: Any, path: Path = ()) -> Iterator[tuple[Path, str, str]]:
    if isinstance(data, dict):
        if isinstance(data.get("en"), str) and isinstance(data.get("pl"), str):
            yield path, data["en"], data["pl"]
        for key, value in data.items():
            yield from _pairs(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _pairs(value, (*path, index))
