"""Finds the texts of a checked part of a source, and puts those of a translation in their place.

A translation holds texts only. Everything else, such as ids, keys, numbers, expressions and order, comes from the source,
so that the two languages cannot drift apart.
"""

from __future__ import annotations

import copy
import re
import typing
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from coursekit.faults import Fault, did_you_mean
from coursekit.read.located import Located, Path
from coursekit.read.schema import ForReaders
from coursekit.strings.typography import typeset


def text_paths(part: Any, at: Path = ()) -> Iterator[Path]:
    """Yield the path of every text that learners read, as the source file names its fields.

    Examples
    --------
    >>> from coursekit.read.schema import Option
    >>> list(text_paths(Option(text="It waits", feedback="Yes.", correct=True), ("options", 0)))
    [('options', 0, 'text'), ('options', 0, 'feedback')]
    """
    if isinstance(part, BaseModel):
        for name, info in type(part).model_fields.items():
            value, here = getattr(part, name), (*at, info.alias or name)
            yield from _strings(value, here) if _for_readers(info) else text_paths(value, here)
    elif isinstance(part, dict | list):
        for step, value in part.items() if isinstance(part, dict) else enumerate(part):
            yield from text_paths(value, (*at, step))


def _strings(value: Any, at: Path) -> Iterator[Path]:
    if isinstance(value, str):
        yield at
    elif isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _strings(inner, (*at, step))


def _for_readers(info: FieldInfo) -> bool:
    def marked(annotation: Any) -> bool:
        return any(isinstance(argument, ForReaders) or marked(argument) for argument in (*typing.get_args(annotation), *getattr(annotation, "__metadata__", ())))

    return any(isinstance(mark, ForReaders) for mark in info.metadata) or marked(info.annotation)


_VALUES = re.compile(r"\{([=$])(.*?)\1\}", re.DOTALL)


def values_in(text: str) -> dict[str, int]:
    """Return the values and formulas that a text asks for, each with the place of its first mention.

    Examples
    --------
    >>> values_in("It takes {= time | ms =}, at least {=  time | ms =}.")
    {'{= time | ms =}': 9}
    """
    found: dict[str, int] = {}
    for match in _VALUES.finditer(text):
        found.setdefault(f"{{{match[1]} {' '.join(match[2].split())} {match[1]}}}", match.start())
    return found


def at_path(data: Any, path: Path) -> Any:
    """Return the part of some data at a path."""
    for step in path:
        data = data[step]
    return data


@dataclass
class Merged(Located):
    """A source with the texts of a translation: a fault of a text is located in the translation, any other in the source."""

    own: Located | None = None
    texts: dict[Path, Path] = field(default_factory=dict)

    def fault(self, path: Path, wrong: str, right: str = "", *, key: bool = False) -> Fault:
        """Return a fault at the place of a value, in the file that holds it."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.texts and self.own is not None:
                return self.own.fault((*self.texts[path[:end]], *path[end:]), wrong, right, key=key)
        return super().fault(path, wrong, right, key=key)


class Merger:
    """Puts texts of a translation into the data of its source.

    Parameters
    ----------
    source, own : Located
        The source's YAML and the translation's.
    language : str
        Of the translation.
    """

    def __init__(self, source: Located, own: Located, language: str):
        self.source, self.own, self.language = source, own, language
        self.faults: list[Fault] = []
        self.result = Merged(source.source, copy.deepcopy(source.data), source.values, source.keys, own)

    def take(self, part: BaseModel, at: Path = (), own_at: Path = (), also: tuple[str, ...] = ()) -> None:
        """Take the texts of one part.

        Parameters
        ----------
        part : pydantic.BaseModel
            The part of the source, checked.
        at, own_at : tuple
            Where it stands in the source and in the translation.
        also : tuple of str
            Fields that the translation may have beside its texts.
        """
        self._wanted = set(text_paths(part, at))
        self._groups = {path[:end] for path in self._wanted for end in range(len(path))}
        self._also = {(*at, name) for name in also}
        self._own = at_path(self.own.data, own_at)
        self._walk(self._own, at, own_at)
        for path in sorted(self._wanted - set(self.result.texts), key=str):
            words = str(at_path(self.source.data, path))
            name = " ".join(str(step + 1) if isinstance(step, int) else step for step in path[len(at):])
            self.faults.append(self.own.fault((*own_at, *path[len(at):-1]), f"the text '{name}' is not translated", f"the source says: {words[:60]}"))

    def _walk(self, own: Any, at: Path, own_at: Path) -> None:
        source = at_path(self.source.data, at)
        if at in self._wanted:
            if isinstance(own, str) and own.strip():
                at_path(self.result.data, at[:-1])[at[-1]] = typeset(own, self.language)
                theirs, ours = values_in(source), values_in(own)
                self.faults += [self.own.fault(own_at, f"the value {name} of the source is missing", "every number of the source stands in the translation") for name in theirs if name not in ours]
                self.faults += [self.own.fault(own_at, f"the value {name} does not stand in the source", "take it out, or write it as the source does") for name in ours if name not in theirs]
            else:
                self.faults.append(self.own.fault(own_at, "this must be text", f"the source says: {str(source)[:60]}"))
            self.result.texts[at] = own_at
        elif isinstance(source, dict) and isinstance(own, dict):
            self._group(own, source, at, own_at)
        elif isinstance(source, list) and isinstance(own, list):
            if len(own) != len(source):
                self.faults.append(self.own.fault(own_at, f"here are {len(own)} entries, in the source {len(source)}", "translate each one, in the order of the source"))
                self._wanted = {path for path in self._wanted if path[: len(at)] != at}
                return
            for index, entry in enumerate(own):
                self._walk(entry, (*at, index), (*own_at, index))
        else:
            self.faults.append(self.own.fault(own_at, f"this must be {'a list' if isinstance(source, list) else 'a group of fields'}, as in the source"))

    def _group(self, own: dict[str, Any], source: dict[str, Any], at: Path, own_at: Path) -> None:
        if "id" in source and own.get("id") != source["id"]:
            place = (*own_at, "id") if "id" in own else own_at
            self.faults.append(self.own.fault(place, f"the source has '{source['id']}' here, not '{own.get('id', '')}'", f"write 'id: {source['id']}' and keep the order of the source"))
        for key, value in own.items():
            path, own_path = (*at, key), (*own_at, key)
            if path in self._wanted or path in self._groups:
                self._walk(value, path, own_path)
            elif path not in self._also and not (key == "id" and "id" in source):
                known = [str(step[-1]) for step in self._wanted | self._groups if step[:-1] == at and step]
                right = "take it out: only texts are translated" if key in source else did_you_mean(key, known)
                meant = next((name for name in known if right == f"did you mean '{name}'?" and name not in own), None)
                if meant is not None:  # one slip is one line
                    self._wanted = {path for path in self._wanted if path[: len(at) + 1] != (*at, meant)}
                self.faults.append(self.own.fault(own_path, f"the field '{key}' is no text of the source", right, key=True))
