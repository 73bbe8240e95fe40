"""Reads the names of tracks and lessons in another language and tells what something is called there."""

from __future__ import annotations

from typing import NamedTuple

from coursekit.faults import Fault, did_you_mean
from coursekit.read.located import Located
from coursekit.read.schema import Syllabus, Text, Track
from coursekit.read.validate import Model


class ReviewWords(Model):
    """What the maps and the menu say of a track's mixed review."""

    title: Text | None = None
    lead: Text | None = None


class TrackWords(Model):
    """What one track says; what is missing stays in the source's language."""

    title: Text | None = None
    audience: Text | None = None
    promise: Text | None = None
    review: ReviewWords = ReviewWords()
    units: dict[str, Text] = {}
    lessons: dict[str, Text] = {}


class SyllabusWords(Model):
    """The words of syllabus.yml in another language, by the ids of the syllabus."""

    tracks: dict[str, TrackWords] = {}


class Words(NamedTuple):
    """A text and the language in which it stands."""

    text: str
    language: str


def check_words(words: SyllabusWords, located: Located, syllabus: Syllabus) -> list[Fault]:
    """Return a fault for each track, unit and lesson that the syllabus does not have."""
    faults: list[Fault] = []
    tracks = {track.id: track for track in syllabus.tracks}
    for name, entry in words.tracks.items():
        if name not in tracks:
            faults.append(located.fault(("tracks", name), f"the syllabus has no track '{name}'", did_you_mean(name, tracks), key=True))
            continue
        known = {"lessons": {row.id for row in tracks[name].lessons}, "units": {row.unit for row in tracks[name].lessons if row.unit}}
        for kind, wanted in known.items():
            for key in getattr(entry, kind):
                if key not in wanted:
                    faults.append(located.fault(("tracks", name, kind, key), f"the track has no '{key}' among its {kind}", did_you_mean(key, wanted) if wanted else "", key=True))
    return faults


def track_words(words: SyllabusWords | None, track: Track, field: str, language: str) -> Words:
    """Return the title, audience or promise of a track in a language, or the English one."""
    entry = words.tracks.get(track.id) if words else None
    text = getattr(entry, field) if entry else None
    return Words(text, language) if text else Words(getattr(track, field), "en")
