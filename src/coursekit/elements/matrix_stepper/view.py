"""The matrix stepper: everything that stands on the page before a script runs."""

from __future__ import annotations

from dataclasses import dataclass

from coursekit.elements.base import ElementView, element_words, render_element
from coursekit.elements.matrix_stepper.settings import Settings
from coursekit.pages.resolve import Resolver
from coursekit.render.scales import SliderSettings, slider_settings
from coursekit.render.views import InputView
from hwcalc.comparison import product, ratio, total
from hwcalc.compute import matmul_flop
from hwcalc.units import number_text, quantity_text

LARGEST = 9
SIZES = ("m", "n", "k")


@dataclass(frozen=True, kw_only=True)
class View(ElementView):
    """A stepper with its numbers.

    Parameters
    ----------
    names : dict
        Of the matrices (`first`, `second`, `result`), of the rows and columns of the result (`rows`, `columns`) and of
        one of its cells (`cell`, with ``{row}`` and ``{column}``).
    first, second : tuple of tuples
        The matrices at their largest.
    start : dict
        `m`, `n` and `k` at the start.
    """

    names: dict[str, str | list[str]]
    first: tuple[tuple[float, ...], ...]
    second: tuple[tuple[float, ...], ...]
    start: dict[str, int]


def resolve(settings: Settings, lesson: str, resolver: Resolver) -> View | None:
    """Return the stepper ready to be rendered; None where it has faults (noted in the resolver)."""
    before = len(resolver.faults)
    matrices = {name: _matrix(name, getattr(settings, name), resolver) for name in ("first", "second")}
    goal = resolver.html(settings.goal, ("goal",))
    if len(resolver.faults) > before:
        return None
    resolver.prose.evaluator.used_formulas.add("matmul_flop")
    return View(
        id=f"{lesson}/{settings.id}", title=settings.title, goal=goal, names=settings.names.model_dump(),
        start=settings.start.model_dump(), **matrices,
    )  # fmt: skip


def _matrix(name: str, rows: list, resolver: Resolver) -> tuple[tuple[float, ...], ...]:
    found = []
    for index, row in enumerate(rows):
        numbers = []
        for place, expression in enumerate(row):
            value = resolver.value(expression, (name, index, place))
            if value is None:
                continue
            if value.si != int(value.si) or not 0 <= value.si <= LARGEST:
                resolver.fault((name, index, place), f"{value.si:g} does not fit into a cell", f"take a whole number from 0 to {LARGEST}")
            numbers.append(value.si)
        found.append(tuple(numbers))
    return tuple(found)


def render(view: View, language: str) -> str:
    """Return the HTML of a stepper."""
    words = element_words("matrix-stepper", language)
    most = {"m": len(view.first), "n": len(view.second[0]), "k": len(view.second)}
    m, n, k = (view.start[size] for size in SIZES)
    sliders = {size: _slider(size, 1, most[size], view.start[size], language) for size in SIZES}
    sliders["step"] = _slider("step", 0, m * n * k, 0, language)
    first = [row[:k] for row in view.first[:m]]
    second = [row[:n] for row in view.second[:k]]
    cells = [[_cell(first[row], [line[column] for line in second], language) for column in range(n)] for row in range(m)]
    return render_element(
        "matrix-stepper", view,
        {"names": view.names, "first": view.first, "second": view.second, "start": view.start, "sliders": {name: slider.spec for name, slider in sliders.items()}},
        language, sliders=sliders, steps=m * n * k, flop=quantity_text(matmul_flop(m=m, n=n, k=k), "FLOP", None, language),
        matrices=[
            ("first", view.names["first"], _shape("M", "K", m, k), [[number_text(number, None, language) for number in row] for row in first]),
            ("second", view.names["second"], _shape("K", "N", k, n), [[number_text(number, None, language) for number in row] for row in second]),
            ("result", view.names["result"], _shape("M", "N", m, n), [[number for _, number in row] for row in cells]),
        ],
        sums=[
            (view.names["cell"].format(row=view.names["rows"][row], column=view.names["columns"][column]), cells[row][column][0])
            for row in range(m) for column in range(n)
        ],
        counts=_counts(m, n, k, words, language),
    )  # fmt: skip


def _slider(name: str, low: int, high: int, start: int, language: str) -> SliderSettings:
    return slider_settings(InputView(name=name, label=name, start=start, minimum=low, maximum=high, step=1), start).localized(language)


def _shape(rows: str, columns: str, down: int, across: int) -> str:
    """Write a shape on two lines, which every column of cells has room for; the script writes it the same way."""
    return f"{rows}\u00a0×\u00a0{columns}:\n{down}\u00a0×\u00a0{across}"


def _cell(row: tuple[float, ...], column: list[float], language: str) -> tuple[str, str]:
    """Return one result as a written sum, and by itself."""
    result = 0.0
    terms = []
    for left, right in zip(row, column, strict=True):
        result = total(first=result, second=product(value=left, factor=right))
        terms.append(f"{number_text(left, None, language)} × {number_text(right, None, language)}")
    text = number_text(result, None, language)
    return f"{' + '.join(terms)} = {text}", text


def _counts(m: int, n: int, k: int, words: dict[str, str], language: str) -> list[tuple[str, str, str]]:
    """Return the rows of the table of counts: name, label, value."""
    flop = matmul_flop(m=m, n=n, k=k)
    numbers = total(first=product(value=m, factor=k), second=product(value=k, factor=n))
    return [
        ("flop", words["flop"], f"2 · {m} · {n} · {k} = {quantity_text(flop, 'FLOP', None, language)}"),
        ("numbers", words["numbers"], number_text(numbers, None, language)),
        ("reuse", words["reuse"], number_text(ratio(value=flop, reference=numbers), 2, language)),
        ("uses-first", words["uses_first"], words["uses_value"].format(count=n)),
        ("uses-second", words["uses_second"], words["uses_value"].format(count=m)),
    ]
