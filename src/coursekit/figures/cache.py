"""Remembers drawings by what they were made from, so that a figure that did not change costs nothing."""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

import hwcalc.units


@lru_cache(maxsize=1)
def drawing_version() -> str:
    """Return a mark of everything but the data that decides how a drawing looks: this package, the number format, Matplotlib."""
    digest = hashlib.sha256(metadata.version("matplotlib").encode())
    for path in [*sorted(Path(__file__).parent.glob("*.py")), Path(hwcalc.units.__file__)]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


class DrawingCache:
    """Drawings in a folder, one file for each figure and language.

    Parameters
    ----------
    folder : Path
        Made when the first drawing is kept. It can be deleted at any time.
    """

    def __init__(self, folder: Path):
        self.folder = folder

    @staticmethod
    def key(data: Any, language: str) -> str:
        """Return the mark of a drawing: equal marks mean equal drawings."""
        text = json.dumps([drawing_version(), language, data], sort_keys=True, ensure_ascii=False, allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def get(self, figure: str, language: str, key: str) -> dict[str, str] | None:
        """Return the drawings by variant, or None where they are stale, missing or half written."""
        try:
            kept = json.loads(self._path(figure, language).read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError, UnicodeDecodeError):
            return None
        if not isinstance(kept, dict) or kept.get("key") != key:
            return None
        return kept["drawings"]

    def put(self, figure: str, language: str, key: str, drawings: dict[str, str]) -> None:
        """Keep the drawings of a figure in place of its older ones."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._path(figure, language), json.dumps({"key": key, "drawings": drawings}, ensure_ascii=False))

    def _path(self, figure: str, language: str) -> Path:
        return self.folder / f"{figure}.{language}.json"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old one or the new one, never half of it."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8", newline="\n")
    os.replace(draft, path)
