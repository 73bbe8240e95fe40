"""The tile walker: everything that stands on the page before a script runs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from coursekit.elements.base import ElementView, element_words, render_element
from coursekit.elements.tile_walker.settings import Place as PlaceSettings
from coursekit.elements.tile_walker.settings import Settings
from coursekit.faults import did_you_mean
from coursekit.pages.resolve import Resolver
from coursekit.render.scales import slider_settings
from coursekit.render.views import InputView
from hwcalc.comparison import product, ratio, total
from hwcalc.compute import matmul_flop
from hwcalc.roofline import (
    attainable_flop_per_s,
    ridge_flop_per_byte,
    tiled_matmul_bytes,
)
from hwcalc.units import number_text, quantity_text

LARGEST = 65536
FORMULAS = ("attainable_flop_per_s", "matmul_flop", "ridge_flop_per_byte", "tiled_matmul_bytes")


@dataclass(frozen=True)
class Place:
    """A memory on the chip: its name within a sentence, and its bytes."""

    label: str
    bytes: float


@dataclass(frozen=True, kw_only=True)
class View(ElementView):
    """A product, a chip and a tile to start with.

    Parameters
    ----------
    edge, tile : float
        Rows and columns of the matrices, and of the tile at the start.
    chip : str
        Its name.
    peak, bandwidth : float
        Dense peak [FLOP/s] and memory bandwidth [B/s].
    bytes_per_number, bytes_per_sum : float
        Of the numbers in the matrices, and of the sums while they grow.
    near, shared : Place
        The memory of one block, and the one of all blocks.
    """

    edge: float
    tile: float
    chip: str
    peak: float
    bandwidth: float
    bytes_per_number: float
    bytes_per_sum: float
    near: Place
    shared: Place


def resolve(settings: Settings, lesson: str, resolver: Resolver) -> View | None:
    """Return the walker ready to be rendered; None where it has faults (noted in the resolver)."""
    before = len(resolver.faults)
    edge = _power_of_two("edge", settings.edge, LARGEST, resolver)
    tile = _power_of_two("tile", settings.tile, edge or LARGEST, resolver)
    devices = resolver.prose.evaluator.catalogue.hardware
    found = {}
    if settings.chip not in devices:
        resolver.fault(("chip",), f"the catalogue has no '{settings.chip}' under hardware", did_you_mean(settings.chip, devices))
    else:
        found["peak"] = _positive(f"hardware.{settings.chip}.peak_dense_flops.{settings.format}", ("format",), resolver)
        found["bandwidth"] = _positive(f"hardware.{settings.chip}.memory_bandwidth_bytes_per_s", ("chip",), resolver)
    for name in ("bytes_per_number", "bytes_per_sum"):
        found[name] = _positive(getattr(settings, name), (name,), resolver)
    near, shared = (_place(name, getattr(settings, name), resolver) for name in ("near", "shared"))
    if near.bytes and shared.bytes and near.bytes >= shared.bytes:
        resolver.fault(("shared", "bytes"), "the memory of all blocks is not larger than that of one", "swap 'near' and 'shared'")
    goal = resolver.html(settings.goal, ("goal",))
    if len(resolver.faults) > before:
        return None
    resolver.prose.evaluator.used_formulas.update(FORMULAS)
    return View(id=f"{lesson}/{settings.id}", title=settings.title, goal=goal, edge=edge, tile=tile, chip=devices[settings.chip].name, near=near, shared=shared, **found)


def _positive(expression: str | int | float, path: tuple[str, ...], resolver: Resolver) -> float:
    """Return a value above 0; 0 (and a fault) where there is none."""
    value = resolver.value(expression, path)
    if value is None:
        return 0.0
    if value.si <= 0:
        resolver.fault(path, f"'{path[-1]}' is {value.si:g}", "take a number above 0")
        return 0.0
    return float(value.si)


def _power_of_two(name: str, expression: str | int | float, most: float, resolver: Resolver) -> float:
    value = _positive(expression, (name,), resolver)
    if value and not (value == int(value) and int(value).bit_count() == 1 and value <= most):
        resolver.fault((name,), f"'{name}' is {value:g}", f"take a power of two up to {most:g}")
        return 0.0
    return value


def _place(name: str, settings: PlaceSettings, resolver: Resolver) -> Place:
    return Place(settings.label, _positive(settings.bytes, (name, "bytes"), resolver))


@dataclass(frozen=True)
class Reading:
    """What one tile edge leads to.

    Attributes
    ----------
    moved : float
        Bytes that pass the main memory.
    fewer : float
        How many times fewer these are than with an edge of 1.
    memory : float
        Bytes that the tile and its two pieces take on the chip.
    place : str
        Where they fit: ``near``, ``shared`` or ``none``.
    intensity, rate : float
        In FLOP/B, and the highest rate in FLOP/s.
    kind : str
        What limits: ``bandwidth`` or ``compute``.
    """

    moved: float
    fewer: float
    memory: float
    place: str
    intensity: float
    rate: float
    kind: str


def reading(view: View, tile: float) -> Reading:
    """Return what the walker finds out about a tile edge."""
    sizes = {"m": view.edge, "n": view.edge, "k": view.edge}
    chip = {"peak_flop_per_s": view.peak, "bandwidth_byte_per_s": view.bandwidth}
    moved, alone = (tiled_matmul_bytes(**sizes, tile=edge, bytes_per_element=view.bytes_per_number) for edge in (tile, 1))
    memory = product(value=product(value=tile, factor=tile), factor=total(first=view.bytes_per_number, second=view.bytes_per_number, third=view.bytes_per_sum))
    intensity = ratio(value=matmul_flop(**sizes), reference=moved)
    return Reading(
        moved=moved, fewer=ratio(value=alone, reference=moved), memory=memory,
        place="near" if memory <= view.near.bytes else "shared" if memory <= view.shared.bytes else "none",
        intensity=intensity, rate=attainable_flop_per_s(**chip, intensity_flop_per_byte=intensity),
        kind="bandwidth" if intensity < ridge_flop_per_byte(**chip) else "compute",
    )  # fmt: skip


def space_text(size: float, language: str) -> str:
    """Write bytes of memory space with a binary prefix.

    Examples
    --------
    >>> space_text(131072, "en").replace("\u202f", " "), space_text(8, "en").replace("\u202f", " ")
    ('128 KiB', '8 B')
    """
    return quantity_text(size, "B" if size < 2**10 else "KiB" if size < 2**20 else "MiB", 4, language)


def sentences(view: View, tile: float, words: dict[str, str], language: str) -> list[str]:
    """Return what the element says at one tile edge: of the traffic, of the space, of the limit."""
    found = reading(view, tile)
    ridge = ridge_flop_per_byte(peak_flop_per_s=view.peak, bandwidth_byte_per_s=view.bandwidth)
    places = {
        "tile": number_text(tile, None, language), "bytes": quantity_text(found.moved, "B", 3, language), "fewer": number_text(found.fewer, 3, language),
        "memory": space_text(found.memory, language), "near": view.near.label, "near_size": space_text(view.near.bytes, language),
        "shared": view.shared.label, "shared_size": space_text(view.shared.bytes, language), "intensity": quantity_text(found.intensity, "FLOP/B", 3, language),
        "ridge": quantity_text(ridge, "FLOP/B", 3, language), "rate": quantity_text(found.rate, "FLOP/s", 3, language),
        "share": quantity_text(ratio(value=found.rate, reference=view.peak), "%", 2, language), "chip": view.chip,
    }  # fmt: skip
    traffic = "one" if tile == 1 else "once" if tile == view.edge else "many"
    keys = (f"say_traffic_{traffic}", f"say_space_{found.place}", "say_limit_none" if found.place == "none" else f"say_limit_{found.kind}")
    return [words[key].format(**places) for key in keys]


def render(view: View, language: str) -> str:
    """Return the HTML of a walker."""
    words = element_words("tile-walker", language)
    slider = slider_settings(InputView(name="tile", label=words["tile"], start=view.tile, minimum=1, maximum=view.edge, scale="log2", step=1), view.tile).localized(language)
    spec = {name: getattr(view, name) for name in ("edge", "tile", "chip", "peak", "bandwidth", "bytes_per_number", "bytes_per_sum")}
    places = {name: {"label": place.label, "bytes": place.bytes} for name, place in (("near", view.near), ("shared", view.shared))}
    return render_element(
        "tile-walker", view, {**spec, **places, "slider": slider.spec}, language, slider=slider, sentences=sentences(view, view.tile, words, language),
        key=words["key"].format(edge=number_text(view.edge, None, language), near=view.near.label, shared=view.shared.label),
        caption=words["table"].format(edge=number_text(view.edge, None, language), chip=view.chip, ridge=quantity_text(ridge_flop_per_byte(peak_flop_per_s=view.peak, bandwidth_byte_per_s=view.bandwidth), "FLOP/B", 3, language)),
        rows=[_row(view, 2.0**power, words, language) for power in range(round(math.log2(view.edge)) + 1)],
    )  # fmt: skip


def _row(view: View, tile: float, words: dict[str, str], language: str) -> list[str]:
    """Return one row of the table, the edge first."""
    found = reading(view, tile)
    return [
        number_text(tile, None, language), quantity_text(found.moved, "B", 3, language), space_text(found.memory, language),
        {"near": view.near.label, "shared": view.shared.label, "none": words["nowhere"]}[found.place],
        quantity_text(found.intensity, "FLOP/B", 3, language), *(("–", "–") if found.place == "none" else (quantity_text(found.rate, "FLOP/s", 3, language), words[found.kind])),
    ]  # fmt: skip
