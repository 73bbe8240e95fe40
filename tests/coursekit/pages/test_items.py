"""What the items of the lessons become."""

from __future__ import annotations

from pathlib import Path

import pytest
from course_site import copy_lessons

from coursekit.pages.stage import check_course
from coursekit.render.views import DiagnoseItem


def test_only_like_amounts_are_divided_for_the_badge(tmp_path: Path) -> None:
    shares, times = "find-the-bottleneck/kv-cache", "why-gpus/moving-data"
    pages = check_course(copy_lessons(tmp_path / "project", shares, times))[1]
    by = {name: [item.by for item in pages[name].items.values() if isinstance(item, DiagnoseItem)] for name in (shares, times)}
    assert by == {shares: [0], times: [pytest.approx(295.2, abs=0.1)]}
