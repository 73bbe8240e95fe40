"""The list of sources at the end of a lesson: one entry for each record of the catalogue, not for each number of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from coursekit.pages.attribution import attribution, record_path
from coursekit.pages.prose import figure_text

DEFINITION = "the definition"
_KEY = re.compile(r"(.*\S) \(([^()]*)\)")


def source_entries(figures: Iterable[Any], catalogue: Any, language: str) -> list[dict[str, Any]]:
    """Return what the source list says, in the order of first use.

    Parameters
    ----------
    figures : iterable of hwcalc.catalogue.Figure
        Everything that the page used.
    catalogue : hwcalc.catalogue.Catalogue
    language : str
    """
    entries: dict[str, dict[str, Any]] = {}
    for figure in figures:
        record = record_path(figure.path, catalogue)
        title, what = _title_and_name(figure.label, record)
        entry = entries.setdefault(record, {
            "id": record, "title": title, "values": [], "boundaries": [], "notes": [], "verified": True,
            **attribution(figure, catalogue),
        })
        value = {"label": what, "value": figure_text(figure, None if _is_count(figure) else 4, language), "verified": bool(figure.verified)}
        if value not in entry["values"]:
            entry["values"].append(value)
        for name, text in (("boundaries", figure.boundary), ("notes", figure.note)):
            if text and text not in entry[name]:
                entry[name].append(text)
        entry["verified"] = entry["verified"] and bool(figure.verified)
    return list(entries.values())


def _title_and_name(label: str, record: str) -> tuple[str, str]:
    """Split a figure's label into the record's title and what this figure of it is called; a fact has the latter in brackets."""
    if record.startswith("facts."):
        match = _KEY.fullmatch(label)
        return (match[1], match[2].replace("_", " ")) if match else (label, "")
    title, _, what = label.partition(": ")
    return title, what


def _is_count(figure: Any) -> bool:
    return isinstance(figure.value, int) and figure.unit in ("1", "token", "params", "device", "")
