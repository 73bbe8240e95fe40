"""Reviews fall due by a given day, never by the clock."""

from __future__ import annotations

import ast
import datetime
import shutil
from pathlib import Path

from hwcalc.catalogue import Catalogue, load
from hwcalc.catalogue.load import HERE

REVIEWED = datetime.date(2026, 11, 30)


def test_nothing_is_due_on_the_day_of_the_review(catalogue: Catalogue) -> None:
    assert catalogue.due(REVIEWED) == []


def test_hardware_energy_and_benchmarks_last_a_year_and_shapes_two(catalogue: Catalogue) -> None:
    year, two_years = datetime.date(2027, 11, 30), datetime.date(2028, 11, 30)
    assert catalogue.hardware["nvidia-h100-sxm"].review_by == year
    assert catalogue.networks["nvlink4"].review_by == year
    assert catalogue.facts["gemini-median-prompt"].review_by == year
    assert catalogue.facts["row-dsr1"].review_by == year
    assert catalogue.models["llama-3.1-70b"].review_by == two_years
    assert catalogue.facts["kaplan"].review_by == two_years
    assert catalogue.facts["energy-45nm"].review_by == datetime.date(2029, 11, 30)


def test_what_is_due_depends_on_the_day_asked_for(catalogue: Catalogue) -> None:
    last_day = datetime.date(2027, 11, 30)
    assert catalogue.due(last_day) == []
    overdue = {entry.path for entry in catalogue.due(last_day + datetime.timedelta(days=1))}
    assert "hardware.nvidia-h100-sxm" in overdue and "facts.gemini-median-prompt" in overdue
    assert "models.llama-3.1-70b" not in overdue


def test_what_is_due_soon_is_listed_with_its_place(catalogue: Catalogue) -> None:
    day = datetime.date(2027, 11, 1)
    assert catalogue.due_within(day, 28) == []
    soon = catalogue.due_within(day, 29)
    assert soon == sorted(soon)
    entry = next(entry for entry in soon if entry.path == "hardware.nvidia-h100-sxm")
    line = (HERE / "hardware.yml").read_text(encoding="utf-8").splitlines()[entry.line - 1]
    assert entry.file.endswith("hardware.yml") and "nvidia-h100-sxm" in line[entry.column - 1 :]


def test_a_record_can_have_a_review_of_its_own(tmp_path: Path) -> None:
    for source in HERE.glob("*.yml"):
        shutil.copy(source, tmp_path)
    path = tmp_path / "hardware.yml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("  - id: nvidia-t4\n", "  - id: nvidia-t4\n    reviewed: 2026-01-31\n")
    path.write_text(text, encoding="utf-8")
    catalogue = load(tmp_path)
    assert catalogue.hardware["nvidia-t4"].review_by == datetime.date(2027, 1, 31)
    assert [entry.path for entry in catalogue.due(datetime.date(2027, 6, 1))] == ["hardware.nvidia-t4"]


def test_no_module_of_the_catalogue_reads_the_clock() -> None:
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node, "attr", None) or getattr(node, "id", None)
            assert name not in {"today", "now", "utcnow", "time", "monotonic"}, path.name
