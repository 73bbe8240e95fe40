"""Judges the age of facts: against the commit's own date in a build, against today where that is asked for."""

from __future__ import annotations

import datetime
import os
import subprocess
from pathlib import Path
from typing import Any

from coursekit.faults import CourseError, Fault
from coursekit.read.course import Course

LESSON_REVIEW_DAYS = 366


def source_date_epoch(root: Path) -> int | None:
    """Return the moment of the sources in seconds since 1970: the commit's own, so that an old commit builds for ever.

    `SOURCE_DATE_EPOCH` comes first, as reproducible builds ask. Outside a git checkout there is none: nothing is then
    judged by age, and `course check --facts` still does so by today's date.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is not None:
        if not epoch.isdigit():
            raise CourseError([Fault("SOURCE_DATE_EPOCH", 1, 1, f"'{epoch}' is not a number of seconds", "set it to whole seconds since 1970, or unset it")])
        return int(epoch)
    if not (root / ".git").exists():
        return None
    try:
        seen = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return int(seen.stdout) if seen.stdout.strip() else None


def judging_date(root: Path) -> datetime.date | None:
    """Return the date against which a build judges ages; None where the sources have none."""
    epoch = source_date_epoch(root)
    return None if epoch is None else datetime.datetime.fromtimestamp(epoch, datetime.UTC).date()


def overdue(catalogue: Any, course: Course, date: datetime.date | None) -> list[Fault]:
    """Return a fault for each catalogue record and lesson whose review is past due at a date."""
    if date is None:
        return []
    faults = [
        Fault(due.file, due.line, due.column, f"the review of {due.path} was due on {due.review_by}", "compare it with its source and set 'reviewed'")
        for due in catalogue.due(date)
    ]
    for lesson in course.lessons.values():
        reviewed = datetime.date.fromisoformat(lesson.text.front.reviewed)
        if date > reviewed + datetime.timedelta(days=LESSON_REVIEW_DAYS):
            faults.append(lesson.text.located.fault(("reviewed",), f"the lesson was last reviewed on {reviewed}", "read it again against its facts and set 'reviewed'"))
    return faults
