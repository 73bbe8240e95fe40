"""The SVG files themselves: text, ids, colours, sizes, and nothing that a strict policy would block."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from figure_samples import EVERY_KIND

from coursekit.figures.palette import COLOURS, DARK_FOR_LIGHT, STROKES
from coursekit.figures.svg import finished

SVG = "{http://www.w3.org/2000/svg}"
VARIANTS = ("light", "dark", "narrow_light", "narrow_dark")


@pytest.fixture
def drawings(build: Callable, tmp_path: Path) -> dict[tuple[str, str], str]:
    built = build(*(make(kind) for kind, make in EVERY_KIND.items()))
    return {(kind, variant): (tmp_path / "out" / getattr(built[kind].files, variant)).read_text(encoding="utf-8") for kind in built for variant in VARIANTS}


def test_text_stays_text(drawings: dict) -> None:
    words = {element.text for element in ElementTree.fromstring(drawings["roofline", "light"]).iter(f"{SVG}text")}
    assert {"Chip A", "One & only", "1000"} <= words
    assert {element.text for element in ElementTree.fromstring(drawings["stack", "narrow_dark"]).iter(f"{SVG}text")} >= {"Weights", "Cache", "does not fit"}


def test_every_drawing_is_safe_small_and_named(drawings: dict) -> None:
    for key, svg in drawings.items():
        root = ElementTree.fromstring(svg)
        assert "style" not in svg and "<script" not in svg and "<metadata" not in svg and "<!DOCTYPE" not in svg, key
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", svg) and "xlink" not in svg, key
        assert root.get("role") == "img" and root[0].tag == f"{SVG}title" and root[0].text == "A title" and root[1].text.startswith("More of one"), key
        assert len(svg.encode()) <= 25_000, key


def test_text_is_large_enough_on_a_phone(drawings: dict) -> None:
    for (kind, variant), svg in drawings.items():
        root = ElementTree.fromstring(svg)
        width = float(root.get("width"))
        shown = 288 if "narrow" in variant else 600  # the column of a 320 px phone, and that of the narrowest window with the wide drawing
        smallest = min(float(element.get("font-size")) for element in root.iter(f"{SVG}text"))
        assert smallest * min(shown / width, 1) >= (11 if "narrow" in variant else 10.4), (kind, variant)


def test_nothing_sticks_out(drawings: dict) -> None:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    for key, svg in drawings.items():
        root = ElementTree.fromstring(svg)
        for element in root.iter(f"{SVG}text"):
            face = FontProperties(family="DejaVu Sans", size=float(element.get("font-size")), weight=element.get("font-weight", "normal"))
            width = text_to_path.get_text_width_height_descent(element.text, face, ismath=False)[0]
            start = float(element.get("x")) - {"middle": width / 2, "end": width}.get(element.get("text-anchor", ""), 0)
            assert start >= -1 and start + width <= float(root.get("width")) + 1, (key, element.text)
            assert 0 < float(element.get("y")) <= float(root.get("height")), (key, element.text)


def test_ids_are_unique_over_all_figures_and_references_lead_somewhere(drawings: dict) -> None:
    seen: set[str] = set()
    for (kind, variant), svg in drawings.items():
        ids = re.findall(r'\bid="([^"]+)"', svg)
        assert len(ids) == len(set(ids)) and set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids), (kind, variant)
        assert set(ElementTree.fromstring(svg).get("aria-labelledby").split()) <= set(ids)
        if "light" in variant:  # the dark twin of a drawing has the same ids: only one of the two is ever shown
            assert not seen & set(ids), (kind, variant)
            seen |= set(ids)
    assert any("slant" in str(make(kind)) for kind, make in EVERY_KIND.items()) and any("<pattern" in svg for svg in drawings.values())


def test_the_dark_drawing_differs_in_colours_only(drawings: dict) -> None:
    colour = re.compile(r"#[0-9a-f]{6}\b")
    for kind in EVERY_KIND:
        for shape in ("", "narrow_"):
            light, dark = drawings[kind, f"{shape}light"], drawings[kind, f"{shape}dark"]
            assert light != dark and colour.sub("", light) == colour.sub("", dark)
            assert [DARK_FOR_LIGHT[found] for found in colour.findall(light)] == colour.findall(dark)


def test_colours_of_the_palette_can_be_exchanged_and_read() -> None:
    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    assert len(DARK_FOR_LIGHT) == len(COLOURS)
    for role in (*STROKES, "ink", "muted", "alert"):
        for colour, ground in zip(COLOURS[role], COLOURS["paper"], strict=True):
            high, low = sorted((luminance(colour), luminance(ground)), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 5, (role, colour)


def test_a_colour_without_a_dark_twin_is_refused() -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10pt" height="10pt"><g><path d="M 0 0 L 1 1" style="stroke: #123456"/></g></svg>'
    with pytest.raises(ValueError, match="#123456"):
        finished(drawing, prefix="x", title="t", claim="c")


def test_resources_differ_without_colour(drawings: dict) -> None:
    strokes = {(stroke.width, stroke.dashes, stroke.double) for stroke in STROKES.values()}
    assert len(strokes) == len(STROKES)
    lines = ElementTree.fromstring(drawings["roofline", "light"]).iter(f"{SVG}path")
    dashes = {(path.get("stroke"), path.get("stroke-dasharray")) for path in lines if path.get("stroke-width") == "2.4"}
    assert dashes == {("#00737a", "9,3.5,1.8,3.5"), ("#b3430a", None)}


def test_a_bound_has_a_hatched_end_and_a_plain_value_has_none(drawings: dict) -> None:
    root = ElementTree.fromstring(drawings["bars", "light"])
    assert len([path for path in root.iter(f"{SVG}path") if (path.get("fill") or "").startswith("url(")]) == 1
