"""Collective communication: lower bounds for moving data between many devices."""

from __future__ import annotations

from .limits import not_negative, positive, whole
from .registry import Variant, formula

ONE_WAY = "The bandwidth is that of one direction; a datasheet's two-way figure is twice as high."
RING = "The ranks form a ring, all links are equal, and nothing else uses them."
LOSSES = "Protocol overhead, slow ranks and kernels that compete for the memory."
NVLS = Variant(
    "in-network reduction", "the switch adds up, so each rank sends its data once",
    "with NVLink SHARP or InfiniBand SHARP; it can then beat the ring",
)  # fmt: skip
RING_SYMBOLS = {"payload_bytes": "V", "ranks": "n", "one_way_byte_per_s": "B", "latency_s": r"\alpha"}
RING_EXAMPLE = {"payload_bytes": 1e9, "ranks": 8, "one_way_byte_per_s": 450e9, "latency_s": 5e-6}


@formula(
    title="Ring all-reduce",
    symbol=r"t_{\text{all-reduce}}",
    unit="s",
    symbols=RING_SYMBOLS,
    assumptions=[RING, ONE_WAY],
    leaves_out=[LOSSES],
    words=["gradient synchronization", "NCCL", "data parallel", "sum over GPUs", "communication time", "bus bandwidth"],
    example=RING_EXAMPLE,
    variants=[
        NVLS,
        Variant("tree", "the latency grows with the logarithm of the ranks", "for small payloads on many ranks"),
    ],
)
def ring_allreduce_s(*, payload_bytes: float, ranks: float, one_way_byte_per_s: float, latency_s: float) -> float:
    """Return the time to add up a buffer over all ranks and give the sum to each of them.

    Parameters
    ----------
    payload_bytes : float
        Buffer of one rank [B].
    ranks : float
        Ranks, whole [1].
    one_way_byte_per_s : float
        Bandwidth of one rank in one direction [B/s].
    latency_s : float
        Latency of one step [s].

    Returns
    -------
    float
        Time [s]; 0 for one rank.

    Raises
    ------
    ValueError
        If the bandwidth is not above 0, the ranks not whole, or another argument negative or not finite.

    Notes
    -----
    Source: Patarasuk and Yuan 2009, Bandwidth optimal all-reduce algorithms; NVIDIA nccl-tests, doc/PERFORMANCE.md.

    Examples
    --------
    >>> ring_allreduce_s(payload_bytes=1.0, ranks=8, one_way_byte_per_s=1.0, latency_s=0)
    1.75
    """
    not_negative("payload_bytes", payload_bytes)
    whole("ranks", ranks, 1)
    positive("one_way_byte_per_s", one_way_byte_per_s)
    not_negative("latency_s", latency_s)
    return 2 * (ranks - 1) / ranks * payload_bytes / one_way_byte_per_s + 2 * (ranks - 1) * latency_s


@formula(
    title="Ring all-gather",
    symbol=r"t_{\text{all-gather}}",
    unit="s",
    symbols=RING_SYMBOLS,
    assumptions=[RING, ONE_WAY],
    leaves_out=[LOSSES],
    words=["FSDP", "ZeRO-3", "reduce-scatter", "gather weights", "NCCL", "communication time"],
    example=RING_EXAMPLE,
    variants=[Variant("reduce-scatter", "the same time with the same payload", "for the other half of an all-reduce")],
)
def ring_allgather_s(*, payload_bytes: float, ranks: float, one_way_byte_per_s: float, latency_s: float) -> float:
    """Return the time until every rank holds the pieces of all ranks.

    Parameters
    ----------
    payload_bytes : float
        The gathered whole, not the piece of one rank [B].
    ranks : float
        Ranks, whole [1].
    one_way_byte_per_s : float
        Bandwidth of one rank in one direction [B/s].
    latency_s : float
        Latency of one step [s].

    Returns
    -------
    float
        Time [s]; 0 for one rank.

    Raises
    ------
    ValueError
        If the bandwidth is not above 0, the ranks not whole, or another argument negative or not finite.

    Notes
    -----
    Source: NVIDIA nccl-tests, doc/PERFORMANCE.md.

    Examples
    --------
    >>> ring_allgather_s(payload_bytes=1.0, ranks=8, one_way_byte_per_s=1.0, latency_s=0)
    0.875
    """
    not_negative("payload_bytes", payload_bytes)
    whole("ranks", ranks, 1)
    positive("one_way_byte_per_s", one_way_byte_per_s)
    not_negative("latency_s", latency_s)
    return (ranks - 1) / ranks * payload_bytes / one_way_byte_per_s + (ranks - 1) * latency_s


@formula(
    title="All-to-all",
    symbol=r"t_{\text{all-to-all}}",
    unit="s",
    symbols=RING_SYMBOLS,
    assumptions=["Every rank sends an equal share to every rank, one after the other.", ONE_WAY],
    leaves_out=["Links shared by several pairs, and experts that get more than their share.", LOSSES],
    words=["expert parallel", "mixture of experts", "dispatch and combine", "token routing", "MoE communication"],
    example={"payload_bytes": 64e6, "ranks": 8, "one_way_byte_per_s": 450e9, "latency_s": 5e-6},
)
def all_to_all_s(*, payload_bytes: float, ranks: float, one_way_byte_per_s: float, latency_s: float) -> float:
    """Return the time in which every rank sends each other rank its share of the data.

    Parameters
    ----------
    payload_bytes : float
        All that one rank holds, its own share included [B].
    ranks : float
        Ranks, whole [1].
    one_way_byte_per_s : float
        Bandwidth of one rank in one direction [B/s].
    latency_s : float
        Latency of one step [s].

    Returns
    -------
    float
        Time [s]; 0 for one rank.

    Raises
    ------
    ValueError
        If the bandwidth is not above 0, the ranks not whole, or another argument negative or not finite.

    Notes
    -----
    Source: NVIDIA nccl-tests, doc/PERFORMANCE.md, with a latency for each of the n - 1 messages.

    Examples
    --------
    >>> round(1e6 * all_to_all_s(payload_bytes=64e6, ranks=8, one_way_byte_per_s=450e9, latency_s=5e-6), 1)
    159.4
    """
    not_negative("payload_bytes", payload_bytes)
    whole("ranks", ranks, 1)
    positive("one_way_byte_per_s", one_way_byte_per_s)
    not_negative("latency_s", latency_s)
    return (ranks - 1) / ranks * payload_bytes / one_way_byte_per_s + (ranks - 1) * latency_s


@formula(
    title="All-reduce over nodes",
    symbol=r"t_{\text{hier}}",
    unit="s",
    symbols={
        "payload_bytes": "V", "ranks_per_node": "g", "nodes": "N", "inside_byte_per_s": r"B_{\text{in}}",
        "between_byte_per_s": r"B_{\text{out}}", "latency_s": r"\alpha",
    },
    assumptions=[
        "Three stages in turn: reduce-scatter inside each node, all-reduce between nodes, all-gather inside.",
        "Every rank has its own link out of the node.", ONE_WAY,
    ],
    leaves_out=["Overlap of the stages.", LOSSES],
    words=["hierarchical", "multi-node", "NVLink and InfiniBand", "cluster", "gradient synchronization"],
    example={
        "payload_bytes": 16e9, "ranks_per_node": 8, "nodes": 64, "inside_byte_per_s": 450e9, "between_byte_per_s": 50e9,
        "latency_s": 5e-6,
    },
    variants=[NVLS],
)
def hierarchical_allreduce_s(
    *,
    payload_bytes: float,
    ranks_per_node: float,
    nodes: float,
    inside_byte_per_s: float,
    between_byte_per_s: float,
    latency_s: float,
) -> float:
    """Return the time to add up a buffer over many nodes, with fast links inside each and slower ones between.

    Parameters
    ----------
    payload_bytes : float
        Buffer of one rank [B].
    ranks_per_node : float
        Ranks of one node, whole [1].
    nodes : float
        Nodes, whole [1].
    inside_byte_per_s : float
        Bandwidth of one rank inside its node, one direction [B/s].
    between_byte_per_s : float
        Bandwidth of one rank to other nodes, one direction [B/s].
    latency_s : float
        Latency of one step [s].

    Returns
    -------
    float
        Time [s].

    Raises
    ------
    ValueError
        If a bandwidth is not above 0, a count not whole, or another argument negative or not finite.

    Notes
    -----
    Source: the definition, the sum of the three stages as rings.

    Examples
    --------
    >>> round(1e3 * hierarchical_allreduce_s(
    ...     payload_bytes=16e9, ranks_per_node=8, nodes=64, inside_byte_per_s=450e9, between_byte_per_s=50e9,
    ...     latency_s=5e-6), 1)
    141.7
    """
    not_negative("payload_bytes", payload_bytes)
    whole("ranks_per_node", ranks_per_node, 1)
    whole("nodes", nodes, 1)
    positive("inside_byte_per_s", inside_byte_per_s)
    positive("between_byte_per_s", between_byte_per_s)
    not_negative("latency_s", latency_s)
    inside = 2 * (ranks_per_node - 1) / ranks_per_node * payload_bytes / inside_byte_per_s
    between = 2 * (nodes - 1) / nodes * (payload_bytes / ranks_per_node) / between_byte_per_s
    return inside + between + (2 * (ranks_per_node - 1) + 2 * (nodes - 1)) * latency_s


@formula(
    title="Pipeline bubble",
    symbol=r"b",
    unit="1",
    symbols={"stages": "p", "microbatches": "m"},
    assumptions=["All stages take the same time; forward and backward passes follow the usual schedules."],
    leaves_out=["Moving activations between the stages.", "Interleaved schedules, which divide the bubble."],
    words=["pipeline parallel", "idle time", "GPipe", "1F1B", "microbatch"],
    example={"stages": 8, "microbatches": 32},
    variants=[
        Variant("of the total", "idle time over the whole time instead of over the useful time",
                "where the idle share is asked for", r"\frac{p - 1}{m + p - 1}"),
    ],
)
def pipeline_bubble_of_ideal(*, stages: float, microbatches: float) -> float:
    """Return the idle time of a pipeline as a share of its useful time.

    Parameters
    ----------
    stages : float
        Stages of the pipeline, whole [1].
    microbatches : float
        Micro-batches of one step, whole [1].

    Returns
    -------
    float
        Idle over useful time [1]; may be above 1.

    Raises
    ------
    ValueError
        If an argument is not a whole number of at least 1.

    Notes
    -----
    Source: Narayanan et al. 2021, Megatron-LM (arXiv:2104.04473), section 2.2.

    Examples
    --------
    >>> pipeline_bubble_of_ideal(stages=8, microbatches=32)
    0.21875
    """
    whole("stages", stages, 1)
    whole("microbatches", microbatches, 1)
    return (stages - 1) / microbatches
