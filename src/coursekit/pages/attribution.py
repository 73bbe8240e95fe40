"""Who stands behind a figure of the catalogue: the original, and those who reported it where nobody of the course read the original."""

from __future__ import annotations

from typing import Any

SECOND_HAND = frozenset({"secondary"})


def record_path(path: str, catalogue: Any) -> str:
    """Return the path of the record that holds a figure. Ids may hold dots: the longest one wins."""
    section, _, rest = path.partition(".")
    records = getattr(catalogue, section)
    parts = rest.split(".")
    for end in range(len(parts), 0, -1):
        if ".".join(parts[:end]) in records:
            return f"{section}.{'.'.join(parts[:end])}"
    return path


def attribution(figure: Any, catalogue: Any) -> dict[str, Any]:
    """Return what a card or a list of sources says about the origin of a figure.

    Parameters
    ----------
    figure : hwcalc.catalogue.Figure
    catalogue : hwcalc.catalogue.Catalogue

    Returns
    -------
    dict
        `original` and its `url` and `date`: the first source that is not second-hand, empty where there is none. `reporters`: title and
        address of the sources that repeat it, empty where the figure was read at its origin. `second_hand`: whether it was not.
    """
    section, _, name = record_path(figure.path, catalogue).partition(".")
    sources = getattr(catalogue, section)[name].sources
    second_hand = figure.verification == "secondary"
    reporters = [source for source in sources if source.tier in SECOND_HAND] if second_hand else []
    original = next((source for source in sources if source.tier not in SECOND_HAND), None) if reporters else sources[0]
    dated = original or sources[0]
    return {
        "original": original.title if original else "", "original_url": (original.url or "") if original else "", "date": str(dated.date or ""),
        "reporters": [{"title": source.title, "url": source.url or ""} for source in reporters], "second_hand": second_hand,
    }
