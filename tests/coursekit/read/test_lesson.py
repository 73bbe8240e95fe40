"""What counts as code in a lesson."""

from __future__ import annotations

from pathlib import Path

from coursekit.read.lesson import read_lesson
from coursekit.read.text import read_text

LESSON = Path(__file__).parents[3] / "lessons" / "why-gpus" / "moving-data" / "lesson.md"


def test_every_paragraph_of_a_fold_is_text_and_other_indented_lines_are_code(tmp_path: Path) -> None:
    path = tmp_path / "lesson.md"
    text = LESSON.read_text(encoding="utf-8").replace("## ", "??? note \"More\"\n    One.\n\n    Two {= shirts =}.\n\nText.\n\n    code {= shirts =}\n\n## ", 1)
    path.write_text(text, encoding="utf-8")
    lesson = read_lesson(read_text(tmp_path, path))
    code = {lesson.lines[number].strip() for number in lesson.code_lines} - {""}
    assert "code {= shirts =}" in code and "Two {= shirts =}." not in code
