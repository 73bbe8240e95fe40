"""Cards of topics: two languages that are equals, short, and a map that is made of their links."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from course_site import ROOT, copy_lessons, edit

from coursekit.exports.course_json import course_json
from coursekit.faults import CourseError
from coursekit.pages.stage import check_course, load_catalogue, navigation
from coursekit.pages.topics import card_markdown, map_markdown, resolve_card
from coursekit.read.card import SECTIONS
from hwcalc.registry import FORMULAS

NAME = "roofline-model"
LINKED = [f"why-gpus/{lesson}" for lesson in ("cpus-vs-gpus", "parallel-computing", "moving-data")]
ENGLISH, POLISH = f"lessons/topics/{NAME}/card.en.md", f"lessons/topics/{NAME}/card.pl.md"

FRONT = """---
reviewed: 2026-11-30
resources: [compute, bandwidth]
lessons: [why-gpus/moving-data, find-the-bottleneck/memory-bandwidth]
values:
  ridge: ridge_flop_per_byte(peak_flop_per_s=hardware.nvidia-h100-sxm.peak_dense_flops.bf16, bandwidth_byte_per_s=hardware.nvidia-h100-sxm.memory_bandwidth_bytes_per_s)
---
"""
BODY = {
    "one-sentence": "{one}.",
    "problem": "It is {= ridge | FLOP/B =}.",
    "what-it-does": "See [it](lesson:why-gpus/parallel-computing) and [that](formula:kv_bytes).\n\n```element\nid: jobs\n{settings}```",
    "everyday-example": "A hatch.",
    "concerns-you-if": "- you do\n- you ask",
    "examples": "Some.",
}
SETTINGS = """element: roofline-explorer
title: Two jobs
goal: Move it.
chips: [nvidia-h100-sxm]
format: bf16
start: first
operations:
- {id: first, label: One, intensity: 2}
"""
TEXTS = """title: Dwa zadania
goal: Przesuń.
operations:
- {id: first, label: Pierwsze}
"""


def card(one: str, settings: str) -> str:
    parts = [f"## Head {{#{name}}}\n\n" + text.replace("{one}", one).replace("{settings}", settings) + "\n" for name, text in BODY.items()]
    return FRONT + "\n".join(parts)


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course with one small card, and no translations."""
    project = copy_lessons(tmp_path_factory.mktemp("topics") / "project", *LINKED)
    (project / ENGLISH).parent.mkdir(parents=True)
    (project / ENGLISH).write_text(card("It tells the limit", SETTINGS), encoding="utf-8")
    (project / POLISH).write_text(card("Mówi, co jest granicą", TEXTS), encoding="utf-8")
    return project


@pytest.fixture
def project(pristine: Path, tmp_path: Path) -> Path:
    return shutil.copytree(pristine, tmp_path / "project")


def test_a_card_becomes_a_page_in_both_languages(pristine: Path) -> None:
    course, pages, _, cards = check_course(pristine)
    for language, sentence, value in (("en", "It tells the limit.", "295"), ("pl", "Mówi, co jest granicą.", "295")):
        text = card_markdown(course.cards[NAME], cards, language, {}, {}, "assets/0", "")
        assert sentence in text and value in text and f'title: "{getattr(course.topics[NAME], language)}"' in text
        found = re.findall(r"^## .*?\{#([\w-]+)", text, re.MULTILINE)
        assert found == [*SECTIONS, "subtopics", "courses", "sources"]
        for linked in ("moving-data", "parallel-computing"):
            assert f'href="../../why-gpus/{linked}/"' in text.split("{#courses}")[1]
    assert "Dwa zadania" in card_markdown(course.cards[NAME], cards, "pl", {}, {}, "assets/0", "")


def test_widgets_and_values_are_the_same_in_both(pristine: Path) -> None:
    cards = check_course(pristine).cards[NAME]
    english, polish = (next(iter(cards[language].widgets.values())) for language in ("en", "pl"))
    settings = [(widget.id, widget.operation, [(chip.key, chip.peak, chip.bandwidth) for chip in widget.chips]) for widget in (english, polish)]
    assert settings[0] == settings[1] and english.title != polish.title
    assert cards["en"].prose.evaluator.used_formulas == cards["pl"].prose.evaluator.used_formulas


def test_the_map_shows_how_topics_lessons_and_formulas_hang_together(pristine: Path) -> None:
    course, pages, _, cards = check_course(pristine)
    text = map_markdown(course, cards, pages, "pl")
    assert all(f"{{#{name}}}" in text for name in course.topics)
    assert 'href="../why-gpus/moving-data/"' in text and 'href="../calculators/ridge_flop_per_byte/"' in text and "co trzeba przesłać" in text
    assert text.count("track-line__mark--here") == 3 and text.count("track-line__mark--later") == 1
    assert '<a href="#roofline-model">' in text.split("{#formulas}")[1]  # the way back
    assert "unit_price" not in text and "Ratio" not in text


def test_the_parts_around_know_the_topics(pristine: Path) -> None:
    course, pages, _, cards = check_course(pristine)
    nav = {title: paths for entry in navigation(course, pages, cards, "pl") for title, paths in entry.items()}
    assert nav["Tematy"] == ["topics/index.md", f"topics/{NAME}.md"]
    told = course_json(course, {}, cards, {}, {name: [] for name in FORMULAS}, {})["topics"]
    assert [topic["id"] for topic in told] == list(course.topics)
    assert next(topic for topic in told if topic["id"] == NAME)["languages"] == {"en": "current", "pl": "current"}
    assert told[0]["languages"] == {"en": "missing", "pl": "missing"} and told[0]["url"] == "topics/accelerators/"


def test_a_lesson_may_link_a_topic_and_stands_on_the_map_then(project: Path) -> None:
    edit(project, "lessons/why-gpus/cpus-vs-gpus/lesson.md", "\n## ", "\nSee [the roofline](topic:roofline-model).\n\n## ")
    course, pages, _, cards = check_course(project)
    assert 'href="../why-gpus/cpus-vs-gpus/"' in map_markdown(course, cards, pages, "en")


#: Where, what is there, what it becomes, and what the one line must say.
BROKEN = [
    (ENGLISH, "reviewed:", "reviwed:", "the field 'reviwed' is not known"),
    (ENGLISH, "bottleneck/memory-bandwidth", "bottleneck/memory-bandwith", "unknown lesson 'find-the-bottleneck/memory-bandwith'"),
    (POLISH, "[compute, bandwidth]", "[compute]", "'resources' is not the same as in card.en.md"),
    (POLISH, "{#problem}", "{#problm}", "the section 'problem' is missing here"),
    (ENGLISH, "## Head {#examples}\n\nSome.\n", "", "the section 'examples' is missing here"),
    (ENGLISH, "Some.", "### More {#more}", "a card has no headings below its sections"),
    (ENGLISH, "Some.", "```items\nguess\n```", "a card has no block 'items'"),
    (POLISH, "{= ridge | FLOP/B =}", "ileś", "the value {= ridge | FLOP/B =} of the source is missing in the section 'problem'"),
    (POLISH, "{= ridge | FLOP/B =}", "{= ridge | FLOP/B =} i {= product(value=2, factor=3) =}", "does not stand in this section of the source"),
    (POLISH, "id: jobs", "id: job", "does not stand here in the source"),
    (POLISH, "goal: Przesuń.\n", "", "the text 'goal' is not translated"),
    (POLISH, "goal: Przesuń.\n", "goal: Przesuń.\nformat: fp8\n", "the field 'format' is no text of the source"),
    (ENGLISH, "A hatch.", "word " * 260, "words and passes 250 in this section; shorten it by"),
    (POLISH, "A hatch.", "słowo " * 260, "words and passes 250"),
    (ENGLISH, "It tells the limit.", "It tells. It asks.", "is not one sentence"),
    (ENGLISH, "A hatch.", "A hatch of 80 GB.", "the quantity '80 GB' is typed by hand"),
    (POLISH, "A hatch.", "Okienko na 80 gigabajtów.", "the quantity '80 gigabajtów' is typed by hand"),
    (ENGLISH, "A hatch.", "See [it](topic:nothing).", "unknown topic 'nothing'"),
]


@pytest.mark.parametrize("index", range(len(BROKEN)), ids=lambda index: f"{index}-{BROKEN[index][3][:24]}")
def test_a_fault_is_one_located_line(project: Path, index: int) -> None:
    file, old, new, message = BROKEN[index]
    edit(project, file, old, new)
    with pytest.raises(CourseError) as caught:
        check_course(project)
    lines = [str(fault) for fault in caught.value.faults]
    assert len(lines) == 1 and message in lines[0] and re.match(rf"{re.escape(file)}:\d+:\d+: ", lines[0]), "\n".join(lines)


def test_a_card_needs_both_languages_and_a_topic_of_the_syllabus(project: Path) -> None:
    (project / POLISH).rename(project / POLISH.replace("card.pl", "karta"))
    with pytest.raises(CourseError, match=r"card\.pl\.md:1:1: the file cannot be read"):
        check_course(project)
    (project / POLISH).parent.rename(project / "lessons" / "topics" / "roofline")
    with pytest.raises(CourseError, match="the syllabus has no topic 'roofline'; did you mean 'roofline-model'?"):
        check_course(project)


def test_a_draft_is_not_shown(project: Path) -> None:
    for file in (ENGLISH, POLISH):
        edit(project, file, "---\n", "---\nstatus: draft\n")
    course, _, _, cards = check_course(project)
    assert not cards and NAME in course.topics


def test_every_card_of_the_course_stands_in_both_languages() -> None:
    course = check_course(ROOT).course
    for card_of in course.cards.values():
        pages = resolve_card(card_of, course, load_catalogue(ROOT), FORMULAS)
        assert pages.keys() == {"en", "pl"} and not [fault for page in pages.values() for fault in page.faults]
        assert any(page.figures or page.widgets for page in pages.values())
