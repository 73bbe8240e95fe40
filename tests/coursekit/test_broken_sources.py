"""Bad input: always located lines that say what is wrong, never a traceback, nothing half-written."""

from __future__ import annotations

import dataclasses
import random
import re
import shutil
from pathlib import Path

import pytest
from course_site import ROOT, run_course

from coursekit.faults import CourseError
from coursekit.figures.schema import FigureFile
from coursekit.new import write_figure, write_lesson
from coursekit.pages.lesson import resolve_lesson
from coursekit.pages.stage import check_course
from coursekit.read.course import load_course, load_lesson
from coursekit.read.located import read_yaml
from coursekit.read.text import read_text
from coursekit.read.validate import validate
from hwcalc.catalogue import load
from hwcalc.registry import FORMULAS

NAME = "why-gpus/tiling"
LESSON, QUIZ = f"lessons/{NAME}/lesson.md", f"lessons/{NAME}/quiz.yml"
LINE = re.compile(r"[^:\n]+:\d+:\d+: [^\n]+")


@pytest.fixture(scope="module")
def draft(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project: the real syllabus, glossary and wrong ideas, one draft lesson with a widget, one figure."""
    project = tmp_path_factory.mktemp("draft") / "project"
    (project / "figures").mkdir(parents=True)
    (project / "lessons").mkdir()
    for name in ("syllabus.yml", "glossary.yml", "misconceptions.yml"):
        shutil.copy2(ROOT / "lessons" / name, project / "lessons" / name)
    write_lesson(project, NAME)
    write_figure(project, "two-chips", "bars")
    lesson = project / LESSON
    widget = """```widget
id: ridge
title: Find the ridge
goal: Move the peak.
inputs:
  peak_flop_per_s: {label: Peak, min: 1e12, max: 1e15, start: 1e14, scale: log, unit: FLOP/s}
  bandwidth_byte_per_s: {label: Bandwidth, min: 1e11, max: 1e13, start: 1e12, scale: log, unit: B/s}
outputs:
  ridge: {label: Ridge point, unit: FLOP/B, formula: ridge_flop_per_byte}
say: "The ridge point is {ridge}."
plot: {kind: line, x: peak_flop_per_s, y: [ridge], scale: [log, log], claim: "It grows with the peak."}
```

```figure
two-chips
```

```reveal"""
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("```reveal", widget, 1), encoding="utf-8")
    assert check_course(project)[1]
    return project


#: Where, what is there, what it becomes, and what the one line must say.
BROKEN = [
    (LESSON, "title:", "titel:", "the field 'titel' is not known; did you mean 'title'?"),
    (LESSON, "idea: ", "idea: [", "a bracket is not closed"),
    (LESSON, 'idea: "Say the one idea', 'idea: FLOP: Say "the one idea', "a second colon"),
    (LESSON, "---\n", "", "does not start with its description"),
    (LESSON, "needs: []", "needs: [why-gpus/nothing]", "unknown lesson 'why-gpus/nothing'"),
    (LESSON, "needs: []", "needs: [why-gpus/tensor-cores]", "does not come before this lesson"),
    (LESSON, "needs: []", "needs: yes", "the bare word yes"),
    (LESSON, "resources: [bandwidth]", "resources: [bandwith]", "did you mean 'bandwidth'?"),
    (LESSON, "resources: [bandwidth]", "resources: []", "resources"),
    (LESSON, "status: draft", "status: finished", "'finished' is not allowed for 'status'"),
    (LESSON, "status: draft", "status: published", "a published lesson has"),
    (LESSON, "misconceptions: []", "misconceptions: [nonsense]", "unknown misconception 'nonsense'"),
    (LESSON, "ridge_flop_per_byte(peak", "ridge_flop_per_bite(peak", "unknown formula 'ridge_flop_per_bite'; did you mean 'ridge_flop_per_byte'?"),
    (LESSON, "nvidia-h100-sxm.peak", "nvidia-h100-smx.peak", "nvidia-h100-sxm"),
    (LESSON, "peak_dense_flops.bf16", "peak_dense_flops.bf61", "bf16"),
    (LESSON, "{= ridge | FLOP/B =}", "{= rigde | FLOP/B =}", "unknown name 'rigde'; did you mean 'ridge'?"),
    (LESSON, "{= ridge | FLOP/B =}", "{= ridge | FLOP =}", "it cannot be shown in FLOP"),
    (LESSON, "{= ridge | FLOP/B =}", "{= ridge | FLOPS =}", "FLOPS"),
    (LESSON, "{= ridge | FLOP/B =}", "{= ridge + 1 =}", "only formula calls"),
    (LESSON, "{= ridge | FLOP/B =}", "{= ridge", "is not closed"),
    (LESSON, "{= ridge | FLOP/B =}", "295 FLOP/B", "the quantity '295 FLOP/B' is typed by hand"),
    (LESSON, "{= ridge | FLOP/B =}", "$\\frac{a$", "lesson.md"),
    (LESSON, "## Summary {#summary}", "## Summary", "has no id"),
    (LESSON, "## Summary {#summary}", "## Summary {#sumary}", "unknown section 'sumary'; did you mean 'summary'?"),
    (LESSON, "## Summary {#summary}\n", "", "the section 'summary' is missing"),
    (LESSON, "## Summary {#summary}", "# Summary {#summary}", "first level"),
    (LESSON, "```items\nguess", "```item\nguess", "unknown block 'item'; did you mean 'items'?"),
    (LESSON, "```items\nguess", "```items\ngues", "there is no item 'gues' in quiz.yml; did you mean 'guess'?"),
    (LESSON, "```figure\ntwo-chips", "```figure\ntwo-chip", "there is no figure 'two-chip'; did you mean 'two-chips'?"),
    (LESSON, "```reveal\nguess", "```reveal\nridge", "of type predict"),
    (LESSON, "formula: ridge_flop_per_byte}", "formula: rige_flop_per_byte}", "unknown formula 'rige_flop_per_byte'"),
    (LESSON, "inputs:\n  peak_flop_per_s", "inputs:\n  peak_flops", "ridge_flop_per_byte needs 'peak_flop_per_s'"),
    (LESSON, "min: 1e12, max: 1e15, start: 1e14", "min: 1e12, max: 1e15, start: 1e16", "the start lies outside"),
    (LESSON, "min: 1e11, max: 1e13", "min: 0, max: 1e13", "logarithmic"),
    (LESSON, "min: 1e11, max: 1e13, start: 1e12, scale: log", "min: 0, max: 1e13, start: 1e12", "at the ends of the controls (peak_flop_per_s = 1e+12, bandwidth_byte_per_s = 0) the formula refuses"),
    (LESSON, "min: 1e12, max: 1e15, start: 1e14, scale: log", f"choices: {[1e14 + step for step in range(40_000)]}, start: 1e14", "the ends of all controls combine in 80000 ways"),
    (LESSON, "unit: FLOP/B, formula", "unit: FLOP, formula", "cannot be shown in FLOP"),
    (LESSON, "{ridge}.", "{rigde}.", "the sentence names 'rigde'"),
    (LESSON, "x: peak_flop_per_s, y", "x: peak, y", "a line needs 'x'"),
    (LESSON, "goal: Move the peak.\n", "", "the field 'goal' is missing"),
    (LESSON, "State the wrong idea.", "State <b>the</b> wrong idea.", "HTML stands in the"),
    (LESSON, "State the wrong idea.", "![](x.png)", "has no alternative text"),
    (LESSON, "State the wrong idea.", "See [it](lesson:why-gpus/tilling).", "unknown lesson 'why-gpus/tilling'"),
    (LESSON, "State the wrong idea.", "See [it](term:nothing-such).", "unknown term 'nothing-such'"),
    (LESSON, "State the wrong idea.", "See [it](other.md).", "leads nowhere"),
    (QUIZ, "type: numeric", "type: number", "'number' is not a known type"),
    (QUIZ, "answer: ridge", "answer: rigde", "unknown name 'rigde'"),
    (QUIZ, "  tolerance: 0.02", '  pointer: "See [it](#idea)."\n  tolerance: 0.02', "the page prints the pointer after 'Read again:'; start with the link"),
    (QUIZ, "  tolerance: 0.02", "\ttolerance: 0.02", "a tab indents"),
    (QUIZ, "tolerance: 0.02", "tolerance: 2 %", "'tolerance'"),
    (QUIZ, "tolerance: 0.02", "tolerance: 0,02", "write a decimal point"),
    (QUIZ, "units: [FLOP/B, FLOP/s]", "units: [FLOP/B, FLOP/B]", "every unit of the menu has the right dimension"),
    (QUIZ, "units: [FLOP/B, FLOP/s]", "units: [FLOP/s, B/s]", "the menu lacks the unit of the answer"),
    (QUIZ, "factor=2)", "factor=1)", "this slip gives a value that counts as right"),
    (QUIZ, "correct: true", "correct: false", "0 options are marked correct"),
    (QUIZ, "correct: true", "correct: yes", "the bare word yes"),
    (QUIZ, 'text: "The memory bandwidth"', "text: NO", "the bare word NO"),
    (QUIZ, 'text: "The memory bandwidth"', "text: 16", "'text' must be text, not the number 16"),
    (QUIZ, 'text: "The memory bandwidth"', 'text: "All of the above"', "all of the above"),
    (QUIZ, "id: which-limit", "id: ridge", "the id 'ridge' is taken"),
    (QUIZ, "id: which-limit", "id: which-limit\n  id: again", "stands here twice"),
    (QUIZ, "outcome: first-outcome", "outcome: first-outcom", "unknown outcome 'first-outcom'"),
    (QUIZ, "outcome: second-outcome", "outcome: first-outcome", "no item tests the outcome 'second-outcome'"),
    (QUIZ, 'answer: "The first thing"', 'answer: "Another thing"', "is none of the options"),
    (QUIZ, "from: why-gpus/why-ai-is-expensive", "from: why-gpus/tensor-cores", "does not come before this lesson"),
    (QUIZ, "from: why-gpus/why-ai-is-expensive", f"from: {NAME}", "does not come before this lesson"),
    (QUIZ, '  feedback: "Divide the peak by the bandwidth."\n', "", "the field 'feedback' is missing"),
    (QUIZ, "Divide the peak", "Divide 989 TFLOP/s", "the quantity '989 TFLOP/s' is typed by hand"),
    ("figures/two-chips.yml", "claim:", "clame:", "the field 'clame' is not known"),
    ("figures/two-chips.yml", "kind: bars", "kind: bar", "'bar' is not a known kind"),
    ("lessons/syllabus.yml", "- id: tiling", "- id: tilling", "the syllabus has no lesson 'why-gpus/tiling'"),
    ("lessons/syllabus.yml", "minutes: 25", "minutes: 250", "'minutes'"),
    ("lessons/glossary.yml", "terms:", "term:", "the field 'term"),
]


#: What is told at both ends of a reference, or is a list of what a published lesson lacks; everything else is one line.
SEVERAL = ("a published lesson has", "unknown section", "there is no item", "unknown outcome")


def faults_of(project: Path) -> list[str]:
    try:
        check_course(project)
    except CourseError as error:
        return [str(fault) for fault in error.faults]
    return []


@pytest.mark.parametrize("index", range(len(BROKEN)), ids=lambda index: f"{index}-{BROKEN[index][2][:20]}")
def test_a_broken_source_is_one_located_line(draft: Path, tmp_path: Path, index: int) -> None:
    file, old, new, message = BROKEN[index]
    project = tmp_path / "project"
    shutil.copytree(draft, project)
    path = project / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {file}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    lines = faults_of(project)
    assert [line for line in lines if message in line], "\n".join(lines) or "no fault"
    assert all(LINE.fullmatch(line) for line in lines)
    assert len(lines) == 1 or message.startswith(SEVERAL), "\n".join(lines)


def test_every_fault_is_reported_in_one_run(draft: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(draft, project)
    for file, old, new in ((LESSON, "needs: []", "needs: [a/b]"), (QUIZ, "answer: ridge", "answer: rigde"), (QUIZ, "outcome: first-outcome", "outcome: x")):
        path = project / file
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert len(faults_of(project)) >= 3


def test_an_unreadable_file_does_not_hide_the_faults_of_other_files(draft: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(draft, project)
    write_lesson(project, "why-gpus/tensor-cores")
    other = project / "lessons/why-gpus/tensor-cores/quiz.yml"
    other.write_text(other.read_text(encoding="utf-8").replace("outcome:", "outcom:", 1), encoding="utf-8")
    lesson = project / LESSON
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("{= ridge | FLOP/B =}", "{= rigde | FLOP/B =}", 1), encoding="utf-8")
    lines = faults_of(project)
    assert [line for line in lines if "did you mean 'outcome'?" in line] and [line for line in lines if "did you mean 'ridge'?" in line]


def test_the_command_line_prints_lines_and_no_traceback(draft: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(draft, project)
    (project / QUIZ).write_bytes("items: [źle]".encode("cp1250"))
    seen = run_course(project, "check", PYTHONPATH=str(ROOT / "src"))
    assert seen.returncode == 1 and seen.stdout == ""
    *lines, last = seen.stderr.splitlines()
    assert last == "1 fault; nothing was written" and len(lines) == 1
    assert lines[0].startswith(f"{QUIZ}:1:9: the byte 0x9f is not UTF-8")


MUTATIONS, PARTS = 2000, 4
PIECES = ("{=", "=}", "$", "```", "---", ": ", "- ", "{#", "}", "[", "]", "\t", "\n", "|", "NO", "1:20", "70e9", "&a", "*a", "!!x", "<b>", "#", '"', "'", "\\", "ż", "\u202f", "%", "@", "0x1", "~")


def mutated(text: str, chance: random.Random) -> str:
    """Change a text in one to three places, as slips of hand and of editors do."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        length = chance.choice((0, 1, 2, 5, 30))
        kind = chance.randrange(4)
        if kind == 0:
            text = text[:start] + chance.choice(PIECES) + text[start:]
        elif kind == 1:
            text = text[:start] + text[start + length:]
        elif kind == 2:
            text = text[:start] + text[start: start + length] * 2 + text[start + length:]
        else:
            lines = text.split("\n")
            first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            text = "\n".join(lines)
    return text


@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_sources_give_located_lines_or_nothing(draft: Path, tmp_path: Path, part: int) -> None:
    project = tmp_path / "project"
    shutil.copytree(draft, project)
    course, catalogue = load_course(project), load()
    track, row = course.rows[NAME]
    chance = random.Random(part)
    files = [LESSON, QUIZ, "figures/two-chips.yml"]
    originals = {file: (project / file).read_text(encoding="utf-8") for file in files}
    found = 0
    for _ in range(MUTATIONS // PARTS):
        file = chance.choice(files)
        (project / file).write_text(mutated(originals[file], chance), encoding="utf-8")
        try:
            if file.startswith("figures"):
                validate(read_yaml(read_text(project, project / file)), FigureFile)
                faults = []
            else:
                lesson = load_lesson(project, NAME, track, row)
                faults = resolve_lesson(lesson, dataclasses.replace(course, lessons={NAME: lesson}), catalogue, FORMULAS, "en").faults
        except CourseError as error:
            faults = error.faults
            assert faults
        found += bool(faults)
        for fault in faults:
            assert LINE.fullmatch(str(fault)), fault
            assert fault.path == file or fault.path in files, fault
        (project / file).write_text(originals[file], encoding="utf-8")
    assert found > MUTATIONS // PARTS // 3
