"""Checks the shape of the catalogue files: fields, types, sources, dates. What the numbers must obey is in `rules`."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from hwcalc.catalogue.ages import is_partial_date, whole_date
from hwcalc.catalogue.errors import Problem, did_you_mean
from hwcalc.catalogue.fields import DATE_KINDS, SECTIONS, TIERS, Section
from hwcalc.catalogue.reading import Tree
from hwcalc.catalogue.rules import check_across, check_record

_ID = re.compile(r"[a-z0-9]+(?:[-.+_]?[a-z0-9]+)*")
_SOURCE_FIELDS = frozenset({"title", "url", "date", "date_is", "tier"})
_FACT_FIELDS = frozenset({"value", "unit", "per", "units", "range"})


def check(trees: Mapping[str, Tree]) -> list[Problem]:
    """Return every problem of the files that could be read.

    Parameters
    ----------
    trees : mapping
        The files by name.
    """
    problems: list[Problem] = []
    sound: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for file, tree in trees.items():
        sections = [section for section in SECTIONS.values() if section.file == file]
        if not _check_top(tree, sections, problems):
            continue
        _check_sources(tree, problems)
        for section in sections:
            sound[section.name] = _check_section(section, tree, problems)
    if not problems and len(sound) == len(SECTIONS):
        check_across(trees, sound, problems)
    return problems


def _check_top(tree: Tree, sections: Sequence[Section], problems: list[Problem]) -> bool:
    """Check a file's outermost level; return whether its records can be checked at all."""
    known = ["reviewed", "sources", *(section.key for section in sections)]
    if not isinstance(tree.value, dict):
        problems.append(tree.problem((), "the file is no mapping", f"it has the keys {', '.join(known)}"))
        return False
    before = len(problems)
    for key in tree.value:
        if key not in known:
            problems.append(tree.problem((key,), f"the key '{key}' is not known", did_you_mean(key, known)))
    for key in known:
        if key not in tree.value:
            problems.append(tree.problem((), f"the file has no '{key}'", "every catalogue file has one"))
    if "reviewed" in tree.value and whole_date(tree.value["reviewed"]) is None:
        problems.append(_bad_date(tree, ("reviewed",), tree.value["reviewed"]))
    if not isinstance(tree.value.get("sources", {}), dict):
        problems.append(tree.problem(("sources",), "the sources are no mapping", "give each a name and its fields"))
    for section in sections:
        if not isinstance(tree.value.get(section.key, []), list):
            problems.append(tree.problem((section.key,), f"'{section.key}' is no list", "begin each record with '-'"))
    return len(problems) == before


def _bad_date(tree: Tree, at: Sequence[str | int], value: object) -> Problem:
    """Return the problem of a date that is none."""
    return tree.problem(at, f"'{value}' is no date", "write a real day as 2026-11-30")


def _check_sources(tree: Tree, problems: list[Problem]) -> None:
    """Check the list of sources of one file."""
    used = {key for section in SECTIONS.values() if section.file == tree.path.rpartition("/")[2]
            for entry in tree.value[section.key] if isinstance(entry, dict)
            for key in _as_list(entry.get("sources")) if isinstance(key, str)}  # fmt: skip
    for key, source in tree.value["sources"].items():
        at = ("sources", key)
        if not isinstance(source, dict):
            problems.append(tree.problem(at, f"the source '{key}' has no fields", "give title, url, date and tier"))
            continue
        for name in source:
            if name not in _SOURCE_FIELDS:
                hint = did_you_mean(name, _SOURCE_FIELDS)
                problems.append(tree.problem((*at, name), f"the field '{name}' is not known", hint))
        if not isinstance(source.get("title"), str) or not source["title"].strip():
            problems.append(tree.problem(at, f"the source '{key}' has no title", "say what it is"))
        if not is_partial_date(source.get("date")):
            wrong = f"the source '{key}' has no date" if "date" not in source else f"'{source['date']}' is no date"
            problems.append(tree.problem((*at, "date"), wrong, "write a year, month or day: 2026, 2026-11, 2026-11-30"))
        if source.get("date_is", "published") not in DATE_KINDS:
            hint = f"one of: {', '.join(DATE_KINDS)}"
            problems.append(tree.problem((*at, "date_is"), f"'{source['date_is']}' is no kind of date", hint))
        tier = source.get("tier")
        if tier not in TIERS:
            hint = did_you_mean(str(tier), TIERS)
            problems.append(tree.problem((*at, "tier"), f"the tier '{tier}' is not known", hint))
        url = source.get("url")
        if url is None and tier not in ("memory", "paper", "official"):
            problems.append(tree.problem(at, f"the source '{key}' has no url", "give its address, or the tier memory"))
        if url is not None and not str(url).startswith(("https://", "http://")):
            problems.append(tree.problem((*at, "url"), f"'{url}' is no web address", "begin it with https://"))
        if key not in used:
            problems.append(tree.problem(at, f"the source '{key}' is used by no record", "remove it, or cite it"))


def _as_list(value: object) -> list:
    """Return a list, or nothing where the value is none."""
    return value if isinstance(value, list) else []


def _check_section(section: Section, tree: Tree, problems: list[Problem]) -> list[tuple[int, dict[str, Any]]]:
    """Check the records of one section; return those that are sound, with their index."""
    sound = []
    seen: set[str] = set()
    for index, entry in enumerate(tree.value[section.key]):
        at = (section.key, index)
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
            problems.append(tree.problem(at, "the record has no id", "begin it with 'id:'"))
            continue
        before = len(problems)
        if not _ID.fullmatch(entry["id"]):
            hint = "use small letters, digits, and - . _ + between them"
            problems.append(tree.problem((*at, "id"), f"the id '{entry['id']}' cannot stand in a path", hint))
        if entry["id"] in seen:
            hint = "ids are used once and never again"
            problems.append(tree.problem((*at, "id"), f"the id '{entry['id']}' stands twice", hint))
        seen.add(entry["id"])
        _check_fields(section, tree, at, entry, problems)
        _check_provenance(tree, at, entry, problems)
        if len(problems) == before:
            check_record(section, tree, at, entry, problems)
        if len(problems) == before:
            sound.append((index, entry))
    return sound


def _check_fields(section: Section, tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check that a record has the right fields, each of its type."""
    known = section.known | (_FACT_FIELDS if section.name == "facts" else frozenset())
    for name, value in entry.items():
        here = (*at, name)
        if name not in known:
            problems.append(tree.problem(here, f"the field '{name}' is not known", did_you_mean(name, known)))
        elif value is None:
            problems.append(tree.problem(here, f"'{name}' is empty", "leave it out where the source does not tell"))
        elif name in section.quantities:
            _check_number(tree, here, value, problems)
        elif name in section.tables:
            _check_table(tree, here, value, problems)
        elif name in section.flags and not isinstance(value, bool):
            problems.append(tree.problem(here, f"'{name}' is neither true nor false", "write true or false"))
        elif name in (*section.texts, "note") and (not isinstance(value, str) or not value.strip()):
            problems.append(tree.problem(here, f"'{name}' is no text", "put it in quotes"))
        elif name in section.lists and not (isinstance(value, list) and all(isinstance(i, str) for i in value)):
            problems.append(tree.problem(here, f"'{name}' is no list of names", "write [one, another]"))
    if "alias_of" in entry:
        return
    for name in sorted(section.required - entry.keys() - {"sources", "verified"}):
        wrong = f"the record '{entry['id']}' has no '{name}'"
        problems.append(tree.problem(at, wrong, "every record of this kind has one"))


def _check_number(tree: Tree, at: tuple, value: object, problems: list[Problem]) -> None:
    """Check that a value is a number that a quantity can have."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        problems.append(tree.problem(at, f"'{value}' is no number", "write it in the unit of the field, as 989e12"))
    elif not math.isfinite(value) or value < 0:
        problems.append(tree.problem(at, f"{value} is no possible amount", "it must be finite and not negative"))


def _check_table(tree: Tree, at: tuple, value: object, problems: list[Problem]) -> None:
    """Check a mapping of numbers."""
    if not isinstance(value, dict):
        problems.append(tree.problem(at, f"'{at[-1]}' is no mapping", "write one number for each key"))
        return
    for key, number in value.items():
        _check_number(tree, (*at, key), number, problems)


def _check_provenance(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check a record's sources, mark and dates."""
    cited = entry.get("sources")
    if not isinstance(cited, list) or not cited:
        here = (*at, "sources") if "sources" in entry else at
        wrong = f"the record '{entry['id']}' has no source"
        problems.append(tree.problem(here, wrong, "name at least one under sources:"))
        cited = []
    for index, key in enumerate(cited):
        if key not in tree.value["sources"]:
            hint = did_you_mean(str(key), tree.value["sources"])
            problems.append(tree.problem((*at, "sources", index), f"the source '{key}' is not listed", hint))
    if not isinstance(entry.get("verified"), bool):
        wrong = f"the record '{entry['id']}' is not marked"
        problems.append(tree.problem((*at, "verified"), wrong, "write verified: true or verified: false"))
    for name in ("reviewed", "review_by"):
        if name in entry and whole_date(entry[name]) is None:
            problems.append(_bad_date(tree, (*at, name), entry[name]))
