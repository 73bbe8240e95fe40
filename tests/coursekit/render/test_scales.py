"""The ticks of the browser's charts."""

import pytest
from javascript_engine import ROOT, call_each, engine

SCALES = (ROOT / "docs/assets/course/widget/scales.mjs").read_text(encoding="utf-8")


def ticks(*call):
    with engine(SCALES) as context:
        ((kind, value),) = call_each(context, "(call) => ticks(...call)", [list(call)])
    assert kind == "value", value
    return value


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (("linear", 1024, 131072, 2), [50_000, 100_000]),
        (("linear", 0, 2000, 5), [0, 500, 1000, 1500, 2000]),
        (("log", 1e10, 1e16, 9), [1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16]),
        (("log", 0.1, 10_000, 9), [0.1, 1, 10, 100, 1000, 10_000]),
        (("log", 0.1, 10_000, 4), [1, 100, 10_000]),
    ],
)
def test_ticks_are_round_and_as_many_as_there_is_room_for(call, expected):
    assert ticks(*call) == expected


@pytest.mark.parametrize("most", range(2, 9))
@pytest.mark.parametrize("high", [1.0, 1.5, 3, 7, 99, 131_072])
def test_a_linear_axis_never_has_a_single_tick(most, high):
    found = ticks("linear", 0, high, most)
    assert 2 <= len(found) <= most and found == sorted(found)
