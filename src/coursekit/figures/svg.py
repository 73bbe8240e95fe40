"""Turns Matplotlib's SVG into one that is small, safe under a strict policy and unique in its ids; makes the dark one."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from coursekit.figures.palette import COLOURS, DARK_FOR_LIGHT, FONT_FAMILY

#: The group id by which the canvas marks text that needs a halo.
HALO = "halo"

_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_DROPPED = {"version", "id", "font-family", "clip-path"}
_DEFAULTS = {
    "opacity": "1", "fill-opacity": "1", "stroke-opacity": "1", "stroke-linecap": "butt", "stroke-linejoin": "round",
    "stroke-dashoffset": "0", "text-anchor": "start", "stroke-width": "1",
}  # fmt: skip


def finished(drawing: str, *, prefix: str, title: str, claim: str) -> str:
    """Return a drawing without styles, metadata or anything that the page does not need.

    Parameters
    ----------
    drawing : str
        What Matplotlib wrote.
    prefix : str
        Goes before every id, so that drawings of one page never clash.
    title, claim : str
        The accessible name and description.

    Raises
    ------
    ValueError
        If the drawing holds a colour outside the palette: it would have no dark counterpart.
    """
    root = ElementTree.fromstring(drawing)
    width, height = (f"{float(root.get(side, '').removesuffix('pt')):g}" for side in ("width", "height"))
    names = _names(root, prefix)
    definitions = "".join(_written(pattern, names) for pattern in root.iter() if _tag(pattern) == "pattern")
    body = "".join(_written(child, names) for child in root if _tag(child) == "g")
    unknown = set(_COLOUR.findall(definitions + body)) - set(DARK_FOR_LIGHT)
    if unknown:
        raise ValueError(f"the drawing has colours outside the palette: {', '.join(sorted(unknown))}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-labelledby="{prefix}-title {prefix}-claim" font-family={quoteattr(FONT_FAMILY)} stroke-linejoin="round">\n'
        f'<title id="{prefix}-title">{escape(title)}</title>\n<desc id="{prefix}-claim">{escape(claim)}</desc>\n'
        + (f"<defs>\n{definitions}</defs>\n" if definitions else "")
        + f"{body}</svg>\n"
    )


def dark(light: str) -> str:
    """Return a finished drawing in the colours of the dark page; nothing but colours differs."""
    return _COLOUR.sub(lambda match: DARK_FOR_LIGHT[match[0]], light)


def _names(root: ElementTree.Element, prefix: str) -> dict[str, str]:
    """Number the patterns in the order in which they stand; their own ids are hashes."""
    patterns = [element.get("id", "") for element in root.iter() if _tag(element) == "pattern"]
    return {old: f"{prefix}-{number}" for number, old in enumerate(patterns, 1)}


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _written(element: ElementTree.Element, names: dict[str, str], halo: bool = False) -> str:
    tag = _tag(element)
    halo = halo or element.get("id") == HALO
    children = "".join(_written(child, names, halo) for child in element)
    if tag in ("g", "defs"):  # Matplotlib's groups carry no attributes but ids
        return children if tag == "g" else ""
    attributes = dict(_attributes(element, names))
    if tag == "pattern":
        attributes = {"id": names[element.get("id", "")], **attributes}
    if tag == "text" and halo:
        attributes |= {"stroke": COLOURS["paper"][0], "stroke-width": "4", "paint-order": "stroke"}
    if tag in ("path", "rect") and attributes.get("fill") == "none" and "stroke" not in attributes:
        return ""
    written = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    inside = escape(element.text.strip()) + children if element.text else children
    return f"<{tag} {written}>{inside}</{tag}>\n" if inside else f"<{tag} {written}/>\n"


def _attributes(element: ElementTree.Element, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    style = dict(part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    given = {name.rpartition("}")[2]: value for name, value in element.attrib.items() if name != "style"}
    given |= {name.strip(): value.strip() for name, value in style.items()}
    for name, value in given.items():
        if name in _DROPPED or _DEFAULTS.get(name) == value or (name == "transform" and value.startswith("rotate(-0")):
            continue
        if name == "fill" and value == "#000000":
            continue
        if name == "d":
            value = " ".join(_NUMBER.sub(_short, value).split())
            value = re.sub(r" ?([A-Za-z]) ?", r"\1", value)
        elif name.endswith("font-size"):
            value = _short_text(value.removesuffix("px"))
        elif name in ("x", "y", "width", "height", "stroke-width", "stroke-dasharray"):
            value = _NUMBER.sub(_short, value)
        yield name, _REFERENCE.sub(lambda match: f"url(#{names[match[1]]})", value)


def _short(match: re.Match[str]) -> str:
    return _short_text(match[0])


def _short_text(number: str) -> str:
    short = f"{float(number):.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short
