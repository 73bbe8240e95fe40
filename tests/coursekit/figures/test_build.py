"""What building gives: words, tables, faults, and files only when something changed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from figure_samples import EVERY_KIND, bands, bars, line, roofline, stack

from coursekit.figures import FigureError

THIN = "\u202f"


def plain(cells: tuple[str, ...]) -> list[str]:
    return [cell.replace(THIN, " ") for cell in cells]


def test_values_in_the_claim_are_filled_in(build: Callable) -> None:
    data = {**stack(), "claim": "The weights take {= weights | GB =}, {= share(part=weights, whole=hardware.chip-a.memory_bytes) | % 2 =} of the room."}
    built = build(data)["stacked"]
    assert built.alt.replace(THIN, " ") == "The weights take 40 GB, 50 % of the room."
    assert built.paths == ("hardware.chip-a.memory_bytes",)


def test_the_roofline_table_holds_what_the_formulas_give(build: Callable) -> None:
    table = build(roofline())["roofs"].table
    assert table.header == ("Job", "Chip A", "Chip B")
    assert [plain(row) for row in table.rows] == [
        ["Dense peak", "1000 TFLOP/s", "100 TFLOP/s"],
        ["Memory bandwidth", "4 TB/s", "1 TB/s"],
        ["Ridge point", "250 FLOP/B", "100 FLOP/B"],
        ["One & only, 1 FLOP/B (measured 2 TFLOP/s)", "at most 4 TFLOP/s (bandwidth)", "at most 1 TFLOP/s (bandwidth)"],
        ["Square, 1365 FLOP/B", "at most 1000 TFLOP/s (compute)", "at most 100 TFLOP/s (compute)"],
    ]


def test_the_stack_table_adds_up(build: Callable) -> None:
    table = build(stack())["stacked"].table
    assert table.header == ("Case", "Weights", "Cache", "Total")
    assert [plain(row) for row in table.rows] == [
        ["Small", "40 GB", "–", "40 GB"],
        ["Large (does not fit)", "40 GB", "60 GB", "100 GB"],
        ["Limit: Room", "–", "–", "80 GB"],
    ]


def test_the_bands_table_says_how_values_were_found(build: Callable) -> None:
    rows = build(bands())["banded"].table.rows
    assert [plain(row) for row in rows] == [
        ["Seen", "0.24 Wh", "–", "measured"],
        ["Thought", "1 Wh", "0.24 to 3.9 Wh", "modelled"],
        ["Said", "2 Wh", "–", "stated, no method"],
    ]


def test_the_line_table_follows_the_sweep(build: Callable) -> None:
    table = build(line())["lined"].table
    assert table.header[:2] == ("Batch", "Reading")
    assert [plain(row)[:4] for row in table.rows] == [
        ["1", "1 ms", "2 ms", "0.25 ms to 0.5 ms"],
        ["4", "4 ms", "8 ms", "1 ms to 2 ms"],
        ["16", "16 ms", "32 ms", "4 ms to 8 ms"],
        ["64", "64 ms", "128 ms", "16 ms to 32 ms"],
        ["256", "256 ms", "512 ms", "64 ms to 128 ms"],
        ["1024", "1024 ms", "2048 ms", "256 ms to 512 ms"],
        ["seen (64)", "100 ms (measured)", "–", "–"],
        ["the goal", "50 ms", "–", "–"],
    ]


def test_the_line_table_looks_where_it_is_told(build: Callable) -> None:
    figure = line()
    figure["x"]["rows"] = [65, 64]  # 65 is no stop of the sweep: the line passes through it all the same
    assert [plain(row)[:2] for row in build(figure)["lined"].table.rows][:3] == [["64", "64 ms"], ["65", "65 ms"], ["seen (64)", "100 ms (measured)"]]


def test_a_place_outside_the_sweep_is_a_fault(build: Callable) -> None:
    figure = line()
    figure["x"]["rows"] = [64, 2000]
    with pytest.raises(FigureError, match="2000 is outside the sweep from 1 to 1024") as caught:
        build(figure)
    assert [fault.at for fault in caught.value.faults] == [("x", "rows", 1)]


def test_polish_words_and_numbers(build: Callable) -> None:
    built = build({**bars(), "claim": {"en": "One.", "pl": "Odczyt {= 0.0000000000037 | pJ =}."}}, language="pl")["barred"]
    assert built.alt.replace(THIN, " ") == "Odczyt 3,7 pJ." and built.table.header == ("Przypadek", "Wartość")
    assert plain(built.table.rows[1]) == ["Read", "640 pJ (granica)"]


def test_what_is_not_verified_is_named(build: Callable) -> None:
    assert build(roofline())["roofs"].unverified == ("label of hardware.chip-b.memory_bandwidth_bytes_per_s",)


def test_all_faults_of_all_figures_come_together_and_nothing_is_written(build: Callable, tmp_path: Path) -> None:
    chip, unit, order, name = roofline("a"), stack("b"), line("c"), bands("d")
    chip["roofs"][0]["chip"] = "chip-z"
    unit["bars"][0]["parts"]["weights"] = "hardware.chip-a.memory_bandwidth_bytes_per_s"
    order["x"]["to"] = 0.5
    name["caption"] = "It was {= lost | Wh =}."
    with pytest.raises(FigureError) as caught:
        build(chip, unit, order, name)
    found = {(fault.figure, fault.at) for fault in caught.value.faults}
    assert found >= {("a", ("roofs", 0, "format")), ("b", ("bars", 0, "parts", "weights")), ("c", ("x",)), ("d", ("caption",))}
    assert "this is counted in B/s, the figure in GB" in str(caught.value) and "chip-z" in str(caught.value)
    assert not (tmp_path / "out").exists() and not (tmp_path / "cache").exists()


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (lambda data: data["rows"][0].update(value=0), ("axis", "scale")),
        (lambda data: data["axis"].update({"from": 1e-11}), ("axis",)),
        (lambda data: data["rows"][0].update(value="ratio(value=1, reference=0)"), ("rows", 0, "value")),
    ],
    ids=["zero on a logarithmic axis", "a value beyond the axis", "a formula that refuses"],
)
def test_what_cannot_be_drawn_is_located(build: Callable, change: Callable, at: tuple) -> None:
    data = bars()
    change(data)
    with pytest.raises(FigureError) as caught:
        build(data)
    assert at in [fault.at for fault in caught.value.faults]


def test_the_cache_is_used_until_a_number_or_a_word_changes(build: Callable, tmp_path: Path) -> None:
    assert build(stack())["stacked"].drawn
    assert not build(stack())["stacked"].drawn
    assert build({**stack(), "values": {"weights": 41e9}})["stacked"].drawn
    build(stack())
    assert build({**stack(), "claim": "Less of one is more of the other."})["stacked"].drawn
    build(stack())
    [kept] = (tmp_path / "cache").iterdir()
    kept.write_text(kept.read_text(encoding="utf-8")[:100], encoding="utf-8")
    assert build(stack())["stacked"].drawn


def test_files_that_are_right_already_are_left_alone_and_broken_ones_are_mended(build: Callable, tmp_path: Path) -> None:
    built = build(stack(), bars())
    one, other = (tmp_path / "out" / built[name].files.light for name in ("stacked", "barred"))
    before = one.stat().st_mtime_ns
    other.write_text("broken", encoding="utf-8")
    build(stack(), bars())
    assert one.stat().st_mtime_ns == before and other.read_text(encoding="utf-8").startswith("<svg")
    assert not [path for path in (tmp_path / "out").iterdir() if path.suffix != ".svg"]


SUBPROCESS = """
import json, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from coursekit.figures import FigureFile, build_figures
from coursekit.values import Evaluator
from figure_samples import EVERY_KIND, StubCatalogue
from hwcalc.registry import FORMULAS
specs = [FigureFile.read(make(kind), kind) for kind, make in EVERY_KIND.items()]
built = build_figures(specs, Evaluator(StubCatalogue(), FORMULAS).evaluate, Path({out!r}), Path({cache!r}), "en")
print(json.dumps([any(figure.drawn for figure in built.values()), "matplotlib" in sys.modules, "numpy" in sys.modules]))
"""


def test_another_process_draws_the_same_bytes_and_a_full_cache_needs_no_matplotlib(build: Callable, project: Path, tmp_path: Path) -> None:
    build(*(make(kind) for kind, make in EVERY_KIND.items()))

    def run(out: str, cache: str) -> list[bool]:
        code = SUBPROCESS.format(tests=str(project / "tests"), out=str(tmp_path / out), cache=str(tmp_path / cache))
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    assert run("again", "another-cache") == [True, True, True]
    assert run("cached", "cache") == [False, False, False]
    first = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert len(first) == 4 * len(EVERY_KIND)
    for folder in ("again", "cached"):
        assert {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()} == first
