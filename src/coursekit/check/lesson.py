"""Rules of the lesson guide for one lesson: its parts, its items, its outcomes."""

from __future__ import annotations

import re
from collections import Counter

from coursekit.faults import Fault, did_you_mean
from coursekit.read.course import Course, Lesson
from coursekit.read.lesson import SECTIONS
from coursekit.read.schema import Diagnose, Multiple, Predict, QuizItem, Single

_LAZY_OPTION = re.compile(r"\b(all|none|both) of (the|these)( above)?\b", re.IGNORECASE)
_SHOUTED_NOT = re.compile(r"\bNOT\b")


def check_structure(lesson: Lesson, course: Course) -> list[Fault]:
    """Check sections, title, lessons needed first and wrong ideas of a lesson."""
    text, located, front = lesson.text, lesson.text.located, lesson.text.front
    faults: list[Fault] = []
    if front.title != lesson.row.title:
        faults.append(located.fault(("title",), f"the syllabus calls this lesson '{lesson.row.title}'", "write the same title in both"))
    order = list(course.rows)
    for index, name in enumerate(front.needs):
        if name not in course.rows:
            faults.append(located.fault(("needs", index), f"unknown lesson '{name}'", did_you_mean(name, course.rows)))
        elif name.split("/")[0] == lesson.track.id and order.index(name) >= order.index(lesson.id):
            faults.append(located.fault(("needs", index), f"'{name}' does not come before this lesson", "name earlier lessons"))
    for index, name in enumerate(front.misconceptions):
        if name not in course.misconceptions:
            faults.append(located.fault(("misconceptions", index), f"unknown misconception '{name}'", did_you_mean(name, course.misconceptions)))
    if lesson.text.front.formula is None and front.status == "published":
        faults.append(located.fault((), "the field 'formula' is missing", "name the one formula of the summary"))
    found = [heading for heading in text.headings if heading.level == 2]
    expected = list(SECTIONS)
    for heading in found:
        if heading.id not in expected:
            known = heading.id in SECTIONS
            wrong = f"the section '{heading.id}' stands in the wrong place or twice" if known else f"unknown section '{heading.id}'"
            faults.append(Fault(text.source.path, heading.line + 1, 1, wrong, "the order is: " + ", ".join(SECTIONS) if known else did_you_mean(heading.id, SECTIONS)))
            continue
        for skipped in expected[: expected.index(heading.id)]:
            faults.append(Fault(text.source.path, heading.line + 1, 1, f"the section '{skipped}' is missing before this one", f"add ## ... {{#{skipped}}}"))
        del expected[: expected.index(heading.id) + 1]
    for skipped in expected:
        faults.append(Fault(text.source.path, len(text.lines), 1, f"the section '{skipped}' is missing", f"add ## ... {{#{skipped}}}"))
    seen: set[str] = set()
    for heading in text.headings:
        if heading.id in seen or heading.id == "sources":
            faults.append(Fault(text.source.path, heading.line + 1, 1, f"the id '{heading.id}' is taken", "give each heading an id of its own"))
        seen.add(heading.id)
    return faults


def check_items(lesson: Lesson, course: Course, sections: dict[str, str]) -> list[Fault]:
    """Check the items of a lesson: placed once, one key, feedback that names the wrong idea, outcomes tested."""
    faults: list[Fault] = []
    located = lesson.quiz_located
    placed = [(name, block) for block in lesson.text.blocks if block.kind == "items" for name in block.names]
    for name, block in placed:
        if name not in lesson.items:
            faults.append(Fault(lesson.text.source.path, block.first + 2 + block.names.index(name), 1, f"there is no item '{name}' in quiz.yml", did_you_mean(name, lesson.items)))
    counts = Counter(name for name, _ in placed)
    outcomes = {outcome.id for outcome in lesson.text.front.outcomes}
    tested: set[str] = set()
    for index, item in enumerate(lesson.quiz.items):
        at = ("items", index)
        if counts[item.id] != 1:
            faults.append(located.fault((*at, "id"), f"the item '{item.id}' is placed {counts[item.id]} times in the lesson", "name it once in a block ```items"))
        if not isinstance(item, Predict):
            if item.outcome in outcomes:
                tested.add(item.outcome)
            elif not item.from_:
                faults.append(located.fault((*at, "outcome"), f"unknown outcome '{item.outcome}'", did_you_mean(item.outcome, outcomes)))
        if item.pointer is not None and not item.pointer.startswith("["):
            faults.append(located.fault((*at, "pointer"), "the page prints the pointer after 'Read again:'", "start with the link, such as '[step 2 of the worked example](#worked-example)'"))
        faults += _check_review(lesson, course, item, index, sections.get(item.id, ""))
        faults += _check_options(lesson, course, item, index)
    for index, outcome in enumerate(lesson.text.front.outcomes):
        if outcome.id not in tested:
            faults.append(lesson.text.located.fault(("outcomes", index, "id"), f"no item tests the outcome '{outcome.id}'", "add one to quiz.yml"))
    if lesson.text.front.status == "published":
        faults += _check_counts(lesson, sections)
    return faults


def _check_review(lesson: Lesson, course: Course, item: QuizItem, index: int, section: str) -> list[Fault]:
    located, at = lesson.quiz_located, ("items", index)
    if section == "review" and item.from_ is None:
        return [located.fault((*at, "id"), "a review item names the lesson it reaches back to", "add 'from: track/lesson'")]
    if item.from_ is None:
        return []
    order = list(course.rows)
    if item.from_ not in order:
        return [located.fault((*at, "from"), f"unknown lesson '{item.from_}'", did_you_mean(item.from_, order))]
    if section != "review":
        return [located.fault((*at, "from"), "only items of the section 'review' reach back", "take 'from' out or move the item")]
    opens_the_course = item.from_ == lesson.id == order[0]  # nothing comes before it: it looks back at what it rests on
    if item.from_.split("/")[0] == lesson.track.id and order.index(item.from_) >= order.index(lesson.id) and not opens_the_course:
        return [located.fault((*at, "from"), f"'{item.from_}' does not come before this lesson", "name an earlier lesson")]
    return []


def _check_options(lesson: Lesson, course: Course, item: QuizItem, index: int) -> list[Fault]:
    located, faults = lesson.quiz_located, []
    listed: list[tuple[tuple[str | int, ...], str, str | None, bool]] = []
    if isinstance(item, Single):
        listed = [(("items", index, "options", place), option.text, option.misconception, option.correct) for place, option in enumerate(item.options)]
        keys = sum(option.correct for option in item.options)
        if keys != 1:
            faults.append(located.fault(("items", index, "options"), f"{keys} options are marked correct", "mark exactly one with 'correct: true'"))
        lengths = [len(option.text) for option in item.options]
        if max(lengths) > 3 * min(lengths) and max(lengths) - min(lengths) > 40:
            faults.append(located.fault(("items", index, "options"), "one option is far longer than another, which gives the key away", "make them alike"))
        for path, _, misconception, correct in listed:
            if not correct and misconception is None and item.from_ is None:
                faults.append(located.fault(path, "a wrong option names no misconception", "add 'misconception: ...' (see lessons/misconceptions.yml)"))
    elif isinstance(item, Multiple):
        listed = [(("items", index, "statements", place), statement.text, statement.misconception, statement.holds) for place, statement in enumerate(item.statements)]
        if len({statement.holds for statement in item.statements}) == 1:
            faults.append(located.fault(("items", index, "statements"), "all statements hold, or none does", "mix them"))
    elif isinstance(item, Diagnose):
        listed = [(("items", index, "moves", place), move.text, move.misconception, False) for place, move in enumerate(item.moves)]
    for path, text, misconception, _ in listed:
        if _LAZY_OPTION.search(text) or _SHOUTED_NOT.search(text):
            faults.append(located.fault((*path, "text"), "an option says 'all of the above' or shouts NOT", "write what it says"))
        if misconception is not None and misconception not in course.misconceptions:
            faults.append(located.fault((*path, "misconception"), f"unknown misconception '{misconception}'", did_you_mean(misconception, course.misconceptions)))
    if _SHOUTED_NOT.search(item.prompt):
        faults.append(located.fault(("items", index, "prompt"), "the question shouts NOT", "ask for what is so"))
    return faults


def _check_counts(lesson: Lesson, sections: dict[str, str]) -> list[Fault]:
    by_section = Counter(sections.get(item.id, "") for item in lesson.quiz.items)
    types = Counter(item.type for item in lesson.quiz.items)
    faults = []
    wanted = {"predict": (1, 1), "check": (5, 7), "review": (2, 2)}
    for section, (low, high) in wanted.items():
        if not low <= by_section[section] <= high:
            amount = str(low) if low == high else f"{low} to {high}"
            faults.append(lesson.quiz_located.fault((), f"the section '{section}' has {by_section[section]} items", f"a published lesson has {amount} there, or write 'status: draft'"))
    for kind, low in (("single", 2), ("numeric", 1), ("diagnose", 1)):
        if types[kind] < low:
            faults.append(lesson.quiz_located.fault((), f"the lesson has {types[kind]} items of type {kind}", f"a published lesson has at least {low}, or write 'status: draft'"))
    return faults
