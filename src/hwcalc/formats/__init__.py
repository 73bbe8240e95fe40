"""Number formats: what their bits stand for, how far they reach, how fine they are, and what a stored weight costs."""

from .bits import float_exponent, float_gap, float_largest, float_nearest, float_value
from .table import bits_per_weight, format_epsilon, format_max, format_min_normal
from .whole_numbers import integer_nearest

__all__ = [
    "bits_per_weight",
    "float_exponent",
    "float_gap",
    "float_largest",
    "float_nearest",
    "float_value",
    "format_epsilon",
    "format_max",
    "format_min_normal",
    "integer_nearest",
]
