"""The Jinja2 environment of the items and widgets: escaped by default, compact output."""

from __future__ import annotations

import json
import re
from functools import cache, partial
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from coursekit.render.signs import limit_badge, resource_badge, sign
from coursekit.strings import text

#: Stands for the way to the content-hashed folder of the assets until a page is written.
ASSETS = "%assets%"


def element_style(name: str) -> str:
    """Return the address of the style sheet of a bespoke element.

    Examples
    --------
    >>> element_style("sum-tree")
    '%assets%/course/elements/sum-tree.css'
    """
    return f"{ASSETS}/course/elements/{name}.css"


def element_script(name: str) -> str:
    """Return the address of the module of an element that not every page loads.

    Examples
    --------
    >>> element_script("roofline-explorer")
    '%assets%/course/elements/roofline-explorer.mjs'
    """
    return f"{ASSETS}/course/elements/{name}.mjs"


class _HasKey(Protocol):
    @property
    def key(self) -> str: ...


Keyed = TypeVar("Keyed", bound=_HasKey)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=ChoiceLoader([PackageLoader("coursekit.render"), PackageLoader("coursekit", "elements")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # otherwise each use asks the disk whether the template has changed
    )
    environment.filters["html"] = Markup  # marks trusted markup of the build; everything else is escaped
    environment.filters["attribute"] = _attribute
    environment.globals.update(sign=sign)
    return environment


def _attribute(text: str) -> Markup:
    """Escape for an attribute in single quotes: JSON is full of double ones, which may stay."""
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))


def spec_text(spec: Any) -> str:
    """Return the JSON of a `data-spec` attribute: compact, and the same for the same content.

    Raises
    ------
    ValueError
        For NaN or infinity, which JSON cannot hold.
    """
    return json.dumps(spec, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def fill(template: str, language: str, **values: Any) -> str:
    """Return a template filled in, without blank lines or indentation.

    Markdown ends a raw HTML block at a blank line and reads deep indentation as code, so neither may occur.
    """
    rendered = _environment().get_template(template).render(
        language=language,
        say=partial(text, language),
        badge=partial(limit_badge, language=language),
        resource_badge=partial(resource_badge, language=language),
        **values,
    )
    pieces = re.split(r"(<pre.*?</pre>)", rendered, flags=re.DOTALL)
    pieces[::2] = [re.sub(r"[ \t]*\n\s*", "\n", piece) for piece in pieces[::2]]
    pieces[1::2] = [piece.replace("\n", "&#10;") for piece in pieces[1::2]]
    return "".join(pieces).strip()


def html_id(*parts: str) -> str:
    """Return an HTML id made of names and paths.

    Examples
    --------
    >>> html_id("item", "why-gpus/moving-data/guess")
    'item-why-gpus-moving-data-guess'
    """
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")


def shuffled(entries: tuple[Keyed, ...], seed: str) -> tuple[Keyed, ...]:
    """Return entries with a `key` in an order that looks random and never changes.

    The order depends on the seed and the keys alone: it is the same in every build and in both languages, and one
    added entry does not stir the others.
    """
    return tuple(sorted(entries, key=lambda entry: sha256(f"{seed}|{entry.key}".encode()).digest()))
