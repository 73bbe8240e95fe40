"""The fields of the glossary and of the list of wrong ideas."""

from __future__ import annotations

from coursekit.read.schema import Bilingual, Day, Identifier, Text
from coursekit.read.validate import Model


class Term(Model):
    """One glossary entry in both languages."""

    id: Identifier
    en: Text
    pl: Text
    means: Bilingual
    example: Bilingual | None = None


class Glossary(Model):
    """All terms of the course."""

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
