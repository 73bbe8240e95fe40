"""Resolves and renders the race: everything that it shows at its start is computed here."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from coursekit.elements.base import ElementView, element_words, render_element
from coursekit.elements.worker_race.settings import Settings
from coursekit.elements.worker_race.settings import Team as TeamSettings
from coursekit.pages.resolve import Resolver
from coursekit.render.scales import SliderSettings, slider_settings
from coursekit.render.views import InputView
from hwcalc.queueing import overtaking_tasks, team_time_s
from hwcalc.units import number_text, quantity_text

TIME_DIGITS = 4
CLEARLY_LONGER = 1.2  # from this ratio on it is said how many times as long the slower team takes
TABLE_SERIAL = (0, 0.25, 0.5, 1)  # as shares of the largest serial share


@dataclass(frozen=True)
class Team:
    """One team: its name, its workers, and the seconds one of them takes for a task."""

    name: str
    workers: int
    task_s: float


@dataclass(frozen=True, kw_only=True)
class RaceView(ElementView):
    """The race as the page shows it: shares from 0 to 1, times in seconds.

    Attributes
    ----------
    few, many : Team
        The first one starts at once, the second one after the hand-over.
    items : str
        What the tasks are, in the plural.
    tasks, serial, handover_s : float
        Where the controls start.
    most_tasks, most_serial, most_handover_s : float
        Where they end.
    time_unit : str
        In which times are shown.
    """

    few: Team
    many: Team
    items: str
    tasks: float
    most_tasks: float
    serial: float
    most_serial: float
    handover_s: float
    most_handover_s: float
    time_unit: str = "min"


def resolve(settings: Settings, lesson: str, resolver: Resolver) -> RaceView | None:
    """Return the race ready to be rendered; None where it has faults (noted in the resolver)."""
    before = len(resolver.faults)
    few, many = (_team(settings, name, resolver) for name in ("few", "many"))
    tasks, serial, handover_s = (resolver.value(getattr(settings, name), (name,)) for name in ("tasks", "serial", "handover_s"))
    goal = resolver.html(settings.goal, ("goal",))
    if len(resolver.faults) > before:
        return None
    for name, start, most in (("tasks", tasks.si, settings.most_tasks), ("serial", serial.si, settings.most_serial), ("handover_s", handover_s.si, settings.most_handover_s)):
        if not (1 if name == "tasks" else 0) <= start <= most or (name == "tasks" and start != int(start)):
            resolver.fault((name,), f"the start {start:g} is not between the ends of its control", f"widen 'most_{name}', or take a whole number of tasks of at least 1")
    if few.workers > many.workers:
        resolver.fault(("few", "workers"), "the team of the few is the larger one", "swap the teams")
    if len(resolver.faults) > before:
        return None
    resolver.prose.evaluator.used_formulas.update(("team_time_s", "overtaking_tasks"))
    return RaceView(
        id=f"{lesson}/{settings.id}", title=settings.title, goal=goal, few=few, many=many, items=settings.items,
        tasks=tasks.si, most_tasks=settings.most_tasks, serial=serial.si, most_serial=settings.most_serial,
        handover_s=handover_s.si, most_handover_s=float(settings.most_handover_s), time_unit=settings.time_unit,
    )


def _team(settings: Settings, name: str, resolver: Resolver) -> Team | None:
    team: TeamSettings = getattr(settings, name)
    task_s = resolver.value(team.task_s, (name, "task_s"))
    if task_s is None:
        return None
    if task_s.si <= 0:
        resolver.fault((name, "task_s"), "a task takes no time", "write the seconds that one worker needs for a task")
        return None
    return Team(team.name, team.workers, task_s.si)


def render(view: RaceView, language: str) -> str:
    """Return the HTML of the race, readable without any script."""
    words = element_words("worker-race", language)
    sliders = {name: settings.localized(language) for name, settings in _sliders(view).items()}
    spec = {name: value for name, value in asdict(view).items() if name not in ("id", "title", "goal")}
    return render_element(
        "worker-race", view, {**spec, "sliders": {name: slider.spec for name, slider in sliders.items()}}, language,
        sliders=sliders, labels={name: words[name].format(items=view.items, many=view.many.name) for name in ("tasks", "serial", "handover")},
        sentence=_sentence(view, words, language), parts=_parts(view, language), table=_table(view, words, language),
    )


def _sliders(view: RaceView) -> dict[str, SliderSettings]:
    controls = (
        InputView(name="tasks", label="", start=view.tasks, minimum=1, maximum=view.most_tasks, scale="log", step=1),
        InputView(name="serial", label="", start=view.serial, unit="%", maximum=view.most_serial, step=view.most_serial / 40),
        InputView(name="handover", label="", start=view.handover_s, unit=view.time_unit, maximum=view.most_handover_s, step=view.most_handover_s / 60),
    )
    return {control.name: slider_settings(control, control.start) for control in controls}


def _time(view: RaceView, team: Team, tasks: float, serial: float) -> float:
    handover_s = view.handover_s if team is view.many else 0
    return team_time_s(tasks=tasks, task_s=team.task_s, workers=team.workers, serial_fraction=serial, handover_s=handover_s)


def _sentence(view: RaceView, words: dict[str, Any], language: str) -> str:
    few_s, many_s = (_time(view, team, view.tasks, view.serial) for team in (view.few, view.many))
    slow, fast = max(few_s, many_s), min(few_s, many_s)
    first = overtaking_tasks(
        task_s=view.few.task_s, workers=view.few.workers, other_task_s=view.many.task_s, other_workers=view.many.workers,
        serial_fraction=view.serial, handover_s=view.handover_s, most_tasks=view.most_tasks,
    )
    pieces = ["tie" if few_s == many_s else "few_first" if few_s < many_s else "many_first"]
    pieces += ["ratio"] if slow / fast >= CLEARLY_LONGER else []
    pieces.append("crossover" if math.isfinite(first) else "never")
    values = {
        "few": view.few.name, "many": view.many.name, "items": view.items, "few_time": _clock(view, few_s, language), "many_time": _clock(view, many_s, language),
        "gap": quantity_text(slow - fast, view.time_unit, 3, language), "times": number_text(slow / fast, 2 if slow / fast < 100 else 3, language),
        "tasks": number_text(first if math.isfinite(first) else 0, None, language), "most": number_text(view.most_tasks, None, language),
    }
    return " ".join(words[piece].format(**values) for piece in pieces)


def _clock(view: RaceView, seconds: float, language: str) -> str:
    return quantity_text(seconds, view.time_unit, TIME_DIGITS, language)


def _parts(view: RaceView, language: str) -> list[tuple[str, list[str]]]:
    """Return, for each team, where its time goes: hand-over, in order, side by side, together."""
    rows = []
    for team, handover_s in ((view.few, 0), (view.many, view.handover_s)):
        ordered_s = view.serial * view.tasks * team.task_s
        total_s = _time(view, team, view.tasks, view.serial)
        rows.append((team.name, [_clock(view, seconds, language) for seconds in (handover_s, ordered_s, max(0, total_s - handover_s - ordered_s), total_s)]))
    return rows


def _table(view: RaceView, words: dict[str, Any], language: str) -> dict[str, Any]:
    """Return who finishes first for some numbers of tasks and some serial shares, with the start's hand-over."""
    counts = [10**power for power in range(1, 9) if 10**power <= view.most_tasks]
    shares = [share * view.most_serial for share in TABLE_SERIAL]
    rows = []
    for tasks in counts:
        cells = []
        for share in shares:
            few_s, many_s = (_time(view, team, tasks, share) for team in (view.few, view.many))
            winner = words["tie_cell"] if few_s == many_s else view.few.name if few_s < many_s else view.many.name
            cells.append((winner, _clock(view, few_s, language), _clock(view, many_s, language)))
        rows.append((number_text(tasks, None, language), cells))
    return {"shares": [quantity_text(share, "%", 3, language) for share in shares], "rows": rows}
