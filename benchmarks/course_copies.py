"""Copies of the project with many lessons, to measure how the compiler grows."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ("lessons", "figures", "docs", "mkdocs.yml", "src", "pyproject.toml", "tests/data")
PATTERN = "why-gpus/moving-data"


def course_with(lessons: int, folder: Path) -> Path:
    """Copy the project and fill one track with copies of one real lesson.

    Parameters
    ----------
    lessons : int
        How many lessons the copy has.
    folder : Path
        Where it goes; must not be there yet.
    """
    for name in SOURCES:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy2(source, target)
    if (ROOT / ".build" / "cache").is_dir():
        shutil.copytree(ROOT / ".build" / "cache", folder / ".build" / "cache")
    for track in (path for path in (folder / "lessons").iterdir() if path.is_dir()):
        shutil.rmtree(track)
    rows = []
    for number in range(lessons):
        name = f"copy-{number:04d}"
        shutil.copytree(ROOT / "lessons" / PATTERN, folder / "lessons" / "many" / name)
        text = folder / "lessons" / "many" / name / "lesson.md"
        lines = text.read_text(encoding="utf-8").split("\n")
        lines = ["needs: []" if line.startswith("needs:") else line for line in lines]
        text.write_text("\n".join(lines), encoding="utf-8")
        title = next(line for line in lines if line.startswith("title:"))
        rows.append(f"  - id: {name}\n    {title}\n    minutes: 25\n")
    syllabus = (folder / "lessons" / "syllabus.yml").read_text(encoding="utf-8")
    head = "tracks:\n- id: many\n  title: \"Many\"\n  audience: \"None.\"\n  promise: \"None.\"\n  lessons:\n" + "".join(rows)
    (folder / "lessons" / "syllabus.yml").write_text(head + syllabus[syllabus.index("- id: why-gpus"):], encoding="utf-8")
    return folder
