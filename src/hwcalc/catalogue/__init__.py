"""Sourced figures of hardware, networks, models and facts, with their units, dates and marks.

This is the only part of `hwcalc` that needs PyYAML; it is imported when asked for.

Examples
--------
>>> from hwcalc.catalogue import load
>>> figure = load().figure("facts.gemini-median-prompt")
>>> figure.value, figure.unit, figure.per, figure.date
(0.24, 'Wh', 'prompt', '2025-08-21')
"""

from hwcalc.catalogue.errors import CatalogueError, Problem
from hwcalc.catalogue.figures import Figure
from hwcalc.catalogue.load import Catalogue, Due, load
from hwcalc.catalogue.model import Model
from hwcalc.catalogue.records import (
    Device,
    Fact,
    Instance,
    Latency,
    Measurement,
    MemoryTechnology,
    Network,
    Record,
    Source,
)

__all__ = [
    "Catalogue",
    "CatalogueError",
    "Device",
    "Due",
    "Fact",
    "Figure",
    "Instance",
    "Latency",
    "Measurement",
    "MemoryTechnology",
    "Model",
    "Network",
    "Problem",
    "Record",
    "Source",
    "load",
]
