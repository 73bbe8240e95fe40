"""HTML of the quiz items.

One template for each type; the scripts under `docs/assets/course/items` bring them to life. Without scripts
everything can be read, and the answers stand in a fold.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from coursekit.render.environment import fill, html_id, shuffled, spec_text
from coursekit.render.scales import slider_settings
from coursekit.render.views import (
    DiagnoseItem,
    ItemView,
    MultipleItem,
    NumericItem,
    OrderItem,
    PredictItem,
    SingleItem,
)
from coursekit.strings import entries, text

_LAST_PARAGRAPH = re.compile(r"\s*<p>((?:(?!<p>).)*)</p>\s*\Z", re.DOTALL)
TYPES: dict[type[ItemView], str] = {
    SingleItem: "single",
    MultipleItem: "multiple",
    NumericItem: "numeric",
    OrderItem: "order",
    DiagnoseItem: "diagnose",
    PredictItem: "predict",
}


def render_item(item: ItemView, language: str) -> str:
    """Return the HTML of one item: one block, without a blank line, ready for a Markdown page.

    Raises
    ------
    ValueError
        If the item contradicts itself: no right option, a key that is not among the choices, keys that repeat.
    """
    kind = TYPES[type(item)]
    prepared = _PREPARE[kind](item, language)
    case, prompt = split_prompt(item.prompt)
    return fill(
        f"{kind}.html",
        language,
        item=item,
        kind=kind,
        case=case,
        prompt=prompt,
        slug=html_id("item", item.id),
        spec=spec_text({**prepared.spec, "pointer": item.pointer}),
        shown=prepared.shown,
    )


def render_reveal(item: PredictItem, language: str) -> str:
    """Return the HTML of the place where a prediction is answered."""
    prepared = _predict(item, language)
    return fill(
        "reveal.html",
        language,
        item=item,
        item_slug=html_id("item", item.id),
        spec=spec_text(prepared.spec),
    )


@dataclass(frozen=True)
class _Prepared:
    """What the script gets, and what the template shows beyond the item itself."""

    spec: dict[str, Any]
    shown: Any


def split_prompt(prompt: str) -> tuple[str, str]:
    """Split a prompt into the blocks that tell the case and the question itself, which is the legend.

    Examples
    --------
    >>> split_prompt("Which is <em>larger</em>?")
    ('', 'Which is <em>larger</em>?')
    >>> split_prompt("<p>A chip idles.</p><p>Why?</p>")
    ('<p>A chip idles.</p>', 'Why?')
    """
    match = _LAST_PARAGRAPH.search(prompt)
    if match is None:
        return "", prompt
    return prompt[: match.start()].strip(), match[1].strip()


def _single(item: SingleItem, _: str) -> _Prepared:
    _need_unique(item, [option.key for option in item.options])
    right = [option for option in item.options if option.correct]
    if len(right) != 1:
        raise ValueError(f"{item.id}: exactly one option must be correct, not {len(right)}")
    spec = {"right": right[0].key, "feedback": {option.key: option.feedback for option in item.options}}
    return _Prepared(spec, item.options if item.ordinal else shuffled(item.options, item.id))


def _multiple(item: MultipleItem, _: str) -> _Prepared:
    _need_unique(item, [statement.key for statement in item.statements])
    shown = list(zip("ABCDEFGH", shuffled(item.statements, item.id), strict=False))
    spec = {
        "statements": [
            {"key": statement.key, "letter": letter, "holds": statement.holds, "feedback": statement.feedback}
            for letter, statement in shown
        ]
    }
    return _Prepared(spec, shown)


def _numeric(item: NumericItem, language: str) -> _Prepared:
    dimensions = [unit.dimension for unit in item.units]
    if dimensions and item.dimension not in dimensions:
        raise ValueError(f"{item.id}: no unit of the menu measures {item.dimension}")
    spec = {
        "answer": item.answer,
        "dimension": item.dimension,
        "units": [[unit.symbol, unit.factor, unit.dimension] for unit in item.units],
        "kinds": {dimension: _kind(dimension, language) for dimension in dimensions},
        "tolerance": item.tolerance,
        "factor": item.factor,
        "slips": [[slip.value, slip.feedback] for slip in item.slips],
        "feedback": item.feedback,
        "hint": item.hint,
    }
    return _Prepared(spec, item.units)


def _kind(dimension: str, language: str) -> str:
    """Return what a dimension measures, in words; a rare one says its base unit."""
    key = f"item.kind.{dimension}"
    return text(language, key) if key in entries(language) else dimension


def _order(item: OrderItem, _: str) -> _Prepared:
    keys = [step.key for step in item.steps]
    _need_unique(item, keys)
    shown = shuffled(item.steps, item.id)
    if shown[0] == item.steps[0]:  # never start with the solution, nor with its first line in place
        shown = (shown[1], shown[0], *shown[2:])
    return _Prepared({"order": keys, "feedback": item.feedback}, shown)


def _diagnose(item: DiagnoseItem, _: str) -> _Prepared:
    resources = [limit.resource for limit in item.limits]
    moves = [move.key for move in item.moves]
    _need_unique(item, resources)
    _need_unique(item, moves)
    if item.limit not in resources or item.best not in moves:
        raise ValueError(f"{item.id}: the right limit and the best move must be among the choices")
    if not math.isfinite(item.by):
        raise ValueError(f"{item.id}: the limit must be a finite number of times above the next")
    spec = {
        "limit": item.limit,
        "by": item.by,
        "best": item.best,
        "limits": {limit.resource: limit.feedback for limit in item.limits},
        "moves": {move.key: move.feedback for move in item.moves},
    }
    return _Prepared(spec, shuffled(item.moves, item.id))


def _predict(item: PredictItem, language: str) -> _Prepared:
    if (item.slider is None) == (not item.options):
        raise ValueError(f"{item.id}: a prediction has options or a slider")
    spec: dict[str, Any] = {"answer": item.answer, "text": item.answer_text}
    if item.slider is None:
        _need_unique(item, [option.key for option in item.options])
        spec["options"] = {option.key: option.text for option in item.options}
        return _Prepared(spec, item.options)
    settings = slider_settings(item.slider, item.slider.start).localized(language)
    spec["slider"] = settings.spec
    return _Prepared(spec, settings)


def _need_unique(item: ItemView, keys: list[str]) -> None:
    if len(set(keys)) != len(keys) or not all(re.fullmatch(r"[a-z0-9-]+", key) for key in keys):
        raise ValueError(f"{item.id}: the keys must be plain and differ: {', '.join(keys)}")


_PREPARE = {
    "single": _single,
    "multiple": _multiple,
    "numeric": _numeric,
    "order": _order,
    "diagnose": _diagnose,
    "predict": _predict,
}
