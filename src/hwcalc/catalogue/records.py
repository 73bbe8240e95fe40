"""What the catalogue holds: one frozen dataclass for each kind of record.

A field that carries a number has the unit that `hwcalc.catalogue.fields` gives it. A field that
the source does not tell is None; nothing is filled in by guess.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Source:
    """Where a number was read.

    Attributes
    ----------
    id : str
        Its name inside the file.
    title : str
        What it is, for the list of sources.
    url : str or None
        Its address; None where there is none (general knowledge, a book).
    date : str
        A year, month or day as ISO text.
    date_is : str
        What the date tells: `published`, `commit` (of the file read) or `read` (undated, read then).
    tier : str
        How near to the vendor or author it stands, see `hwcalc.catalogue.fields.TIERS`.
    """

    id: str
    title: str
    url: str | None
    date: str
    date_is: str
    tier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What every record tells about itself.

    Attributes
    ----------
    id : str
        Its name in paths; never reused.
    sources : tuple of Source
        The first one is the one that is quoted.
    verified : bool
        Whether the main figures were read in the primary material.
    reviewed : datetime.date
        When somebody last compared it with its source.
    review_by : datetime.date
        When that is due again.
    note : str or None
        What a reader of the numbers should know.
    """

    id: str
    sources: tuple[Source, ...]
    verified: bool
    reviewed: datetime.date
    review_by: datetime.date
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Device(Record):
    """An accelerator, a processor or a rack of them. Peaks are dense; rates in formulas are one way."""

    name: str
    vendor: str
    kind: str
    status: str
    form_factor: str | None = None
    year_announced: int | None = None
    year_available: int | None = None
    process_node: str | None = None
    chips_in_unit: int = 1
    peak_dense_flops: Mapping[str, float]
    peak_sparse_flops: Mapping[str, float]
    peak_basis: str | None = None
    memory_label: str
    memory_bytes: float | None = None
    memory_basis: str | None = None
    memory_type: str
    memory_bandwidth_bytes_per_s: float | None = None
    tdp_w: float | None = None
    tdp_kind: str | None = None
    link: str | None = None
    scale_up_per_direction_bytes_per_s: float | None = None
    scale_up_bandwidth_bytes_per_s: float | None = None
    on_chip_memory_bytes: float | None = None
    verified_fields: tuple[str, ...] = ()
    derived_fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Network(Record):
    """A link between chips, nodes or both."""

    name: str
    family: str
    generation: str
    scope: str
    unit_of_account: str
    per_direction_bytes_per_s: float
    bidirectional_bytes_per_s: float | None = None
    link_detail: str | None = None
    topology: str | None = None
    domain_size: str | None = None
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance(Record):
    """A machine one can rent or buy, and the network it brings."""

    accelerator: str
    accelerators: int
    network_gbit_per_s: float
    per_direction_bytes_per_s: float
    per_accelerator_bytes_per_s: float
    nics: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryTechnology(Record):
    """A kind of memory, counted per stack, device, channel or interface."""

    name: str
    unit_of_account: str
    bandwidth_bytes_per_s: float
    capacity_bytes_max: float | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency(Record):
    """How long one small access or message takes, as a range."""

    name: str
    seconds_low: float
    seconds_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement(Record):
    """What a link was measured to carry, beside what it is sold for."""

    name: str
    direction: str
    nominal_bytes_per_s: float
    measured_bytes_per_s: float
    efficiency: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Record):
    """A dated statement with its system boundary.

    Attributes
    ----------
    statement : str
        The fact in one sentence.
    value : float or mapping or None
        One number, or numbers by key (which may nest); None for a statement without a number.
    unit, per : str or None
        The unit of `value` and `range`, and what it is counted for (`Wh` per `prompt`).
    units : mapping
        The unit of those keys that have one of their own.
    range : tuple of float or mapping or None
        The lowest and highest value, for the whole fact or by key.
    boundary : str or None
        What is counted and what is left out.
    verification : str
        `primary`, `secondary`, `derived` or `memory`.
    """

    topic: str
    statement: str
    value: float | Mapping[str, Any] | None = None
    unit: str | None = None
    per: str | None = None
    units: Mapping[str, str]
    range: tuple[float, float] | Mapping[str, tuple[float, float]] | None = None
    boundary: str | None = None
    verification: str
