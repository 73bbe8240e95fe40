"""Loads all sources of the course and reports every fault of every file in one go."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from coursekit.faults import CourseError, Fault, FaultCollector
from coursekit.memory import Memory, fingerprint
from coursekit.read.card import Card, read_cards, topic_titles
from coursekit.read.lesson import LessonText, read_lesson
from coursekit.read.located import Located, read_yaml
from coursekit.read.schema import (
    Bilingual,
    Quiz,
    QuizItem,
    Syllabus,
    SyllabusLesson,
    Track,
    TrackReview,
)
from coursekit.read.syllabus import SyllabusWords, Words, check_words, track_words
from coursekit.read.terms import Glossary, Locked, Misconception, Misconceptions, Term
from coursekit.read.text import SourceText, read_text
from coursekit.read.translation import Translation, read_translation
from coursekit.read.validate import M, validate

LANGUAGES = ("en", "pl")
REVIEW = "review.yml"


@dataclass(frozen=True)
class Lesson:
    """One written lesson: its text, its items, its notes."""

    id: str
    track: Track
    row: SyllabusLesson
    text: LessonText
    quiz: Quiz
    quiz_located: Located
    notes: SourceText
    translations: dict[str, Translation] = field(default_factory=dict)

    @cached_property
    def items(self) -> dict[str, QuizItem]:
        """The items by id."""
        return {item.id: item for item in self.quiz.items}


@dataclass(frozen=True)
class Review:
    """The mixed review of one track."""

    track: Track
    text: TrackReview
    located: Located


@dataclass(frozen=True)
class Course:
    """All checked sources."""

    root: Path
    syllabus: Syllabus
    syllabus_located: Located
    terms: dict[str, Term]
    terms_located: Located
    misconceptions: dict[str, Misconception]
    lessons: dict[str, Lesson]
    figures: dict[str, Located] = field(default_factory=dict)
    reviews: dict[str, Review] = field(default_factory=dict)
    words: dict[str, SyllabusWords] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    locked: Locked = field(default_factory=Locked)

    def title(self, name: str, language: str) -> Words:
        """Return the title of a lesson, written or planned, in a language or else in English."""
        track, row = self.rows[name]
        entry = self.words[language].tracks.get(track.id) if language in self.words else None
        translated = self.lessons[name].translations.get(language) if name in self.lessons else None
        if translated is not None and translated.lesson is not None and translated.state != "draft":
            return Words(translated.lesson.text.front.title, language)
        if entry is not None and row.id in entry.lessons:
            return Words(entry.lessons[row.id], language)
        return Words(row.title, "en")

    def track_words(self, track: Track, field: str, language: str) -> Words:
        """Return the title, audience or promise of a track in a language or else in English."""
        return track_words(self.words.get(language), track, field, language)

    def review_words(self, track: str, field: str, language: str) -> Words:
        """Return the title or the lead of a track's review in a language or else in English."""
        entry = self.words[language].tracks.get(track) if language in self.words else None
        text = getattr(entry.review, field) if entry is not None else None
        return Words(text, language) if text else Words(getattr(self.reviews[track].text, field), "en")

    def unit(self, track: Track, unit: str, language: str) -> Words:
        """Return what a unit of a track is called in a language or else in English."""
        entry = self.words[language].tracks.get(track.id) if language in self.words else None
        return Words(entry.units[unit], language) if entry is not None and unit in entry.units else Words(unit, "en")

    @cached_property
    def rows(self) -> dict[str, tuple[Track, SyllabusLesson]]:
        """Every lesson of the syllabus in reading order, written or planned."""
        return {f"{track.id}/{row.id}": (track, row) for track in self.syllabus.tracks for row in track.lessons}

    @cached_property
    def topics(self) -> dict[str, Bilingual]:
        """The titles of all topics in the order of the syllabus, written or planned."""
        return topic_titles(self.syllabus)

    @property
    def planned(self) -> list[str]:
        """The ids of lessons that have no text yet."""
        return [name for name in self.rows if name not in self.lessons]


def load_course(root: Path, memory: Memory | None = None, lesson_faults: FaultCollector | None = None) -> Course:
    """Read everything under `lessons/` and `figures/`.

    Parameters
    ----------
    root : Path
    memory : Memory, optional
        Of a running preview: files that did not change are not read again.
    lesson_faults : FaultCollector, optional
        Gets the faults of single lessons, which are then left out, so that the others can be judged in the same run.
        Faults of what lessons share, figures among it, are raised in any case.

    Raises
    ------
    CourseError
        With all faults found in all files.
    """
    memory = memory or Memory()
    collector = FaultCollector()
    lessons_folder = root / "lessons"

    def read(name: str, model: type[M]) -> tuple[M, Located]:
        path = lessons_folder / name
        mark = fingerprint([path]) if path.exists() else ""
        return memory.keep(("file", name), mark, lambda: _read_file(root, path, model))

    syllabus, syllabus_located = read("syllabus.yml", Syllabus)
    glossary, terms_located, misconceptions = Glossary(terms=[]), Located(SourceText("lessons/glossary.yml", "")), []
    with collector.collecting():
        glossary, terms_located = read("glossary.yml", Glossary)
    with collector.collecting():
        misconceptions = read("misconceptions.yml", Misconceptions)[0].misconceptions
    collector.raise_if_any()  # without terms and wrong ideas every lesson would look wrong
    words: dict[str, SyllabusWords] = {}
    for language in LANGUAGES[1:]:
        if (lessons_folder / f"syllabus.{language}.yml").exists():
            with collector.collecting():
                words[language], located = read(f"syllabus.{language}.yml", SyllabusWords)
                collector.faults += check_words(words[language], located, syllabus)
    gathered = lesson_faults if lesson_faults is not None else FaultCollector()
    lessons: dict[str, Lesson] = {}
    known = {f"{track.id}/{row.id}": (track, row) for track in syllabus.tracks for row in track.lessons}
    for folder in sorted(path for track in syllabus.tracks for path in (lessons_folder / track.id).glob("*/")):
        name = folder.relative_to(lessons_folder).as_posix()
        if name not in known:
            gathered.add(Fault(f"lessons/{name}", 1, 1, f"the syllabus has no lesson '{name}'", "add it to lessons/syllabus.yml, or rename the folder"))
            continue
        with gathered.collecting():
            mark = fingerprint(sorted(path for path in folder.iterdir() if path.is_file()), known[name][1])
            lessons[name] = memory.keep(("lesson", name), mark, lambda name=name: load_lesson(root, name, *known[name]))
    cards: dict[str, Card] = {}
    with gathered.collecting():
        cards = read_cards(root, syllabus, list(known), LANGUAGES)
    figures: dict[str, Located] = {}
    for path in sorted((root / "figures").glob("*.yml")):
        with collector.collecting():
            figures[path.stem] = memory.keep(("figure file", path.stem), fingerprint([path]), lambda path=path: read_yaml(read_text(root, path)))
    reviews: dict[str, Review] = {}
    for track in syllabus.tracks:
        if (lessons_folder / track.id / REVIEW).exists():
            with collector.collecting():
                reviews[track.id] = Review(track, *read(f"{track.id}/{REVIEW}", TrackReview))
    with collector.collecting():
        _refuse_repeats(terms_located, "terms", [term.id for term in glossary.terms])
        _refuse_repeats(syllabus_located, "tracks", [track.id for track in syllabus.tracks])
        for index, track in enumerate(syllabus.tracks):
            _refuse_repeats(syllabus_located, ("tracks", index, "lessons"), [row.id for row in track.lessons])
    if lesson_faults is None or collector.faults:
        collector.faults += gathered.faults
        collector.raise_if_any()
    return Course(
        root, syllabus, syllabus_located, {term.id: term for term in glossary.terms}, terms_located,
        {wrong.id: wrong for wrong in misconceptions}, {name: lessons[name] for name in known if name in lessons}, figures, reviews, words, cards, glossary.locked,
    )


def load_lesson(root: Path, name: str, track: Track, row: SyllabusLesson) -> Lesson:
    """Read one lesson's folder.

    Raises
    ------
    CourseError
        With all faults of its files.
    """
    folder = root / "lessons" / name
    collector = FaultCollector()
    text = quiz = notes = None
    with collector.collecting():
        text = read_lesson(read_text(root, folder / "lesson.md"))
    with collector.collecting():
        quiz, quiz_located = _read_file(root, folder / "quiz.yml", Quiz)
        _refuse_repeats(quiz_located, "items", [item.id for item in quiz.items])
    with collector.collecting():
        notes = read_text(root, folder / "notes.md")
    collector.raise_if_any()
    lesson = Lesson(name, track, row, text, quiz, quiz_located, notes)
    for language in LANGUAGES[1:]:
        with collector.collecting():
            translation = read_translation(root, lesson, language)
            if translation is not None:
                lesson.translations[language] = translation
    collector.raise_if_any()
    return lesson


def _read_file(root: Path, path: Path, model: type[M]) -> tuple[M, Located]:
    located = read_yaml(read_text(root, path))
    return validate(located, model), located


def _refuse_repeats(located: Located, at: str | tuple[str | int, ...], ids: list[str]) -> None:
    path = (at,) if isinstance(at, str) else at
    faults = [located.fault((*path, index, "id"), f"the id '{name}' is taken", "ids are never used twice") for index, name in enumerate(ids) if name in ids[:index]]
    if faults:
        raise CourseError(faults)
