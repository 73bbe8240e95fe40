"""Stages the browser part: style sheets, fonts and modules, in a folder named after their content."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from coursekit.emit.javascript import generated_modules
from coursekit.render.browser import interface_module, join_modules

#: The modules of every page; each becomes one file with all that it imports.
ENTRIES = ("main.mjs", "theme.mjs")
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
    stylesheets, modules, scripts : tuple of str
        Staged paths to load on every page, in order.
    """

    files: dict[str, bytes]
    folder: str
    stylesheets: tuple[str, ...]
    modules: tuple[str, ...]


def stage_assets(root: Path) -> Assets:
    """Collect `docs/assets`, add what the emitters write, and join the style sheets into one."""
    base = root / "docs" / "assets"
    files: dict[str, bytes] = {}
    sheets: dict[str, str] = {}
    for path in sorted(path for path in base.rglob("*") if path.is_file()):
        name = path.relative_to(base).as_posix()
        if path.suffix == ".css":
            sheets[name] = path.read_text(encoding="utf-8")
        elif path.suffix != ".mjs" and path.suffix not in (".yml", ".md", ".txt", ".html"):
            files[name] = path.read_bytes()
    files |= _scripts(base / "course")
    ranked = sorted(sheets, key=lambda name: (_rank(name), name))
    screen = [sheets[name] for name in ranked if Path(name).stem != "print"]
    files["stylesheets/course.css"] = minify_css("\n".join(screen)).encode()
    files["stylesheets/print.css"] = minify_css("@media print{" + "\n".join(sheets[name] for name in ranked if Path(name).stem == "print") + "}").encode()
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name] + b"\0")
    folder = f"assets/{digest.hexdigest()[:8]}"
    return Assets(
        {f"{folder}/{name}": content for name, content in files.items()}, folder,
        (f"{folder}/stylesheets/course.css", f"{folder}/stylesheets/print.css"), tuple(f"{folder}/course/{name}" for name in ENTRIES),
    )


def _scripts(folder: Path) -> dict[str, bytes]:
    """Return the scripts that pages load: the common ones as one file, each bespoke element as one, and the formulas."""
    generated = {**generated_modules(), "interface.mjs": interface_module()}

    def read(name: str) -> str:
        return generated[name] if name in generated else (folder / name).read_text(encoding="utf-8")

    scripts = {"course/formulas.mjs": generated["formulas.mjs"]}
    for name in ENTRIES:
        scripts[f"course/{name}"] = join_modules(name, read, apart=("formulas.mjs",))
    for path in sorted((folder / "elements").glob("*/*.mjs")):
        if path.stem == path.parent.name:
            joined = join_modules(f"elements/{path.stem}/{path.name}", read, apart=("formulas.mjs",))
            scripts[f"course/elements/{path.name}"] = joined.replace('from "./formulas.mjs"', 'from "../formulas.mjs"')
    return {name: text.encode() for name, text in scripts.items()}


def _rank(name: str) -> int:
    stem = Path(name).stem
    return STYLESHEETS.index(stem) if stem in STYLESHEETS else len(STYLESHEETS)


def minify_css(text: str) -> str:
    """Drop comments and the space that CSS does not need at line ends.

    Examples
    --------
    >>> minify_css("a {\\n  color: red; /* why */\\n}\\n")
    'a {\\ncolor: red;\\n}'
    """
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
