"""Fills in the site's Content-Security-Policy after the build, and refuses pages that it would break.

The theme puts a few inline scripts into each page. Their hashes are gathered over the whole site and written into the one
policy that every page carries: with instant navigation the policy of the first page judges the scripts of all later ones.
Nothing else inline is allowed, and nothing from another host.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from coursekit.faults import Fault

_POLICY = re.compile(rb'<meta http-equiv="?Content-Security-Policy"? content="([^"]*)">', re.IGNORECASE)
_SCRIPT_SOURCES = re.compile(rb"script-src [^;]*")
_SCRIPT = re.compile(rb"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_SOURCE = re.compile(rb"\ssrc\s*=", re.IGNORECASE)
_TYPE = re.compile(rb"\stype\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_TAG = re.compile(rb"<[a-zA-Z][^\s/>]*((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(rb"([^\s=\"'/>]+)\s*(?:=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?")
_LOADING = re.compile(rb"<(script|img|link|iframe|frame|source|audio|video|track|object|embed|image|use|input)\b((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.IGNORECASE)
_ADDRESS = re.compile(rb"\s(src|srcset|href|xlink:href|data|poster)\s*=\s*[\"']?([^\"'>]+)", re.IGNORECASE)
_RELATION = re.compile(rb"\srel\s*=\s*[\"']?([^\"'>]+)", re.IGNORECASE)
_ELSEWHERE = re.compile(rb"(?:^|,)\s*(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_SHEET_ADDRESS = re.compile(rb"(?:url\(\s*[\"']?|@import\s+[\"'])((?:[a-z][a-z0-9+.-]*:)?//[^\"')\s]+)", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_STYLE_OR_HANDLER = (re.compile(rb"style\s*="), re.compile(rb"on[a-z]+\s*="))  # two: a pattern that begins with letters is found ten times faster
#: Links of these kinds are said, not loaded.
_NOT_LOADED = {b"canonical", b"alternate", b"license", b"author", b"me", b"prev", b"next", b"help", b"search"}
#: Kinds of script that a browser runs; all others are data.
_RUNS = {b"", b"module", b"text/javascript", b"application/javascript"}


def secure(site_dir: Path) -> list[Fault]:
    """Write the policy of every page below `site_dir`, and return what would break it.

    Where there is a fault, nothing is written. Pages that already carry the right policy are not touched, so that a second
    call changes nothing.

    Parameters
    ----------
    site_dir : Path
        The built site, all languages together.

    Returns
    -------
    list of Fault
        Inline styles, event handlers, anything loaded from another host, pages without a policy before their first script.
        Paths are given from the folder's parent, lines and columns in the built file.
    """
    faults: list[Fault] = []
    hashes: set[str] = set()
    pages: list[tuple[Path, bytes]] = []
    for path in sorted(site_dir.rglob("*.html")):
        page = path.read_bytes()
        pages.append((path, page))
        shown = f"{site_dir.name}/{path.relative_to(site_dir).as_posix()}"
        faults += (_fault(shown, page, *found) for found in _wrong_in_page(page))
        hashes.update(_hash(script) for script in _inline_scripts(page))
    for path in sorted(site_dir.rglob("*.css")):
        sheet = path.read_bytes()
        shown = f"{site_dir.name}/{path.relative_to(site_dir).as_posix()}"
        faults += (
            _fault(shown, sheet, match.start(), f"the style sheet loads {_text(match[1])}", "the site loads nothing from another host")
            for match in _SHEET_ADDRESS.finditer(sheet)
        )
    if faults:
        return sorted(set(faults))
    sources = " ".join(["script-src 'self'", *(f"'{item}'" for item in sorted(hashes))]).encode()
    for path, page in pages:
        policy = _POLICY.search(page)
        assert policy is not None  # a page without one was refused above
        wanted = _SCRIPT_SOURCES.sub(sources, policy[1])
        if wanted != policy[1]:
            path.write_bytes(page[: policy.start(1)] + wanted + page[policy.end(1) :])
    return []


def _hash(script: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(script).digest()).decode()


def _inline_scripts(page: bytes) -> Iterator[bytes]:
    for match in _SCRIPT.finditer(page):
        if not _SOURCE.search(match[1]):
            kind = _TYPE.search(match[1])
            if (kind[1].lower() if kind else b"") in _RUNS:
                yield match[2]


def _wrong_in_page(page: bytes) -> Iterator[tuple[int, str, str]]:
    """Yield where, what is wrong and what would be right."""
    policy = _POLICY.search(page)
    first = page.find(b"<script")
    if policy is None:
        yield 0, "the page has no Content-Security-Policy", "docs/overrides/main.html brings it; does the page use another frame?"
    elif _SCRIPT_SOURCES.search(policy[1]) is None:
        yield policy.start(), "the policy names no script-src", "the hashes of inline scripts go there"
    elif 0 <= first < policy.start():
        yield first, "a script stands before the policy, which does not judge it", "put the policy first"
    if _suspect(page.lower()):
        yield from _inline_in_page(_blank(page))
    for match in _LOADING.finditer(page):
        relation = _RELATION.search(match[2])
        if match[1].lower() == b"link" and relation and set(relation[1].lower().split()) <= _NOT_LOADED:
            continue
        for attribute in _ADDRESS.finditer(match[2]):
            if _ELSEWHERE.search(attribute[2].strip()):
                yield match.start(), f"<{_text(match[1])}> loads {_text(attribute[2].strip())}", "the site loads nothing from another host"


def _suspect(page: bytes) -> bool:
    """Take a cheap look at a whole page: only where it finds something are the tags read one by one."""
    if b"<style" in page or b"javascript:" in page:
        return True
    return any(page[match.start() - 1] in b" \t\n\r\f\"'/" for pattern in _STYLE_OR_HANDLER for match in pattern.finditer(page))


def _blank(page: bytes) -> bytes:
    """Blank out scripts and comments, keeping every offset."""
    for pattern, group in ((_SCRIPT, 2), (_COMMENT, 0)):
        page = pattern.sub(lambda match, group=group: _blanked(match, group), page)
    return page


def _blanked(match: re.Match[bytes], group: int) -> bytes:
    whole, start, end = match[0], match.start(group) - match.start(), match.end(group) - match.start()
    return whole[:start] + re.sub(rb"[^\n]", b" ", whole[start:end]) + whole[end:]


def _inline_in_page(page: bytes) -> Iterator[tuple[int, str, str]]:
    for tag in _TAG.finditer(page):
        name = _text(re.match(rb"<([^\s/>]+)", tag[0])[1])
        if name.lower() == "style":
            yield tag.start(), "an inline <style>", "put the rules into a style sheet"
        for attribute in _ATTRIBUTE.finditer(tag[1]):
            key, value = attribute[1].lower(), (attribute[2] or b"").strip(b"\"' ").lower()
            where = tag.start(1) + attribute.start()
            if key == b"style":
                yield where, f"<{name}> has a style attribute", "use a class"
            elif key.startswith(b"on") and len(key) > 2:
                yield where, f"<{name}> has the event handler {_text(key)}", "listen for the event in a module"
            elif value.startswith(b"javascript:"):
                yield where, f"<{name}> has a script as its address", "use a button"


def _fault(path: str, page: bytes, offset: int, wrong: str, right: str) -> Fault:
    line = page.count(b"\n", 0, offset) + 1
    column = offset - (page.rfind(b"\n", 0, offset) + 1) + 1
    return Fault(path, line, column, wrong, right)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")
