"""The checks of `hwcalc.limits` in JavaScript, from the same source.

They need a little more than formulas do: a text argument, a message with values in it, comparisons in a chain,
and ``value % 1.0 == 0.0``. In the browser every argument of a formula is known to be a number (or true or false)
before any check runs, so that ``try ... except TypeError`` leaves only its body.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Mapping
from typing import Any

from coursekit.emit.expressions import Code, Expressions, Refused
from coursekit.emit.source import EmitError, source_of

_KINDS = {"str": "text", "float": "number", "bool": "truth"}


class _Check(Expressions):
    """Writes one check."""

    def emit(self) -> str:
        arguments = ", ".join(self.kinds)
        lines = [line for statement in self.source.body for line in self._statement(statement)]
        return "\n".join([f"const ${self.source.name} = ({arguments}) => {{", *lines, "};"])

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Try(body=[only], handlers=[ast.ExceptHandler(type=ast.Name(id="TypeError"), name=None,
                         body=[ast.Assign(value=ast.Constant(value=False))])], orelse=[], finalbody=[]):  # fmt: skip
                return self._statement(only)
            case ast.Assign(targets=[ast.Name(id=name)]) if name not in self.kinds:
                line = f" const {name} = {self.truth(node.value).text};"
                self.kinds[name] = "truth"
                return [line]
            case ast.If(body=[ast.Raise(exc=ast.Call(func=ast.Name(id="ValueError"), args=[message]))], orelse=[]):
                return [f" if ({self.truth(node.test).text}) $refuse({self._message(message)});"]
        raise self.refuse(node, f"'{ast.unparse(node).splitlines()[0]}' is not part of the language of checks")

    def _message(self, node: ast.expr) -> str:
        if not isinstance(node, ast.JoinedStr):
            raise self.refuse(node, "the message of a check must name what is checked", 'f"{name} must be ..."')
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(json.dumps(part.value, ensure_ascii=False)[1:-1].replace("`", "\\`").replace("$", "\\$"))
            elif isinstance(part.value, ast.Name) and part.value.id in self.kinds and part.format_spec is None:
                parts.append(f"${{{part.value.id}}}")
            else:
                raise self.refuse(part, "a message shows arguments only, and without a format")
        return f"`{''.join(parts)}`"

    def truth(self, node: ast.expr) -> Code:
        match node:
            case ast.Compare(ops=[ast.IsNot()], left=ast.Name(id=name), comparators=[ast.Constant(value=bool(value))]):
                return Code(f"{name} !== {json.dumps(value)}", "truth", 4)
            case ast.Compare(left=ast.BinOp(op=ast.Mod(), left=ast.Name(), right=ast.Constant(value=1.0)),
                             ops=[ast.Eq()], comparators=[ast.Constant(value=0.0)]):  # fmt: skip
                return Code(f"{self.number(node.left.left).text} % 1 === 0", "truth", 4)
            case ast.Compare() if len(node.ops) > 1:
                operands = [node.left, *node.comparators]
                if not all(isinstance(operand, ast.Name | ast.Constant) for operand in operands):
                    raise self.refuse(node, "a chain compares names and numbers only")
                pairs = zip(operands, node.ops, operands[1:], strict=False)
                links = [super(_Check, self).truth(ast.copy_location(ast.Compare(left, [sign], [right]), node))
                         for left, sign, right in pairs]  # fmt: skip
                return Code(" && ".join(link.text for link in links), "truth", 2)
        return super().truth(node)


def emit_support(checks: Mapping[str, Callable[..., Any]], constants: dict[str, float]) -> list[str]:
    """Return the definitions of the checks; module-level numbers they use are added to `constants`.

    Raises
    ------
    EmitError
        If a check says something that its little language does not have.
    """
    written = []
    for name, function in checks.items():
        source = source_of(function, name)
        kinds: dict[str, str | None] = {}
        for argument in source.node.args.args:
            note = ast.unparse(argument.annotation) if argument.annotation else ""
            if note not in _KINDS:
                raise EmitError([source.fault(argument, f"'{argument.arg}' must be noted as str, float or bool")])
            kinds[argument.arg] = _KINDS[note]
        try:
            written.append(_Check(source, kinds, set(kinds), {}, {}, constants).emit())
        except Refused as refused:
            raise EmitError([refused.fault]) from refused
    return written
