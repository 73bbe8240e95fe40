"""Rules for the mixed review of a track: it repeats items of the track's lessons, and leaves no written lesson out."""

from __future__ import annotations

from collections.abc import Mapping

from coursekit.faults import Fault, did_you_mean
from coursekit.read.course import Course, Review

SECTION = "check"


def check_review(review: Review, course: Course, sections: Mapping[str, Mapping[str, str]]) -> list[Fault]:
    """Check a review against the lessons that could be read.

    Parameters
    ----------
    review : Review
    course : Course
    sections : mapping
        For each lesson the section of each item. A lesson that is missing here has faults of its own.
    """
    faults: list[Fault] = []
    names = review.text.items
    for index, name in enumerate(names):
        at = ("items", index)
        lesson, item = name.rsplit("/", 1)
        if lesson not in course.rows:
            faults.append(review.located.fault(at, f"unknown lesson '{lesson}'", did_you_mean(lesson, course.rows)))
        elif course.rows[lesson][0].id != review.track.id:
            faults.append(review.located.fault(at, f"'{lesson}' is a lesson of another track", f"name items of {review.track.id}"))
        elif lesson not in course.lessons:
            if not (course.root / "lessons" / lesson).exists():
                faults.append(review.located.fault(at, f"the lesson '{lesson}' is not written yet", "name items of lessons that exist"))
        elif item not in course.lessons[lesson].items:
            faults.append(review.located.fault(at, f"the lesson '{lesson}' has no item '{item}'", did_you_mean(item, course.lessons[lesson].items)))
        elif name in names[:index]:
            faults.append(review.located.fault(at, f"the item '{name}' is named twice", "ask it once"))
        elif sections.get(lesson, {}).get(item, SECTION) != SECTION:
            fitting = [other for other, section in sections[lesson].items() if section == SECTION]
            faults.append(review.located.fault(at, f"the item '{item}' leans on its page: it stands in the section '{sections[lesson][item]}'", f"choose one of the section '{SECTION}': " + ", ".join(fitting)))
    if len(names) != review.text.count:
        faults.append(review.located.fault(("items",), f"the review names {len(names)} items, but 'count' says {review.text.count}", "make them agree", key=True))
    drawn = {name.rsplit("/", 1)[0] for name in names}
    for row in review.track.lessons:
        lesson = f"{review.track.id}/{row.id}"
        if lesson in course.lessons and lesson not in drawn:
            faults.append(review.located.fault(("items",), f"the review asks nothing of '{lesson}'", f"name one of its items, such as {_example(lesson, sections)}", key=True))
    return faults


def _example(lesson: str, sections: Mapping[str, Mapping[str, str]]) -> str:
    return next((f"{lesson}/{item}" for item, section in sections.get(lesson, {}).items() if section == SECTION), f"{lesson}/...")
