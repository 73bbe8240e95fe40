"""The identity in figures: one colour, one stroke and one pattern for each resource, for light and for dark pages."""

from __future__ import annotations

from dataclasses import dataclass

#: Light and dark colour of each role. The light ones are drawn; the dark drawing exchanges them, so they must differ.
COLOURS: dict[str, tuple[str, str]] = {
    "compute": ("#b3430a", "#ff9a5c"),
    "capacity": ("#1f5fa8", "#7fb8ff"),
    "bandwidth": ("#00737a", "#4fd0d6"),
    "network": ("#7a3fb0", "#c79bff"),
    "queue": ("#8a6100", "#e6b84a"),
    "software": ("#5b6470", "#aab4c0"),
    "power": ("#2f7a2b", "#83d07c"),
    "alert": ("#a3123f", "#ff86a4"),
    "ink": ("#1b1d22", "#e9e7e1"),
    "muted": ("#575a61", "#b6b3ac"),
    "axis": ("#8b8880", "#7b7e85"),
    "grid": ("#e2dfd6", "#2d3037"),
    "paper": ("#fbfaf7", "#14161b"),
}

DARK_FOR_LIGHT: dict[str, str] = dict(COLOURS.values())


@dataclass(frozen=True)
class Stroke:
    """How a line of a resource is drawn: width and dashes in pixels; a double line has a gap along its middle."""

    width: float
    dashes: tuple[float, ...] = ()
    round_caps: bool = False
    double: bool = False


STROKES: dict[str, Stroke] = {
    "compute": Stroke(2.4),
    "capacity": Stroke(2.4, (11, 4)),
    "bandwidth": Stroke(2.4, (9, 3.5, 1.8, 3.5)),
    "network": Stroke(2.8, (0.1, 4.6), round_caps=True),
    "queue": Stroke(2.4, (5, 3)),
    "software": Stroke(1.2),
    "power": Stroke(4.6, double=True),
}

#: Fills beside the flat one, as Matplotlib names its hatches; "light" is a tint.
HATCHES: dict[str, str] = {"slant": "//", "cross": "xx", "vertical": "||", "horizontal": "--"}

FONT_FAMILY = "Atkinson Hyperlegible Next, system-ui, sans-serif"
