"""What the numbers of the catalogue must obey: dense peaks, one-way links, marks, units, agreement."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from hwcalc.catalogue.ages import whole_date
from hwcalc.catalogue.errors import Problem, did_you_mean
from hwcalc.catalogue.fields import PRIMARY_TIERS, VERIFICATIONS, Section
from hwcalc.catalogue.reading import Tree

NUMBER_FORMATS = frozenset(
    "fp64 fp64_tensor fp64_matrix fp32 fp32_matrix tf32 bf16 bf16_vector fp16 fp16_acc16 fp8 fp8_acc16 "
    "blockfp8 fp6 fp4 int8 int8_gpu_only int4 gpu_fp32 gpu_int8 cpu_int8 npu_int8 npu_ops".split()
)
"""The formats a peak may be given in; `_acc16` sums in 16 bits, `_tensor` and `_matrix` use the matrix units."""

FIELD_GROUPS = NUMBER_FORMATS | {
    "memory", "memory_type", "bandwidth", "tdp", "scale_up", "on_chip", "process_node", "years",
}  # fmt: skip
"""What `verified_fields` and `derived_fields` of a device may name."""

_UNKNOWN_UNITS = "see hwcalc.units; put what it is counted for under 'per:'"


def check_record(section: Section, tree: Tree, at: tuple, entry: dict[str, Any], problems: list[Problem]) -> None:
    """Check one record that has the right fields and types."""
    special = {"hardware": _check_device, "networks": _check_network, "instances": _check_instance,
               "latencies": _check_latency, "measurements": _check_measurement, "models": _check_model,
               "facts": _check_fact}  # fmt: skip
    _check_mark(tree, at, entry, problems)
    _check_review(tree, at, entry, problems)
    if section.name in special:
        special[section.name](tree, at, entry, problems)


def check_across(
    trees: Mapping[str, Tree], sound: Mapping[str, list[tuple[int, dict[str, Any]]]], problems: list[Problem]
) -> None:
    """Check what one record says of another."""
    devices = {entry["id"]: entry for _, entry in sound["hardware"]}
    links = {entry["id"]: entry for _, entry in sound["networks"]}
    for index, entry in sound["hardware"]:
        tree, at = trees["hardware.yml"], ("devices", index, "link")
        link = entry.get("link")
        if link is None:
            continue
        if link not in links:
            problems.append(tree.problem(at, f"the link '{link}' is not listed", did_you_mean(link, links)))
        elif entry.get("scale_up_per_direction_bytes_per_s") != links[link]["per_direction_bytes_per_s"]:
            wrong = f"the one-way rate of '{entry['id']}' is not that of '{link}'"
            right = f"{links[link]['per_direction_bytes_per_s']:g} B/s, or no link"
            problems.append(tree.problem(at, wrong, right))
    for index, entry in sound["instances"]:
        if entry["accelerator"] not in devices:
            at = ("instances", index, "accelerator")
            hint = did_you_mean(entry["accelerator"], devices)
            wrong = f"the accelerator '{entry['accelerator']}' is not listed"
            problems.append(trees["networks.yml"].problem(at, wrong, hint))
    models = {entry["id"]: entry for _, entry in sound["models"]}
    for index, entry in sound["models"]:
        target = entry.get("alias_of")
        if target is not None and (target not in models or "alias_of" in models[target]):
            at = ("models", index, "alias_of")
            problems.append(trees["models.yml"].problem(at, f"'{target}' is no model to take the shape of",
                                                        did_you_mean(target, models)))  # fmt: skip


def _check_mark(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check that nothing is called verified that has no source to verify it with."""
    tiers = {tree.value["sources"][key].get("tier") for key in entry["sources"]}
    if entry["verified"] and tiers == {"memory"}:
        wrong = f"'{entry['id']}' is marked verified, and its only source is memory"
        problems.append(tree.problem((*at, "verified"), wrong, "write verified: false, or name a source"))


def _check_review(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check that the next review comes after the last one."""
    reviewed = whole_date(entry.get("reviewed") or tree.value["reviewed"])
    review_by = whole_date(entry.get("review_by"))
    if review_by is not None and review_by <= reviewed:
        wrong = f"the review is due on {review_by}, before or on the day it was done ({reviewed})"
        problems.append(tree.problem((*at, "review_by"), wrong, "give a later day, or leave review_by out"))


def _check_device(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check that peaks are dense, rates go one way and marks name fields."""
    dense, sparse = entry["peak_dense_flops"], entry.get("peak_sparse_flops", {})
    for table, values in (("peak_dense_flops", dense), ("peak_sparse_flops", sparse)):
        for key in values:
            here = (*at, table, key)
            if "sparse" in key or "sparsity" in key:
                right = "dense rates here, others under peak_sparse_flops without the word"
                problems.append(tree.problem(here, f"the peak '{key}' is a sparse one", right))
            elif key not in NUMBER_FORMATS:
                hint = did_you_mean(key, NUMBER_FORMATS)
                problems.append(tree.problem(here, f"the number format '{key}' is not known", hint))
    for key, value in sparse.items():
        if value <= dense.get(key, 0):
            wrong = f"the sparse {key} peak is not above the dense one"
            right = "one of them is the other; dense peaks are the smaller"
            problems.append(tree.problem((*at, "peak_sparse_flops", key), wrong, right))
    for name in ("verified_fields", "derived_fields"):
        for index, group in enumerate(entry.get(name, [])):
            if group not in FIELD_GROUPS:
                hint = did_you_mean(group, FIELD_GROUPS)
                problems.append(tree.problem((*at, name, index), f"'{group}' is no field to mark", hint))
    one_way, two_way = entry.get("scale_up_per_direction_bytes_per_s"), entry.get("scale_up_bandwidth_bytes_per_s")
    _check_one_way(tree, (*at, "scale_up_per_direction_bytes_per_s"), one_way, two_way, problems)


def _check_network(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check that the rate for formulas goes one way."""
    one_way, two_way = entry["per_direction_bytes_per_s"], entry.get("bidirectional_bytes_per_s")
    _check_one_way(tree, (*at, "per_direction_bytes_per_s"), one_way, two_way, problems)


def _check_one_way(tree: Tree, at: tuple, one_way: float | None, two_way: float | None, problems: list) -> None:
    """Check that a one-way rate is half of the two-way rate beside it."""
    if two_way is None:
        return
    if one_way is None:
        wrong, right = "only the two-way rate is given", f"half of it goes one way: {two_way / 2:g}"
        problems.append(tree.problem(at, wrong, right))
    elif not math.isclose(2 * one_way, two_way, rel_tol=1e-6):
        wrong = f"{one_way:g} B/s is not half of the two-way rate {two_way:g} B/s"
        problems.append(tree.problem(at, wrong, f"one way is {two_way / 2:g}; formulas never take two-way rates"))


def _check_instance(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check the three network rates of a machine against each other."""
    expected = entry["network_gbit_per_s"] * 1e9 / 8
    if not math.isclose(entry["per_direction_bytes_per_s"], expected, rel_tol=1e-6):
        wrong = "the rate in bytes is not the rate in bits"
        problems.append(tree.problem((*at, "per_direction_bytes_per_s"), wrong, f"{expected:g} B/s one way"))
    share = entry["per_direction_bytes_per_s"] / entry["accelerators"]
    if not math.isclose(entry["per_accelerator_bytes_per_s"], share, rel_tol=1e-6):
        wrong = "the accelerator's share is not the machine's rate divided"
        problems.append(tree.problem((*at, "per_accelerator_bytes_per_s"), wrong, f"{share:g} B/s"))


def _check_latency(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check the order of a range."""
    if not 0 < entry["seconds_low"] <= entry["seconds_high"]:
        problems.append(tree.problem((*at, "seconds_low"), "the low end is above the high end", "swap them"))


def _check_measurement(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check that the efficiency is that of the two rates."""
    if entry["direction"] not in ("one", "both"):
        problems.append(tree.problem((*at, "direction"), f"'{entry['direction']}' is no direction", "one or both"))
    share = entry["measured_bytes_per_s"] / entry["nominal_bytes_per_s"]
    if not math.isclose(entry["efficiency"], share, abs_tol=1e-3):
        wrong = f"the efficiency {entry['efficiency']} is not measured over nominal"
        problems.append(tree.problem((*at, "efficiency"), wrong, f"{share:.3f}"))


def _check_model(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check that the recount agrees with the published number within the tolerance given."""
    published, counted = entry.get("params_published_total"), entry.get("params_computed_total")
    if counted is None or published is None:
        return
    tolerance = entry.get("check_tolerance_pct")
    if tolerance is None:
        problems.append(tree.problem(at, f"'{entry['id']}' has a recount and no check_tolerance_pct", "give it"))
    elif abs(counted / published - 1) * 100 > tolerance:
        wrong = f"the recount is {counted / published - 1:+.1%} off the published number"
        problems.append(tree.problem((*at, "params_computed_total"), wrong, f"at most {tolerance} %"))


def _check_fact(tree: Tree, at: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check a fact's marks, range, boundary and units."""
    if entry["verification"] not in VERIFICATIONS:
        hint = f"one of: {', '.join(VERIFICATIONS)}"
        problems.append(tree.problem((*at, "verification"), f"'{entry['verification']}' is not known", hint))
    elif entry["verified"] != (entry["verification"] != "memory"):
        wrong = f"verified: {str(entry['verified']).lower()} does not go with verification: {entry['verification']}"
        problems.append(tree.problem((*at, "verified"), wrong, "what is from memory is not verified; the rest is"))
    tiers = {tree.value["sources"][key].get("tier") for key in entry["sources"]}
    if entry["verification"] == "primary" and not tiers & PRIMARY_TIERS:
        wrong = f"'{entry['id']}' says primary, and no source of it is"
        problems.append(tree.problem((*at, "verification"), wrong, "write secondary, or cite the primary source"))
    value, bounds = entry.get("value"), entry.get("range")
    if value is None and bounds is None:
        for name in ("unit", "units", "per"):
            if name in entry:
                wrong = f"the fact has a {name} and no number"
                problems.append(tree.problem((*at, name), wrong, "give value or range, or leave it out"))
        return
    if "boundary" not in entry:
        wrong = f"the fact '{entry['id']}' has a number and no boundary"
        problems.append(tree.problem(at, wrong, "say what is counted and what is left out"))
    _check_leaves(tree, (*at, "value"), value, (), entry, problems)
    _check_ranges(tree, (*at, "range"), value, bounds, entry, problems)
    for key, unit in (entry.get("units") or {}).items():
        _check_unit(tree, (*at, "units", key), unit, problems)
    if "unit" in entry:
        _check_unit(tree, (*at, "unit"), entry["unit"], problems)


def _check_leaves(tree: Tree, at: tuple, value: Any, keys: tuple, entry: dict, problems: list[Problem]) -> None:
    """Check each number of a fact: a real number with a unit."""
    if value is None and not keys:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            if "." in key or " " in key:
                hint = "use letters, digits, - and _"
                problems.append(tree.problem((*at, key), f"the key '{key}' cannot stand in a path", hint))
            _check_leaves(tree, (*at, key), inner, (*keys, key), entry, problems)
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        problems.append(tree.problem(at, f"'{value}' is no number", "write numbers, by key where there are several"))
    if "unit" not in entry and not any(key in (entry.get("units") or {}) for key in keys):
        wrong = f"the fact '{entry['id']}' has no unit for its number"
        problems.append(tree.problem(at, wrong, "give 'unit:' (1 for a ratio), or one for each key under 'units:'"))


def _check_ranges(tree: Tree, at: tuple, value: Any, bounds: Any, entry: dict, problems: list[Problem]) -> None:
    """Check each range: two numbers in order, around the value they belong to."""
    if bounds is None:
        return
    named = bounds if isinstance(bounds, dict) else {"": bounds}
    for key, pair in named.items():
        here = (*at, key) if key else at
        numbers = isinstance(pair, list) and len(pair) == 2 and all(
            isinstance(end, int | float) and not isinstance(end, bool) for end in pair)  # fmt: skip
        if not numbers or not pair[0] < pair[1]:
            problems.append(tree.problem(here, "the range is not two numbers in order", "write [lowest, highest]"))
            continue
        inner = value.get(key) if isinstance(value, dict) else (None if key else value)
        if isinstance(inner, int | float) and not pair[0] <= inner <= pair[1]:
            wrong = f"the value {inner} lies outside its range"
            problems.append(tree.problem(here, wrong, "the range holds the value; other years are other keys"))
    if value is None and "unit" not in entry:
        problems.append(tree.problem(at, f"the fact '{entry['id']}' has no unit for its range", "give 'unit:'"))


def _check_unit(tree: Tree, at: tuple, unit: object, problems: list[Problem]) -> None:
    """Check that a unit is one that can be converted and printed."""
    from hwcalc.units import UNITS  # here, because only facts bring units of their own

    if unit not in UNITS:
        problems.append(tree.problem(at, f"the unit '{unit}' is not known", _UNKNOWN_UNITS))
