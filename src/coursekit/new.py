"""Writes drafts of lessons and figures that build at once and explain each field."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from coursekit.check.ages import judging_date
from coursekit.faults import CourseError, Fault, did_you_mean
from coursekit.read.course import load_course
from coursekit.read.lesson import SECTIONS

HEADINGS = {
    "predict": "Make a guess", "idea": "The idea in plain words", "myth": "A common wrong idea", "worked-example": "A worked example", "your-turn": "Your turn",
    "try": "Try it", "check": "Check what stuck", "summary": "Summary", "review": "From earlier lessons",
}

LESSON = """---
title: "{title}"                 # the same as in syllabus.yml; at most 12 words
idea: "Say the one idea of the lesson in one sentence."
needs: []                        # lessons that come before, such as [why-gpus/moving-data]
outcomes:                        # two or three: one verb, one object, one condition; each is tested by an item
- {{id: first-outcome, text: "Given a chip, calculate its ridge point."}}
- {{id: second-outcome, text: "Given a ridge point, tell which resource limits an operation."}}
resources: [bandwidth]           # of compute, capacity, bandwidth, network, queue, software, power
reviewed: "{day}"           # when somebody last compared its facts with their sources
status: draft                    # drafts may have fewer items; write 'published' when the guide's rubric is met
formula: ridge_flop_per_byte     # the one formula of the summary
misconceptions: []               # ids from lessons/misconceptions.yml
values:                          # numbers that lesson and quiz share; formula calls, catalogue paths, numbers
  ridge: ridge_flop_per_byte(peak_flop_per_s=hardware.nvidia-h100-sxm.peak_dense_flops.bf16, bandwidth_byte_per_s=hardware.nvidia-h100-sxm.memory_bandwidth_bytes_per_s)
---
{body}"""

BODIES = {
    "predict": "A concrete case. The learner commits to a guess.\n\n```items\nguess\n```\n",
    "idea": "An everyday example first. A number is never typed: this chip's ridge point is {= ridge | FLOP/B =}.\n",
    "myth": "> State the wrong idea.\n\nThat is wrong. Say why.\n",
    "worked-example": "One reason for each step, and a check of the magnitude at the end.\n",
    "your-turn": "The same steps with another chip. The last ones are the learner's.\n",
    "try": "A task with a goal, and the answer to the guess.\n\n```reveal\nguess\n```\n",
    "check": "```items\nridge\n```\n",
    "summary": "Three sentences.\n\n{$ ridge_flop_per_byte $}\n",
    "review": "```items\nwhich-limit\n```\n",
}

QUIZ = """# Items of this lesson. An id never changes and is never used again: learners' progress depends on it.
items:
- id: guess
  type: predict                  # stored, not graded, answered later by the block ```reveal
  prompt: "What do you guess?"
  options: ["The first thing", "The second thing", "The third thing"]
  answer: "The first thing"
  reveal: "Say what the answer is and why."
- id: ridge
  type: numeric                  # a value and a unit; the key is computed
  outcome: first-outcome
  prompt: "What is the ridge point of this chip?"
  answer: ridge
  unit: FLOP/B
  units: [FLOP/B, FLOP/s]        # at least one unit of another dimension
  tolerance: 0.02
  slips:                         # values that people arrive at by a slip, and what to tell them
  - {value: "product(value=ridge, factor=2)", feedback: "That is the sparse peak. Use the dense one."}
  feedback: "Divide the peak by the bandwidth."
- id: which-limit
  type: single                   # three options, one correct; every wrong one names a misconception
  outcome: second-outcome
  from: FROM                     # review items name the lesson they reach back to
  prompt: "An operation lies left of the ridge point. What limits it?"
  options:
  - {text: "The memory bandwidth", correct: true, feedback: "Yes. Left of the ridge, bytes arrive too slowly."}
  - {text: "The arithmetic units", feedback: "No. They wait for data there."}
  - {text: "The memory capacity", feedback: "No. Capacity decides what fits, not how fast it moves."}
"""

NOTES = """# Notes for instructors

- Timing: how many minutes each part takes.
- Ask: the question that opens the discussion.
- Watch for: the slip you will see most often.
- Answers: what the open tasks lead to.
"""

FIGURES = {"bars": """# One figure. The values are asked from formulas and the catalogue, never typed.
id: {name}
kind: bars
title: "Memory bandwidth of two chips"
claim: "State what the figure shows, as a sentence: this is its alternative text."
caption: "Say what to look at."
axis: {{label: Memory bandwidth, unit: TB/s}}
rows:
- {{label: NVIDIA H100 SXM, value: hardware.nvidia-h100-sxm.memory_bandwidth_bytes_per_s, resource: bandwidth}}
- {{label: Google TPU v5e, value: hardware.google-tpu-v5e.memory_bandwidth_bytes_per_s, resource: bandwidth}}
"""}


def write_lesson(root: Path, name: str) -> list[Path]:
    """Write the draft of a planned lesson into its place.

    Raises
    ------
    CourseError
        Where the syllabus does not plan it, or it is written already.
    """
    course = load_course(root)
    here = "course new lesson"
    if name not in course.rows:
        raise CourseError([Fault(here, 1, 1, f"the syllabus has no lesson '{name}'", did_you_mean(name, course.planned) + " Or add it to lessons/syllabus.yml first")])
    folder = root / "lessons" / name
    if folder.exists():
        raise CourseError([Fault(here, 1, 1, f"lessons/{name} is there already", "edit it")])
    title = course.rows[name][1].title
    day = judging_date(root) or datetime.date.fromisoformat(max((lesson.text.front.reviewed for lesson in course.lessons.values()), default="2026-11-30"))
    body = "\n".join(f"## {HEADINGS[section]} {{#{section}}}\n\n{BODIES[section]}" for section in SECTIONS)
    order = list(course.rows)
    earlier = next((other for other in order if other != name and (other.split("/")[0] != name.split("/")[0] or order.index(other) < order.index(name))), name)
    folder.mkdir(parents=True)
    files = {"lesson.md": LESSON.format(title=title, day=day, body=body), "quiz.yml": QUIZ.replace("FROM", earlier), "notes.md": NOTES}
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8", newline="\n")
    return [folder / file for file in files]


def write_figure(root: Path, name: str, kind: str) -> Path:
    """Write a figure file that draws.

    Raises
    ------
    CourseError
        Where the name is no id or taken, or the kind is unknown.
    """
    here = "course new figure"
    path = root / "figures" / f"{name}.yml"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise CourseError([Fault(here, 1, 1, f"'{name}' is no id", "write small letters, digits and hyphens")])
    if path.exists():
        raise CourseError([Fault(here, 1, 1, f"figures/{name}.yml is there already", "edit it")])
    if kind not in FIGURES:
        raise CourseError([Fault(here, 1, 1, f"there is no template for the kind '{kind}'", did_you_mean(kind, FIGURES))])
    path.write_text(FIGURES[kind].format(name=name), encoding="utf-8", newline="\n")
    return path
