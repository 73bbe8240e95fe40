"""Stages the browser part: style sheets, fonts and modules, in a folder named after their content."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath

import minify

from coursekit.emit.javascript import generated_modules
from coursekit.render.browser import interface_module, join_modules

FORMULAS = "formulas.mjs"
#: Elements of the common part that only some pages show.
ON_DEMAND = {"roofline-explorer": "roofline-explorer/roofline-explorer.mjs", "course-progress": "progress/progress.mjs"}
_IMPORT = re.compile(r'import \{ (.*) \} from "\./(.*)";$')
_TARGET = re.compile(r'^import (?:\{[^}]*\} from )?"(\.[^"]*)";$', re.MULTILINE)
#: Style sheets in the order in which they apply; the elements' own follow.
STYLESHEETS = ("identity", "theme", "lesson", "home", "track")


@dataclass(frozen=True)
class Assets:
    """All files of the browser part and how a page asks for them.

    Attributes
    ----------
    files : dict
        Staged path to content.
    folder : str
        The content-hashed folder, for example ``assets/0a1b2c3d``.
    stylesheets, modules : tuple of str
        Staged paths to load on every page, in order.
    """

    files: dict[str, bytes]
    folder: str
    stylesheets: tuple[str, ...]
    modules: tuple[str, ...]


def stage_assets(root: Path, languages: tuple[str, ...]) -> Assets:
    """Collect `docs/assets`, add what the emitters write, and join style sheets and scripts into few small files.

    A bespoke element keeps its own style sheet and script: only pages that show it load them.

    Parameters
    ----------
    root : Path
    languages : tuple of str
        The languages whose words the scripts need.
    """
    base = root / "docs" / "assets"
    files: dict[str, bytes] = {}
    sheets: dict[str, str] = {}
    for path in sorted(path for path in base.rglob("*") if path.is_file()):
        name = path.relative_to(base).as_posix()
        if path.suffix == ".css":
            sheets[name] = path.read_text(encoding="utf-8")
        elif path.suffix != ".mjs" and path.suffix not in (".yml", ".md", ".txt", ".html"):
            files[name] = path.read_bytes()
    files |= _scripts(base / "course", languages)
    for name in [name for name in sheets if re.fullmatch(r"course/elements/([\w-]+)/\1\.css", name)]:
        files[f"{dirname(dirname(name))}/{Path(name).name}"] = minify.string("text/css", sheets.pop(name)).encode()
    ranked = sorted(sheets, key=lambda name: (_rank(name), name))
    screen = [sheets[name] for name in ranked if Path(name).stem != "print"]
    files["stylesheets/course.css"] = minify.string("text/css", "\n".join(screen)).encode()
    files["stylesheets/print.css"] = minify.string("text/css", "\n".join(sheets[name] for name in ranked if Path(name).stem == "print")).encode()
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name] + b"\0")
    folder = f"assets/{digest.hexdigest()[:8]}"
    return Assets(
        {f"{folder}/{name}": content for name, content in files.items()}, folder,
        (f"{folder}/stylesheets/course.css",), (f"{folder}/course/main.mjs",),
    )


def _scripts(folder: Path, languages: tuple[str, ...]) -> dict[str, bytes]:
    """Return the scripts that pages load: the common ones as one file, each bespoke element as one, and the formulas.

    An element takes what it shares from the common file, so that nothing is loaded twice.
    """
    generated = {**generated_modules(languages), "interface.mjs": interface_module(languages)}

    def read(name: str) -> str:
        return generated[name] if name in generated else (folder / name).read_text(encoding="utf-8")

    common = tuple(sorted(_closure("main.mjs", read) - {FORMULAS}))
    shared: set[str] = set()
    scripts = {f"course/{FORMULAS}": generated[FORMULAS], "course/theme.mjs": join_modules("theme.mjs", read)}
    for element, entry in on_demand(folder).items():
        imports, body = _split(join_modules(entry, read, apart=(*common, FORMULAS)))
        formulas = imports.pop(FORMULAS, [])
        names = sorted(name for found in imports.values() for name in found)
        shared.update(names)
        heads = [f'import {{ {", ".join(found)} }} from "../{file}";' for file, found in ((FORMULAS, formulas), ("main.mjs", names)) if found]
        scripts[f"course/elements/{element}.mjs"] = "\n".join([*heads, body])
    imports, body = _split(join_modules("main.mjs", read, apart=(FORMULAS,)))
    names = ", ".join(sorted(shared))
    exported = f"export const {{ {names} }} = " if names else ""
    head = f'import {{ {", ".join(imports[FORMULAS])} }} from "./{FORMULAS}";'
    scripts["course/main.mjs"] = f"{head}\n{exported}(() => {{\n{body}\nreturn {{ {names} }};\n}})();\n"
    return {name: minify.string("application/javascript", text).encode() for name, text in scripts.items()}


def on_demand(folder: Path) -> dict[str, str]:
    """Return the modules that only some pages load: the bespoke elements by their name."""
    bespoke = {path.stem: f"elements/{path.stem}/{path.name}" for path in sorted((folder / "elements").glob("*/*.mjs")) if path.stem == path.parent.name}
    return {**ON_DEMAND, **bespoke}


def _closure(entry: str, read: Callable[[str], str]) -> set[str]:
    """Return a module and all that it imports, by path."""
    found: set[str] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [normpath(join(dirname(name), target)) for target in _TARGET.findall(read(name))]
    return found


def _split(joined: str) -> tuple[dict[str, list[str]], str]:
    """Split joined modules into what they import, by file, and the rest."""
    imports: dict[str, list[str]] = {}
    lines = joined.split("\n")
    while lines and (match := _IMPORT.match(lines[0])):
        imports[match[2]] = match[1].split(", ")
        del lines[0]
    return imports, "\n".join(lines)


def _rank(name: str) -> int:
    stem = Path(name).stem
    return STYLESHEETS.index(stem) if stem in STYLESHEETS else len(STYLESHEETS)

