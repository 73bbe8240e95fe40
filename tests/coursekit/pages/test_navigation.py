"""A page lists its own group, however long the course grows."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from coursekit.pages.stage import PART, navigation


def course_of(lessons: int) -> tuple[SimpleNamespace, dict[str, None]]:
    rows = [SimpleNamespace(id=f"lesson-{number}", title=f"Lesson {number}") for number in range(lessons)]
    track = SimpleNamespace(id="track", title="Track", lessons=rows)
    names = {f"track/{row.id}": (track, row) for row in rows}
    return SimpleNamespace(syllabus=SimpleNamespace(tracks=[track]), rows=names), dict.fromkeys(names)


def widest(entries: list) -> int:
    """Return the length of the longest list of the navigation below its top."""
    lists = [value for entry in entries if isinstance(entry, dict) for value in entry.values() if isinstance(value, list)]
    return max([len(entries), *(widest(inner) for inner in lists)])


def pages_of(entries: list) -> list[str]:
    return [page for entry in entries for value in ([entry] if isinstance(entry, str) else entry.values()) for page in ([value] if isinstance(value, str) else pages_of(value))]


@pytest.mark.parametrize("lessons", [0, 1, PART, PART + 1, 390])
def test_no_list_grows_with_the_course_and_no_page_is_lost(lessons: int) -> None:
    course, pages = course_of(lessons)
    nav = navigation(course, pages, "en")
    assert widest(nav) <= PART + 1
    paths = pages_of(nav)
    assert [path for path in paths if path.startswith("track/lesson-")] == [f"track/lesson-{number}.md" for number in range(lessons)]
    assert len(paths) == len(set(paths))
