"""Resolves the items of a lesson: keys, tolerances, slips and best moves are computed here, never typed."""

from __future__ import annotations

import re
from collections.abc import Container
from html import unescape
from typing import Any

from coursekit.pages.address import lesson_page
from coursekit.pages.fragments import words
from coursekit.pages.resolve import Resolver
from coursekit.read.course import Lesson
from coursekit.read.located import Path
from coursekit.read.schema import (
    Diagnose,
    Multiple,
    Numeric,
    Order,
    Predict,
    QuizItem,
    Single,
)
from coursekit.render import views
from coursekit.strings.marking import foreign
from coursekit.values import Value

CLOSE_CALL = 1.1  # two demands or moves nearer than this leave the learner no fair question
SAME = 1e-9


def resolve_items(lesson: Lesson, resolver: Resolver, only: Container[str] | None = None) -> dict[str, views.ItemView]:
    """Return the items ready to be rendered, by id.

    Parameters
    ----------
    lesson : Lesson
    resolver : Resolver
        Over the lesson's quiz.yml; gathers the faults.
    only : container of str, optional
        The ids of the items that are wanted; without, all of them.
    """
    resolved: dict[str, views.ItemView] = {}
    for index, item in enumerate(lesson.quiz.items):
        if only is not None and item.id not in only:
            continue
        before = len(resolver.faults)
        path: Path = ("items", index)
        view = _RESOLVERS[type(item)](item, path, resolver, _common(lesson, item, path, resolver))
        if len(resolver.faults) == before and view is not None:
            resolved[item.id] = view
    return resolved


def _common(lesson: Lesson, item: QuizItem, path: Path, resolver: Resolver) -> dict[str, Any]:
    prompt = resolver.html(item.prompt, (*path, "prompt"), block=True)
    return {"id": f"{lesson.id}/{item.id}", "prompt": prompt, "pointer": _pointer(item, path, resolver)}


def _pointer(item: QuizItem, path: Path, resolver: Resolver) -> str:
    """Return the one pointer back: the author's own, or the earlier lesson of a review item, or the main section."""
    strings = words(resolver.prose.language)
    if item.pointer:
        return f'{strings["read_again"]}: {resolver.html(item.pointer, (*path, "pointer"))}'
    if item.from_ and item.from_ in resolver.prose.course.lessons:
        other = resolver.prose.course.lessons[item.from_]
        return f'<a href="{resolver.prose.page.link(lesson_page(other.id))}">{strings["read_again"]}: {foreign(*resolver.prose.course.title(other.id, resolver.prose.language), resolver.prose.language)}</a>'
    if item.from_ or isinstance(item, Predict):
        return ""
    section = "worked-example" if isinstance(item, Numeric) else "idea"
    return f'<a href="{resolver.prose.section(section)}">{strings["read_again"]}: {strings["sections"][section]}</a>'


def _predict(item: Predict, path: Path, resolver: Resolver, common: dict[str, Any]) -> views.ItemView | None:
    reveal = resolver.html(item.reveal, (*path, "reveal"), block=True)
    if item.options is not None:
        options = tuple(
            views.Option(f"o{index + 1}", resolver.html(text, (*path, "options", index)), "", text == item.answer)
            for index, text in enumerate(item.options)
        )
        right = next(option for option in options if option.correct)
        return views.PredictItem(**common, options=options, answer=right.key, answer_text=_plain(right.text), reveal=reveal)
    slider = item.slider
    answer = resolver.value(item.answer, (*path, "answer"))
    unit = resolver.unit(slider.unit, (*path, "slider", "unit"))
    if answer is None or unit is None:
        return None
    low, high, start = (float(edge) * unit.factor for edge in (slider.min, slider.max, slider.start))
    if not low <= answer.si <= high:
        resolver.fault((*path, "answer"), "the answer lies outside the slider", "widen 'min' and 'max'")
    return views.PredictItem(
        **common, slider=views.Slider(low, high, start, slider.unit, slider.scale, step=unit.factor if slider.whole else 0.0), answer=answer.si,
        answer_text=resolver.text(answer, None if slider.unit == "1" else slider.unit, 3, (*path, "answer")), reveal=reveal,
    )


def _single(item: Single, path: Path, resolver: Resolver, common: dict[str, Any]) -> views.ItemView:
    options = []
    for index, option in enumerate(item.options):
        at = (*path, "options", index)
        key = option.id or ("right" if option.correct else option.misconception) or f"o{index + 1}"
        options.append(views.Option(key, resolver.html(option.text, (*at, "text")), resolver.html(option.feedback, (*at, "feedback")), option.correct))
    _refuse_same_keys([option.key for option in options], (*path, "options"), resolver)
    return views.SingleItem(**common, options=tuple(options), ordinal=item.ordinal)


def _multiple(item: Multiple, path: Path, resolver: Resolver, common: dict[str, Any]) -> views.ItemView:
    statements = tuple(
        views.Statement(
            f"s{index + 1}", resolver.html(statement.text, (*path, "statements", index, "text")), statement.holds,
            resolver.html(statement.feedback, (*path, "statements", index, "feedback")),
        )
        for index, statement in enumerate(item.statements)
    )
    return views.MultipleItem(**common, statements=statements)


def _numeric(item: Numeric, path: Path, resolver: Resolver, common: dict[str, Any]) -> views.ItemView | None:
    answer = resolver.value(item.answer, (*path, "answer"))
    unit = resolver.unit(item.unit, (*path, "unit"))
    menu = [(symbol, resolver.unit(symbol, (*path, "units", index))) for index, symbol in enumerate(item.units)]
    if answer is None or unit is None or any(known is None for _, known in menu):
        return None
    answer_text = resolver.text(answer, item.unit, item.digits, (*path, "answer"))
    if item.unit not in item.units:
        resolver.fault((*path, "units"), f"the menu lacks the unit of the answer, {item.unit}", f"add {item.unit}")
    if all(known.dimension == unit.dimension for _, known in menu):
        resolver.fault((*path, "units"), "every unit of the menu has the right dimension", "add one that does not, such as GB/s beside GB")
    slips: list[views.Slip] = []
    for index, slip in enumerate(item.slips):
        at = (*path, "slips", index, "value")
        value = resolver.value(slip.value, at)
        if value is None:
            continue
        if _within(value.si, answer.si, item.tolerance, item.factor):
            resolver.fault(at, "this slip gives a value that counts as right", "take it out or choose other numbers")
        if any(_within(value.si, other.value, item.tolerance, None) for other in slips):
            resolver.fault(at, "this slip gives the same value as an earlier one", "keep one of them")
        slips.append(views.Slip(value.si, resolver.html(slip.feedback, (*path, "slips", index, "feedback"))))
    return views.NumericItem(
        **common, answer=answer.si, answer_text=answer_text, dimension=unit.dimension,
        units=tuple(views.UnitChoice(symbol, known.factor, known.dimension) for symbol, known in menu),
        tolerance=item.tolerance, factor=float(item.factor or 0), slips=tuple(slips),
        feedback=resolver.html(item.feedback, (*path, "feedback")),
        hint=resolver.html(item.hint, (*path, "hint")) if item.hint else "",
    )


def _within(value: float, key: float, tolerance: float, factor: float | None) -> bool:
    if factor:
        return key != 0 and 1 / factor <= value / key <= factor
    return abs(value - key) <= tolerance * abs(key) * (1 + SAME)


def _order(item: Order, path: Path, resolver: Resolver, common: dict[str, Any]) -> views.ItemView:
    steps = tuple(views.Step(f"s{index + 1}", resolver.html(text, (*path, "steps", index))) for index, text in enumerate(item.steps))
    return views.OrderItem(**common, steps=steps, feedback=resolver.html(item.feedback, (*path, "feedback")))


def _diagnose(item: Diagnose, path: Path, resolver: Resolver, common: dict[str, Any]) -> views.ItemView | None:
    demand: dict[str, Value] = {}
    for resource, expression in item.demand.items():
        value = resolver.value(expression, (*path, "demand", resource))
        if value is not None:
            demand[resource] = value
        if resource not in item.limit_feedback:
            resolver.fault((*path, "limit_feedback"), f"there is no feedback for '{resource}'", f"add '{resource}: ...'")
    for resource in item.limit_feedback:
        if resource not in item.demand:
            resolver.fault((*path, "limit_feedback", resource), f"'{resource}' has no demand", "add it under 'demand'", key=True)
    if len(demand) < len(item.demand):
        return None
    order = sorted(demand, key=lambda resource: -demand[resource].si)
    limit, second = order[0], order[1]
    by = demand[limit].si / demand[second].si if demand[second].si else float("inf")
    if by < CLOSE_CALL:
        resolver.fault((*path, "demand"), f"{limit} and {second} are within 10 %, so that nothing clearly limits", "choose other numbers")
    left: dict[str, Value] = {}
    for index, move in enumerate(item.moves):
        after = dict(demand)
        for resource, expression in move.demand.items():
            at = (*path, "moves", index, "demand", resource)
            if resource not in demand:
                resolver.fault(at, f"'{resource}' is no demand of this case", "name one of: " + ", ".join(demand), key=True)
                continue
            value = resolver.value(expression, at)
            if value is not None:
                after[resource] = value
        left[move.id] = max(after.values(), key=lambda value: value.si)
    _refuse_same_keys([move.id for move in item.moves], (*path, "moves"), resolver)
    ranking = sorted(left, key=lambda name: left[name].si)
    if len(ranking) > 1 and left[ranking[1]].si < CLOSE_CALL * left[ranking[0]].si:
        resolver.fault((*path, "moves"), f"the moves '{ranking[0]}' and '{ranking[1]}' help equally, within 10 %", "choose other numbers")
    unit_path = (*path, "demand_unit")
    return views.DiagnoseItem(
        **common,
        limits=tuple(
            views.Limit(resource, resolver.text(value, item.demand_unit, 3, unit_path), resolver.html(item.limit_feedback.get(resource, ""), (*path, "limit_feedback", resource)))
            for resource, value in demand.items()
        ),
        limit=limit,
        # A share of the room and a share of the time are not divided by one another: the badge then names the limit alone.
        by=0.0 if item.demand_unit == "%" else by,
        moves=tuple(
            views.Move(move.id, resolver.html(move.text, (*path, "moves", index, "text")), resolver.html(move.feedback, (*path, "moves", index, "feedback")), resolver.text(left[move.id], item.demand_unit, 3, unit_path))
            for index, move in enumerate(item.moves)
        ),
        best=ranking[0],
    )


def _refuse_same_keys(keys: list[str], path: Path, resolver: Resolver) -> None:
    for index, key in enumerate(keys):
        if key in keys[:index]:
            resolver.fault((*path, index), f"two options share the key '{key}'", "give one of them an 'id' of its own")


def _plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


_RESOLVERS = {Predict: _predict, Single: _single, Multiple: _multiple, Numeric: _numeric, Order: _order, Diagnose: _diagnose}
