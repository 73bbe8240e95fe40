"""What an instructor writes in a block `element: worker-race`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from coursekit.read.schema import ElementSettings, Expression, Text
from coursekit.read.validate import Model


class Team(Model):
    """Equal workers: what they are called together, how many they are, and the seconds one of them takes for a task."""

    name: Text
    workers: Annotated[int, Field(ge=1, le=1000)]
    task_s: Expression


class Settings(ElementSettings):
    """Two teams, what they work on, and where the three controls start and end. Times are in seconds."""

    element: Literal["worker-race"]
    few: Team
    many: Team
    items: Text
    tasks: Expression
    most_tasks: Annotated[int, Field(ge=100, le=1_000_000)] = 100_000
    serial: Expression
    most_serial: Annotated[float, Field(gt=0, le=1)] = 0.2
    handover_s: Expression
    most_handover_s: Annotated[float | int, Field(gt=0)]
    time_unit: Literal["s", "min", "h"] = "min"
