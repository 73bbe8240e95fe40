"""Write tests/data/typeset.txt anew, for a person to look at what changed."""

from __future__ import annotations

from pathlib import Path

from coursekit.emit.latex import typeset
from hwcalc.registry import FORMULAS

if __name__ == "__main__":
    lines = [f"{name}: {typeset(formula)}\n" for name, formula in FORMULAS.items() if formula.browser]
    (Path(__file__).parent / "data/typeset.txt").write_text("".join(lines), encoding="utf-8")
