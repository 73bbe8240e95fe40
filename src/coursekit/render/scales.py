"""Sliders: from a range of SI values to the stops of a native range control."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from coursekit.render.views import InputView, Slider
from hwcalc.units import FAMILIES, from_si, quantity_text, to_si, unit_name

LOG_STOPS = 200


@dataclass(frozen=True)
class SliderSettings:
    """What a slider's markup and script need.

    `stops` is the highest position (the lowest is 0), `position` the start, `unit` the unit of the number field and
    `unit_text` its name. `value_text` says the start with its unit. `spec` goes to the script.
    """

    stops: int
    position: int
    unit_text: str
    value_text: str
    spec: dict[str, Any]

    def localized(self, language: str) -> SliderSettings:
        """Return the same slider with its texts in this language."""
        unit_text = unit_name(self.spec["fieldUnit"], language)
        value_text = quantity_text(self.spec["start"], self.spec["unit"], self.spec["digits"], language)
        return SliderSettings(self.stops, self.position, unit_text, value_text, {**self.spec, "unitText": unit_text})


def slider_settings(control: Slider | InputView, start: float) -> SliderSettings:
    """Return the stops of a slider.

    A logarithmic scale has 200 stops, ``log2`` one for each doubling, a linear one a stop for each step.

    Raises
    ------
    ValueError
        If the range is empty, a logarithmic one reaches 0, or the start lies outside.

    Examples
    --------
    >>> slider_settings(Slider(1, 1024, 32, scale="log2"), 32).position
    5
    >>> slider_settings(Slider(0, 1, 0.5, unit="%"), 0.5).unit_text
    '%'
    """
    low, high, scale = control.minimum, control.maximum, control.scale
    if not (math.isfinite(low) and math.isfinite(high) and low < high and low <= start <= high):
        raise ValueError(f"a slider needs minimum <= start <= maximum, not {low:g}, {start:g}, {high:g}")
    if scale not in ("linear", "log", "log2") or (scale != "linear" and low <= 0):
        raise ValueError(f"the scale {scale!r} does not fit the range from {low:g}")
    step = control.step
    if scale == "log2":
        stops = round(math.log2(high / low))
    elif scale == "log":
        stops = LOG_STOPS
    else:
        step = step or nice_step((high - low) / 100)
        stops = math.ceil((high - low) / step - 1e-9)
    share = math.log(start / low) / math.log(high / low) if scale != "linear" else (start - low) / (high - low)
    field_unit = _field_unit(control.unit, start)
    spec = {
        "min": low,
        "max": high,
        "start": start,
        "unit": control.unit,
        "fieldUnit": field_unit,
        "factor": to_si(1, field_unit),
        "automatic": control.unit in FAMILIES,
        "scale": scale,
        "step": step,
        "stops": stops,
        "digits": control.digits,
    }
    text = quantity_text(start, control.unit, spec["digits"])
    return SliderSettings(stops, round(share * stops), unit_name(field_unit), text, spec)


def nice_step(size: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten that is not above `size`.

    Examples
    --------
    >>> nice_step(0.037), nice_step(10.0)
    (0.02, 10.0)
    """
    power = 10.0 ** math.floor(math.log10(size) + 1e-9)
    lead = max(lead for lead in (1, 2, 5) if lead * power <= size * (1 + 1e-9))
    return float(f"{lead * power:.12g}")


def _field_unit(unit: str, start: float) -> str:
    """Return the unit of the number field: one with a prefix that suits the start value."""
    members = FAMILIES.get(unit, (unit,))
    fitting = [member for member in members if abs(from_si(start, member)) >= 1]
    return fitting[-1] if fitting else members[0]
