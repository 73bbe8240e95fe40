"""The block product: everything that stands on the page before a script runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from coursekit.elements.base import ElementView, element_words, render_element
from coursekit.elements.block_product.settings import (
    EDGE,
    Padding,
    Peaks,
    Settings,
    Steps,
)
from coursekit.pages.resolve import Resolver
from coursekit.render.scales import SliderSettings, slider_settings
from coursekit.render.views import InputView
from hwcalc.comparison import difference, product, ratio, total
from hwcalc.roofline import padded_utilization
from hwcalc.units import number_text, quantity_text

LARGEST = 9
MOST = 4096
# How many rows, columns and shared places one step of a tool covers.
SHAPES = {"scalar": (1, 1, 1), "vector": (1, 4, 1), "small": (2, 2, 2), "block": (4, 4, 4)}
FORMULAS = {"steps": ("product", "ratio", "total"), "padding": ("padded_utilization", "product"), "peaks": ("ratio",)}


@dataclass(frozen=True, kw_only=True)
class View(ElementView):
    """A block product with its numbers; a part that is None is not shown.

    Parameters
    ----------
    steps : dict, optional
        `names` of the matrices, `tools` (their names), `first` and `second` (numbers), `start` (a tool).
    padding : dict, optional
        `rows`, `columns`, `most`, `block` and `blocks` (numbers).
    peaks : dict, optional
        `formats`, `start` and `chips`: `name`, `peaks` (one for each format, None where the catalogue lists none) and `unverified`
        (the formats whose peak was not seen at its source).
    """

    steps: dict[str, Any] | None = None
    padding: dict[str, Any] | None = None
    peaks: dict[str, Any] | None = None


def resolve(settings: Settings, lesson: str, resolver: Resolver) -> View | None:
    """Return the element ready to be rendered; None where it has faults (noted in the resolver)."""
    before = len(resolver.faults)
    makers = {"steps": _steps, "padding": _padding, "peaks": _peaks}
    parts = {}
    for name, maker in makers.items():
        part = getattr(settings, name)
        if part is not None:
            parts[name] = maker(part, resolver)
            resolver.prose.evaluator.used_formulas.update(FORMULAS[name])
    goal = resolver.html(settings.goal, ("goal",))
    if len(resolver.faults) > before:
        return None
    return View(id=f"{lesson}/{settings.id}", title=settings.title, goal=goal, **parts)


def _whole(expression: Any, path: tuple, low: int, high: int, resolver: Resolver) -> float:
    value = resolver.value(expression, path)
    if value is None:
        return low
    if value.si != int(value.si) or not low <= value.si <= high:
        resolver.fault(path, f"{value.si:g} does not fit here", f"take a whole number from {low} to {high}")
    return value.si


def _steps(part: Steps, resolver: Resolver) -> dict[str, Any]:
    def matrix(name: str) -> list[list[float]]:
        rows = getattr(part, name)
        return [[_whole(cell, ("steps", name, at, place), 0, LARGEST, resolver) for place, cell in enumerate(row)] for at, row in enumerate(rows)]

    return {
        "names": part.names.model_dump(), "tools": part.tools.model_dump(), "start": part.start,
        "first": matrix("first"), "second": matrix("second"),
    }  # fmt: skip


def _padding(part: Padding, resolver: Resolver) -> dict[str, Any]:
    most = _whole(part.most, ("padding", "most"), 2, MOST, resolver)
    found = {name: _whole(getattr(part, name), ("padding", name), 1, int(most), resolver) for name in ("rows", "columns", "block")}
    blocks = [_whole(block, ("padding", "blocks", at), 1, int(most), resolver) for at, block in enumerate(part.blocks)]
    if found["block"] not in blocks:
        resolver.fault(("padding", "block"), f"{found['block']:g} is none of the 'blocks'", "start with one of them")
    return {**found, "most": most, "blocks": blocks}


def _peaks(part: Peaks, resolver: Resolver) -> dict[str, Any]:
    evaluator = resolver.prose.evaluator
    devices = evaluator.catalogue.hardware
    chips = []
    for at, identifier in enumerate(part.chips):
        if identifier not in devices:
            resolver.fault(("peaks", "chips", at), f"there is no chip '{identifier}' in the catalogue", "use an id of hardware.yml")
            continue
        device = devices[identifier]
        listed = device.peak_dense_flops
        found = [evaluator.figure(f"hardware.{identifier}.peak_dense_flops.{kind}") if kind in listed else None for kind in part.formats]
        chips.append({
            "name": f"{device.vendor} {device.name}", "peaks": [value.si if value else None for value in found],
            "unverified": [kind for kind, value in zip(part.formats, found, strict=True) if value and not value.figure.verified],
        })  # fmt: skip
    return {"formats": list(part.formats), "start": part.start, "chips": chips}


def tool_counts(tool: str) -> dict[str, float]:
    """Return what one tool takes for the whole product: steps, multiply-adds a step, numbers read a step and in all.

    Parameters
    ----------
    tool : str
        One of `SHAPES`.

    Examples
    --------
    >>> tool_counts("vector")["steps"], tool_counts("vector")["reads"]
    (16.0, 80.0)
    """
    rows, columns, places = SHAPES[tool]
    adds = product(value=product(value=rows, factor=columns), factor=places)
    reads = total(first=product(value=rows, factor=places), second=product(value=places, factor=columns))
    steps = ratio(value=EDGE**3, reference=adds)
    return {
        "steps": steps, "adds": adds, "each": reads, "reads": product(value=steps, factor=reads),
        "first": ratio(value=EDGE, reference=columns), "second": ratio(value=EDGE, reference=rows),
    }  # fmt: skip


def render(view: View, language: str) -> str:
    """Return the HTML of a block product."""
    words = element_words("block-product", language)
    values: dict[str, Any] = {"sliders": {}, "steps": None, "padding": None, "peaks": None}
    spec: dict[str, Any] = {"steps": view.steps, "padding": view.padding, "peaks": view.peaks}
    if view.steps:
        values["steps"] = _render_steps(view.steps, words, language)
        spec["counts"] = {tool: tool_counts(tool) for tool in SHAPES}
        spec["shapes"] = SHAPES
        values["sliders"]["step"] = _slider("step", 0, tool_counts(view.steps["start"])["steps"], 0, language)
    if view.padding:
        values["padding"] = _render_padding(view.padding, words, language)
        for name in ("rows", "columns"):
            values["sliders"][name] = _slider(name, 1, view.padding["most"], view.padding[name], language)
    if view.peaks:
        values["peaks"] = _render_peaks(view.peaks, words, language)
    spec["sliders"] = {name: slider.spec for name, slider in values["sliders"].items()}
    return render_element("block-product", view, spec, language, **values)


def _slider(name: str, low: float, high: float, start: float, language: str) -> SliderSettings:
    return slider_settings(InputView(name=name, label=name, start=start, minimum=low, maximum=high, step=1), start).localized(language)


def _render_steps(part: dict[str, Any], words: dict[str, str], language: str) -> dict[str, Any]:
    def text(value: float) -> str:
        return number_text(value, None, language)

    def cell(row: list[float], column: int) -> float:
        found = 0.0
        for place, left in enumerate(row):
            found = total(first=found, second=product(value=left, factor=part["second"][place][column]))
        return found

    result = [[cell(row, column) for column in range(EDGE)] for row in part["first"]]
    columns = ("steps", "adds", "each", "reads")
    rows = []
    for tool in SHAPES:
        counts = tool_counts(tool)
        often = [words["times"].format(count=text(counts[side])) for side in ("first", "second")]
        rows.append([part["tools"][tool], *(text(counts[column]) for column in columns), *often])
    return {
        "matrices": [
            (name, part["names"][name], [[text(number) for number in row] for row in matrix])
            for name, matrix in (("first", part["first"]), ("second", part["second"]), ("result", result))
        ],
        "tools": [(index, part["tools"][tool], tool == part["start"]) for index, tool in enumerate(SHAPES)],
        "columns": [words[f"column_{column}"].format(**part["names"]) for column in ("tool", *columns, "first", "second")],
        "rows": rows,
    }  # fmt: skip


def padding_counts(rows: float, columns: float, block: float) -> dict[str, float]:
    """Return what a table takes in whole blocks: padded rows and columns, blocks down, across and in all, the useful share.

    Parameters
    ----------
    rows, columns, block : float

    Examples
    --------
    >>> padding_counts(65, 64, 64)["blocks"], round(padding_counts(65, 64, 64)["share"], 3)
    (2, 0.508)
    """
    down, across = (padded_utilization(size=size, multiple=block) for size in (rows, columns))
    padded = {"rows": ratio(value=rows, reference=down), "columns": ratio(value=columns, reference=across)}
    counts = {name: round(ratio(value=size, reference=block)) for name, size in padded.items()}
    return {
        "padded_rows": round(padded["rows"]), "padded_columns": round(padded["columns"]), "down": counts["rows"], "across": counts["columns"],
        "blocks": product(value=counts["rows"], factor=counts["columns"]), "share": product(value=down, factor=across),
    }  # fmt: skip


def _render_padding(part: dict[str, Any], words: dict[str, str], language: str) -> dict[str, Any]:
    def text(value: float) -> str:
        return number_text(value, None, language)

    counts = padding_counts(part["rows"], part["columns"], part["block"])
    share = quantity_text(counts["share"], "%", 3, language)
    waste = quantity_text(difference(value=1, reference=counts["share"]), "%", 3, language)
    places = {name: text(value) for name, value in {**part, **counts}.items() if isinstance(value, int | float)}
    edge = part["block"]
    nearby = [edge - 1, edge, edge + 1, 2 * edge, 2 * edge + 1, 4 * edge, 4 * edge + 1]
    table = []
    for rows in (rows for rows in nearby if 1 <= rows <= part["most"]):
        found = padding_counts(rows, part["columns"], edge)
        table.append([text(rows), text(found["padded_rows"]), text(found["blocks"]), quantity_text(found["share"], "%", 3, language)])
    return {
        "say": words["say_padding"].format(**{**places, "share": share, "waste": waste}),
        "blocks": [(index, f"{text(block)} × {text(block)}", block == edge) for index, block in enumerate(part["blocks"])],
        "caption": words["padding_caption"].format(columns=text(part["columns"]), block=text(edge)),
        "columns": [words[f"column_{column}"] for column in ("rows", "padded_rows", "blocks", "share")],
        "rows": table,
    }  # fmt: skip


def format_name(name: str) -> str:
    """Return a format's name as people write it.

    Examples
    --------
    >>> format_name("bf16")
    'BF16'
    """
    return name.upper()


def _render_peaks(part: dict[str, Any], words: dict[str, str], language: str) -> dict[str, Any]:
    def text(kind: str, peak: float | None, chip: dict[str, Any]) -> str:
        unit = "TOP/s" if kind.startswith("int") else "TFLOP/s"
        mark = f" ({words['unverified']})" if kind in chip["unverified"] else ""
        return words["none"] if peak is None else quantity_text(peak, unit, 4, language) + mark

    formats = part["formats"]
    return {
        "formats": [(index, format_name(kind), kind == part["start"]) for index, kind in enumerate(formats)],
        "mark": words["mark"].format(base=format_name(formats[0])),
        "columns": [words["column_chip"], *(format_name(kind) for kind in formats)],
        "rows": [[chip["name"], *(text(kind, peak, chip) for kind, peak in zip(formats, chip["peaks"], strict=True))] for chip in part["chips"]],
    }  # fmt: skip
