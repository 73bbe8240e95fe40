"""What a running preview keeps: results by the content of everything they were made from."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")


class Memory:
    """Keeps the last result for each name, and makes it again where its fingerprint has changed.

    Examples
    --------
    >>> memory = Memory()
    >>> [memory.keep("sum", mark, lambda: print("made") or 3) for mark in ("a", "a", "b")]
    made
    made
    [3, 3, 3]
    """

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[str, Any]] = {}

    def keep(self, name: Any, mark: str, make: Callable[[], Result]) -> Result:
        """Return what was kept under a name with this fingerprint, else make it. A result that raises is not kept."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != mark:
            kept = (mark, make())
            self._kept[name] = kept
        return kept[1]


def fingerprint(files: Iterable[Path], *more: object) -> str:
    """Return a digest of files' names and contents and of anything else that prints the same when it is the same."""
    digest = hashlib.sha256(repr(more).encode())
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
