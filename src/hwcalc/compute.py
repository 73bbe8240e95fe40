"""Arithmetic: how many operations a model takes, and how much of the hardware's peak it uses."""

from __future__ import annotations

from .limits import boolean, fraction, not_negative, positive
from .registry import Variant, formula

ONE_MULTIPLY_ADD = "A multiplication and an addition count as two operations."


@formula(
    title="Operations of a matrix product",
    symbol="F",
    unit="FLOP",
    symbols={"m": "m", "n": "n", "k": "k"},
    assumptions=[ONE_MULTIPLY_ADD, "The matrices are dense and multiplied the plain way."],
    leaves_out=["Padding to the hardware's tiles."],
    words=["matmul", "GEMM", "FLOPs", "multiply accumulate", "MAC"],
    example={"m": 512, "n": 4096, "k": 4096},
)
def matmul_flop(*, m: float, n: float, k: float) -> float:
    """Return the operations it takes to multiply an m-by-k matrix by a k-by-n matrix.

    Parameters
    ----------
    m : float
        Rows of the first matrix [1].
    n : float
        Columns of the second matrix [1].
    k : float
        Inner length that both share [1].

    Returns
    -------
    float
        Operations [FLOP].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: the definition, one multiplication and one addition for each of the mnk products.

    Examples
    --------
    >>> matmul_flop(m=512, n=4096, k=4096)
    17179869184
    """
    positive("m", m)
    positive("n", n)
    positive("k", k)
    return 2 * m * n * k


@formula(
    title="Forward operations per token",
    symbol=r"f",
    unit="FLOP/token",
    symbols={"params_active": r"N_{\text{active}}"},
    assumptions=[ONE_MULTIPLY_ADD, "Each active parameter takes part in one multiply-add per token."],
    leaves_out=["Attention over earlier tokens, which grows with the context."],
    words=["inference FLOPs", "2N", "cost of one token", "forward pass"],
    example={"params_active": 8.03e9},
)
def forward_flop_per_token(*, params_active: float) -> float:
    """Return the operations that a model's weights take for one token, forward only.

    Parameters
    ----------
    params_active : float
        Parameters that work on one token; in a mixture of experts not all of them [params].

    Returns
    -------
    float
        Operations per token [FLOP/token].

    Raises
    ------
    ValueError
        If the parameters are not above 0 and finite.

    Notes
    -----
    Source: Kaplan et al. 2020, Scaling Laws for Neural Language Models (arXiv:2001.08361), section 2.1.

    Examples
    --------
    >>> forward_flop_per_token(params_active=8.03e9)
    16060000000.0
    """
    positive("params_active", params_active)
    return 2 * params_active


@formula(
    title="Training operations",
    symbol=r"F_{\text{train}}",
    unit="FLOP",
    symbols={"params_active": r"N_{\text{active}}", "tokens": "D"},
    assumptions=[ONE_MULTIPLY_ADD, "The backward pass takes twice the forward pass, and nothing is recomputed."],
    leaves_out=["Attention over earlier tokens: add attention_training_flop where sequences are long."],
    words=["6ND", "training compute", "how much compute", "pre-training", "FLOPs"],
    example={"params_active": 405e9, "tokens": 15.6e12},
    variants=[
        Variant("with recomputation", "the forward pass is run a second time", "to count what the hardware did (HFU)",
                r"8 N_{\text{active}} D"),
        Variant("without embeddings", "N without the input embedding, which multiplies nothing",
                "for small models, where it is a large share"),
    ],
)
def training_flop(*, params_active: float, tokens: float) -> float:
    """Return the operations that training a model on a number of tokens takes.

    Parameters
    ----------
    params_active : float
        Parameters that work on one token; in a mixture of experts not all of them [params].
    tokens : float
        Tokens trained on, repeats included [token].

    Returns
    -------
    float
        Operations [FLOP].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Kaplan et al. 2020, Scaling Laws for Neural Language Models (arXiv:2001.08361), section 2.1.

    Examples
    --------
    >>> training_flop(params_active=70e9, tokens=15e12)
    6.3e+24
    """
    positive("params_active", params_active)
    positive("tokens", tokens)
    return 6 * params_active * tokens


@formula(
    title="Training operations of attention",
    symbol=r"F_{\text{attn}}",
    unit="FLOP",
    symbols={"n_layers": "L", "d_model": "h", "seq_len": "s", "tokens": "D", "causal": r"\text{causal}"},
    assumptions=[
        ONE_MULTIPLY_ADD,
        "All heads together are as wide as the model; every layer attends to the whole sequence.",
    ],
    leaves_out=["The projections, which training_flop counts among the weights.", "The softmax.", "Sliding windows."],
    words=["attention FLOPs", "quadratic", "long context training", "causal mask"],
    example={"n_layers": 32, "d_model": 4096, "seq_len": 8192, "tokens": 32768, "causal": True},
    tex=r"\begin{cases} 6 L h s D & \text{causal} \\ 12 L h s D & \text{full} \end{cases}",
    variants=[
        Variant("causal", "half of the products fall under the mask and are skipped", "what a good kernel computes",
                "6 L h s D"),
        Variant("full", "all products counted", "in the PaLM paper's count, and where nothing is masked", "12 L h s D"),
    ],
)
def attention_training_flop(
    *, n_layers: float, d_model: float, seq_len: float, tokens: float, causal: bool
) -> float:
    """Return the operations of attention between tokens in training, forward and backward.

    Parameters
    ----------
    n_layers : float
        Layers with attention [1].
    d_model : float
        Width of all query heads together [1].
    seq_len : float
        Tokens of one sequence [token].
    tokens : float
        Tokens trained on [token].
    causal : bool
        True to count only what the causal mask lets through, false to count all [1].

    Returns
    -------
    float
        Operations [FLOP].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite, or `causal` neither true nor false.

    Notes
    -----
    Source: Chowdhery et al. 2022, PaLM (arXiv:2204.02311), appendix B; the causal half as in AI-Hypercomputer/maxtext
    (issue 1988).

    Examples
    --------
    >>> shape = {"n_layers": 32, "d_model": 4096, "seq_len": 8192, "tokens": 32768}
    >>> full = attention_training_flop(causal=False, **shape)
    >>> round(full / 1e12, 2), round(attention_training_flop(causal=True, **shape) / full, 2)
    (422.21, 0.5)
    """
    positive("n_layers", n_layers)
    positive("d_model", d_model)
    positive("seq_len", seq_len)
    positive("tokens", tokens)
    boolean("causal", causal)
    per_pair = 6 if causal else 12
    return per_pair * n_layers * d_model * seq_len * tokens


@formula(
    title="Training operations per token, as PaLM counts them",
    symbol=r"f_{\text{train}}",
    unit="FLOP/token",
    symbols={"params": "N", "n_layers": "L", "n_heads": "H", "head_dim": "Q", "seq_len": "T"},
    assumptions=[ONE_MULTIPLY_ADD, "A dense model; attention is counted in full, without the causal half."],
    leaves_out=["Recomputation, which is work of the hardware but not of the model."],
    words=["PaLM", "model FLOPs", "MFU denominator", "6N + 12LHQT"],
    example={"params": 124337664, "n_layers": 12, "n_heads": 12, "head_dim": 64, "seq_len": 1024},
)
def training_flop_per_token_palm(
    *, params: float, n_layers: float, n_heads: float, head_dim: float, seq_len: float
) -> float:
    """Return the operations per trained token of weights and attention together.

    Parameters
    ----------
    params : float
        Parameters of a dense model [params].
    n_layers : float
        Layers [1].
    n_heads : float
        Query heads [1].
    head_dim : float
        Width of one head [1].
    seq_len : float
        Tokens of one sequence [token].

    Returns
    -------
    float
        Operations per token [FLOP/token].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Chowdhery et al. 2022, PaLM (arXiv:2204.02311), appendix B.

    Examples
    --------
    >>> training_flop_per_token_palm(params=124337664, n_layers=12, n_heads=12, head_dim=64, seq_len=1024)
    859272192
    """
    positive("params", params)
    positive("n_layers", n_layers)
    positive("n_heads", n_heads)
    positive("head_dim", head_dim)
    positive("seq_len", seq_len)
    return 6 * params + 12 * n_layers * n_heads * head_dim * seq_len


@formula(
    title="Model FLOP utilization",
    symbol=r"\text{MFU}",
    unit="1",
    symbols={"flop": "F", "devices": "n", "seconds": "t", "peak_flop_per_s": "P"},
    assumptions=[
        "The peak is the dense one of the number format in use; sparse peaks are twice as high and halve the result.",
    ],
    leaves_out=["Recomputed work: with it the share is called hardware FLOP utilization, HFU."],
    words=["MFU", "efficiency", "utilization", "how busy is the GPU", "share of the peak"],
    example={"flop": 3.8e25, "devices": 16384, "seconds": 54 * 86400, "peak_flop_per_s": 989e12},
    tex=r"\frac{F}{n t P}",
    variants=[Variant("HFU", "counts recomputed operations too", "to judge kernels rather than the whole run")],
)
def mfu(*, flop: float, devices: float, seconds: float, peak_flop_per_s: float) -> float:
    """Return the share of the devices' peak that the model's own operations used.

    Parameters
    ----------
    flop : float
        Operations of the model, without recomputation [FLOP].
    devices : float
        Devices at work [1].
    seconds : float
        Time it took [s].
    peak_flop_per_s : float
        Dense peak of one device in the format used [FLOP/s].

    Returns
    -------
    float
        Share, 0 to 1 [1].

    Raises
    ------
    ValueError
        If an argument is out of range, or the share is above 1: then a count or the peak is wrong.

    Notes
    -----
    Source: Chowdhery et al. 2022, PaLM (arXiv:2204.02311), appendix B.

    Examples
    --------
    >>> round(mfu(flop=87494492160000, devices=1, seconds=0.755, peak_flop_per_s=312e12), 4)
    0.3714
    """
    not_negative("flop", flop)
    positive("devices", devices)
    positive("seconds", seconds)
    positive("peak_flop_per_s", peak_flop_per_s)
    share = flop / (devices * seconds * peak_flop_per_s)
    if share > 1.000000001:  # rounding alone stays far below this
        raise ValueError("flop must be at most what the peak allows: check the count, the time and the peak's format")
    return min(1.0, share)


@formula(
    title="Training time",
    symbol=r"t_{\text{train}}",
    unit="s",
    symbols={"flop": "F", "devices": "n", "peak_flop_per_s": "P", "mfu": r"\text{MFU}"},
    assumptions=["The utilization holds for the whole run.", "The peak is the dense one of the number format in use."],
    leaves_out=["Failures, checkpoints and restarts: divide by the goodput for those."],
    words=["how long to train", "training days", "GPU hours", "schedule"],
    example={"flop": 3.8e25, "devices": 16384, "peak_flop_per_s": 989e12, "mfu": 0.4},
)
def training_time_s(*, flop: float, devices: float, peak_flop_per_s: float, mfu: float) -> float:
    """Return how long a training run takes on a number of devices at a given utilization.

    Parameters
    ----------
    flop : float
        Operations of the model, without recomputation [FLOP].
    devices : float
        Devices at work [1].
    peak_flop_per_s : float
        Dense peak of one device in the format used [FLOP/s].
    mfu : float
        Share of the peak in use, above 0, at most 1 [1].

    Returns
    -------
    float
        Time [s].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite, or the utilization above 1.

    Notes
    -----
    Source: Narayanan et al. 2021, Megatron-LM (arXiv:2104.04473), section 5.1, with the model's operations.

    Examples
    --------
    >>> round(training_time_s(flop=2.238077952e20, devices=8, peak_flop_per_s=312e12, mfu=0.3) / 86400, 2)
    3.46
    """
    positive("flop", flop)
    positive("devices", devices)
    positive("peak_flop_per_s", peak_flop_per_s)
    positive("mfu", mfu)
    fraction("mfu", mfu)
    return flop / (devices * peak_flop_per_s * mfu)
