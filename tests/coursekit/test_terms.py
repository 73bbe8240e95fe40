"""Locked words do not slip: billion, przepustowość, bajt, names, quotation marks, terms of the glossary."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from course_site import ROOT

from coursekit.check.terms import check_pairs, slips
from coursekit.faults import CourseError
from coursekit.pages.stage import check_course, translator_hints
from coursekit.translate import write_translation

NAME = "why-gpus/cpus-vs-gpus"


@pytest.fixture(scope="module")
def course():
    return check_course(ROOT).course


#: English, right in Polish, wrong in Polish, what the line must say.
PAIRS = [
    ("A billion numbers.", "Miliard liczb.", "Bilion liczb.", "'Bilion' stands only for: trillion*"),
    ("Two trillion numbers.", "Dwa biliony liczb.", "Dwa tryliony liczb.", "'tryliony' stands only for"),
    ("Some trillions.", "Kilka bilionów.", "Kilka miliardów.", "billion is miliard, trillion is bilion"),
    ("The memory bandwidth is low.", "Przepustowość pamięci jest mała.", "Szerokość pasma jest mała.", "write przepustowość pamięci"),
    ("It writes many tokens per second.", "Szybkość generowania jest duża.", "Przepustowość jest duża.", "a token rate is szybkość generowania"),
    ("The bandwidth limits the token rate.", "Przepustowość pamięci ogranicza szybkość generowania.", "Przepustowość pamięci ogranicza przepustowość tokenów.", "'przepustowość tokenów' is not what the course calls it"),
    ("Two bytes a number.", "Dwa bajty na liczbę.", "Dwa bity na liczbę.", "a byte is bajt (B), a bit is bit (b)"),
    ("Eight bits.", "Osiem bitów.", "Osiem bajtów.", "a byte is bajt (B), a bit is bit (b)"),
    ("MLPerf measures BF16.", "MLPerf mierzy BF16.", "Ten test mierzy BF16.", "the name 'MLPerf' of the English text is missing"),
    ('??? note "An answer"\n    Go.', '??? note "Odpowiedź"\n    Idź.', '??? note "Odpowiedź"\n    "Idź".', 'the quotation mark " is not Polish'),
    ('He said "go".', "Powiedział „idź”.", 'Powiedział "idź".', 'the quotation mark " is not Polish'),
    ("He said “go”.", "Powiedział „idź”.", "Powiedział “idź”.", "write „…”"),
    ("The [ridge point](term:ridge-point).", "Za [punktem załamania](term:ridge-point).", "Za [punktem przełomu](term:ridge-point).", "'punktem przełomu' is no form of 'punkt załamania'"),
    ("The KV cache.", "Pamięć podręczna KV.", "Cache KV.", "write pamięć podręczna KV"),
    ("Code `a \"b\"`.", "Kod `a \"b\"`.", "Kod a \"b\".", "is not Polish"),
]


@pytest.mark.parametrize("index", range(len(PAIRS)), ids=lambda index: PAIRS[index][0][:24])
def test_a_slip_is_told_and_the_right_word_is_not(course, index: int) -> None:
    english, right, wrong, message = PAIRS[index]
    assert not list(slips(english, right, course.locked, course.terms))
    told = [f"{what}; {better}" for _, what, better in slips(english, wrong, course.locked, course.terms)]
    assert any(message in line for line in told), told


def test_every_name_of_a_rule_is_used_by_the_glossary_itself(course) -> None:
    assert course.locked.words and course.locked.never and "MLPerf" in course.locked.names


def test_the_course_s_own_glossary_figures_and_words_hold_the_rules(course) -> None:
    assert not check_pairs(course)
    for name in ("pl.yml", "pages.pl.yml"):
        text = (ROOT / "src" / "coursekit" / "strings" / name).read_text(encoding="utf-8")
        assert not [match for match in (rule.words for rule in course.locked.never) if list(slips("bandwidth byte bit", text.replace('"', ""), type(course.locked)(never=[rule for rule in course.locked.never if rule.words == match]), {}))]


def test_a_slip_in_a_translation_is_a_located_fault(tmp_path: Path) -> None:
    project = tmp_path / "project"
    for folder in ("lessons", "figures"):
        shutil.copytree(ROOT / folder, project / folder)
    for path in project.glob("lessons/*/*/[lq]*.pl.*"):
        path.unlink()
    text, quiz = (path for path in write_translation(project, NAME, "pl"))
    text.write_text(text.read_text(encoding="utf-8").replace("status: draft", "status: published"), encoding="utf-8")
    lines = text.read_text(encoding="utf-8").split("\n")
    number = next(index for index, line in enumerate(lines) if line.startswith("## ")) + 2
    lines[number] = "Liczb jest trylion. " + lines[number]
    text.write_text("\n".join(lines), encoding="utf-8")
    first = next(line for line in quiz.read_text(encoding="utf-8").split("\n") if line.startswith('  hint: "'))
    quiz.write_text(quiz.read_text(encoding="utf-8").replace(first, "  hint: \"Punkt przegięcia.\"", 1), encoding="utf-8")
    with pytest.raises(CourseError) as caught:
        check_course(project)
    told = [str(fault) for fault in caught.value.faults]
    assert any(line.startswith(f"lessons/{NAME}/lesson.pl.md:{number + 1}:12: 'trylion'") for line in told), told
    assert any(line.startswith(f"lessons/{NAME}/quiz.pl.yml:") and "'Punkt przegięcia'" in line for line in told), told


def test_a_slip_in_the_glossary_is_listed_and_stops_nothing(tmp_path: Path) -> None:
    project = tmp_path / "project"
    for folder in ("lessons", "figures"):
        shutil.copytree(ROOT / folder, project / folder)
    glossary = project / "lessons" / "glossary.yml"
    text = glossary.read_text(encoding="utf-8")
    glossary.write_text(text.replace("    pl: Liczba bajtów, które", "    pl: Bilion bajtów, które", 1), encoding="utf-8")
    assert text != glossary.read_text(encoding="utf-8")
    told = [str(hint) for hint in translator_hints(check_course(project))]
    assert any(line.startswith("lessons/glossary.yml:") and "'Bilion'" in line for line in told)
