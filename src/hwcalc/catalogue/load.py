"""Loads the catalogue and answers questions about it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hwcalc.catalogue.ages import months_for_topic, months_later, whole_date
from hwcalc.catalogue.check import check
from hwcalc.catalogue.errors import CatalogueError, Problem, did_you_mean
from hwcalc.catalogue.fields import PROVENANCE, SECTIONS, Section
from hwcalc.catalogue.figures import Figure, figure_of, rests
from hwcalc.catalogue.model import Model
from hwcalc.catalogue.reading import Tree, read
from hwcalc.catalogue.records import (
    Device,
    Fact,
    Instance,
    Latency,
    Measurement,
    MemoryTechnology,
    Network,
    Record,
    Source,
)

HERE = Path(__file__).parent


class Due(NamedTuple):
    """A record whose review is due, and where it stands."""

    review_by: datetime.date
    path: str
    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Catalogue:
    """Everything the course knows about hardware, networks and models, by id.

    Examples
    --------
    >>> load().figure("hardware.nvidia-h100-sxm.memory_bandwidth_bytes_per_s").value
    3350000000000.0
    """

    hardware: Mapping[str, Device]
    networks: Mapping[str, Network]
    instances: Mapping[str, Instance]
    memory: Mapping[str, MemoryTechnology]
    latencies: Mapping[str, Latency]
    measurements: Mapping[str, Measurement]
    models: Mapping[str, Model]
    facts: Mapping[str, Fact]
    places: Mapping[str, tuple[str, int, int]]

    def record(self, path: str) -> tuple[Section, Record, str]:
        """Return the section and the record that a path names, and what is left of the path.

        Ids may hold dots, so the longest id that fits is taken.

        Raises
        ------
        CatalogueError
            No record has such an id.
        """
        name, _, after = path.partition(".")
        section = SECTIONS.get(name)
        if section is None:
            raise CatalogueError.of_question(f"the catalogue has no '{path}'", did_you_mean(name, SECTIONS))
        records: Mapping[str, Record] = getattr(self, name)
        parts = after.split(".")
        for length in range(len(parts), 0, -1):
            record = records.get(".".join(parts[:length]))
            if record is not None:
                return section, record, ".".join(parts[length:])
        nearest = did_you_mean(parts[0], records) if "." not in after else self._nearest(name, after, records)
        raise CatalogueError.of_question(f"the catalogue has no '{path}'", nearest)

    def _nearest(self, name: str, after: str, records: Mapping[str, Record]) -> str:
        """Return a hint for a path whose id is not known, where the id may hold dots."""
        for length in range(after.count(".") + 1, 0, -1):
            hint = did_you_mean(".".join(after.split(".")[:length]), records)
            if hint.startswith("did you mean"):
                return hint
        return did_you_mean(after, records)

    def figure(self, path: str) -> Figure:
        """Return the figure at a path.

        Parameters
        ----------
        path : str
            Such as `models.llama-3.1-70b.head_dim` or `facts.iea-dc-region-2024.US`.

        Raises
        ------
        CatalogueError
            The path names nothing, or several figures at once.
        """
        section, record, rest = self.record(path)
        if not rest and section.name != "facts":
            known = sorted({name.partition(".")[0] for name in rests(section, record)})
            raise CatalogueError.of_question(f"'{path}' is a whole record", f"take one of: {', '.join(known)}")
        return figure_of(section, record, rest)

    def paths(self) -> list[str]:
        """Return every path that leads to a value, in the order of the files."""
        return [
            f"{name}.{record.id}.{rest}".rstrip(".")
            for name, section in SECTIONS.items()
            for record in getattr(self, name).values()
            for rest in rests(section, record)
        ]

    def due(self, date: datetime.date) -> list[Due]:
        """Return the records whose review was due before a day, the oldest first."""
        return [entry for entry in self._by_review() if entry.review_by < date]

    def due_within(self, date: datetime.date, days: int) -> list[Due]:
        """Return the records whose review is due at most some days after a day, the oldest first."""
        last = date + datetime.timedelta(days=days)
        return [entry for entry in self._by_review() if entry.review_by <= last]

    def _by_review(self) -> list[Due]:
        """Return every record with its review date, the oldest first."""
        entries = []
        for name in SECTIONS:
            for record in getattr(self, name).values():
                path = f"{name}.{record.id}"
                entries.append(Due(record.review_by, path, *self.places[path]))
        return sorted(entries)


def load(directory: Path = HERE) -> Catalogue:
    """Return the catalogue, checked; the same object each time for the same directory.

    Parameters
    ----------
    directory : Path
        Where the four files are; the package's own by default.

    Raises
    ------
    CatalogueError
        A file is faulty. The error lists every problem with its place.
    """
    return _load(Path(directory))


@lru_cache(maxsize=4)
def _load(directory: Path) -> Catalogue:
    """Read, check and build the catalogue of one directory."""
    trees, problems = _read_all(directory)
    problems += check(trees)
    if problems:
        raise CatalogueError(problems)
    places: dict[str, tuple[str, int, int]] = {}
    built: dict[str, Mapping[str, Record]] = {}
    for name, section in SECTIONS.items():
        built[name] = MappingProxyType(_records(section, trees[section.file], places))
    return Catalogue(**built, places=MappingProxyType(places))


def _read_all(directory: Path) -> tuple[dict[str, Tree], list[Problem]]:
    """Return the files that can be read, and the problems of those that cannot."""
    trees: dict[str, Tree] = {}
    problems: list[Problem] = []
    for file in dict.fromkeys(section.file for section in SECTIONS.values()):
        try:
            trees[file] = read(directory / file)
        except CatalogueError as error:
            problems += error.problems
    return trees, problems


def _records(section: Section, tree: Tree, places: dict[str, tuple[str, int, int]]) -> dict[str, Record]:
    """Return the records of one section by id and note where each stands."""
    sources = {key: Source(id=key, **_source(value)) for key, value in tree.value["sources"].items()}
    reviewed = whole_date(tree.value["reviewed"])
    entries = {entry["id"]: entry for entry in tree.value[section.key]}
    records: dict[str, Record] = {}
    for index, entry in enumerate(tree.value[section.key]):
        shape = entries.get(entry.get("alias_of"), {})
        shape = {key: value for key, value in shape.items() if key not in PROVENANCE}
        values = {key: _frozen(value) for key, value in {**shape, **entry}.items()}
        own = whole_date(entry.get("reviewed")) or reviewed
        months = months_for_topic(entry["topic"]) if section.record is Fact else section.months
        values["reviewed"] = own
        values["review_by"] = whole_date(entry.get("review_by")) or months_later(own, months)
        values["sources"] = tuple(sources[key] for key in entry["sources"])
        for table in ("peak_dense_flops", "peak_sparse_flops"):
            if table in section.tables:
                values.setdefault(table, MappingProxyType({}))
        if section.record is Fact:
            values.setdefault("units", MappingProxyType({}))
        records[entry["id"]] = section.record(**values)
        places[f"{section.name}.{entry['id']}"] = (tree.path, *tree.marks[(section.key, index)])
    return records


def _source(value: dict[str, Any]) -> dict[str, Any]:
    """Return a source's fields with what may be left out."""
    return {"url": None, "date_is": "published", **value}


def _frozen(value: Any) -> Any:
    """Return a value that cannot be changed: mappings read-only, lists as tuples."""
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(inner) for key, inner in value.items()})
    if isinstance(value, list):
        return tuple(_frozen(inner) for inner in value)
    return value
