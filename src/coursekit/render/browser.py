"""The modules that the browser loads: the generated one, and all of them joined into one file.

The modules under `docs/assets/course` run as they are. A page would ask for some thirty of them, one after the other,
so the site gets them joined: one request, and half the bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

from coursekit.render.signs import SIGNS
from coursekit.strings import LANGUAGES, browser_strings

_IMPORT = re.compile(r'^import (?:\{ (?P<names>[^}]*) \} from )?"(?P<path>\.[^"]*)";$')
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*.*?\*/)$", re.MULTILINE | re.DOTALL)
_TOP_LEVEL = re.compile(r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)")
_FORBIDDEN = re.compile(r"^export (?:default|\{|\*)|^import (?!\{|\")|\bimport\(|\bimport\.meta\b|^import .*\bas\b")


class JoinError(ValueError):
    """A module says something that cannot be joined."""


def interface_module(languages: tuple[str, ...] = LANGUAGES) -> str:
    """Return the text of `interface.mjs`, to be written beside `main.mjs`.

    Parameters
    ----------
    languages : tuple of str
        Those that a page may need: English pages need no Polish; Polish ones show untranslated parts in English.

    Examples
    --------
    >>> "export const strings" in interface_module() and "export const signs" in interface_module()
    True
    """
    strings = {language: browser_strings(language) for language in languages}
    signs = {resource: list(drawn) for resource, drawn in SIGNS.items()}
    return (
        "// Generated from src/coursekit/strings and src/coursekit/render/signs.py. Edit those.\n"
        f"export const strings = {_literal(strings)};\n"
        f"export const signs = {_literal(signs)};\n"
    )


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def join_modules(entry: str, read: Callable[[str], str], apart: tuple[str, ...] = ()) -> str:
    """Return a module and everything it imports as one module, without comments and indentation.

    Parameters
    ----------
    entry : str
        The module to start from, for example ``main.mjs``.
    read : callable
        Gives the text of a module by its path, relative to the entry's folder.
    apart : tuple of str
        Modules that stay files of their own and are imported still.

    Raises
    ------
    JoinError
        If two modules use one name at their top level, or import or export in a way that cannot be joined.

    Examples
    --------
    >>> modules = {"main.mjs": 'import { two } from "./two.mjs";\\nprint(two);\\n', "two.mjs": "export const two = 2;\\n"}
    >>> print(join_modules("main.mjs", modules.__getitem__))
    const two = 2;
    print(two);
    <BLANKLINE>
    """
    owners: dict[str, str] = {}
    outside: dict[str, set[str]] = {}
    lines: list[str] = []
    seen: set[str] = set()

    def add(path: str) -> None:
        if path in seen:
            return
        seen.add(path)
        own: list[str] = []
        for line in _COMMENT.sub("", read(path)).splitlines():
            if _FORBIDDEN.search(line):
                raise JoinError(f"{path} cannot be joined: {line.strip()}")
            found = _IMPORT.match(line)
            if found:
                target = normpath(join(dirname(path), found["path"]))
                if target in apart:
                    outside.setdefault(target, set()).update((found["names"] or "").split(", "))
                else:
                    add(target)
                continue
            named = _TOP_LEVEL.match(line)
            if named:
                other = owners.setdefault(named[1], path)
                if other != path:
                    raise JoinError(f"{path} and {other} both name something {named[1]}; choose another name in one of them")
            text = line.removeprefix("export ").strip()
            if text:
                own.append(text)
        lines.extend(own)

    add(entry)
    imports = [f'import {{ {", ".join(sorted(names))} }} from "./{path}";' for path, names in sorted(outside.items())]
    return "\n".join([*imports, *lines, ""])
