"""Fills the templates of generated pages.

A template is Markdown with raw HTML blocks. Python-Markdown ends a raw block at a blank line in some places and reads
an indented line after one as code, so that inside a block no blank line may stand; `fragment` takes them out.
Blank lines that Markdown needs, around headings, are written in the templates as a line that holds only `¶`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import yaml
from markupsafe import Markup, escape

from coursekit.faults import Fault
from coursekit.strings import LANGUAGES
from coursekit.strings.marking import foreign, lang

STRINGS = Path(__file__).parent.parent / "strings"
BREAK = "¶"
_SPECIAL = re.compile(r"((?<!&)#|[\\`*_{}\[\]+|!~])")


def markdown_text(text: str) -> Markup:
    """Escape plain text for a line of Markdown, such as a heading.

    Examples
    --------
    >>> print(markdown_text("a_b & <c>"))
    a\\_b &amp; &lt;c&gt;
    >>> print(markdown_text("Little's #1"))
    Little's \\#1
    """
    text = text if isinstance(text, Markup) else html.escape(text, quote=False)
    return Markup(_SPECIAL.sub(r"\\\1", text))


def anchor(identifier: str) -> Markup:
    """Return the mark that gives a Markdown heading its id (its first characters open a comment in a template).

    Examples
    --------
    >>> print(anchor("sources"))
    {#sources}
    """
    return Markup("{#" + str(escape(identifier)) + "}")


@cache
def words(language: str) -> dict[str, Any]:
    """Return the words of generated pages in a language: ``en`` or ``pl``.

    Raises
    ------
    FileNotFoundError
        There is no such language.
    """
    return yaml.safe_load((STRINGS / f"pages.{language}.yml").read_text(encoding="utf-8"))


@cache
def templates() -> jinja2.Environment:
    """Return the templates; ``parts.html.j2`` holds macros for badges, stations and bound bars."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("coursekit.pages", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["markdown_text"] = markdown_text
    environment.globals |= {"anchor": anchor, "foreign": foreign, "lang": lang}
    return environment


def fragment(name: str, language: str, /, **data: Any) -> str:
    """Fill the template `name` (without its ending) with words of `language` and with `data`.

    Each template says at its top which data it expects. Text is escaped; trusted HTML comes as `markupsafe.Markup`.

    Raises
    ------
    jinja2.UndefinedError
        A value that the template expects is missing.
    """
    text = templates().get_template(f"{name}.html.j2").render(t=words(language), language=language, **data)
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return "\n".join("" if line.strip() == BREAK else line.lstrip() for line in lines) + "\n"


def inline(name: str, language: str, /, **data: Any) -> str:
    """Fill a template that stands inside a sentence: one line, no space at its ends.

    Examples
    --------
    >>> inline("term", "en", id="vram", name="VRAM", definition="Memory on the card.", url="../glossary/#vram", n=1)[:31]
    '<button type="button" class="te'
    """
    return "".join(line.strip() for line in fragment(name, language, **data).splitlines())


def heading_faults(modules: Iterable[str]) -> list[Fault]:
    """Return a fault for each module of formulas that has no heading in a language: its pages would have no place in the menu.

    Examples
    --------
    >>> [fault.path for fault in heading_faults(["energy", "cooling"])]
    ['src/coursekit/strings/pages.en.yml', 'src/coursekit/strings/pages.pl.yml']
    """
    wanted = list(modules)
    faults = []
    for language in LANGUAGES:
        name = f"pages.{language}.yml"
        line = (STRINGS / name).read_text(encoding="utf-8").splitlines().index("formula_groups:") + 1
        headings = words(language)["formula_groups"]
        faults += [
            Fault(f"src/coursekit/strings/{name}", line, 1, f"formula_groups has no heading for the module '{module}'", f"add a line '{module}: ...' below")
            for module in wanted
            if module not in headings
        ]
    return faults
