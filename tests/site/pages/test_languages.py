"""Every text of the built site stands in the language that its element says: no English without a mark on a Polish page, no Polish in English.

A text is taken for English when it has a word that only English has, or two neighbouring words (or nothing but words) of the
English pages that Polish does not share. One English word inside a Polish sentence is not noticed: too many words are both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import pytest

#: Names and signs that are the same in both languages; a text is judged without them.
NAMES = re.compile(
    r"\b(?:(?:[Aa]ll-(?:reduce|gather|to-all)|reduce-scatter)\b"  # operations of communication libraries; Polish writing keeps their names
    r"|Infinity Fabric|MLPerf Training|MLPerf Inference|Trainium|Gaudi|Llama|TOP/s|Little|Erlang|[A-Z]\w*\d+\w*"  # products and persons
    r"|(?:[a-z]+\d*_)+\w+|(?:fp|bf|tf|int)\d+|rms|ln|total|active|dram"  # values that a formula takes, as code writes them
    r"|(?:[kMGTPEZ]?(?:B|FLOP)|nat|USD)/M?token\b)"  # units
)
#: Words of both languages, Polish ones spelt like English ones among them.
SHARED = frozenset(
    "argument batch bit but data element format goodput gradient kernel lat list log min minimum minus model moment most nat norm plan pole port prefill "
    "problem program puzzle roofline serial start sum symbol system tempo ten test token torus transformer trend warp zero".split()
)
#: Polish has no such words, so that one of them is enough.
ENGLISH = frozenset("the of and with without for from that this these each which where when whose how what why are were has have does not only every other more than your you".split())
POLISH = frozenset("się jest nie są dla oraz które który która przez przy tylko tego tej jako albo czyli gdy żeby jednej jeden każdy każda każde miliard bilion".split())
LETTERS = re.compile("[ąćęłńóśźż]", re.IGNORECASE)
#: Persons and places keep their letters in English.
SPELT = re.compile(r"Łukasz|Małgorzata")
WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?")
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
#: Not read as words of a language: formulas, scripts, code.
SILENT = frozenset(("script", "style", "code", "pre", "kbd", "math"))
SPOKEN = ("title", "alt", "label", "placeholder", "aria-label", "aria-description", "aria-valuetext", "aria-roledescription")


#: What a reader should never see: an entity, a tag, or Markdown that has not become a page.
MARKUP = re.compile(r"&#?\w+;|</?[a-z]+[ >]|\\[_*`\[\]]|\*\*\w|\]\(|\{[{%#]|markdown=")


class Text(NamedTuple):
    """A text of a page, its language and where it stands."""

    language: str
    words: str
    place: str


class Reader(HTMLParser):
    """Gathers every text and every spoken attribute with the language that counts for it."""

    def __init__(self, language: str = "") -> None:
        super().__init__()
        self.open: list[tuple[str, str, bool]] = [("", language, False)]
        self.texts: list[Text] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        language = given.get("lang", self.open[-1][1])
        spoken = [name for name in SPOKEN if name in given] + ["content"] * (tag == "meta" and given.get("name") == "description")
        self.texts += [Text(language, given[name], f"<{tag} {name}>") for name in spoken]
        if "data-spec" in given:
            self.texts += [text._replace(place=f"<{tag} data-spec>") for text in texts_in(json.loads(given["data-spec"]), language)]
        if tag not in VOID:
            self.open.append((tag, language, self.open[-1][2] or tag in SILENT))

    def handle_endtag(self, tag: str) -> None:
        place = next((place for place in range(len(self.open) - 1, 0, -1) if self.open[place][0] == tag), None)
        if place is not None:
            del self.open[place:]

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.open[-1][2]:
            self.texts.append(Text(self.open[-1][1], " ".join(data.split()), ">".join(name for name, _, _ in self.open[-3:])))


def texts_of(html: str, language: str = "") -> list[Text]:
    """Return every text of a page or of a piece of one."""
    reader = Reader(language)
    reader.feed(html)
    reader.close()
    return reader.texts


def texts_in(spec: Any, language: str) -> Iterator[Text]:
    """Yield what a script may show: the strings of a specification that have a space, with the marks inside them."""
    if isinstance(spec, str) and " " in spec:
        yield from texts_of(spec, language)
    elif isinstance(spec, dict | list):
        for part in spec.values() if isinstance(spec, dict) else spec:
            yield from texts_in(part, language)


def is_english(text: str, vocabulary: frozenset[str]) -> bool:
    """Tell whether a text (or a part of it) is English."""
    words = [word.lower() for word in WORD.findall(NAMES.sub(" ", text)) if len(word) > 2 and (word.islower() or word.istitle())]
    known = [word in vocabulary for word in words]
    return not ENGLISH.isdisjoint(words) or any(map(lambda one, next: one and next, known, known[1:])) or (bool(known) and all(known))


def is_polish(text: str) -> bool:
    """Tell whether a text (or a part of it) is Polish."""
    return bool(LETTERS.search(SPELT.sub(" ", text))) or not POLISH.isdisjoint(WORD.findall(text.lower()))


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, list[Text]]:
    """The texts of every page by its path."""
    return {path.relative_to(site).as_posix(): texts_of(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


@pytest.fixture(scope="module")
def vocabulary(pages: dict[str, list[Text]]) -> frozenset[str]:
    """The words of the English pages, without names (which have capitals) and without what is Polish as well."""
    texts = [text for name, found in pages.items() if not name.startswith("pl/") for text in found if text.language == "en"]
    return frozenset(word for text in texts for word in WORD.findall(text.words) if word.islower() and len(word) > 2) - SHARED


def listed(faults: list[tuple[str, Text]]) -> str:
    """Return each different text once, with the first page on which it stands."""
    first = {text.words: f"{name}: {text.place} {text.words[:150]!r}" for name, text in reversed(faults)}
    return "\n".join(first.values())


def test_every_page_names_its_language(pages: dict[str, list[Text]]) -> None:
    assert len(pages) > 200
    assert {text.language for texts in pages.values() for text in texts} == {"en", "pl"}


def test_no_markup_is_shown_as_text(pages: dict[str, list[Text]]) -> None:
    faults = [(name, text) for name, texts in pages.items() for text in texts if MARKUP.search(text.words)]
    assert not faults, listed(faults)


def test_no_english_on_a_polish_page_without_a_mark(pages: dict[str, list[Text]], vocabulary: frozenset[str]) -> None:
    faults = [(name, text) for name, texts in pages.items() for text in texts if text.language == "pl" and is_english(text.words, vocabulary)]
    assert not faults, listed(faults)


def test_no_polish_where_a_page_says_english(pages: dict[str, list[Text]]) -> None:
    faults = [(name, text) for name, texts in pages.items() for text in texts if text.language == "en" and is_polish(text.words)]
    assert not faults, listed(faults)


@pytest.mark.parametrize(("html", "faults"), [
    ('<label>Clock rate</label><input aria-label="Clock rate, jako liczba">', 2),
    ('<label><span lang="en">Clock rate</span></label><input lang="en" aria-label="Clock rate">', 0),
    ("<p>Tak działa grubsze drzewo (fat tree).</p>", 1),
    ('<p>Tak działa grubsze drzewo (<i lang="en">fat tree</i>). To model z programem, który ma problem.</p>', 0),
    ("<li>Sources</li><li>One of them</li><li>token</li>", 2),
    ('<course-widget data-spec=\'{"label": "Bytes to move", "formula": "time_lower_bound_s"}\'></course-widget>', 1),
    ('<p lang="en">Jeszcze nie.</p><p lang="en">Not yet.</p>', 1),
    ("<p>Przepustowość <code>fact of the code</code> pamięci H100 SXM: 3,35 TB/s, All-reduce</p>", 0),
])
def test_the_check_sees_what_it_is_for(vocabulary: frozenset[str], html: str, faults: int) -> None:
    found = [is_english(text.words, vocabulary) if text.language == "pl" else is_polish(text.words) for text in texts_of(html, "pl")]
    assert sum(found) == faults
