"""Reads a YAML file into plain values and remembers where each of them stands.

The scalars are those of YAML 1.2: `989e12` is a number, and `no` or `2026-11-30` is text.
PyYAML's own rules are those of YAML 1.1, where the first is text and the second is false.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from hwcalc.catalogue.errors import CatalogueError, Problem

Key = tuple[str | int, ...]

_FASTEST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_FASTEST):
    """PyYAML's parser with the scalars of YAML 1.2."""

    yaml_implicit_resolvers: dict = {}


_PLAIN = {
    "null": (r"~|null|", ["~", "n", ""]),
    "bool": (r"true|false", ["t", "f"]),
    "int": (r"[-+]?[0-9]+", list("-+0123456789")),
    "float": (r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789")),
}
for _name, (_pattern, _first) in _PLAIN.items():
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_name}", re.compile(f"(?:{_pattern})$"), _first)

_CONVERT = {
    "tag:yaml.org,2002:null": lambda text: None,
    "tag:yaml.org,2002:bool": lambda text: text == "true",
    "tag:yaml.org,2002:int": int,
    "tag:yaml.org,2002:float": float,
}


@dataclass(frozen=True)
class Tree:
    """One file's content and the place of each entry in it.

    Attributes
    ----------
    path : str
        The file as it is named in messages.
    value : object
        Dictionaries, lists and scalars.
    marks : dict
        Line and column of each entry, by the keys that lead to it.
    """

    path: str
    value: Any
    marks: dict[Key, tuple[int, int]]

    def problem(self, at: Sequence[str | int], wrong: str, right: str = "") -> Problem:
        """Return a problem at an entry, or at the nearest one above it that exists."""
        key = tuple(at)
        while key not in self.marks:
            key = key[:-1]
        return Problem(self.path, *self.marks[key], wrong, right)


def read(path: Path) -> Tree:
    """Return the content of a YAML file with the place of each entry.

    Parameters
    ----------
    path : Path
        The file.

    Raises
    ------
    CatalogueError
        The file is missing or no YAML, or a key stands twice in one mapping.
    """
    shown = shown_path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CatalogueError([Problem(shown, 1, 1, "the file cannot be read", str(error.strerror))]) from error
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise CatalogueError([Problem(shown, line, column, f"not valid YAML: {error.problem}")]) from error
    finally:
        loader.dispose()
    marks: dict[Key, tuple[int, int]] = {(): (1, 1)}
    problems: list[Problem] = []
    value = None if node is None else _value_of(node, (), marks, problems, shown)
    if problems:
        raise CatalogueError(problems)
    return Tree(shown, value, marks)


def shown_path(path: Path) -> str:
    """Return a path as messages show it: from the working directory where it lies below."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return f"hwcalc/catalogue/{path.name}"


def _value_of(node: yaml.Node, at: Key, marks: dict, problems: list[Problem], path: str) -> Any:
    """Return the value of a parsed node and note the places below it."""
    if isinstance(node, yaml.ScalarNode):
        convert = _CONVERT.get(node.tag)
        return convert(node.value) if convert else node.value
    if isinstance(node, yaml.SequenceNode):
        items = []
        for index, item in enumerate(node.value):
            below = (*at, index)
            marks[below] = (item.start_mark.line + 1, item.start_mark.column + 1)
            items.append(_value_of(item, below, marks, problems, path))
        return items
    mapping: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = key_node.value
        place = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        if not isinstance(key, str):
            problems.append(Problem(path, *place, "a key is not plain text", "write a name"))
            continue
        if key in mapping:
            problems.append(Problem(path, *place, f"the key '{key}' stands twice", "keep one of the two"))
        below = (*at, key)
        marks[below] = place
        mapping[key] = _value_of(value_node, below, marks, problems, path)
    return mapping
