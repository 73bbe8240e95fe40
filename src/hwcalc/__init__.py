"""The calculators of the course: pure functions of plain SI numbers."""

from . import memory, kvcache, compute, roofline, occupancy, serving, energy, comparison
