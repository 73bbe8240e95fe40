"""The sum tree: everything that stands on the page before a script runs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from coursekit.elements.base import ElementView, element_words, render_element
from coursekit.elements.sum_tree.settings import Settings
from coursekit.pages.resolve import Resolver
from coursekit.render.scales import SliderSettings, slider_settings
from coursekit.render.views import InputView
from hwcalc.comparison import ratio
from hwcalc.queueing import (
    amdahl_speedup,
    gustafson_speedup,
    tree_rounds,
    tree_sum_steps,
)
from hwcalc.units import number_text, quantity_text

MOST_WORKERS = 1024
LARGEST_SHARE = 0.25
SHARE_STEP = 0.001
SHOWN = (1, 4, 16, 64, 256, 1024)  # the workers of the table
FORMULAS = ("amdahl_speedup", "gustafson_speedup", "tree_rounds", "tree_sum_steps")


@dataclass(frozen=True, kw_only=True)
class View(ElementView):
    """A sum with its start.

    Parameters
    ----------
    numbers : float
        How many numbers are added, at least as many as there can be workers.
    workers : float
        Workers at the start.
    serial : float
        Share of the whole job that is serial at the start.
    """

    numbers: float
    workers: float
    serial: float


def resolve(settings: Settings, lesson: str, resolver: Resolver) -> View | None:
    """Return the tree ready to be rendered; None where it has faults (noted in the resolver)."""
    before = len(resolver.faults)
    limits = {"numbers": (MOST_WORKERS, 1e12), "workers": (1, MOST_WORKERS), "serial": (0, LARGEST_SHARE)}
    found = {}
    for name, (low, high) in limits.items():
        value = resolver.value(getattr(settings, name), (name,))
        if value is None:
            continue
        found[name] = value.si
        if not low <= value.si <= high or (name != "serial" and value.si != int(value.si)):
            resolver.fault((name,), f"'{name}' is {value.si:g}", f"take {'a share' if name == 'serial' else 'a whole number'} from {low:g} to {high:g}")
    goal = resolver.html(settings.goal, ("goal",))
    if len(resolver.faults) > before:
        return None
    resolver.prose.evaluator.used_formulas.update(FORMULAS)
    return View(id=f"{lesson}/{settings.id}", title=settings.title, goal=goal, **found)


def render(view: View, language: str) -> str:
    """Return the HTML of a tree."""
    words = element_words("sum-tree", language)
    sliders = {
        "workers": _slider(InputView(name="workers", label=words["workers"], start=view.workers, minimum=1, maximum=MOST_WORKERS, scale="log2", step=1), language),
        "serial": _slider(
            InputView(name="serial", label=words["serial"], start=view.serial, unit="%", minimum=0, maximum=LARGEST_SHARE, step=SHARE_STEP), language
        ),
    }  # fmt: skip
    return render_element(
        "sum-tree", view, {"numbers": view.numbers, "sliders": {name: slider.spec for name, slider in sliders.items()}}, language,
        sliders=sliders, sentences=sentences(view.numbers, view.workers, view.serial, words, language),
        caption=words["table"].format(numbers=number_text(view.numbers, None, language), share=quantity_text(view.serial, "%", 3, language)),
        rows=[_row(view, workers, language) for workers in SHOWN],
    )  # fmt: skip


def _slider(control: InputView, language: str) -> SliderSettings:
    return slider_settings(control, control.start).localized(language)


def sentences(numbers: float, workers: float, serial: float, words: dict[str, str], language: str) -> list[str]:
    """Return what the element says at one setting: of the sum, of the whole job, of a larger job.

    Parameters
    ----------
    numbers, workers, serial : float
    words : dict
        Of the element.
    language : str
    """

    def text(value: float, digits: int | None = 3) -> str:
        return number_text(value, digits, language)

    steps = tree_sum_steps(numbers=numbers, workers=workers)
    alone = tree_sum_steps(numbers=numbers, workers=1)
    places = {
        "numbers": text(numbers, None), "workers": text(workers, None), "each": text(math.ceil(numbers / workers), None),
        "rounds": text(tree_rounds(workers=workers), None), "steps": text(steps, None), "alone": text(alone, None),
        "times": text(ratio(value=alone, reference=steps), 4), "share": quantity_text(serial, "%", 3, language),
        "speedup": text(amdahl_speedup(serial_fraction=serial, processors=workers), 4),
        "ceiling": text(ratio(value=1, reference=serial), 4) if serial else "∞",
        "scaled": text(gustafson_speedup(serial_fraction=serial, processors=workers), 5),
    }  # fmt: skip
    keys = {"sum": "one" if workers == 1 else "uneven" if numbers % workers else "", "job": "" if serial else "free", "larger": "one" if workers == 1 else "" if serial else "free"}
    chosen = ["_".join(filter(None, ("say", name, kind))) for name, kind in keys.items()]
    return [words[key].format(**places) for key in chosen]


def _row(view: View, workers: int, language: str) -> list[str]:
    """Return one row of the table, the workers first."""
    each = math.ceil(view.numbers / workers)
    whole = (workers, each, tree_rounds(workers=workers), tree_sum_steps(numbers=view.numbers, workers=workers))
    shares = {"serial_fraction": view.serial, "processors": workers}
    return [*(number_text(value, None, language) for value in whole), *(number_text(law(**shares), digits, language) for law, digits in ((amdahl_speedup, 4), (gustafson_speedup, 5)))]
