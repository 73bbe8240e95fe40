"""Resolves the interactive parts of a lesson: names are bound, every corner of the sliders is tried."""

from __future__ import annotations

import string
from itertools import product
from math import prod
from typing import Any

from coursekit.faults import did_you_mean
from coursekit.pages.fragments import words
from coursekit.pages.resolve import Resolver
from coursekit.read.schema import Input, Output, RooflineExplorer, Widget
from coursekit.render import views
from coursekit.values import ExpressionError
from hwcalc.units import quantity_text

MOST_CORNERS = 65536


def resolve_widget(widget: Widget, lesson: str, resolver: Resolver) -> views.WidgetView | None:
    """Return a widget ready to be rendered; None where it has faults (noted in the resolver)."""
    before = len(resolver.faults)
    presets = [_preset(name, preset, resolver) for name, preset in widget.presets.items()]
    inputs = [_input(name, entry, resolver) for name, entry in widget.inputs.items()]
    if len(resolver.faults) > before:
        return None
    start = {entry.name: entry.start for entry in inputs}
    for preset in presets:
        start |= dict(next(option.values for option in preset.options if option.key == preset.start))
    names = list(start)
    outputs: list[views.OutputView] = []
    for name, entry in widget.outputs.items():
        output = _output(name, entry, names, start, resolver)
        if output is None:
            return None
        outputs.append(output)
        names.append(name)
        start[name] = output.start
    _check_mentions(widget, {preset.name for preset in presets} | set(names), resolver)
    plot = _plot(widget, [output.name for output in outputs], [entry.name for entry in inputs], resolver)
    if len(resolver.faults) == before:
        _try_corners(presets, inputs, outputs, resolver)
    if len(resolver.faults) > before:
        return None
    return views.WidgetView(
        id=f"{lesson}/{widget.id}", title=widget.title, goal=resolver.html(widget.goal, ("goal",)), inputs=tuple(inputs), outputs=tuple(outputs),
        presets=tuple(presets), say=widget.say, limit=dict(widget.limit), plot=plot,
    )


def _preset(name: str, preset: Any, resolver: Resolver) -> views.PresetView | None:
    at = ("presets", name)
    records = getattr(resolver.prose.evaluator.catalogue, preset.from_)
    options: list[views.PresetOption] = []
    for index, key in enumerate(preset.ids):
        if key not in records:
            resolver.fault((*at, "ids", index), f"the catalogue has no '{key}' under {preset.from_}", did_you_mean(key, records))
            continue
        values: dict[str, float] = {}
        for argument, field in preset.set.items():
            value = resolver.value(f"{preset.from_}.{key}.{field}", (*at, "set", argument))
            if value is not None:
                if not value.figure.usable_in_formulas:
                    resolver.fault((*at, "set", argument), f"{value.figure.path} is for display only", "use the dense, one-way, addressable figure")
                values[argument] = value.si
        options.append(views.PresetOption(key, _record_name(records[key]), values))
    if preset.start not in preset.ids:
        resolver.fault((*at, "start"), f"'{preset.start}' is none of the ids", did_you_mean(preset.start, preset.ids))
    return views.PresetView(name=name, label=preset.label, options=tuple(options), start=preset.start, more=preset.more)


def _record_name(record: Any) -> str:
    return getattr(record, "name", None) or record.id


def _input(name: str, entry: Input, resolver: Resolver) -> views.InputView | None:
    at = ("inputs", name)
    unit = resolver.unit(entry.unit, (*at, "unit"))
    start = resolver.value(entry.start, (*at, "start"))
    if unit is None or start is None:
        return None
    factor = unit.factor
    value = float(entry.start) * factor if isinstance(entry.start, int | float) else start.si
    language = resolver.prose.language
    if entry.choices is not None:
        choices = tuple(views.Choice(choice * factor, quantity_text(choice * factor, entry.unit, entry.digits, language)) for choice in entry.choices)
        if all(abs(choice.value - value) > 1e-9 * abs(value) for choice in choices):
            resolver.fault((*at, "start"), "the start is none of the choices", "repeat one of them")
        return views.InputView(name=name, label=entry.label, start=value, unit=entry.unit, choices=choices, more=entry.more, digits=entry.digits)
    low, high = float(entry.min) * factor, float(entry.max) * factor
    if not low <= value <= high:
        resolver.fault((*at, "start"), "the start lies outside 'min' and 'max'", "widen them")
    return views.InputView(
        name=name, label=entry.label, start=value, unit=entry.unit, minimum=low, maximum=high, scale=entry.scale,
        step=float(entry.step or 0) * factor, digits=entry.digits, more=entry.more,
    )


def _output(name: str, entry: Output, names: list[str], start: dict[str, float], resolver: Resolver) -> views.OutputView | None:
    at = ("outputs", name)
    evaluator = resolver.prose.evaluator
    formula = evaluator.formulas.get(entry.formula)
    if formula is None:
        resolver.fault((*at, "formula"), f"unknown formula '{entry.formula}'", did_you_mean(entry.formula, evaluator.formulas))
        return None
    if not formula.browser:
        resolver.fault((*at, "formula"), f"the formula '{entry.formula}' does not run in the browser", "choose one that does, see the calculators")
        return None
    if name in names:
        resolver.fault(at, f"the name '{name}' is taken by an input", "choose another name for the output", key=True)
        return None
    known = [symbol.name for symbol in formula.symbols]
    arguments: dict[str, Any] = {}
    for argument, bound in entry.with_.items():
        if argument not in known:
            resolver.fault((*at, "with", argument), f"{entry.formula} has no argument '{argument}'", did_you_mean(argument, known), key=True)
            return None
        if isinstance(bound, str) and bound in names:
            arguments[argument] = bound
        elif isinstance(bound, bool) or bound in ("true", "false"):
            arguments[argument] = bound is True or bound == "true"
        else:
            value = resolver.value(bound, (*at, "with", argument))
            if value is None:
                return None
            if value.figure is not None and not value.figure.usable_in_formulas:
                resolver.fault((*at, "with", argument), f"{value.figure.path} is for display only", "use the dense, one-way, addressable figure")
            arguments[argument] = value.si
    defaults = formula.function.__kwdefaults__ or {}
    for argument in known:
        if argument in arguments:
            continue
        if argument in names:
            arguments[argument] = argument
        elif argument not in defaults:
            resolver.fault(at, f"{entry.formula} needs '{argument}'", f"add an input or an earlier output of that name, or bind it under 'with' (known are: {', '.join(names)})")
            return None
    try:
        value = evaluator.call(entry.formula, {key: start[bound] if isinstance(bound, str) else bound for key, bound in arguments.items()})
    except ExpressionError as error:
        resolver.fault(at, f"with the start values, {error.wrong}", error.right)
        return None
    unit = entry.unit or formula.unit
    if resolver.unit(unit, (*at, "unit")) is None:
        return None
    resolver.text(value, unit, entry.digits, (*at, "unit"))
    return views.OutputView(
        name=name, label=entry.label, unit=unit, formula=entry.formula, arguments=arguments, start=value.si, digits=entry.digits,
        resource=entry.resource or "", hidden=entry.hidden,
    )


def _check_mentions(widget: Widget, names: set[str], resolver: Resolver) -> None:
    try:
        mentioned = [field for _, field, _, _ in string.Formatter().parse(widget.say) if field is not None]
    except ValueError:
        resolver.fault(("say",), "a brace is not closed", "write {name}")
        return
    for name in mentioned:
        if name not in names:
            resolver.fault(("say",), f"the sentence names '{name}', which is no input and no output", did_you_mean(name, names))
    for resource, name in widget.limit.items():
        if name not in widget.outputs:
            resolver.fault(("limit", resource), f"'{name}' is no output", did_you_mean(name, widget.outputs))
    main = [entry for entry in widget.inputs.values() if not entry.more]
    if len(main) + sum(not preset.more for preset in widget.presets.values()) > 4:
        resolver.fault(("inputs",), "there are more than four main controls", "put some behind 'more: true'")


def _plot(widget: Widget, outputs: list[str], inputs: list[str], resolver: Resolver) -> views.PlotView | None:
    plot = widget.plot
    if plot is None:
        return None
    for index, name in enumerate(plot.y):
        if name not in outputs:
            resolver.fault(("plot", "y", index), f"'{name}' is no output", did_you_mean(name, outputs))
    if plot.kind == "line" and plot.x not in inputs:
        resolver.fault(("plot",) if plot.x is None else ("plot", "x"), f"a line needs 'x', the name of an input, not '{plot.x}'", did_you_mean(plot.x or "", inputs))
    marks = []
    for index, mark in enumerate(plot.marks):
        if isinstance(mark.value, str) and mark.value in outputs:  # it moves with the result
            marks.append(views.Mark(mark.label, mark.value, mark.axis))
            continue
        value = resolver.value(mark.value, ("plot", "marks", index, "value"))
        if value is not None:
            marks.append(views.Mark(mark.label, value.si, mark.axis))
    return views.PlotView(kind=plot.kind, y=tuple(plot.y), x=plot.x or "", scale=(plot.scale[0], plot.scale[1]), marks=tuple(marks), claim=plot.claim)


def _try_corners(presets: list, inputs: list, outputs: list, resolver: Resolver) -> None:
    """Evaluate every combination of the ends of all controls: no learner may find a broken end."""
    axes: list[list[dict[str, float]]] = [[dict(option.values) for option in preset.options] for preset in presets]
    for entry in inputs:
        ends = [choice.value for choice in entry.choices] if entry.choices else [entry.minimum, entry.maximum]
        axes.append([{entry.name: end} for end in ends])
    if (corners := prod(map(len, axes))) > MOST_CORNERS:
        resolver.fault(("inputs",), f"the ends of all controls combine in {corners} ways, and no more than {MOST_CORNERS} can be tried", "offer fewer choices")
        return
    formulas = resolver.prose.evaluator.formulas
    for corner in product(*axes):
        values: dict[str, Any] = {}
        for part in corner:
            values |= part
        for output in outputs:
            arguments = {key: values[bound] if isinstance(bound, str) else bound for key, bound in output.arguments.items()}
            try:
                values[output.name] = formulas[output.formula].function(**arguments)
            except (ValueError, ArithmeticError) as error:
                shown = ", ".join(f"{name} = {values[name]:g}" for name in values if name in {entry.name for entry in inputs})
                resolver.fault(("outputs", output.name), f"at the ends of the controls ({shown}) the formula refuses: {error}", "narrow the ranges")
                return


def resolve_roofline(part: RooflineExplorer, lesson: str, resolver: Resolver) -> views.RooflineView | None:
    """Return a roofline explorer ready to be rendered; None where it has faults."""
    before = len(resolver.faults)
    chips = []
    devices = resolver.prose.evaluator.catalogue.hardware
    for index, key in enumerate(part.chips):
        if key not in devices:
            resolver.fault(("chips", index), f"the catalogue has no '{key}' under hardware", did_you_mean(key, devices))
            continue
        peak = resolver.value(f"hardware.{key}.peak_dense_flops.{part.format}", ("chips", index))
        bandwidth = resolver.value(f"hardware.{key}.memory_bandwidth_bytes_per_s", ("chips", index))
        if peak is not None and bandwidth is not None:
            chips.append(views.Chip(key, devices[key].name, peak.si, bandwidth.si, f"{part.format.upper()}, {words(resolver.prose.language)['dense']}"))
    operations = []
    for index, operation in enumerate(part.operations):
        value = resolver.value(operation.intensity, ("operations", index, "intensity"))
        if value is not None:
            operations.append(views.Operation(operation.id, operation.label, value.si))
    if part.start not in {operation.id for operation in part.operations}:
        resolver.fault(("start",), f"'{part.start}' is no operation", did_you_mean(part.start, [operation.id for operation in part.operations]))
    goal = resolver.html(part.goal, ("goal",))
    if len(resolver.faults) > before:
        return None
    resolver.prose.evaluator.used_formulas.update(("attainable_flop_per_s", "ridge_flop_per_byte"))
    return views.RooflineView(id=f"{lesson}/{part.id}", title=part.title, goal=goal, chips=tuple(chips), operations=tuple(operations), chip=part.chips[0], operation=part.start)
