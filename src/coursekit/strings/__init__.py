"""The words of the interface, in English and Polish.

Each language has one YAML file with the same nested keys. A string may hold `{names}`; a mapping of plural forms
(English: one, other; Polish: one, few, many) is chosen by the value called `count`. What stands under `browser`
also goes to the scripts.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import yaml

LANGUAGES = ("en", "pl")
PLURAL_FORMS = {"en": ("one", "other"), "pl": ("one", "few", "many")}
_PLACE = re.compile(r"\{(\w+)\}")

Entry = str | dict[str, str]


class StringsError(KeyError):
    """A key, a value or a language that the string files do not know."""

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def entries(language: str) -> dict[str, Entry]:
    """Return every string of a language by its dotted key; plural forms stay together as a mapping.

    Raises
    ------
    StringsError
        If the course has no such language.
    """
    if language not in LANGUAGES:
        raise StringsError(f"the language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    tree = yaml.safe_load((files(__package__) / f"{language}.yml").read_text(encoding="utf-8"))
    flat: dict[str, Entry] = {}
    _flatten(tree, "", flat)
    return flat


def _flatten(tree: dict, prefix: str, flat: dict[str, Entry]) -> None:
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict) and not _is_plural(value):
            _flatten(value, f"{key}.", flat)
        elif all(isinstance(form, str) for form in (value.values() if isinstance(value, dict) else [value])):
            flat[key] = value
        else:
            raise StringsError(f"the string {key!r} must be text; put it in quotes")


def _is_plural(value: dict) -> bool:
    return set(value) in ({"one", "other"}, {"one", "few", "many"})


def plural_form(language: str, count: int) -> str:
    """Return the name of the plural form that a whole number asks for.

    Examples
    --------
    >>> [plural_form("pl", count) for count in (1, 2, 5, 12, 22, 25)]
    ['one', 'few', 'many', 'many', 'few', 'many']
    >>> [plural_form("en", count) for count in (0, 1, 2)]
    ['other', 'one', 'other']
    """
    if count == 1:
        return "one"
    if language == "en":
        return "other"
    if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14):
        return "few"
    return "many"


def text(language: str, key: str, **values: object) -> str:
    """Return one string with its values filled in.

    Parameters
    ----------
    language : {"en", "pl"}
    key : str
        The dotted key, for example ``item.check``.
    **values
        What stands for the `{names}`. `count`, a whole number, also chooses the plural form.

    Raises
    ------
    StringsError
        For an unknown language or key, or a `{name}` without a value.

    Examples
    --------
    >>> text("en", "item.check")
    'Check answer'
    >>> text("pl", "browser.answers", count=5)
    '5 odpowiedzi'
    """
    known = entries(language)
    if key not in known:
        raise StringsError(f"the string {key!r} is not in strings/{language}.yml")
    entry = known[key]
    if isinstance(entry, dict):
        if "count" not in values:
            raise StringsError(f"the string {key!r} has plural forms and needs a count")
        entry = entry[plural_form(language, int(str(values["count"])))]

    def fill(place: re.Match[str]) -> str:
        if place[1] not in values:
            raise StringsError(f"the string {key!r} needs a value for {{{place[1]}}}")
        return str(values[place[1]])

    return _PLACE.sub(fill, entry)


def browser_strings(language: str) -> dict[str, Entry]:
    """Return what the scripts need: everything under `browser`, without that prefix."""
    prefix = "browser."
    return {key.removeprefix(prefix): entry for key, entry in entries(language).items() if key.startswith(prefix)}
