"""Ticks of drawings: a decade each where they fit, and words that say what a step is."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from figure_samples import bands, bars, roofline
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

import hwcalc  # noqa: F401  (registers the formulas)
from coursekit.figures import FigureFile, build_figures
from coursekit.figures.canvas import Canvas
from coursekit.figures.scale import Scale
from coursekit.read.located import read_yaml
from coursekit.read.text import read_text
from coursekit.read.validate import validate
from coursekit.values import Evaluator
from hwcalc.catalogue import load
from hwcalc.registry import FORMULAS

ROOT = Path(__file__).parents[3]
FIGURES = sorted((ROOT / "figures").glob("*.yml"))
SVG = "{http://www.w3.org/2000/svg}"
TENFOLD = re.compile(r"tenfold|powers of ten|dziesięciokrotnie|potęgami dziesięciu")
NUMBER = re.compile(r"[−\d][\d\u202f.,]*")


def written(folder: Path, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring((folder / name).read_text(encoding="utf-8")).iter(f"{SVG}text"))


def sentence(texts: list[ElementTree.Element]) -> str:
    return " ".join(element.text or "" for element in texts).replace("\u202f", "")


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.stem)
def test_numbers_of_an_axis_do_not_touch_and_captions_tell_the_step(path: Path, tmp_path: Path, language: str) -> None:
    spec = validate(read_yaml(read_text(ROOT, path)), FigureFile).root
    built = build_figures([spec], Evaluator(load(), FORMULAS).evaluate, tmp_path / "out", tmp_path / "cache", language)[path.stem]
    for name in (built.files.light, built.files.narrow_light):
        texts = written(tmp_path / "out", name)
        size = min(float(element.get("font-size")) for element in texts)
        rows: dict[float, list[tuple[float, float]]] = {}
        for element in texts:
            if element.get("text-anchor") == "middle" and NUMBER.fullmatch(element.text or ""):
                width = text_to_path.get_text_width_height_descent(element.text, FontProperties(family="DejaVu Sans", size=size), ismath=False)[0]
                rows.setdefault(float(element.get("y")), []).append((float(element.get("x")) - width / 2, width))
        for row in rows.values():
            assert all(after[0] - before[0] - before[1] >= 7 for before, after in pairwise(sorted(row))), (name, row)
        if TENFOLD.search(built.caption):
            assert re.search(r"step is 10 times more|krok to 10 razy więcej", sentence(texts)), name


@pytest.mark.parametrize(("narrow", "step"), [(False, "each step is 10 times more"), (True, "each step is 100 times more")])
def test_the_title_tells_the_step_that_is_drawn(build: Callable, tmp_path: Path, narrow: bool, step: str) -> None:
    data = bars()
    data["axis"] |= {"from": 1e-15, "to": 1e-8}
    files = build(data)["barred"].files
    texts = written(tmp_path / "out", files.narrow_light if narrow else files.light)
    assert step in sentence(texts)
    shown = [float((element.text or "").replace("\u202f", "")) for element in texts if element.get("text-anchor") == "middle"]
    assert {round(after / before) for before, after in pairwise(shown[:4])} == {100 if narrow else 10}


def test_an_axis_of_less_than_two_decades_claims_no_step(build: Callable, tmp_path: Path) -> None:
    data = bands()
    data["axis"] |= {"from": 720, "to": 18000}
    assert "logarithmic axis" in sentence(written(tmp_path / "out", build(data)["banded"].files.light))


def test_two_axes_with_unlike_steps_say_so_each(build: Callable, tmp_path: Path) -> None:
    data = roofline()
    data["operations"].append({"label": "Tiny", "intensity": 1e-9})
    texts = sentence(written(tmp_path / "out", build(data)["roofs"].files.narrow_light))
    assert "both axes" not in texts and "each step is 1000 times more" in texts


def test_labels_keep_their_ones(build: Callable) -> None:
    data = bars()
    data["rows"][0]["value"] = 1264e-12
    assert build(data)["barred"].table.rows[0][1] == "1264\u202fpJ"
    assert build({**data, "digits": 2})["barred"].table.rows[0][1] == "1300\u202fpJ"


def test_ticks_of_a_wide_scale_are_decades() -> None:
    from coursekit.figures.axes import ticks_below

    ticks = ticks_below(Canvas(288, True, "en"), Scale(1, 1e4, 7, 281, 10))
    assert [tick.value for tick in ticks] == [1, 10, 100, 1000, 10000]
