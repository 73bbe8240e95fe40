"""JSON Schemas of the source files, so that an editor completes fields and marks slips while typing."""

from __future__ import annotations

import json
from pathlib import Path

from coursekit.figures.schema import FigureFile
from coursekit.read.schema import (
    LessonFront,
    Quiz,
    RooflineExplorer,
    Syllabus,
    TrackReview,
    Widget,
)
from coursekit.read.terms import Glossary, Misconceptions

SCHEMAS = {
    "syllabus": Syllabus, "quiz": Quiz, "review": TrackReview, "glossary": Glossary, "misconceptions": Misconceptions, "lesson": LessonFront,
    "widget": Widget, "roofline-explorer": RooflineExplorer, "figure": FigureFile,
}


def write_schemas(folder: Path) -> list[Path]:
    """Write one JSON Schema for each kind of source file and return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, model in SCHEMAS.items():
        path = folder / f"{name}.schema.json"
        path.write_text(json.dumps(model.model_json_schema(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
        paths.append(path)
    return paths
