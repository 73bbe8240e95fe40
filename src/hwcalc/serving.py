"""Serving a language model: bounds for the prompt and for each step of the answer."""

from __future__ import annotations

from .limits import fraction, not_negative, positive, whole
from .registry import Variant, formula

BOUND = "It is a lower bound: scheduling, kernels' losses and communication come on top."


@formula(
    title="Time to read the prompt",
    symbol=r"t_{\text{prefill}}",
    unit="s",
    symbols={
        "params_active": r"N_{\text{active}}", "tokens": "T", "devices": "n",
        "peak_flop_per_s": "P", "mfu": r"\text{MFU}",
    },
    assumptions=[
        "The prompt is long enough for compute to be the limit.",
        "The peak is the dense one of the format in use.",
    ],
    leaves_out=[BOUND, "Attention between the tokens of the prompt, and waiting in the queue."],
    words=["prefill", "time to first token", "TTFT", "prompt processing", "latency"],
    example={"params_active": 70e9, "tokens": 8192, "devices": 16, "peak_flop_per_s": 197e12, "mfu": 0.4},
)
def prefill_lower_bound_s(
    *, params_active: float, tokens: float, devices: float, peak_flop_per_s: float, mfu: float
) -> float:
    """Return the time below which a prompt can't be read at a given utilization.

    Parameters
    ----------
    params_active : float
        Parameters that work on one token; in a mixture of experts not all of them [params].
    tokens : float
        Tokens of the prompt [token].
    devices : float
        Devices that share the work [1].
    peak_flop_per_s : float
        Dense peak of one device in the format used [FLOP/s].
    mfu : float
        Share of the peak in use, above 0, at most 1 [1].

    Returns
    -------
    float
        Lower bound of the time [s].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite, or the utilization above 1.

    Notes
    -----
    Source: How to Scale Your Model (jax-ml/scaling-book), chapter on serving.

    Examples
    --------
    >>> round(prefill_lower_bound_s(params_active=70e9, tokens=8192, devices=16, peak_flop_per_s=197e12, mfu=0.4), 2)
    0.91
    """
    positive("params_active", params_active)
    positive("tokens", tokens)
    positive("devices", devices)
    positive("peak_flop_per_s", peak_flop_per_s)
    positive("mfu", mfu)
    fraction("mfu", mfu)
    return 2 * params_active * tokens / (devices * peak_flop_per_s * mfu)


@formula(
    title="Time of one decode step",
    symbol=r"t_{\text{step}}",
    unit="s",
    symbols={
        "batch": r"\beta", "kv_bytes_per_sequence": "C", "weight_bytes": "W", "params_active": r"N_{\text{active}}",
        "bandwidth_byte_per_s": "B", "peak_flop_per_s": "P",
    },
    assumptions=[
        "Each step reads all weights once and each sequence's cache once, and yields one token per sequence.",
        "Reading the cache is always bandwidth-bound; the rest overlaps.",
    ],
    leaves_out=[BOUND],
    words=["time per output token", "TPOT", "inter-token latency", "tokens per second", "generation speed", "decode"],
    example={
        "batch": 4, "kv_bytes_per_sequence": 819.2e6, "weight_bytes": 30e9, "params_active": 30e9,
        "bandwidth_byte_per_s": 12.96e12, "peak_flop_per_s": 3.152e15,
    },
    variants=[
        Variant("one maximum", "all bytes against all operations", "where reading the cache overlaps with the products",
                r"\max\left(\frac{2 \beta N}{P}, \frac{W + \beta C}{B}\right)"),
        Variant("sum", "nothing overlaps", "as a pessimistic figure, at most twice the bound"),
    ],
)
def decode_step_lower_bound_s(
    *,
    batch: float,
    kv_bytes_per_sequence: float,
    weight_bytes: float,
    params_active: float,
    bandwidth_byte_per_s: float,
    peak_flop_per_s: float,
) -> float:
    """Return the time below which one step can't be done that gives each sequence one more token.

    Parameters
    ----------
    batch : float
        Sequences answered at the same time [1].
    kv_bytes_per_sequence : float
        Cache that one sequence holds [B].
    weight_bytes : float
        Weights read in the step; in a large batch those of all experts touched [B].
    params_active : float
        Parameters that work on one token; in a mixture of experts not all of them [params].
    bandwidth_byte_per_s : float
        Memory bandwidth of all devices together [B/s].
    peak_flop_per_s : float
        Dense peak of all devices together, in the format used [FLOP/s].

    Returns
    -------
    float
        Lower bound of the time [s].

    Raises
    ------
    ValueError
        If the cache is negative, or another argument not above 0, or an argument not finite.

    Notes
    -----
    Source: How to Scale Your Model (jax-ml/scaling-book), chapter on inference.

    Examples
    --------
    >>> step = {"kv_bytes_per_sequence": 819.2e6, "weight_bytes": 30e9, "params_active": 30e9,
    ...         "bandwidth_byte_per_s": 12.96e12, "peak_flop_per_s": 3.152e15}
    >>> [round(1e3 * decode_step_lower_bound_s(batch=batch, **step), 2) for batch in (4, 256)]
    [2.57, 21.05]
    """
    positive("batch", batch)
    not_negative("kv_bytes_per_sequence", kv_bytes_per_sequence)
    positive("weight_bytes", weight_bytes)
    positive("params_active", params_active)
    positive("bandwidth_byte_per_s", bandwidth_byte_per_s)
    positive("peak_flop_per_s", peak_flop_per_s)
    return batch * kv_bytes_per_sequence / bandwidth_byte_per_s + max(
        2 * batch * params_active / peak_flop_per_s, weight_bytes / bandwidth_byte_per_s
    )


@formula(
    title="Experts touched by a batch",
    symbol=r"\overline{E}",
    unit="1",
    symbols={"n_experts": "E", "top_k": "k", "batch": r"\beta"},
    assumptions=["Every token picks its experts at random, all equally likely, whatever the others pick."],
    leaves_out=["Popular experts: with uneven routing fewer are touched."],
    words=["mixture of experts", "MoE", "distinct experts", "expert loading", "routing"],
    example={"n_experts": 256, "top_k": 8, "batch": 64},
)
def expected_experts_touched(*, n_experts: float, top_k: float, batch: float) -> float:
    """Return how many different experts of a layer a batch of tokens reads, on average.

    Parameters
    ----------
    n_experts : float
        Routed experts of the layer, whole [1].
    top_k : float
        Experts that each token picks, whole [1].
    batch : float
        Tokens in the step [1].

    Returns
    -------
    float
        Experts, from `top_k` to `n_experts` [1].

    Raises
    ------
    ValueError
        If a count is not whole, more experts are picked than there are, or the batch is negative.

    Notes
    -----
    Source: the definition; one token misses a given expert with probability 1 - k/E, so all miss it with the power.

    Examples
    --------
    >>> expected_experts_touched(n_experts=8, top_k=2, batch=1)
    2.0
    >>> round(expected_experts_touched(n_experts=256, top_k=8, batch=64))
    222
    """
    whole("n_experts", n_experts, 1)
    whole("top_k", top_k, 1)
    not_negative("batch", batch)
    if top_k > n_experts:
        raise ValueError("top_k must be at most n_experts")
    return n_experts * (1 - (1 - top_k / n_experts) ** batch)
