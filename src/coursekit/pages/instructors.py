"""Pages for instructors: the schedule of each track and the notes of each lesson, apart from the learner's pages."""

from __future__ import annotations

from collections.abc import Mapping

from coursekit.faults import Fault
from coursekit.pages.address import Page, lesson_page, notes_page, review_page
from coursekit.pages.fragments import markdown_text, words
from coursekit.pages.lesson import LessonPage
from coursekit.pages.prose import Prose, line_report
from coursekit.read.course import Course
from coursekit.strings.marking import foreign

INDEX = Page("instructors/index.md")
FRONT = '---\ntitle: "{title}"\ndescription: "{description}"\nsearch:\n  exclude: true\n---\n# {heading}\n\n'


def notes_markdown(page: LessonPage, course: Course) -> tuple[str, list[Fault]]:
    """Return the staged notes of a lesson, their values filled in, and the faults found in them."""
    lesson, faults = page.lesson, []
    here = notes_page(lesson.id)
    prose = Prose(course, page.prose.evaluator, here, page.prose.language)
    text = prose.fill(lesson.notes.text, line_report(lesson.notes, 0, faults), chips=False)
    lines = text.split("\n")
    body = "\n".join(lines[1:] if lines and lines[0].startswith("# ") else lines).strip()
    strings = words(page.prose.language)
    title = f"{strings['notes_for']}: {lesson.text.front.title}".replace('"', "'")
    back = f'<p class="notes__lesson"><a href="{here.link(lesson_page(lesson.id))}">{strings["to_the_lesson"]}</a> · {lesson.row.minutes} {strings["minutes"]}</p>'
    return FRONT.format(title=title, description=strings["notes_lead"], heading=markdown_text(title)) + f"{back}\n\n{body}\n", faults


def schedule_markdown(course: Course, pages: Mapping[str, LessonPage], language: str) -> str:
    """Return the staged page with the schedule of every track, in minutes, and the way to each lesson's notes."""
    strings = words(language)
    parts = [FRONT.format(title=strings["instructors"], description=strings["instructors_lead"], heading=strings["instructors"]), strings["instructors_lead"], ""]
    for track in course.syllabus.tracks:
        total = 0
        rows = []
        for number, row in enumerate(track.lessons, 1):
            name = f"{track.id}/{row.id}"
            start, total = total, total + row.minutes
            notes = f'<a href="{INDEX.link(notes_page(name))}">{strings["notes"]}</a>' if name in pages else "–"
            called = foreign(*course.title(name, language), language)
            title = f'<a href="{INDEX.link(lesson_page(name))}">{called}</a>' if name in pages else called
            rows.append(f"| {number} | {title} | {row.minutes} | {_clock(start)} | {notes} |")
        parts += [
            f"## {markdown_text(course.track_words(track, 'title', language).text)} {{#{track.id}}}", "",
            f"| {strings['number']} | {strings['lesson']} | {strings['minutes']} | {strings['starts_at']} | {strings['notes']} |", "| --: | --- | --: | --: | --- |",
            *rows, *_review_row(course, track.id, strings, language), f"| | {strings['together']} | {total} | {_clock(total)} | |", "",
        ]
    return "\n".join(parts)


def _review_row(course: Course, track: str, strings: Mapping[str, str], language: str) -> list[str]:
    """Return the row of the track's mixed review, which takes its own time and is not counted in the minutes."""
    if track not in course.reviews:
        return []
    review = course.reviews[track].text
    return [f'| | <a href="{INDEX.link(review_page(track))}">{foreign(*course.review_words(track, "title", language), language)}</a> ({strings["review_questions"]}: {review.count}) | | | |']


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02d}"
