"""Reads YAML and remembers where each key and value stands.

The rules are stricter than YAML 1.1, because lesson authors lose work to its surprises: `NO` is not read as false,
`1:20` is not read as 80, a repeated key is an error, and `70e9` is a number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from coursekit.faults import CourseError, Fault
from coursekit.read.text import SourceText

Path = tuple[str | int, ...]

_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\Z")
_INTEGER = re.compile(r"[-+]?\d+\Z")
_LEADING_ZERO = re.compile(r"[-+]?0\d+\Z")
_SEXAGESIMAL = re.compile(r"[-+]?\d+(?::[0-5]?\d)+(?:\.\d*)?\Z")
_DECIMAL_COMMA = re.compile(r"[-+]?\d+,\d+\Z")
_TRAPS = {"yes", "no", "on", "off", "y", "n"}
_ALLOWED_TAGS = {"str", "int", "float", "bool", "null", "timestamp", "merge", "value"}


@dataclass
class Located:
    """Data of one YAML text with the place of every key and value.

    Attributes
    ----------
    data : object
        Dictionaries, lists, strings, numbers, booleans and None.
    """

    source: SourceText
    data: Any = None
    values: dict[Path, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Path, tuple[int, int]] = field(default_factory=dict)

    def place(self, path: Path, *, key: bool = False) -> tuple[int, int]:
        """Return line and column of a value or key, or of the nearest thing around it that has a place."""
        while path not in self.values and path:
            path = path[:-1]
        table = self.keys if key and path in self.keys else self.values
        return table.get(path, (1, 1))

    def fault(self, path: Path, wrong: str, right: str = "", *, key: bool = False) -> Fault:
        """Return a fault at the place of a value (or of its key)."""
        line, column = self.place(path, key=key)
        return Fault(self.source.path, line, column, wrong, right)


def read_yaml(source: SourceText, text: str | None = None, first_line: int = 1, first_column: int = 1) -> Located:
    """Read one YAML text.

    Parameters
    ----------
    source : SourceText
        The file that holds it.
    text : str, optional
        The part to read, where the YAML is only a part of the file (front matter, a block of a lesson).
    first_line, first_column : int
        Where that part starts in the file.

    Raises
    ------
    CourseError
        With every fault found.
    """
    return _Reader(source, source.text if text is None else text, first_line, first_column).read()


class _Reader:
    def __init__(self, source: SourceText, text: str, first_line: int, first_column: int):
        self.text = text
        self.lines = text.split("\n")
        self.first_line = first_line
        self.first_column = first_column
        self.result = Located(source)
        self.faults: list[Fault] = []
        self.seen: set[int] = set()

    def read(self) -> Located:
        self._refuse_tabs()
        try:
            node = yaml.compose(self.text, Loader=yaml.CSafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line, mark.column) if mark else (0, 0)
            raise CourseError(self.faults or [self._explain(error.problem or error.context or "it is not YAML", line, column)]) from None
        except yaml.YAMLError as error:
            raise CourseError([self._fault(0, 0, f"this is not YAML: {error}")]) from None
        if node is not None:
            try:
                self.result.data = self._value(node, ())
            except RecursionError:
                raise CourseError([self._fault(0, 0, "the lists are nested too deeply")]) from None
        self.result.values.setdefault((), (self.first_line, self.first_column))
        if self.faults:
            raise CourseError(self.faults)
        return self.result

    def _place(self, line: int, column: int) -> tuple[int, int]:
        return self.first_line + line, column + (self.first_column if line == 0 else 1)

    def _fault(self, line: int, column: int, wrong: str, right: str = "") -> Fault:
        return Fault(self.result.source.path, *self._place(line, column), wrong, right)

    def _refuse_tabs(self) -> None:
        for number, line in enumerate(self.lines):
            indent = line[: len(line) - len(line.lstrip())]
            if "\t" in indent:
                self.faults.append(self._fault(number, indent.index("\t"), "a tab indents this line", "use spaces"))

    def _explain(self, problem: str, line: int, column: int) -> Fault:
        text = self.lines[line] if line < len(self.lines) else ""
        if "mapping values are not allowed" in problem:
            return self._fault(line, column, "a second colon in this line cuts the text", "put the text in quotes: key: \"FLOP: what is it?\"")
        if "found character" in problem and "cannot start any token" in problem:
            return self._fault(line, column, f"text cannot start with {text[column:column + 1]!r}", "put the text in quotes")
        if "expected <block end>" in problem or "did not find expected key" in problem:
            return self._fault(line, column, "this line does not fit in here", "indent it like its neighbours, or put the text in quotes")
        if "expected ',' or" in problem:
            return self._fault(line, column, "a bracket is not closed, or a comma is missing before this place")
        if "unexpected end of stream" in problem or "end of stream" in problem:
            return self._fault(line, column, "a quote or bracket is not closed")
        return self._fault(line, column, f"this is not YAML: {problem}")

    def _value(self, node: yaml.Node, path: Path) -> Any:
        mark = node.start_mark
        if id(node) in self.seen:
            self.faults.append(self._fault(mark.line, mark.column, "an alias (*name) repeats this part", "write it out where it is needed"))
            return None
        self.seen.add(id(node))
        self.result.values[path] = self._place(mark.line, mark.column)
        prefix, _, tag = node.tag.rpartition(":")
        if prefix != "tag:yaml.org,2002" or (isinstance(node, yaml.ScalarNode) and tag not in _ALLOWED_TAGS):
            self.faults.append(self._fault(mark.line, mark.column, f"the tag {node.tag} is not allowed", "write plain text, numbers, lists and fields"))
            return None
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self._value(child, (*path, index)) for index, child in enumerate(node.value)]
        return self._scalar(node)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            mark = key_node.start_mark
            if not isinstance(key_node, yaml.ScalarNode):
                self.faults.append(self._fault(mark.line, mark.column, "a field's name must be a word"))
                continue
            key = key_node.value
            if key in result:
                self.faults.append(self._fault(mark.line, mark.column, f"the field '{key}' stands here twice", "keep one of them"))
                continue
            self.result.keys[*path, key] = self._place(mark.line, mark.column)
            result[key] = self._value(value_node, (*path, key))
        return result

    def _scalar(self, node: yaml.ScalarNode) -> Any:
        text, mark = node.value, node.start_mark
        if node.style:  # plain text has none
            return text
        if text in ("", "~", "null"):
            return None
        if text in ("true", "false"):
            return text == "true"
        quoted = f'write "{text}" in quotes, or true or false'
        if text.lower() in _TRAPS or text in ("True", "False", "TRUE", "FALSE", "Null", "NULL"):
            self.faults.append(self._fault(mark.line, mark.column, f"the bare word {text} has a hidden meaning in YAML", quoted))
        elif _LEADING_ZERO.match(text) or _SEXAGESIMAL.match(text):
            self.faults.append(self._fault(mark.line, mark.column, f"{text} is read as another number in YAML", f'write "{text}" in quotes'))
        elif _DECIMAL_COMMA.match(text):
            self.faults.append(self._fault(mark.line, mark.column, f"{text} is not a number here", "write a decimal point"))
        elif _NUMBER.match(text):
            return int(text) if _INTEGER.match(text) else float(text)
        else:
            rest = self.lines[node.end_mark.line][node.end_mark.column:]
            if re.match(r"\s+#[^\s#]", rest):
                self.faults.append(self._fault(node.end_mark.line, node.end_mark.column, "the text is cut at #", "put the text in quotes"))
        return text
