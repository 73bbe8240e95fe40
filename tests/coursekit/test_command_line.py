"""The command line: calc, new, export, schema, and what a faulty call says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from course_site import copy_project, run_course

import hwcalc
from coursekit.calc import answer, listing
from coursekit.faults import CourseError


def test_calc_prints_value_unit_formula_and_source() -> None:
    text = answer("kv_bytes", ("tokens=32768", "kv_bytes_per_token=327680"), False)
    assert "10737418240.0 B" in text and "kv_bytes(tokens=32768.0" in text and "source" in text


def test_calc_speaks_to_machines() -> None:
    told = json.loads(answer("ridge_flop_per_byte", ("peak_flop_per_s=989 TFLOP/s", "bandwidth_byte_per_s=hardware.nvidia-h100-sxm.memory_bandwidth_bytes_per_s"), True))
    assert told["value"] == hwcalc.ridge_flop_per_byte(peak_flop_per_s=989e12, bandwidth_byte_per_s=3.35e12)
    assert told["unit"] == "FLOP/B" and set(told) == {"formula", "arguments", "value", "unit", "text", "source"}


def test_calc_lists_every_formula() -> None:
    text = listing()
    assert all(name in text for name in hwcalc.FORMULAS)


@pytest.mark.parametrize(("name", "words", "message"), [
    ("kv_byte", (), "did you mean 'kv_bytes'?"),
    ("kv_bytes", (), "kv_bytes needs tokens, kv_bytes_per_token"),
    ("kv_bytes", ("token=1",), "did you mean 'tokens'?"),
    ("kv_bytes", ("tokens",), "is not name=value"),
    ("kv_bytes", ("tokens=1", "kv_bytes_per_token=3 s"), "'kv_bytes_per_token' is in B/token, not in s"),
    ("kv_bytes", ("tokens=1", "kv_bytes_per_token=3 furlong"), "furlong"),
    ("kv_bytes", ("tokens=-1", "kv_bytes_per_token=3"), "tokens must be"),
    ("ridge_flop_per_byte", ("peak_flop_per_s=1", "bandwidth_byte_per_s=hardware.nvidia-h100-sxm.scale_up_bandwidth_bytes_per_s"), "for display only"),
    ("ridge_flop_per_byte", ("peak_flop_per_s=1", "bandwidth_byte_per_s=hardware.nvidia-h100.memory"), "nvidia-h100"),
    ("format_max", ("format=fp9",), "format"),
])
def test_calc_refuses_in_one_line(name: str, words: tuple[str, ...], message: str) -> None:
    with pytest.raises(CourseError) as caught:
        answer(name, words, False)
    assert message in str(caught.value) and "\n" not in str(caught.value)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("commands") / "project", "why-gpus/moving-data")


def test_a_new_lesson_checks_at_once_and_takes_its_place(project: Path) -> None:
    planned = json.loads(_summary(project))["planned"]
    name = planned[-1]
    made = run_course(project, "new", "lesson", name)
    assert made.returncode == 0, made.stderr
    assert made.stdout.split() == [f"lessons/{name}/{file}" for file in ("lesson.md", "quiz.yml", "notes.md")]
    seen = run_course(project, "check")
    assert seen.returncode == 0, seen.stderr
    summary = json.loads(_summary(project))
    assert name in [lesson["id"] for lesson in summary["lessons"]] and name not in summary["planned"]
    again = run_course(project, "new", "lesson", name)
    assert again.returncode == 1 and "is there already" in again.stderr


def _summary(project: Path) -> str:
    seen = run_course(project, "export", "summary.json")
    assert seen.returncode == 0, seen.stderr
    return (project / "summary.json").read_text(encoding="utf-8")


def test_a_lesson_outside_the_syllabus_is_not_started(project: Path) -> None:
    seen = run_course(project, "new", "lesson", "why-gpus/tillling")
    assert seen.returncode == 1 and "the syllabus has no lesson" in seen.stderr and "Traceback" not in seen.stderr


def test_a_new_figure_checks(project: Path) -> None:
    assert run_course(project, "new", "figure", "two-bandwidths").stdout.strip() == "figures/two-bandwidths.yml"
    assert run_course(project, "check").returncode == 0
    assert run_course(project, "new", "figure", "Two").returncode == 1


def test_schemas_are_written_for_editors(project: Path) -> None:
    seen = run_course(project, "schema")
    assert seen.returncode == 0 and "schemas/quiz.schema.json" in seen.stdout
    schema = json.loads((project / "schemas" / "quiz.schema.json").read_text(encoding="utf-8"))
    assert "items" in schema["properties"]


def test_facts_are_judged_by_today_only_when_asked(project: Path) -> None:
    seen = run_course(project, "check", SOURCE_DATE_EPOCH="4000000000")
    assert seen.returncode == 1 and "was due on" in seen.stderr
    assert run_course(project, "check", "--facts", "--days", "4000", SOURCE_DATE_EPOCH="1796000000").stdout.count("is due on") > 100


def test_outside_a_project_there_is_one_line(tmp_path: Path) -> None:
    seen = run_course(tmp_path, "check", PYTHONPATH="")
    assert seen.returncode == 1 and "no lessons/syllabus.yml here or above" in seen.stderr
