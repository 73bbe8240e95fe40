"""What each field of each kind of record means: its unit, its words, and whether formulas may take it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields

from hwcalc.catalogue.ages import LONG_MONTHS, SHORT_MONTHS
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
)

TIERS = {
    "vendor_doc": "the vendor's own page",
    "vendor_repo": "the vendor's own repository",
    "vendor_submission": "a benchmark submission by the vendor or its partner",
    "vendor_authors": "a book or paper by the vendor's people",
    "official_mirror": "a copy of the vendor's document or press text",
    "paper": "a paper, by its authors",
    "official": "the publisher of the data or rules",
    "measurement": "output of a tool",
    "issue": "a report in an issue tracker",
    "secondary": "a third party, usually citing the vendor or author",
    "memory": "general knowledge; no source at hand",
}
PRIMARY_TIERS = frozenset(TIERS) - {"issue", "secondary", "memory"}
DATE_KINDS = ("published", "commit", "read")
VERIFICATIONS = ("primary", "secondary", "derived", "memory")
PROVENANCE = frozenset({"id", "sources", "verified", "reviewed", "review_by", "note"})


@dataclass(frozen=True)
class Quantity:
    """A field that carries a number.

    Attributes
    ----------
    unit : str
        Its unit, known to `hwcalc.units`.
    label : str
        Its words, put after the record's name.
    boundary : str
        What the number counts.
    group : str
        Its name in a device's `verified_fields`.
    usable : bool
        Whether formulas may take it; two-way rates and sparse peaks are for display only.
    """

    unit: str
    label: str
    boundary: str = ""
    group: str = ""
    usable: bool = True


@dataclass(frozen=True)
class Section:
    """One kind of record: where it stands and what its fields are.

    Attributes
    ----------
    name : str
        First part of its paths.
    file, key : str
        The file, and the list inside it.
    quantities, tables : mapping
        Fields that carry one number, and fields that carry one number for each of several keys.
    texts, flags, lists : tuple of str
        Fields that carry a text, true or false, or a list of texts.
    computed : mapping
        Numbers that the record works out from its other fields; they may be asked for, not written.
    months : int
        How long a record stays fresh.
    """

    name: str
    file: str
    key: str
    record: type[Record]
    quantities: Mapping[str, Quantity]
    tables: Mapping[str, Quantity] = field(default_factory=dict)
    texts: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    computed: Mapping[str, Quantity] = field(default_factory=dict)
    months: int = SHORT_MONTHS

    @property
    def known(self) -> frozenset[str]:
        """Every field that may be written."""
        named = (*self.quantities, *self.tables, *self.texts, *self.flags, *self.lists)
        return PROVENANCE.union(named)

    @property
    def required(self) -> frozenset[str]:
        """Every field that must be written."""
        no_default = (f.name for f in fields(self.record) if f.default is MISSING and f.default_factory is MISSING)
        return frozenset(no_default) - {"reviewed", "review_by"} - OPTIONAL_TABLES


OPTIONAL_TABLES = frozenset({"peak_sparse_flops", "units"})

ONE_WAY = "one way, all links of one unit together"
TWO_WAY = "both directions added up, as vendors print it; formulas take the one-way rate"

HARDWARE = Section(
    "hardware", "hardware.yml", "devices", Device,
    quantities={
        "chips_in_unit": Quantity("1", "chips"),
        "memory_bytes": Quantity("B", "memory", "planning size", "memory"),
        "memory_bandwidth_bytes_per_s": Quantity("B/s", "memory bandwidth", "peak of the main memory", "bandwidth"),
        "tdp_w": Quantity("W", "power limit", "a limit, not a measured mean", "tdp"),
        "scale_up_per_direction_bytes_per_s": Quantity("B/s", "link bandwidth, one way", ONE_WAY, "scale_up"),
        "scale_up_bandwidth_bytes_per_s": Quantity("B/s", "link bandwidth, both ways", TWO_WAY, "scale_up", False),
        "on_chip_memory_bytes": Quantity("B", "on-chip memory", "the last shared memory on the die", "on_chip"),
        "year_announced": Quantity("1", "year announced", group="years", usable=False),
        "year_available": Quantity("1", "year available", group="years", usable=False),
    },
    tables={
        "peak_dense_flops": Quantity("FLOP/s", "dense peak", "dense, at the vendor's peak clock"),
        "peak_sparse_flops": Quantity(
            "FLOP/s", "peak with sparsity", "counts multiplications by zero that were skipped; for display only",
            usable=False),
    },
    texts=("name", "vendor", "kind", "status", "form_factor", "process_node", "peak_basis", "memory_label",
           "memory_basis", "memory_type", "tdp_kind", "link"),
    lists=("verified_fields", "derived_fields"),
)  # fmt: skip

NETWORKS = Section(
    "networks", "networks.yml", "networks", Network,
    quantities={
        "per_direction_bytes_per_s": Quantity("B/s", "bandwidth, one way", ONE_WAY),
        "bidirectional_bytes_per_s": Quantity("B/s", "bandwidth, both ways", TWO_WAY, usable=False),
    },
    texts=("name", "family", "generation", "scope", "unit_of_account", "link_detail", "topology", "domain_size",
           "status"),
)  # fmt: skip

INSTANCES = Section(
    "instances", "networks.yml", "instances", Instance,
    quantities={
        "accelerators": Quantity("1", "accelerators"),
        "network_gbit_per_s": Quantity("Gbit/s", "network rate", "one way, the whole machine"),
        "per_direction_bytes_per_s": Quantity("B/s", "network bandwidth, one way", "one way, the whole machine"),
        "per_accelerator_bytes_per_s": Quantity("B/s", "network bandwidth of one accelerator", "one way"),
    },
    texts=("accelerator", "nics"),
)  # fmt: skip

MEMORY = Section(
    "memory", "networks.yml", "memory_technologies", MemoryTechnology,
    quantities={
        "bandwidth_bytes_per_s": Quantity("B/s", "bandwidth", "peak of one unit of account"),
        "capacity_bytes_max": Quantity("B", "largest capacity", "one unit of account"),
    },
    texts=("name", "unit_of_account", "detail"),
)  # fmt: skip

LATENCIES = Section(
    "latencies", "networks.yml", "latencies", Latency,
    quantities={
        "seconds_low": Quantity("s", "low end", "order of magnitude, for teaching"),
        "seconds_high": Quantity("s", "high end", "order of magnitude, for teaching"),
    },
    texts=("name",),
)  # fmt: skip

MEASUREMENTS = Section(
    "measurements", "networks.yml", "measured_vs_nominal", Measurement,
    quantities={
        "nominal_bytes_per_s": Quantity("B/s", "nominal", "as sold"),
        "measured_bytes_per_s": Quantity("B/s", "measured", "as measured"),
        "efficiency": Quantity("1", "measured over nominal"),
    },
    texts=("name", "direction"),
)  # fmt: skip

_COUNTS = {
    "num_hidden_layers": "layers",
    "hidden_size": "model width",
    "num_attention_heads": "query heads",
    "num_key_value_heads": "key/value heads",
    "head_dim": "head width",
    "intermediate_size": "feed-forward width",
    "vocab_size": "vocabulary",
    "norms_per_layer": "norms in a layer",
    "moe_intermediate_size": "width of one expert",
    "num_experts": "experts in a layer",
    "num_experts_per_tok": "experts for one token",
    "num_shared_experts": "experts that every token uses",
    "first_k_dense_replace": "first layers without experts",
    "moe_layer_step": "layers from one expert layer to the next",
    "q_lora_rank": "query compression rank",
    "kv_lora_rank": "key/value compression rank",
    "qk_nope_head_dim": "head width without position",
    "qk_rope_head_dim": "head width with position",
    "v_head_dim": "value head width",
}

MODELS = Section(
    "models", "models.yml", "models", Model,
    quantities={
        **{name: Quantity("1", label, "the model's configuration file") for name, label in _COUNTS.items()},
        "max_position_embeddings": Quantity("token", "context length", "the model's configuration file"),
        "sliding_window": Quantity("token", "attention window", "the layers with local attention"),
        "params_published_total": Quantity("params", "published parameters", "all weights"),
        "params_published_active": Quantity("params", "published active parameters", "for one token"),
        "params_computed_total": Quantity("params", "recounted parameters", "all weights"),
        "params_computed_active": Quantity("params", "recounted active parameters", "one token, with embeddings"),
        "params_unet": Quantity("params", "parameters of the U-Net"),
        "check_tolerance_pct": Quantity("%", "tolerance of the recount", usable=False),
        "macs_per_inference": Quantity("1", "multiply-accumulates for one input"),
        "flops_per_inference": Quantity("FLOP", "work for one input", "a multiply-accumulate counts twice"),
    },
    texts=("name", "family", "arch", "release", "params_label", "attention_pattern", "weight_format",
           "params_basis", "input", "alias_of"),
    flags=("mlp_gated", "tie_word_embeddings", "learned_position_embeddings", "qkv_bias", "qk_norm"),
    computed={
        "params_total": Quantity("params", "parameters", "all weights, recounted from the shape where it is known"),
        "params_active": Quantity("params", "active parameters", "for one token, both embedding matrices included"),
    },
    months=LONG_MONTHS,
)  # fmt: skip

FACTS = Section(
    "facts", "facts.yml", "facts", Fact,
    quantities={},
    texts=("topic", "statement", "boundary", "verification"),
)  # fmt: skip

SECTIONS = {
    section.name: section
    for section in (HARDWARE, NETWORKS, INSTANCES, MEMORY, LATENCIES, MEASUREMENTS, MODELS, FACTS)
}


def peak_unit(number_format: str) -> str:
    """Return the unit of a peak: integer formats count operations, not floating-point ones.

    Examples
    --------
    >>> peak_unit("bf16"), peak_unit("int8")
    ('FLOP/s', 'OP/s')
    """
    return "OP/s" if "int" in number_format or number_format == "npu_ops" else "FLOP/s"
