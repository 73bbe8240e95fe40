"""The scripts as they are published: making them small changes no order."""

from __future__ import annotations

import re
from pathlib import Path

from coursekit.pages.assets import stage_assets

ROOT = Path(__file__).resolve().parents[3]
TAKEN_APART = re.compile(r"(?:const|let)\[[^\]]*\]=\((\w+)[^;]*")


def test_a_list_is_taken_apart_after_its_name_is_declared():
    """`const [a, b] = (name.list ?? []).map(…)` is moved before `name` by the program that makes scripts small."""
    files = stage_assets(ROOT, ("en",)).files
    scripts = {name: text.decode() for name, text in files.items() if name.endswith(".mjs")}
    assert any("flip-field" in text for text in scripts.values())
    early = [
        (name, found.group(0)[:80])
        for name, text in scripts.items()
        for found in TAKEN_APART.finditer(text)
        if re.search(rf",{re.escape(found.group(1))}=(?!=)", found.group(0))
    ]
    assert early == []
