"""Find the source of a formula: its syntax tree, its file and its lines."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from coursekit.faults import CourseError, Fault

#: The functions of `math` that a formula may call, each with one argument.
MATH_FUNCTIONS = {getattr(math, name): name for name in ("sqrt", "exp", "log", "ceil", "floor")}


class EmitError(CourseError):
    """A formula says something that the small language of formulas does not have."""


@dataclass(frozen=True)
class FunctionSource:
    """One function with its syntax tree and the names it can see.

    Parameters
    ----------
    name : str
        The function's name.
    function : callable
        The function itself.
    node : ast.FunctionDef
        Its syntax tree; line numbers are those of the file.
    path : str
        The file, written from the project's root.
    """

    name: str
    function: Callable[..., Any]
    node: ast.FunctionDef
    path: str

    def fault(self, node: ast.AST, wrong: str, right: str = "") -> Fault:
        """Return a fault that stands at this node."""
        line = getattr(node, "lineno", self.node.lineno)
        column = getattr(node, "col_offset", self.node.col_offset) + 1
        return Fault(self.path, line, column, f"{self.name}: {wrong}", right)

    @property
    def body(self) -> list[ast.stmt]:
        """The statements without the docstring."""
        body = self.node.body
        return body[1:] if ast.get_docstring(self.node, clean=False) is not None else body

    def look_up(self, node: ast.expr) -> Any:
        """Return what a global name or ``module.name`` stands for, or None where it is neither."""
        names = self.function.__globals__
        if isinstance(node, ast.Name):
            return names.get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = names.get(node.value.id)
            return getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
        return None


@cache
def _tree(path: Path, changed_ns: int) -> dict[tuple[str, int], ast.FunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            found[node.name, first] = node
    return found


@cache
def _from_root(path: Path) -> str:
    for folder in path.parents:
        if (folder / "pyproject.toml").is_file():
            return path.relative_to(folder).as_posix()
    return path.name


def source_of(function: Callable[..., Any], name: str | None = None) -> FunctionSource:
    """Read the source of a function that is defined at the top level of a module.

    Raises
    ------
    EmitError
        If it is no such function, or its file was changed after it was loaded.
    """
    name = name or getattr(function, "__name__", repr(function))
    code = getattr(function, "__code__", None)
    if code is None:
        raise EmitError([Fault("?", 1, 1, f"{name}: this is not a Python function", "write it with def")])
    path = Path(code.co_filename)
    if not path.is_file():
        raise EmitError([Fault(path.name, 1, 1, f"{name}: its source file is not there")])
    node = _tree(path, path.stat().st_mtime_ns).get((function.__name__, code.co_firstlineno))
    if node is None:
        wrong = f"{name}: no function of this name begins in this line"
        right = "define it with def at the top level of a module, and load the module anew after a change"
        raise EmitError([Fault(_from_root(path), code.co_firstlineno, 1, wrong, right)])
    return FunctionSource(name, function, node, _from_root(path))


def functions_of(formulas: Mapping[str, Any]) -> dict[str, Callable[..., Any]]:
    """Return name -> function of the formulas that run in the browser.

    The values may be registered formulas or bare functions; the latter always count.
    """
    found = {}
    for name, entry in formulas.items():
        if hasattr(entry, "browser"):
            if entry.browser:
                found[name] = entry.function
        else:
            found[name] = entry
    return found
