"""The build as CI and publishers meet it: same bytes, nothing half-written, another engine, faults that stop it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from course_site import ADDRESS, ROOT, copy_project, edit, run_course

from coursekit.build import replace
from coursekit.faults import CourseError

pytestmark = pytest.mark.xdist_group("build")


def digests(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def test_two_builds_in_other_folders_on_other_days_are_byte_equal(site: Path, tmp_path: Path) -> None:
    elsewhere = copy_project(tmp_path / "another folder" / "deeper")
    (elsewhere / ".build").exists() and subprocess.run(["rm", "-r", str(elsewhere / ".build")], check=True)
    later = f"{elsewhere / 'src'}{os.pathsep}{ROOT / 'tests' / 'data' / 'another_day'}"
    seen = run_course(elsewhere, "build", COURSE_SITE_URL=ADDRESS, PYTHONPATH=later, TZ="Pacific/Auckland", LANG="C", PYTHONHASHSEED="7")
    assert seen.returncode == 0, seen.stderr
    assert digests(elsewhere / "site") == digests(site)


def test_the_other_day_is_another_day() -> None:
    seen = subprocess.run([sys.executable, "-c", "import time, datetime; print(time.time()); print(datetime.datetime.now().timestamp())"], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "tests" / "data" / "another_day")}, check=True)
    now = subprocess.run([sys.executable, "-c", "import time; print(time.time())"], capture_output=True, text=True, check=True)
    assert all(float(moment) - float(now.stdout) > 30 * 86_400 for moment in seen.stdout.split())


def test_the_summary_keeps_its_contract(site: Path) -> None:
    summary = json.loads((site / "course.json").read_text(encoding="utf-8"))
    assert set(summary) == {"lessons", "topics", "formulas", "planned"}
    for lesson in summary["lessons"]:
        assert {"id", "track", "url", "title", "minutes", "words", "outcomes", "items", "widgets", "figures", "facts", "formulas", "misconceptions", "reviewed", "languages"} == set(lesson)
        assert (site / lesson["url"] / "index.html").exists()
        assert set(lesson["languages"]) == {"en", "pl"}
    assert all((site / formula["url"] / "index.html").exists() for formula in summary["formulas"])
    assert {formula["name"] for formula in summary["formulas"] if not formula["vectors"]} == set()
    assert len(summary["lessons"]) + len(summary["planned"]) == 39


def test_planned_lessons_have_no_page(site: Path) -> None:
    summary = json.loads((site / "course.json").read_text(encoding="utf-8"))
    assert not [name for name in summary["planned"] if (site / name).exists()]


def test_zensical_builds_the_same_pages(site: Path, tmp_path: Path) -> None:
    staged = site.parent / ".build" / "en"
    target = tmp_path / "en"
    subprocess.run(["cp", "-r", str(staged), str(target)], check=True)
    configuration = target / "mkdocs.yml"
    custom = (site.parent / "docs" / "overrides").as_posix()
    configuration.write_text(configuration.read_text(encoding="utf-8").replace("custom_dir: ../../docs/overrides", f"custom_dir: {custom}"), encoding="utf-8")
    seen = subprocess.run([sys.executable, "-m", "zensical", "build", "--strict", "-f", str(configuration)], capture_output=True, text=True, cwd=target)
    assert seen.returncode == 0, seen.stdout + seen.stderr
    ours = {path.relative_to(site).as_posix() for path in site.rglob("*.html") if not path.is_relative_to(site / "pl")}
    theirs = {path.relative_to(target / "site").as_posix() for path in (target / "site").rglob("*.html")}
    assert theirs == ours


def test_a_new_site_replaces_the_old_one_whole(tmp_path: Path) -> None:
    for name, text in (("fresh", "new"), ("site", "old")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text(text)
    replace(tmp_path / "fresh", tmp_path / "site", tmp_path / "previous")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert (tmp_path / "site" / "index.html").read_text() == "new"


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("planted") / "project", "why-gpus/moving-data")


LESSON = "lessons/why-gpus/moving-data/lesson.md"
QUIZ = "lessons/why-gpus/moving-data/quiz.yml"
#: Each fault must stop the build, with a line that names this file and says this.
PLANTED = {
    "a wrong key": (QUIZ, "correct: true", "correct: false", QUIZ, "0 options are marked correct"),
    "a bare number": (LESSON, "## ", "It moves 12 GB.\n\n## ", LESSON, "the quantity '12 GB' is typed by hand"),
    "a dead link": (LESSON, "## ", "See [this](nowhere.md).\n\n## ", LESSON, "the link 'nowhere.md' leads nowhere"),
    "a dead anchor": (LESSON, "## ", "See [this](#nowhere).\n\n## ", LESSON, "the page has no section 'nowhere'"),
    "an external script and an inline style": (
        "docs/overrides/main.html", "{% block extrahead %}",
        '{% block extrahead %}<script src="https://example.org/x.js"></script><p style="color: red">x</p>', "index.html", "example.org", "style",
    ),
    "a stale fact": ("src/hwcalc/catalogue/hardware.yml", "reviewed: 2026-11-30", "reviewed: 2024-11-30", "hardware.yml", "was due on"),
    "an image without words": (LESSON, "## ", "![](../../figures/two-jobs-one-roof-light.svg)\n\n## ", LESSON, "has no alternative text"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_fails_the_build(clean: Path, tmp_path: Path, name: str) -> None:
    file, old, new, where, *messages = PLANTED[name]
    project = tmp_path / "project"
    subprocess.run(["cp", "-r", str(clean), str(project)], check=True)
    (project / "site").mkdir()
    (project / "site" / "index.html").write_text("the last good one")
    edit(project, file, old, new)
    seen = run_course(project, "build")
    assert seen.returncode == 1, seen.stdout
    for message in messages:
        assert [line for line in seen.stderr.splitlines() if where in line and message in line], seen.stderr
    assert "Traceback" not in seen.stderr
    assert (project / "site" / "index.html").read_text() == "the last good one"


def test_a_figure_without_a_claim_fails_the_build(clean: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    subprocess.run(["cp", "-r", str(clean), str(project)], check=True)
    figure = next(iter(sorted((project / "figures").glob("*.yml"))))
    lines = figure.read_text(encoding="utf-8").splitlines(keepends=True)
    start = next(index for index, line in enumerate(lines) if line.startswith("claim:"))
    end = next(index for index in range(start + 1, len(lines)) if not lines[index].startswith(" "))
    figure.write_text("".join(lines[:start] + lines[end:]), encoding="utf-8")
    seen = run_course(project, "check")
    assert seen.returncode == 1
    assert "the field 'claim' is missing" in seen.stderr


def test_course_errors_are_sorted_and_unique() -> None:
    from coursekit.faults import Fault

    fault = Fault("a.yml", 2, 1, "wrong")
    assert CourseError([fault, Fault("a.yml", 1, 1, "first"), fault]).faults == [Fault("a.yml", 1, 1, "first"), fault]
