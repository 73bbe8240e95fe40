"""Reads the values that the formulas are tested with, so that each formula's page can show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

FILES = {"vectors": Path("tests/data/vectors.yml"), "worked": Path("tests/data/worked.yml")}


@dataclass(frozen=True)
class Vector:
    """One value that a formula must give.

    Attributes
    ----------
    cited : bool
        Whether it was read in the source itself; else it is tested with but not cited.
    """

    id: str
    statement: str
    expected: Any
    source: str
    cited: bool


def load_vectors(root: Path) -> dict[str, list[Vector]]:
    """Return the test values by formula.

    Raises
    ------
    FileNotFoundError
        The project lacks its test data.
    """
    return _load(*((root / path, (root / path).stat().st_mtime_ns) for path in FILES.values()))


@lru_cache(maxsize=2)
def _load(*files: tuple[Path, int]) -> dict[str, list[Vector]]:
    result: dict[str, list[Vector]] = {}
    for (path, _), name in zip(files, FILES, strict=True):
        for row in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)[name]:
            cited = bool(row.get("source_read", False)) and row.get("basis") == "published"
            result.setdefault(row["function"], []).append(Vector(row["id"], row.get("statement") or row.get("derivation", ""), row["expected"], row.get("source", ""), cited))
    return result
