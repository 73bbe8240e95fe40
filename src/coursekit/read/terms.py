"""The fields of the glossary and of the list of wrong ideas."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from coursekit.read.schema import Bilingual, Day, Identifier, Text
from coursekit.read.validate import Model


class Term(Model):
    """One glossary entry in both languages."""

    id: Identifier
    en: Text
    pl: Text
    means: Bilingual
    example: Bilingual | None = None


class LockedWord(Model):
    """Polish words that may stand only where the English text has one of some words; a star stands for any ending."""

    words: Annotated[list[Text], Field(min_length=1)]
    only_for: Annotated[list[Text], Field(min_length=1)]
    write: Text


class Never(Model):
    """Polish words that never stand, and what stands instead; a star stands for any ending."""

    words: Text
    write: Text


class Locked(Model):
    """What must not slip in Polish; `names` of formats and products stand in both languages alike."""

    words: list[LockedWord] = []
    never: list[Never] = []
    names: list[Text] = []


class Glossary(Model):
    """All terms of the course, and the words that must not slip."""

    locked: Locked = Locked()
    terms: list[Term]


class Misconception(Model):
    """A wrong idea, the right one and why the wrong one tempts."""

    id: Identifier
    topics: list[Text]
    wrong: Text
    right: Text
    tempting: Text
    source: Text


class Misconceptions(Model):
    """All wrong ideas that items may name."""

    reviewed: Day | None = None
    misconceptions: list[Misconception]
