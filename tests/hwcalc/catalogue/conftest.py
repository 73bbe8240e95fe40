"""What the catalogue's tests share: the real catalogue, and copies with a fault planted in them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hwcalc.catalogue import Catalogue, CatalogueError, load
from hwcalc.catalogue.load import HERE


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The catalogue of the package."""
    return load()


@pytest.fixture
def plant(tmp_path: Path) -> Callable[..., tuple[CatalogueError, Path]]:
    """Return a function that plants a fault in a copy, loads it, and returns the error and the faulty file."""

    def planted(file: str, old: str, new: str, after: str = "") -> tuple[CatalogueError, Path]:
        for source in HERE.glob("*.yml"):
            shutil.copy(source, tmp_path)
        path = tmp_path / file
        text = path.read_text(encoding="utf-8")
        start = text.index(after)
        assert old in text[start:], f"{file} has no {old!r} after {after!r}"
        path.write_text(text[:start] + text[start:].replace(old, new, 1), encoding="utf-8")
        with pytest.raises(CatalogueError) as caught:
            load(tmp_path)
        return caught.value, path

    return planted
