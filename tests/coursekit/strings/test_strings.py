"""Both languages say the same things, and every key that is used exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coursekit.strings import (
    LANGUAGES,
    PLURAL_FORMS,
    StringsError,
    browser_strings,
    entries,
    text,
)

ROOT = Path(__file__).parents[3]
PLACES = re.compile(r"\{(\w+)\}")


def forms(entry: str | dict[str, str]) -> list[str]:
    """Return every form of an entry."""
    return [entry] if isinstance(entry, str) else list(entry.values())


def test_the_languages_have_the_same_keys():
    assert entries("en").keys() == entries("pl").keys()


@pytest.mark.parametrize("key", sorted(entries("en")))
def test_the_same_values_are_filled_in(key):
    english, polish = entries("en")[key], entries("pl")[key]
    assert isinstance(english, str) == isinstance(polish, str)
    assert {name for form in forms(english) for name in PLACES.findall(form)} == {name for form in forms(polish) for name in PLACES.findall(form)}


def test_plural_forms_are_complete():
    for language in LANGUAGES:
        for key, entry in entries(language).items():
            assert isinstance(entry, str) or tuple(entry) == PLURAL_FORMS[language], key


def test_every_key_that_a_script_or_template_uses_exists():
    known = browser_strings("en")
    used = set()
    for path in (ROOT / "docs/assets/course").rglob("*.mjs"):
        source = path.read_text(encoding="utf-8")
        used |= {match for match in re.findall(r'say\("([a-z_.]+)"', source)}
    assert used and used <= known.keys()
    for path in (ROOT / "src/coursekit/render/templates").glob("*.html"):
        for key in re.findall(r'say\("([a-z_.]+)"[,)]', path.read_text(encoding="utf-8")):
            assert key in entries("en"), (path.name, key)


def test_no_key_is_left_unused():
    folders = [ROOT / "docs/assets/course", ROOT / "src/coursekit/render"]
    sources = "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*") if path.suffix in (".mjs", ".html", ".py"))
    families = ("browser.bound.", "browser.first_", "browser.station_", "browser.statement_", "browser.limit_", "browser.move_", "browser.guess_", "browser.roofline_", "resource.", "item.kind.")
    for key in entries("en"):
        if not key.startswith(families):
            assert re.search(rf"[\"'`]{re.escape(key.removeprefix('browser.'))}[\"'`]", sources), key


@pytest.mark.parametrize("call", [lambda: text("de", "item.check"), lambda: text("en", "item.chek"), lambda: text("en", "browser.partly", score=1), lambda: text("en", "browser.answers")])
def test_wrong_calls_are_refused(call):
    with pytest.raises(StringsError):
        call()
