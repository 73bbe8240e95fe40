"""HTML of the widgets: the declarative one, the roofline explorer and the progress panel.

The markup already holds every control, the results at the start values and a table; the scripts only make it move.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from coursekit.render.environment import element_script, fill, html_id, spec_text
from coursekit.render.scales import SliderSettings, slider_settings
from coursekit.render.signs import times_text
from coursekit.render.views import (
    Chip,
    InputView,
    OutputView,
    PresetView,
    ProgressView,
    RooflineView,
    Slider,
    WidgetView,
)
from coursekit.strings import text
from hwcalc.roofline import attainable_flop_per_s, ridge_flop_per_byte
from hwcalc.units import number_text, quantity_text, to_si

Row = tuple[str, str, str]  # name, label, value


def render_widget(view: WidgetView, language: str) -> str:
    """Return the HTML of a declarative widget.

    Raises
    ------
    ValueError
        If a name is used twice, or the sentence, the limit, the plot or an argument names something unknown.
    """
    names = _check_names(view)
    sliders = {
        control.name: slider_settings(control, control.start).localized(language)
        for control in view.inputs
        if not control.choices
    }
    slug = html_id("widget", view.id)
    starts = _start_texts(view, language)
    return fill(
        "widget.html",
        language,
        view=view,
        slug=slug,
        sliders=sliders,
        controls=_groups(view),
        choice_index=_choice_index,
        input_rows=_input_rows(view, starts),
        output_rows=[(output.name, output.label, starts[output.name]) for output in view.outputs if not output.hidden],
        sentence=_sentence(view, starts, names),
        limit=_limit(view),
        spec=spec_text(_widget_spec(view, sliders)),
    )


def _check_names(view: WidgetView) -> set[str]:
    known: set[str] = set()

    def claim(name: str) -> None:
        if name in known:
            raise ValueError(f"{view.id}: the name {name} is used twice")
        known.add(name)

    inputs = {control.name for control in view.inputs}
    for name in inputs:
        claim(name)
    for preset in view.presets:
        claim(preset.name)
        if preset.start not in [option.key for option in preset.options]:
            raise ValueError(f"{view.id}: the preset {preset.name} starts with {preset.start}, which it does not offer")
        for name in preset.options[0].values:
            if name not in inputs:
                claim(name)
        _check_preset_ranges(view, preset)
    for output in view.outputs:
        for argument in output.arguments.values():
            if isinstance(argument, str) and argument not in known:
                raise ValueError(f"{view.id}: {output.name} needs {argument}, which is no input and no earlier output")
        claim(output.name)
    outputs = {output.name for output in view.outputs}
    used = [*view.limit.values(), *(view.plot.y if view.plot else ())]
    for name in used:
        if name not in outputs:
            raise ValueError(f"{view.id}: {name} is not an output")
    if view.plot and view.plot.kind == "line":
        if view.plot.x not in inputs:
            raise ValueError(f"{view.id}: the plot runs over {view.plot.x}, which is not an input")
        if any(control.choices for control in view.inputs if control.name == view.plot.x):
            raise ValueError(f"{view.id}: the plot runs over {view.plot.x}, which is not a slider")
    return known


def _check_preset_ranges(view: WidgetView, preset: PresetView) -> None:
    """Refuse a preset that sets a control to what it cannot show, or that starts beside its start."""
    for control in view.inputs:
        allowed = [choice.value for choice in control.choices]
        for option in preset.options:
            if control.name not in option.values:
                continue
            value = option.values[control.name]
            if value not in allowed if allowed else not control.minimum <= value <= control.maximum:
                raise ValueError(f"{view.id}: {option.label} sets {control.name} to {value:g}, which the control does not offer")
            if option.key == preset.start and value != control.start:
                raise ValueError(f"{view.id}: {control.name} starts with {control.start:g}, but the preset sets {value:g}")


def _groups(view: WidgetView) -> dict[bool, list[InputView | PresetView]]:
    """Return the controls in front, and those behind "More settings"."""
    both = [*view.presets, *view.inputs]
    return {more: [control for control in both if control.more == more] for more in (False, True)}


def _choice_index(control: InputView) -> int:
    for index, choice in enumerate(control.choices):
        if choice.value == control.start:
            return index
    raise ValueError(f"{control.name}: the start {control.start:g} is not one of the choices")


def _start_texts(view: WidgetView, language: str) -> dict[str, str]:
    texts = {}
    for control in view.inputs:
        if control.choices:
            texts[control.name] = control.choices[_choice_index(control)].text
        else:
            texts[control.name] = quantity_text(control.start, control.unit, control.digits, language)
    for preset in view.presets:
        texts[preset.name] = next(option.label for option in preset.options if option.key == preset.start)
    for output in view.outputs:
        texts[output.name] = quantity_text(output.start, output.unit, output.digits, language)
    return texts


def _input_rows(view: WidgetView, starts: dict[str, str]) -> list[Row]:
    return [(control.name, control.label, starts[control.name]) for control in (*view.presets, *view.inputs)]


def _sentence(view: WidgetView, starts: dict[str, str], names: set[str]) -> list[tuple[str, str]]:
    """Return the sentence in pieces: plain text, and places with their name and start text."""
    pieces = []
    for index, piece in enumerate(view.say.replace("{", "\0{").replace("}", "}\0").split("\0")):
        if index % 2:
            name = piece.strip("{}")
            if name not in names or name not in starts:
                raise ValueError(f"{view.id}: the sentence names {name}, which the widget does not have")
            pieces.append((name, starts[name]))
        elif piece:
            pieces.append(("", piece))
    return pieces


def _limit(view: WidgetView) -> tuple[str, float] | None:
    if not view.limit:
        return None
    values = {output.name: output.start for output in view.outputs}
    ranked = sorted(((values[name], resource) for resource, name in view.limit.items()), reverse=True)
    by = ranked[0][0] / ranked[1][0] if len(ranked) > 1 and ranked[1][0] > 0 else 0.0
    return ranked[0][1], by if math.isfinite(by) else 0.0


def _widget_spec(view: WidgetView, sliders: dict[str, SliderSettings]) -> dict[str, Any]:
    """Return what the script needs and the markup does not already say."""
    spec: dict[str, Any] = {
        "id": view.id.rpartition("/")[2],
        "inputs": [_input_spec(control, sliders) for control in view.inputs],
        "presets": [_preset_spec(preset) for preset in view.presets],
        "outputs": [_output_spec(output) for output in view.outputs],
        "say": view.say,
        "limit": dict(view.limit),
    }
    if view.plot:
        spec["plot"] = asdict(view.plot)
    return spec


def _input_spec(control: InputView, sliders: dict[str, SliderSettings]) -> dict[str, Any]:
    named = {"name": control.name, "label": control.label}
    if control.choices:
        return {
            **named,
            "start": control.start,
            "choices": [[choice.value, choice.text] for choice in control.choices],
        }
    return {**named, **sliders[control.name].spec}


def _preset_spec(preset: PresetView) -> dict[str, Any]:
    return {
        "name": preset.name,
        "label": preset.label,
        "start": [option.key for option in preset.options].index(preset.start),
        "options": [{"label": option.label, "values": dict(option.values)} for option in preset.options],
    }


def _output_spec(output: OutputView) -> dict[str, Any]:
    return {
        "name": output.name,
        "label": output.label,
        "unit": output.unit,
        "digits": output.digits,
        "factor": to_si(1, output.unit),
        "formula": output.formula,
        "arguments": dict(output.arguments),
        "resource": output.resource,
    }


def render_roofline(view: RooflineView, language: str) -> str:
    """Return the HTML of the roofline explorer.

    Raises
    ------
    ValueError
        If there are no or more than three chips, or the start is not among the choices.
    """
    chips = {chip.key: chip for chip in view.chips}
    operations = {operation.key: operation for operation in view.operations}
    if not 1 <= len(chips) <= 3 or view.chip not in chips or view.operation not in operations:
        raise ValueError(f"{view.id}: the explorer takes one to three chips, and starts with one of them")
    start = operations[view.operation].intensity
    slider = Slider(view.minimum, view.maximum, start, unit="FLOP/B", scale="log", digits=4)
    settings = slider_settings(slider, start).localized(language)
    spec = {
        "id": view.id.rpartition("/")[2],
        "chips": [asdict(chip) for chip in view.chips],
        "operations": [asdict(operation) for operation in view.operations],
        "chip": view.chip,
        "operation": view.operation,
        "slider": settings.spec,
    }
    return fill(
        "roofline.html",
        language,
        view=view,
        slug=html_id("widget", view.id),
        settings=settings,
        reading=_roofline_reading(chips[view.chip], operations[view.operation].label, start, language),
        table=_roofline_table(view, language),
        spec=spec_text(spec),
        script=element_script("roofline-explorer"),
    )


def _ridge(chip: Chip) -> float:
    return ridge_flop_per_byte(peak_flop_per_s=chip.peak, bandwidth_byte_per_s=chip.bandwidth)


def _roofline_reading(chip: Chip, operation: str, intensity: float, language: str) -> dict[str, Any]:
    """Return what the explorer says at one point: the sentence, the attainable rate and the limit."""
    ridge = _ridge(chip)
    rate = attainable_flop_per_s(
        peak_flop_per_s=chip.peak, bandwidth_byte_per_s=chip.bandwidth, intensity_flop_per_byte=intensity
    )
    by = max(ridge / intensity, intensity / ridge)
    kind = "ridge" if by < 1.05 else "bandwidth" if intensity < ridge else "compute"
    sentence = text(
        language,
        f"browser.roofline_{kind}",
        operation=operation,
        intensity=quantity_text(intensity, "FLOP/B", 4, language),
        chip=chip.label,
        rate=quantity_text(rate, "TFLOP/s", 3, language),
        share=quantity_text(rate / chip.peak, "%", 2, language),
        times=times_text(by, language),
    )
    return {"sentence": sentence, "kind": kind, "by": by, "rate": quantity_text(rate, "TFLOP/s", 3, language)}


def _roofline_table(view: RooflineView, language: str) -> list[dict[str, Any]]:
    """Return, for each chip, its facts and what it attains for each named operation."""
    return [
        {
            "chip": chip,
            "peak": quantity_text(chip.peak, "FLOP/s", 3, language),
            "bandwidth": quantity_text(chip.bandwidth, "B/s", 3, language),
            "ridge": quantity_text(_ridge(chip), "FLOP/B", 3, language),
            "rows": [
                (
                    operation,
                    number_text(operation.intensity, 4, language),
                    _roofline_reading(chip, operation.label, operation.intensity, language),
                )
                for operation in view.operations
            ],
        }
        for chip in view.chips
    ]


def render_progress(view: ProgressView, language: str) -> str:
    """Return the HTML of the panel that shows, exports, imports and deletes the learner's record."""
    return fill("progress.html", language, view=view, script=element_script("course-progress"))
