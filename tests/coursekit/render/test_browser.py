"""The joined module: everything in it, nothing twice, and refused where it could mean something else."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from coursekit.pages.assets import on_demand
from coursekit.render.browser import JoinError, interface_module, join_modules
from coursekit.render.signs import SIGNS
from coursekit.render.views import RESOURCES

COURSE = Path(__file__).parents[3] / "docs" / "assets" / "course"
BUDGET = 15 * 1024  # bytes, gzip: our own scripts without the formulas, the words and the number rules


def read(name: str) -> str:
    """Return a module of the project."""
    return (COURSE / name).read_text(encoding="utf-8")


def joined() -> str:
    """Return the project's own modules as one."""
    return join_modules("main.mjs", read, apart=("formulas.mjs", "interface.mjs", "numbers.mjs"))


def test_own_scripts_stay_within_the_budget():
    assert len(gzip.compress(joined().encode(), 9, mtime=0)) <= BUDGET


def test_every_module_is_used():
    text = "\n".join(join_modules(entry, read, apart=("formulas.mjs", "interface.mjs", "numbers.mjs")) for entry in ("main.mjs", "theme.mjs", *on_demand(COURSE).values()))
    own = {path.relative_to(COURSE).as_posix() for path in COURSE.rglob("*.mjs")} - {"main.mjs", "theme.mjs", "numbers.mjs"}
    for name in own:
        first = re.search(r"^export (?:const|function|class) (\w+)", read(name), re.MULTILINE)
        assert re.search(rf"^(?:const|function|class) {first[1]}\b", text, re.MULTILINE), name
    assert "//" not in re.sub(r'"[^"]*"', "", joined())


def test_a_module_comes_before_the_one_that_needs_it_and_only_once():
    modules = {
        "main.mjs": 'import { a } from "./x/a.mjs";\nimport { b } from "./b.mjs";\na(b);\n',
        "x/a.mjs": '// why\nimport { b } from "../b.mjs";\nimport { f } from "../formulas.mjs";\nexport function a() {\n  return f(b);\n}\n',
        "b.mjs": "/** two\n lines */\nexport const b = 2;\n",
    }
    text = join_modules("main.mjs", modules.__getitem__, apart=("formulas.mjs",))
    assert text == 'import { f } from "./formulas.mjs";\nconst b = 2;\nfunction a() {\nreturn f(b);\n}\na(b);\n'


@pytest.mark.parametrize(
    "other",
    ["const a = 1;", "export default 1;", "export { a };", 'export * from "./c.mjs";', 'import * as c from "./c.mjs";', 'import { c as d } from "./c.mjs";', 'const d = import("./c.mjs");', "const d = import.meta.url;"],
)
def test_what_cannot_be_joined_is_refused(other):
    modules = {"main.mjs": 'import { b } from "./b.mjs";\nconst a = 1;\n', "b.mjs": f"{other}\n"}
    with pytest.raises(JoinError):
        join_modules("main.mjs", modules.__getitem__)


def test_signs_are_shared():
    assert tuple(SIGNS) == RESOURCES
    assert all(f'"{resource}"' in interface_module() for resource in RESOURCES)
