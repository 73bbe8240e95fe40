"""A catalogue of a few invented chips, and figure files of every kind."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

STUB = {
    "hardware.chip-a.peak_dense_flops.bf16": (1000e12, "FLOP/s", True),
    "hardware.chip-a.memory_bandwidth_bytes_per_s": (4e12, "B/s", True),
    "hardware.chip-a.memory_bytes": (80e9, "B", True),
    "hardware.chip-b.peak_dense_flops.bf16": (100e12, "FLOP/s", True),
    "hardware.chip-b.memory_bandwidth_bytes_per_s": (1e12, "B/s", False),
    "facts.prompt": (0.24 * 3600, "Wh", True),
    "facts.prompt.high": (3.9 * 3600, "Wh", True),
}


class StubCatalogue:
    """Answers like the catalogue, for the paths above."""

    def figure(self, path: str) -> SimpleNamespace:
        from hwcalc.catalogue import CatalogueError

        if path not in STUB:
            raise CatalogueError.of_question(f"the catalogue has no '{path}'", "did you mean another?")
        si, unit, verified = STUB[path]
        return SimpleNamespace(path=path, si=si, unit=unit, verified=verified, usable_in_formulas=True, label=f"label of {path}", source_title="a paper")


def common(name: str, kind: str) -> dict[str, Any]:
    return {"id": name, "kind": kind, "title": "A title", "claim": "More of one is less of the other.", "caption": "Read it from the left."}


def roofline(name: str = "roofs") -> dict[str, Any]:
    return {
        **common(name, "roofline"),
        "values": {"width": 4096},
        "roofs": [
            {"label": "Chip A", "chip": "chip-a", "format": "bf16"},
            {"label": "Chip B", "peak": "hardware.chip-b.peak_dense_flops.bf16", "bandwidth": "hardware.chip-b.memory_bandwidth_bytes_per_s"},
        ],
        "operations": [
            {"label": "One & only", "intensity": 1, "measured": 2e12},
            {"label": "Square", "intensity": "matmul_intensity(m=width, n=width, k=width, bytes_per_element=2)"},
        ],
    }


def stack(name: str = "stacked") -> dict[str, Any]:
    return {
        **common(name, "stack"),
        "values": {"weights": 40e9},
        "axis": {"label": {"en": "Memory", "pl": "Pamięć"}, "unit": "GB"},
        "parts": [{"id": "weights", "label": "Weights"}, {"id": "cache", "label": "Cache", "pattern": "slant"}],
        "bars": [
            {"label": "Small", "parts": {"weights": "weights"}},
            {"label": "Large", "note": "does not fit", "parts": {"weights": "weights", "cache": "product(value=weights, factor=1.5)"}},
        ],
        "limits": [{"label": "Room", "value": "hardware.chip-a.memory_bytes"}],
    }


def bands(name: str = "banded") -> dict[str, Any]:
    return {
        **common(name, "bands"),
        "axis": {"label": "Energy", "unit": "Wh", "scale": "log"},
        "rows": [
            {"label": "Seen", "point": "facts.prompt", "basis": "measured"},
            {"label": "Thought", "low": "facts.prompt", "high": "facts.prompt.high", "point": 3600, "basis": "modelled"},
            {"label": "Said", "point": 7200, "basis": "stated"},
        ],
    }


def bars(name: str = "barred") -> dict[str, Any]:
    return {
        **common(name, "bars"),
        "axis": {"label": "Energy", "unit": "pJ", "scale": "log"},
        "rows": [{"label": "Add", "value": 1e-13, "resource": "compute"}, {"label": "Read", "value": 64e-11, "resource": "bandwidth", "bound": True}],
        "marks": [{"label": "one", "value": 1e-12}],
    }


def line(name: str = "lined") -> dict[str, Any]:
    return {
        **common(name, "line"),
        "x": {"name": "batch", "label": "Batch", "from": 1, "to": 1024, "scale": "log2", "points": 11, "whole": True},
        "y": {"label": "Time", "unit": "ms", "scale": "log"},
        "series": [
            {"label": "Reading", "resource": "bandwidth", "value": "ratio(value=batch, reference=1000)"},
            {"label": "Reading twice", "resource": "bandwidth", "value": "ratio(value=batch, reference=500)"},
            {"label": "Waiting", "resource": "queue", "low": "ratio(value=batch, reference=4000)", "high": "ratio(value=batch, reference=2000)"},
            {"label": "Cooling", "resource": "power", "value": 0.01},
            {"label": "Sending", "resource": "network", "value": 0.02},
        ],
        "points": [{"label": "seen", "x": 64, "y": 0.1, "resource": "bandwidth"}],
        "marks": [{"label": "the goal", "value": 0.05}],
    }


EVERY_KIND = {"roofline": roofline, "stack": stack, "bands": bands, "bars": bars, "line": line}
