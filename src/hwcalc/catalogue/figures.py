"""One number of the catalogue by its path, with everything that has to be said about it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hwcalc.catalogue.errors import CatalogueError, did_you_mean
from hwcalc.catalogue.fields import PRIMARY_TIERS, Quantity, Section, peak_unit
from hwcalc.catalogue.records import Device, Fact, Measurement, Record

Value = int | float | str | bool | tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A value with its unit, its source and its marks.

    Attributes
    ----------
    path : str
        Where it stands, such as `hardware.nvidia-h100-sxm.memory_bytes`.
    value : number, text, pair or None
        In `unit`. A pair is a range; None is what the source does not tell.
    unit : str
        Known to `hwcalc.units`; empty for a text.
    per : str or None
        What the value is counted for, such as `prompt`.
    label : str
        What it is, in words.
    low, high : float or None
        The range around the value, in `unit`.
    source_title, source_url, date, date_is : str
        The first source; the address may be None.
    boundary : str
        What is counted and what is left out.
    verified : bool
        Whether this very figure was read in the primary material.
    verification : str
        `primary`, `secondary`, `derived` or `memory`.
    reviewed, review_by : datetime.date
        When it was last compared with its source, and when that is due again.
    note : str
        What a reader should know; may be empty.
    usable_in_formulas : bool
        False for two-way rates, peaks with sparsity, texts and ranges.
    """

    path: str
    value: Value
    unit: str
    label: str
    source_title: str
    source_url: str | None
    date: str
    date_is: str
    boundary: str
    verified: bool
    verification: str
    reviewed: datetime.date
    review_by: datetime.date
    note: str
    usable_in_formulas: bool
    per: str | None = None
    low: float | None = None
    high: float | None = None

    @property
    def si(self) -> float:
        """The value in SI units; a byte, a token and a FLOP count as one.

        Raises
        ------
        CatalogueError
            The figure is a text or a range, or the source does not tell it.
        """
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise CatalogueError.of_question(f"'{self.path}' is no number", f"it is {self.value!r}")
        from hwcalc.units import to_si  # here, because the catalogue can be read without it

        return to_si(self.value, self.unit)

    @property
    def formula_value(self) -> float:
        """The value in SI units for a formula.

        Raises
        ------
        CatalogueError
            The figure is for display only.
        """
        if not self.usable_in_formulas:
            raise CatalogueError.of_question(f"'{self.path}' is for display only", self.boundary)
        return self.si


def figure_of(section: Section, record: Record, rest: str) -> Figure:
    """Return the figure that the last part of a path names in a record.

    Raises
    ------
    CatalogueError
        The record has no such figure.
    """
    if isinstance(record, Fact):
        return _fact_figure(record, rest)
    name, _, key = rest.partition(".")
    quantity = section.quantities.get(name) or section.computed.get(name)
    if quantity and not key:
        return _figure(section, record, rest, getattr(record, name), quantity)
    table = section.tables.get(name)
    if table:
        values = getattr(record, name)
        if key not in values:
            of = f"{section.name}.{record.id}.{name}"
            wrong = f"'{of}' has no '{key}'" if key else f"'{of}' holds several figures"
            raise CatalogueError.of_question(wrong, did_you_mean(key, values))
        unit = peak_unit(key)
        label = f"{table.label}, {key}"
        quantity = Quantity(unit, label, table.boundary, key, table.usable)
        return _figure(section, record, rest, values[key], quantity)
    if name in (*section.texts, *section.flags) and not key:
        return _figure(section, record, rest, getattr(record, name), Quantity("", name, usable=False))
    known = (*section.quantities, *section.computed, *section.tables, *section.texts, *section.flags)
    wrong = f"'{section.name}.{record.id}' has no field '{rest}'"
    raise CatalogueError.of_question(wrong, did_you_mean(name, known))


def rests(section: Section, record: Record) -> Iterator[str]:
    """Yield the last part of each path of a record that leads to a value."""
    if isinstance(record, Fact):
        yield from _fact_rests(record)
        return
    for name in (*section.quantities, *section.computed, *section.texts, *section.flags):
        if getattr(record, name) is not None:
            yield name
    for name in section.tables:
        for key in getattr(record, name):
            yield f"{name}.{key}"


def _figure(section: Section, record: Record, rest: str, value: Value, quantity: Quantity) -> Figure:
    """Return the figure of a record that is no fact."""
    boundary, usable = quantity.boundary, quantity.usable
    if isinstance(record, Device):
        boundary = _device_boundary(record, rest, boundary)
    if isinstance(record, Measurement) and record.direction == "both" and quantity.unit == "B/s":
        boundary, usable = "both directions added up; for display only", False
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    name = getattr(record, "name", record.id)
    verified, verification = _standing(record, quantity)
    source = record.sources[0]
    return Figure(
        path=f"{section.name}.{record.id}.{rest}",
        value=value,
        unit=quantity.unit,
        label=f"{name}: {quantity.label}",
        source_title=source.title,
        source_url=source.url,
        date=source.date,
        date_is=source.date_is,
        boundary=boundary,
        verified=verified,
        verification=verification,
        reviewed=record.reviewed,
        review_by=record.review_by,
        note=record.note or "",
        usable_in_formulas=usable and is_number,
    )


def _device_boundary(device: Device, rest: str, boundary: str) -> str:
    """Return what a device's figure counts, with what this device says about it."""
    if device.peak_basis and rest.startswith("peak_dense_flops."):
        return f"dense, {device.peak_basis}"
    own = {"memory_bytes": device.memory_basis, "tdp_w": device.tdp_kind}.get(rest)
    return f"{boundary}: {own}" if own else boundary


def _standing(record: Record, quantity: Quantity) -> tuple[bool, str]:
    """Return whether a figure was verified, and how it was come by."""
    tiers = {source.tier for source in record.sources}
    verified = record.verified
    if isinstance(record, Device) and quantity.unit:
        verified = quantity.group in record.verified_fields
        if quantity.group in record.derived_fields:
            return False, "derived"
    if verified:
        return True, "primary" if tiers & PRIMARY_TIERS else "secondary"
    return False, "memory" if tiers == {"memory"} else "secondary"


def _fact_figure(fact: Fact, rest: str) -> Figure:
    """Return the figure that a path names in a fact."""
    keys = rest.split(".") if rest else []
    value, low, high = _fact_value(fact, keys)
    source = fact.sources[0]
    units = [fact.units[key] for key in reversed(keys) if key in fact.units]
    unit = (units or [fact.unit or ""])[0]
    of = f" ({', '.join(keys)})" if keys else ""
    return Figure(
        path=".".join(["facts", fact.id, *keys]),
        value=value,
        unit=unit,
        label=f"{fact.statement}{of}",
        source_title=source.title,
        source_url=source.url,
        date=source.date,
        date_is=source.date_is,
        boundary=fact.boundary or "",
        verified=fact.verified,
        verification=fact.verification,
        reviewed=fact.reviewed,
        review_by=fact.review_by,
        note=fact.note or "",
        usable_in_formulas=isinstance(value, int | float),
        per=fact.per,
        low=low,
        high=high,
    )


def _fact_value(fact: Fact, keys: list[str]) -> tuple[Value, float | None, float | None]:
    """Return the value at some keys of a fact, with the range around it."""
    path = ".".join(["facts", fact.id, *keys])
    if keys and keys[-1] in ("low", "high"):
        bounds = _range_at(fact, keys[:-1])
        if bounds:
            return bounds[keys[-1] == "high"], None, None
    bounds = _range_at(fact, keys)
    at: Any = fact.value
    for key in keys:
        if isinstance(at, Mapping) and key in at:
            at = at[key]
        elif bounds is not None:
            at = None
            break
        else:
            hint = did_you_mean(key, _first_keys(at, fact.range))
            raise CatalogueError.of_question(f"the fact '{fact.id}' has no '{key}'", hint)
    if isinstance(at, Mapping) or (at is None and not keys and isinstance(fact.range, Mapping)):
        known = ", ".join(_first_keys(at, None if keys else fact.range))
        raise CatalogueError.of_question(f"'{path}' holds several figures", f"take one of: {known}")
    if at is None:
        if bounds is None:
            raise CatalogueError.of_question(f"'{path}' is a statement without a number", "cite it in words")
        return bounds, *bounds
    return at, *(bounds or (None, None))


def _first_keys(*tables: object) -> list[str]:
    """Return the keys of those that are mappings, each once."""
    return list(dict.fromkeys(key for table in tables if isinstance(table, Mapping) for key in table))


def _range_at(fact: Fact, keys: list[str]) -> tuple[float, float] | None:
    """Return the range that belongs to some keys of a fact."""
    bounds: Any = fact.range
    if isinstance(bounds, Mapping):
        return bounds.get(".".join(keys))
    return bounds if not keys else None


def _fact_rests(fact: Fact) -> Iterator[str]:
    """Yield the last part of each path into a fact."""
    if isinstance(fact.value, Mapping):
        yield from _leaves(fact.value, "")
    elif fact.value is not None or isinstance(fact.range, tuple):
        yield ""
    if isinstance(fact.range, tuple):
        yield from ("low", "high")
    elif fact.range is not None:
        for key in fact.range:
            if not isinstance(fact.value, Mapping) or key not in fact.value:
                yield key
            yield from (f"{key}.low", f"{key}.high")


def _leaves(values: Mapping[str, Any], before: str) -> Iterator[str]:
    """Yield the keys that lead to each number of a nested mapping."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{before}{key}.")
        else:
            yield f"{before}{key}"
