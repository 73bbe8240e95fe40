"""The theme's sheet as it is published: what the site uses stays, what nothing can use goes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from coursekit.publish.theme_styles import trim_theme_styles

SHEET = "assets/stylesheets/main.01234567.min.css"
OTHER = "assets/0a1b2c3d/stylesheets/course.css"


def trimmed_site(folder: Path, css: str, page: str = '<p class="used other">', script: str = "", own: str = "") -> str:
    """Write a small site in two languages, trim it and return the theme's sheet."""
    for name, text in ((SHEET, css), (f"pl/{SHEET}", css), (OTHER, own), ("assets/javascripts/bundle.js", script)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("index.html", "pl/index.html"):
        (folder / name).write_text(f'<link rel="stylesheet" href="{SHEET}">{page}', encoding="utf-8")
    trim_theme_styles(folder)
    (trimmed,) = (folder / "assets" / "stylesheets").iterdir()
    return trimmed.read_text(encoding="utf-8")


@pytest.mark.parametrize(("css", "left"), [
    (".used{color:red}.unused{color:red}", ".used{color:red}"),
    (".used,.unused,a{color:red}", ".used,a{color:red}"),
    (".used.unused{color:red}.unused .used{color:red}.used .other{color:red}", ".used .other{color:red}"),
    (".by-script{color:red}", ".by-script{color:red}"),
    (".used:not(.unused){color:red}:is(.unused,.used) a{color:red}", ".used:not(.unused){color:red}:is(.unused,.used) a{color:red}"),
    ("a[href$=\".unused\"]{color:red}", "a[href$=\".unused\"]{color:red}"),
    (".md\\:used{color:red}", ""),
    ("@media print{.unused{color:red}}@media screen{.unused{color:red}.used{color:red}}", "@media screen{.used{color:red}}"),
    ("@font-face{font-family:unused}@keyframes unused{from{top:0}}", "@font-face{font-family:unused}@keyframes unused{from{top:0}}"),
    (":root{--read:1px;--unread:url(\"data:;x,}\");color:red}a{top:var(--read)}", ":root{--read:1px;color:red}a{top:var(--read)}"),
    (".unused{top:var(--once)}:root{--once:1px}", ""),
    (":root{--of-course:1px;--of-script:2px}", ":root{--of-course:1px;--of-script:2px}"),
    ("[data-md-color-switching] *,[data-md-color-switching] :after{color:red}", ""),
    ("table:not([class]) td>:first-child,table:not([class]) td{color:red}", "table:not([class]) td{color:red}"),
    ("table:not([class])+*{color:red}.used :first-child{color:red}", "table:not([class])+*{color:red}.used :first-child{color:red}"),
    ("a{color:red;color:rgb(1 2 3/.5)}", "a{color:red;color:rgb(1 2 3/.5)}"),
])  # fmt: skip
def test_only_what_nothing_can_use_goes(tmp_path: Path, css: str, left: str) -> None:
    trimmed = trimmed_site(tmp_path, css, script='add("by-script"); get("--of-script")', own="b{top:var( --of-course)}")
    assert trimmed == left


def test_a_sheet_is_called_by_its_new_content_and_pages_ask_for_that(tmp_path: Path) -> None:
    css = trimmed_site(tmp_path, ".used{color:red}.unused{color:red}")
    name = f"main.{hashlib.sha256(css.encode()).hexdigest()[:8]}.min.css"
    for folder in (tmp_path, tmp_path / "pl"):
        assert [path.name for path in (folder / "assets" / "stylesheets").iterdir()] == [name]
        page = (folder / "index.html").read_text(encoding="utf-8")
        assert f"assets/stylesheets/{name}" in page and "01234567" not in page
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    trim_theme_styles(tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_the_theme_s_sheet_is_less_than_two_thirds_of_itself(site_sheets: dict[str, int], original: dict[str, int]) -> None:
    assert site_sheets.keys() == original.keys() == {"main", "palette"}
    assert site_sheets["main"] < original["main"] * 2 / 3


@pytest.fixture
def original() -> dict[str, int]:
    import material

    folder = Path(material.__file__).parent / "templates" / "assets" / "stylesheets"
    return {path.name.split(".")[0]: path.stat().st_size for path in folder.glob("*.min.css")}


@pytest.fixture
def site_sheets(site: Path) -> dict[str, int]:
    return {path.name.split(".")[0]: path.stat().st_size for path in (site / "assets" / "stylesheets").glob("*.min.css")}
