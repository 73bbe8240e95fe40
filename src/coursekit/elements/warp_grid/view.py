"""The grid of warps: everything that stands on the page before a script runs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from coursekit.elements.base import ElementView, element_words, render_element
from coursekit.elements.warp_grid.settings import Settings
from coursekit.pages.resolve import Resolver
from coursekit.render.scales import SliderSettings, slider_settings
from coursekit.render.views import InputView
from hwcalc.comparison import product, ratio
from hwcalc.roofline import lane_use, wave_quantization
from hwcalc.units import number_text, quantity_text

MOST_WAVES = 3
FORMULAS = ("lane_use", "wave_quantization", "product", "ratio")
LIMITS = {"threads": (32, 1024), "warp": (2, 64), "other": (0, 1024), "blocks": (1, 10000), "multiprocessors": (1, 256), "held": (1, 8)}


@dataclass(frozen=True, kw_only=True)
class View(ElementView):
    """A block, a chip and the start.

    Parameters
    ----------
    threads : int
        Threads of a block.
    warp : int
        Threads of a full warp.
    other : int
        Threads of each block that take the other way at the start.
    blocks : int
        Blocks at the start.
    multiprocessors : int
        Of the chip.
    held : int
        Blocks that one multiprocessor holds at a time.
    """

    threads: int
    warp: int
    other: int
    blocks: int
    multiprocessors: int
    held: int


def resolve(settings: Settings, lesson: str, resolver: Resolver) -> View | None:
    """Return the grid ready to be rendered; None where it has faults (noted in the resolver)."""
    before = len(resolver.faults)
    found: dict[str, int] = {}
    for name, (low, high) in LIMITS.items():
        value = resolver.value(getattr(settings, name), (name,))
        if value is None:
            continue
        found[name] = round(value.si)
        if not low <= value.si <= high or value.si != round(value.si):
            resolver.fault((name,), f"'{name}' is {value.si:g}", f"take a whole number from {low} to {high}")
    goal = resolver.html(settings.goal, ("goal",))
    if len(resolver.faults) > before:
        return None
    most = MOST_WAVES * found["multiprocessors"] * found["held"]
    for name, high in (("other", found["threads"]), ("warp", found["threads"]), ("blocks", most)):
        if found[name] > high:
            resolver.fault((name,), f"'{name}' is {found[name]}", f"take at most {high} here")
    if len(resolver.faults) > before:
        return None
    resolver.prose.evaluator.used_formulas.update(FORMULAS)
    return View(id=f"{lesson}/{settings.id}", title=settings.title, goal=goal, **found)


def render(view: View, language: str) -> str:
    """Return the HTML of a grid."""
    words = element_words("warp-grid", language)
    most = MOST_WAVES * view.multiprocessors * view.held
    sliders = {
        "other": _slider(InputView(name="other", label=words["other"], start=view.other, minimum=0, maximum=view.threads, step=1), language),
        "blocks": _slider(InputView(name="blocks", label=words["blocks"], start=view.blocks, minimum=1, maximum=most, step=1), language),
    }
    chip = {name: getattr(view, name) for name in ("threads", "warp", "multiprocessors", "held")}
    return render_element(
        "warp-grid", view, {**chip, "sliders": {name: slider.spec for name, slider in sliders.items()}}, language,
        sliders=sliders, sentences=sentences(view, view.other, False, view.blocks, words, language),
        lane_caption=words["table_lanes"].format(threads=view.threads, warps=math.ceil(view.threads / view.warp)),
        lane_rows=[_lane_row(view, other, language) for other in _shown_splits(view)],
        wave_caption=words["table_waves"].format(slots=number_text(view.multiprocessors * view.held, None, language)),
        wave_rows=[_wave_row(view, blocks, language) for blocks in _shown_blocks(view)],
    )  # fmt: skip


def _slider(control: InputView, language: str) -> SliderSettings:
    return slider_settings(control, control.start).localized(language)


def forked_warps(threads: int, warp: int, other: int, together: bool) -> int:
    """Return how many warps of a block hold threads of both ways.

    Parameters
    ----------
    threads : int
        Of the block.
    warp : int
        Threads of a full warp.
    other : int
        Threads that take the other way.
    together : bool
        Whether these stand together at the end of the block, or as far apart as they can.

    Examples
    --------
    >>> forked_warps(256, 32, 8, False), forked_warps(256, 32, 8, True), forked_warps(256, 32, 64, True)
    (8, 1, 0)
    """
    forked = 0
    for start in range(0, threads, warp):
        end = min(threads, start + warp)
        first = threads - other
        inside = max(0, end - max(start, first)) if together else end * other // threads - start * other // threads
        forked += 0 < inside < end - start
    return forked


def sentences(view: View, other: int, together: bool, blocks: int, words: dict[str, str], language: str) -> list[str]:
    """Return what the element says at one setting: of the lanes, of the waves, of both.

    Parameters
    ----------
    view : View
    other : int
        Threads of each block that take the other way.
    together : bool
        Whether these stand together.
    blocks : int
    words : dict
        Of the element.
    language : str
    """
    forked = forked_warps(view.threads, view.warp, other, together)
    lanes = lane_use(threads=view.threads, warp_threads=view.warp, forked_warps=forked)
    places = wave_quantization(blocks=blocks, sms=view.multiprocessors, blocks_per_sm=view.held)
    slots = view.multiprocessors * view.held
    waves = math.ceil(blocks / slots)
    both = product(value=lanes, factor=places)

    def count(value: float) -> str:
        return number_text(value, None, language)

    texts = {
        "threads": count(view.threads), "warps": count(math.ceil(view.threads / view.warp)), "other": count(other), "forked": count(forked),
        "use": quantity_text(lanes, "%", 3, language), "blocks": count(blocks), "slots": count(slots), "waves": count(waves),
        "last": count(blocks - (waves - 1) * slots), "share": quantity_text(places, "%", 3, language),
        "both": quantity_text(both, "%", 3, language), "times": number_text(ratio(value=1, reference=both), 3, language),
    }  # fmt: skip
    way = "one" if other in (0, view.threads) else "together" if together else "apart"
    keys = (f"say_lanes_{way}", "say_waves_one" if waves == 1 else "say_waves", "say_both")
    return [words[key].format(**texts) for key in keys]


def _shown_splits(view: View) -> list[int]:
    warps = math.ceil(view.threads / view.warp)
    return sorted({0, 1, warps // 2, warps, view.threads // 2, view.threads})


def _shown_blocks(view: View) -> list[int]:
    slots = view.multiprocessors * view.held
    return sorted({1, max(1, slots // 2), slots, slots + 1, view.blocks, 2 * slots, 2 * slots + 1})


def _lane_row(view: View, other: int, language: str) -> list[str]:
    shares = []
    for together in (False, True):
        forked = forked_warps(view.threads, view.warp, other, together)
        share = lane_use(threads=view.threads, warp_threads=view.warp, forked_warps=forked)
        shares += [number_text(forked, None, language), quantity_text(share, "%", 3, language)]
    return [number_text(other, None, language), *shares]


def _wave_row(view: View, blocks: int, language: str) -> list[str]:
    slots = view.multiprocessors * view.held
    waves = math.ceil(blocks / slots)
    share = wave_quantization(blocks=blocks, sms=view.multiprocessors, blocks_per_sm=view.held)
    return [*(number_text(value, None, language) for value in (blocks, waves, blocks - (waves - 1) * slots)), quantity_text(share, "%", 3, language)]
