"""Leaves out of the theme's style sheets what nothing on the site uses.

The theme styles dozens of things that this course does not have, in two thirds of its sheet. A phone waits for the whole sheet
before it shows the first word; without the rest it waits a round trip less.

Some rules do little here but make a browser work out the style of a whole page anew, several times, when the theme's script
starts: `COSTLY` names them.

A rule stays unless each of its selectors asks for a class that no page has and no script names, and a custom property stays
unless nothing reads it. Classes inside `:is()`, `:not()` and the like are not looked at: what is in doubt stays.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import tinycss2

_CLASSES = re.compile(rb'class="([^"]*)"')
_WORD = re.compile(r"[\w-]+")
_READ = re.compile(r"var\(\s*(--[\w-]+)")
_HASHED = re.compile(r"\.[0-9a-f]{8}\.min\.css$")
_GROUPS = ("media", "supports")
#: What marks such a selector, and what the rule does.
COSTLY = {
    "[data-md-color-switching]": "it stops all fading while the scheme changes; without it links and the search field fade for a quarter of a second",
    "table:not([class])": "with a child of a cell, whatever it is: the margins of paragraphs in cells, which the course does not write",
}


def trim_theme_styles(site_dir: Path) -> None:
    """Trim the theme's sheets below `site_dir`, and give them names of their new content, also in the pages.

    Parameters
    ----------
    site_dir : Path
        The built site, all languages together.
    """
    pages = {path: path.read_bytes() for path in sorted(site_dir.rglob("*.html"))}
    known = {name for classes in {found for page in pages.values() for found in _CLASSES.findall(page)} for name in classes.decode().split()}
    scripts = [path.read_text(encoding="utf-8") for path in sorted(site_dir.rglob("*")) if path.suffix in (".js", ".mjs")]
    for text in scripts:
        known.update(_WORD.findall(text))
    sheets = {path: path.read_text(encoding="utf-8") for path in sorted(site_dir.rglob("assets/stylesheets/*.min.css"))}
    rules = {text: "".join(_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), known)) for text in set(sheets.values())}
    others = [path.read_text(encoding="utf-8") for path in sorted(site_dir.rglob("*.css")) if path not in sheets]
    read = {name for text in (*rules.values(), *others) for name in _READ.findall(text)} | {name for text in scripts for name in re.findall(r"--[\w-]+", text)}
    trimmed = {text: "".join(_properties(tinycss2.parse_stylesheet(rest), read)).encode() for text, rest in rules.items()}
    renamed = {}
    for path, text in sheets.items():
        fresh = path.with_name(_HASHED.sub(f".{hashlib.sha256(trimmed[text]).hexdigest()[:8]}.min.css", path.name))
        path.unlink()
        fresh.write_bytes(trimmed[text])
        renamed[path.name.encode()] = fresh.name.encode()
    for path, page in pages.items():
        for old, new in renamed.items():
            page = page.replace(old, new)
        path.write_bytes(page)


def _rules(nodes: Iterable[Any], known: set[str]) -> Iterator[str]:
    """Yield what may match, with the selectors that may."""
    for node in nodes:
        if node.type == "qualified-rule":
            selectors = [selector for selector in _selectors(node.prelude) if known.issuperset(_asked(selector)) and not _costly(tinycss2.serialize(selector))]
            if selectors:
                yield f"{','.join(map(tinycss2.serialize, selectors))}{{{tinycss2.serialize(node.content)}}}"
        elif node.type == "at-rule" and node.lower_at_keyword in _GROUPS:
            inner = "".join(_rules(tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True), known))
            if inner:
                yield f"@{node.at_keyword}{tinycss2.serialize(node.prelude)}{{{inner}}}"
        else:
            yield node.serialize()


def _costly(selector: str) -> bool:
    """Say whether a change of any class would restyle all below it: the selector is of `COSTLY` and ends in no name."""
    return any(mark in selector for mark in COSTLY) and re.search(r"[\s>][*:][^\s>]*$", selector) is not None


def _selectors(prelude: list[Any]) -> list[list[Any]]:
    """Split a list of selectors at its commas."""
    found: list[list[Any]] = [[]]
    for token in prelude:
        if token == ",":
            found.append([])
        else:
            found[-1].append(token)
    return found


def _asked(selector: list[Any]) -> list[str]:
    """Return the classes that an element, or one around it, must have."""
    return [name.value for dot, name in pairwise(selector) if dot == "." and name.type == "ident"]


def _properties(nodes: Iterable[Any], read: set[str]) -> Iterator[str]:
    """Yield rules without the custom properties that nothing reads."""
    for node in nodes:
        if node.type == "at-rule" and node.lower_at_keyword in _GROUPS:
            yield f"@{node.at_keyword}{tinycss2.serialize(node.prelude)}{{{''.join(_properties(tinycss2.parse_rule_list(node.content), read))}}}"
        elif node.type == "qualified-rule":
            declarations = tinycss2.parse_declaration_list(node.content, skip_comments=True, skip_whitespace=True)
            used = [one for one in declarations if one.type != "declaration" or not one.name.startswith("--") or one.name in read]
            if used:
                content = tinycss2.serialize(node.content) if len(used) == len(declarations) else ";".join(one.serialize().rstrip(";") for one in used)
                yield f"{tinycss2.serialize(node.prelude)}{{{content}}}"
        else:
            yield node.serialize()
