"""The mixed review of a track: what its list may hold, and what its page makes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from course_site import ROOT, copy_lessons

from coursekit.faults import CourseError
from coursekit.pages.review import review_markdown
from coursekit.pages.stage import check_course, navigation

REVIEW = "lessons/why-gpus/review.yml"
TWO = ("why-gpus/moving-data", "why-gpus/matrix-multiplication")


@pytest.fixture
def two_lessons(tmp_path: Path) -> Path:
    """A project with two lessons of the track, their figures, and a review of three items."""
    copy_lessons(tmp_path, *TWO)
    write(tmp_path, 3, "moving-data/twice-the-peak", "matrix-multiplication/requests", "moving-data/slow-answers")
    return tmp_path


def write(project: Path, count: int, *items: str) -> None:
    """Write the review; an item without a track is one of this track."""
    lines = [f"- {item if item.count('/') > 1 else f'why-gpus/{item}'}" for item in items]
    (project / REVIEW).write_text("\n".join(["title: Mixed review", "lead: Nothing is new.", f"count: {count}", "items:", *lines, ""]), encoding="utf-8")


def faults_of(project: Path) -> list[str]:
    with pytest.raises(CourseError) as caught:
        check_course(project)
    return [str(fault) for fault in caught.value.faults]


BROKEN = [
    (("moving-data/twice-the-peek", "matrix-multiplication/requests"), "5:3: the lesson 'why-gpus/moving-data' has no item 'twice-the-peek'; did you mean 'twice-the-peak'?"),
    (("moving-dada/twice-the-peak", "moving-data/twice-the-peak", "matrix-multiplication/requests"), "5:3: unknown lesson 'why-gpus/moving-dada'; did you mean 'why-gpus/moving-data'?"),
    (("moving-data/twice-the-peak", "matrix-multiplication/requests", "tiling/edge"), "7:3: the lesson 'why-gpus/tiling' is not written yet"),
    (("moving-data/twice-the-peak", "matrix-multiplication/requests", "moving-data/twice-the-peak"), "7:3: the item 'why-gpus/moving-data/twice-the-peak' is named twice"),
    (("moving-data/twice-the-peak", "matrix-multiplication/requests", "find-the-bottleneck/kv-cache/latent"), "7:3: 'find-the-bottleneck/kv-cache' is a lesson of another track"),
    (("moving-data/guess", "matrix-multiplication/requests"), "5:3: the item 'guess' leans on its page: it stands in the section 'predict'"),
    (("moving-data/l4-ridge", "matrix-multiplication/requests"), "5:3: the item 'l4-ridge' leans on its page: it stands in the section 'your-turn'"),
    (("moving-data/review-product", "matrix-multiplication/requests"), "5:3: the item 'review-product' leans on its page: it stands in the section 'review'"),
    (("moving-data/twice-the-peak", "moving-data/slow-answers"), "4:1: the review asks nothing of 'why-gpus/matrix-multiplication'; name one of its items, such as why-gpus/matrix-multiplication/one-cell"),
    (("moving-data", "matrix-multiplication/requests"), "5:3:"),
]


@pytest.mark.parametrize(("items", "said"), BROKEN, ids=[said[:60] for _, said in BROKEN])
def test_a_wrong_line_is_a_located_fault(two_lessons: Path, items: tuple[str, ...], said: str) -> None:
    write(two_lessons, len(items), *items)
    faults = faults_of(two_lessons)
    assert [fault for fault in faults if fault.startswith(f"{REVIEW}:{said}")], faults


def test_the_number_of_items_is_held_against_the_count(two_lessons: Path) -> None:
    write(two_lessons, 15, "moving-data/twice-the-peak", "matrix-multiplication/requests")
    assert faults_of(two_lessons) == [f"{REVIEW}:4:1: the review names 2 items, but 'count' says 15; make them agree"]


def test_faults_of_a_lesson_are_not_told_twice(two_lessons: Path) -> None:
    """An unreadable lesson is no missing one."""
    path = two_lessons / "lessons" / TWO[0] / "quiz.yml"
    path.write_text(path.read_text(encoding="utf-8").replace("type: single", "type: singel", 1), encoding="utf-8")
    assert all(fault.startswith("lessons/why-gpus/moving-data/") for fault in faults_of(two_lessons))


def test_the_page_repeats_the_items_and_leads_back(two_lessons: Path) -> None:
    course, pages, *_ = check_course(two_lessons)
    text = review_markdown(course.reviews["why-gpus"], course, pages, "en")
    assert re.findall(r'data-item="([^"]+)"', text) == ["why-gpus/moving-data/twice-the-peak", "why-gpus/matrix-multiplication/requests", "why-gpus/moving-data/slow-answers"]
    shut = re.findall(r'<details class="review-source"><summary>[^<]+</summary><p>Explained in: <a href="([^"]+)">', text)
    assert len(shut) == text.count("Explained in") == 3, "which lesson a question belongs to stands behind a click"
    assert text.count('Explained in: <a href="../moving-data/">') == 2 and text.count('Explained in: <a href="../matrix-multiplication/">') == 1
    assert 'href="../moving-data/#myth"' in text and 'href="#' not in text
    of_the_lesson = next(str(segment) for segment in pages[TWO[0]].segments if 'data-item="why-gpus/moving-data/twice-the-peak"' in str(segment))
    assert 'href="#myth"' in of_the_lesson


def test_the_review_stands_last_in_its_track(two_lessons: Path) -> None:
    course, pages, *_ = check_course(two_lessons)
    track = next(entry["Why does AI run on GPUs?"] for entry in navigation(course, pages, (), "en") if "Why does AI run on GPUs?" in entry)
    assert track[-1] == {"Mixed review": "why-gpus/review.md"}
    assert not any("review.md" in str(entry) for entry in navigation(course, pages, (), "en") if "Find the bottleneck" in entry)


def test_a_link_to_a_review_that_is_not_there_is_a_fault(two_lessons: Path) -> None:
    path = two_lessons / "lessons" / TWO[0] / "lesson.md"
    path.write_text(path.read_text(encoding="utf-8").replace("## Summary {#summary}\n", "## Summary {#summary}\n\nSee the [review](review:find-the-bottleneck) and [ours](review:why-gpus).\n"), encoding="utf-8")
    assert len(faults := faults_of(two_lessons)) == 1 and "no track 'find-the-bottleneck' has a review; known are: why-gpus" in faults[0]


def test_the_reviews_of_the_course_are_long_enough() -> None:
    course, *_ = check_course(ROOT)
    assert course.reviews["why-gpus"].text.count == 15
