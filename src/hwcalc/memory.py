"""Memory of weights, training state and activations, and the devices it takes to hold them."""

from __future__ import annotations

import math

from .limits import boolean, not_negative, positive, whole
from .registry import Variant, formula


@formula(
    title="Bytes of the weights",
    symbol="W",
    unit="B",
    symbols={"params": "N", "bits_per_weight": r"\beta"},
    assumptions=["All weights, of all experts, are stored at this average width."],
    leaves_out=["KV cache, activations and the memory an engine keeps for itself."],
    words=["model size", "file size", "how big is the model", "does it fit", "quantized size", "VRAM"],
    example={"params": 70.6e9, "bits_per_weight": 16},
)
def weights_bytes(*, params: float, bits_per_weight: float) -> float:
    """Return the bytes that a model's weights take in memory or in a file.

    Parameters
    ----------
    params : float
        All parameters, active or not [params].
    bits_per_weight : float
        Average bits of one weight, scales included [bit/weight].

    Returns
    -------
    float
        Bytes [B].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: the definition, 8 bits to a byte; checked against the file sizes in llama.cpp, tools/quantize.

    Examples
    --------
    >>> weights_bytes(params=70e9, bits_per_weight=16)
    140000000000.0
    """
    positive("params", params)
    positive("bits_per_weight", bits_per_weight)
    return params * bits_per_weight / 8


@formula(
    title="Training state per device with ZeRO",
    symbol=r"S_{\text{device}}",
    unit="B",
    symbols={
        "params": "N", "data_parallel": "d", "zero_stage": "z", "weight_bytes": "b_w", "grad_bytes": "b_g",
        "optimizer_bytes": "b_o",
    },
    assumptions=["Parts are divided over the data-parallel devices only, evenly."],
    leaves_out=["Activations, buffers for communication, and the weights gathered for the layer at work (stage 3)."],
    words=["FSDP", "sharding", "optimizer state", "DeepSpeed", "out of memory in training"],
    example={
        "params": 7.5e9, "data_parallel": 64, "zero_stage": 1,
        "weight_bytes": 2, "grad_bytes": 2, "optimizer_bytes": 12,
    },
    tex=r"\begin{cases} N (b_w + b_g + b_o) & z = 0 \\ N (b_w + b_g + b_o / d) & z = 1 \\"
    r" N (b_w + (b_g + b_o) / d) & z = 2 \\ N (b_w + b_g + b_o) / d & z = 3 \end{cases}",
)
def zero_bytes_per_device(
    *,
    params: float,
    data_parallel: float,
    zero_stage: float,
    weight_bytes: float,
    grad_bytes: float,
    optimizer_bytes: float,
) -> float:
    """Return the bytes of weights, gradients and optimizer state on each device for a ZeRO stage.

    Parameters
    ----------
    params : float
        All parameters [params].
    data_parallel : float
        Devices that share the state, whole [1].
    zero_stage : float
        What is divided: 0 nothing, 1 optimizer state, 2 gradients too, 3 weights too [1].
    weight_bytes : float
        Bytes of weight per parameter [B/param].
    grad_bytes : float
        Bytes of gradient per parameter [B/param].
    optimizer_bytes : float
        Bytes of optimizer state per parameter, master weights included [B/param].

    Returns
    -------
    float
        Bytes on each device [B].

    Raises
    ------
    ValueError
        If the stage is not 0, 1, 2 or 3, or another argument is out of range.

    Notes
    -----
    Source: Rajbhandari et al. 2020, ZeRO (arXiv:1910.02054), Figure 1.

    Examples
    --------
    >>> recipe = {"weight_bytes": 2, "grad_bytes": 2, "optimizer_bytes": 12}
    >>> for stage in (0, 1, 2, 3):
    ...     zero_bytes_per_device(params=7.5e9, data_parallel=64, zero_stage=stage, **recipe) / 1e9
    120.0
    31.40625
    16.640625
    1.875
    """
    positive("params", params)
    whole("data_parallel", data_parallel, 1)
    not_negative("weight_bytes", weight_bytes)
    not_negative("grad_bytes", grad_bytes)
    not_negative("optimizer_bytes", optimizer_bytes)
    if zero_stage == 0:
        return params * (weight_bytes + grad_bytes + optimizer_bytes)
    if zero_stage == 1:
        return params * (weight_bytes + grad_bytes + optimizer_bytes / data_parallel)
    if zero_stage == 2:
        return params * (weight_bytes + (grad_bytes + optimizer_bytes) / data_parallel)
    if zero_stage == 3:
        return params * (weight_bytes + grad_bytes + optimizer_bytes) / data_parallel
    raise ValueError("zero_stage must be 0, 1, 2 or 3")


@formula(
    title="Training state",
    symbol="S",
    unit="B",
    symbols={"params": "N", "weight_bytes": "b_w", "grad_bytes": "b_g", "optimizer_bytes": "b_o"},
    assumptions=["Every parameter is trained and has the same recipe."],
    leaves_out=["Activations, and buffers for communication."],
    words=["bytes per parameter", "Adam", "optimizer memory", "fine-tuning memory", "mixed precision"],
    example={"params": 7e9, "weight_bytes": 2, "grad_bytes": 2, "optimizer_bytes": 12},
    variants=[
        Variant(
            "16 bytes",
            "2 weight, 2 gradient, 12 optimizer with master weights",
            "mixed precision with Adam, as in ZeRO",
        ),
        Variant("18 bytes", "the gradients kept in 32 bits: 2, 4, 12", "where gradients are summed in full precision"),
        Variant("20 bytes", "32-bit gradients and a 16-bit copy of them: 2, 6, 12", "in Megatron-Turing NLG"),
        Variant("10 bytes", "16-bit weights, no master copy, 32-bit moments: 2, 0, 8", "in How to Scale Your Model"),
    ],
)
def training_state_bytes(*, params: float, weight_bytes: float, grad_bytes: float, optimizer_bytes: float) -> float:
    """Return the bytes of weights, gradients and optimizer state of a training run.

    Parameters
    ----------
    params : float
        All parameters [params].
    weight_bytes : float
        Bytes of weight per parameter [B/param].
    grad_bytes : float
        Bytes of gradient per parameter [B/param].
    optimizer_bytes : float
        Bytes of optimizer state per parameter, master weights included [B/param].

    Returns
    -------
    float
        Bytes in all [B].

    Raises
    ------
    ValueError
        If the parameters are not above 0, or a number of bytes is negative or not finite.

    Notes
    -----
    Source: Rajbhandari et al. 2020, ZeRO (arXiv:1910.02054), section 3.

    Examples
    --------
    >>> training_state_bytes(params=7e9, weight_bytes=2, grad_bytes=2, optimizer_bytes=12)
    112000000000.0
    """
    positive("params", params)
    not_negative("weight_bytes", weight_bytes)
    not_negative("grad_bytes", grad_bytes)
    not_negative("optimizer_bytes", optimizer_bytes)
    return params * (weight_bytes + grad_bytes + optimizer_bytes)


@formula(
    title="Activations of one layer",
    symbol="A",
    unit="B",
    symbols={
        "seq_len": "s", "micro_batch": r"\mu", "d_model": "h", "n_heads": "a", "store_scores": r"\text{scores}",
        "tensor_parallel": "t",
    },
    assumptions=[
        "A GPT block with dropout in 16-bit numbers; nothing is recomputed.",
        "Tensor parallelism comes with sequence parallelism, so that all of it is divided.",
    ],
    leaves_out=[
        "Gated feed-forward layers and grouped-query attention, which store other amounts.",
        "The output layer.",
    ],
    words=["activation memory", "checkpointing", "recomputation", "FlashAttention", "training memory"],
    example={
        "seq_len": 2048, "micro_batch": 1, "d_model": 12288, "n_heads": 96, "store_scores": True, "tensor_parallel": 1,
    },
    tex=r"\frac{s \mu (34 h + 5 a s)}{t}",
    variants=[
        Variant("scores not stored", "FlashAttention or selective recomputation: without the second summand",
                "the usual case today", r"34 s \mu h / t"),
        Variant("without sequence parallelism", "norms and dropouts are kept whole on every device",
                "with plain tensor parallelism", r"s \mu h (10 + 24/t + 5as/(ht))"),
        Variant("full recomputation", "only the input of each layer is kept", "where memory is short", r"2 s \mu h"),
    ],
)
def activation_bytes_per_layer(
    *, seq_len: float, micro_batch: float, d_model: float, n_heads: float, store_scores: bool, tensor_parallel: float
) -> float:
    """Return the bytes one transformer layer keeps from the forward pass for the backward pass.

    Parameters
    ----------
    seq_len : float
        Tokens of one sequence [token].
    micro_batch : float
        Sequences at a time [1].
    d_model : float
        Width of the model [1].
    n_heads : float
        Query heads, whole [1].
    store_scores : bool
        True where the attention scores are kept, false where they are computed again [1].
    tensor_parallel : float
        Devices that share the layer, whole [1].

    Returns
    -------
    float
        Bytes on each device [B].

    Raises
    ------
    ValueError
        If a size is not above 0, a count not whole, or `store_scores` neither true nor false.

    Notes
    -----
    Source: Korthikanti et al. 2022, Reducing Activation Recomputation (arXiv:2205.05198), equations 1 to 4.

    Examples
    --------
    >>> shape = {"seq_len": 2048, "micro_batch": 1, "d_model": 12288, "n_heads": 96, "tensor_parallel": 1}
    >>> activation_bytes_per_layer(store_scores=True, **shape)
    2868903936.0
    >>> activation_bytes_per_layer(store_scores=False, **shape)
    855638016.0
    """
    positive("seq_len", seq_len)
    positive("micro_batch", micro_batch)
    positive("d_model", d_model)
    whole("n_heads", n_heads, 1)
    boolean("store_scores", store_scores)
    whole("tensor_parallel", tensor_parallel, 1)
    per_token = 34 * d_model
    if store_scores:
        per_token += 5 * n_heads * seq_len
    return seq_len * micro_batch * per_token / tensor_parallel


@formula(
    title="Devices needed",
    symbol="n",
    unit="device",
    symbols={"needed_bytes": "V", "device_bytes": "M"},
    assumptions=["The need can be divided freely, and all of each device's memory is usable."],
    leaves_out=["What must stand on every device, and splits that only work for 2, 4 or 8 devices."],
    words=["how many GPUs", "does it fit", "number of accelerators", "capacity"],
    example={"needed_bytes": 140e9, "device_bytes": 80e9},
)
def devices_needed(*, needed_bytes: float, device_bytes: float) -> float:
    """Return the number of whole devices whose memory together holds the need.

    Parameters
    ----------
    needed_bytes : float
        Bytes to hold [B].
    device_bytes : float
        Usable bytes of one device [B].

    Returns
    -------
    float
        Whole devices [device].

    Raises
    ------
    ValueError
        If the need is negative, a device holds nothing, or an argument is not finite.

    Notes
    -----
    Source: the definition, need over capacity rounded up.

    Examples
    --------
    >>> devices_needed(needed_bytes=140e9, device_bytes=80e9)
    2
    """
    not_negative("needed_bytes", needed_bytes)
    positive("device_bytes", device_bytes)
    return math.ceil(needed_bytes / device_bytes)
