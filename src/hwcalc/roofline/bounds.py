"""The roofline: what compute and memory bandwidth allow together, and where each of them is the limit."""

from __future__ import annotations

from ..limits import not_negative, positive
from ..registry import Variant, formula

DENSE_PEAK = "The peak is the dense one of the number format in use, not the peak with structured sparsity."


@formula(
    title="Ridge point",
    symbol=r"I_{\text{ridge}}",
    unit="FLOP/B",
    symbols={"peak_flop_per_s": "P", "bandwidth_byte_per_s": "B"},
    assumptions=[DENSE_PEAK, "One memory feeds the arithmetic; its bandwidth is one number."],
    leaves_out=["Caches, which hold a second and a third ridge of their own.", "The rates that real programs reach."],
    words=["machine balance", "critical intensity", "knee", "compute bound or memory bound", "FLOPs per byte"],
    example={"peak_flop_per_s": 989e12, "bandwidth_byte_per_s": 3.35e12},
)
def ridge_flop_per_byte(*, peak_flop_per_s: float, bandwidth_byte_per_s: float) -> float:
    """Return how much arithmetic each byte from memory must feed before compute becomes the limit.

    Parameters
    ----------
    peak_flop_per_s : float
        Peak arithmetic rate, dense, of the format in use [FLOP/s].
    bandwidth_byte_per_s : float
        Memory bandwidth [B/s].

    Returns
    -------
    float
        Arithmetic intensity at the ridge [FLOP/B].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Williams, Waterman, Patterson 2009, Roofline, Communications of the ACM 52(4).

    Work with less arithmetic per byte waits for memory.

    Examples
    --------
    >>> round(ridge_flop_per_byte(peak_flop_per_s=989e12, bandwidth_byte_per_s=3.35e12), 1)
    295.2
    """
    positive("peak_flop_per_s", peak_flop_per_s)
    positive("bandwidth_byte_per_s", bandwidth_byte_per_s)
    return peak_flop_per_s / bandwidth_byte_per_s


@formula(
    title="Attainable rate under the roofline",
    symbol=r"R",
    unit="FLOP/s",
    symbols={"peak_flop_per_s": "P", "bandwidth_byte_per_s": "B", "intensity_flop_per_byte": "I"},
    assumptions=[DENSE_PEAK, "Moving data and arithmetic overlap completely."],
    leaves_out=["Launch times, tails, latency and every other loss: this is a roof, not a forecast."],
    words=["roofline", "upper bound", "how fast can it go", "memory bound", "performance ceiling"],
    example={"peak_flop_per_s": 989e12, "bandwidth_byte_per_s": 3.35e12, "intensity_flop_per_byte": 2.0},
)
def attainable_flop_per_s(
    *, peak_flop_per_s: float, bandwidth_byte_per_s: float, intensity_flop_per_byte: float
) -> float:
    """Return the highest arithmetic rate that the chip's peak and its memory allow together.

    Parameters
    ----------
    peak_flop_per_s : float
        Peak arithmetic rate, dense, of the format in use [FLOP/s].
    bandwidth_byte_per_s : float
        Memory bandwidth [B/s].
    intensity_flop_per_byte : float
        Arithmetic per byte moved [FLOP/B].

    Returns
    -------
    float
        Upper bound of the rate [FLOP/s].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Williams, Waterman, Patterson 2009, Roofline, Communications of the ACM 52(4).

    Examples
    --------
    >>> attainable_flop_per_s(peak_flop_per_s=17.6e9, bandwidth_byte_per_s=15e9, intensity_flop_per_byte=0.25)
    3750000000.0
    """
    positive("peak_flop_per_s", peak_flop_per_s)
    positive("bandwidth_byte_per_s", bandwidth_byte_per_s)
    positive("intensity_flop_per_byte", intensity_flop_per_byte)
    return min(peak_flop_per_s, bandwidth_byte_per_s * intensity_flop_per_byte)


@formula(
    title="Arithmetic intensity of a matrix product",
    symbol=r"I",
    unit="FLOP/B",
    symbols={"m": "m", "n": "n", "k": "k", "bytes_per_element": "b"},
    assumptions=["Each matrix crosses the memory bus exactly once.", "All three use the same number format."],
    leaves_out=["Blocks of the inputs that are read again because the cache is too small."],
    words=["matmul", "GEMM", "operational intensity", "FLOPs per byte", "batch size"],
    example={"m": 240, "n": 8192, "k": 8192, "bytes_per_element": 2},
)
def matmul_intensity(*, m: float, n: float, k: float, bytes_per_element: float) -> float:
    """Return the arithmetic done per byte when an m-by-k matrix is multiplied by a k-by-n matrix.

    Parameters
    ----------
    m : float
        Rows of the first matrix [1].
    n : float
        Columns of the second matrix [1].
    k : float
        Inner length that both share [1].
    bytes_per_element : float
        Bytes of one number, the same for all three matrices [B].

    Returns
    -------
    float
        Arithmetic intensity [FLOP/B]: 2mnk operations over all elements read and written once.

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: How to Scale Your Model (jax-ml/scaling-book), chapter on rooflines.

    A multiplication and an addition count as two.

    Examples
    --------
    >>> round(matmul_intensity(m=240, n=8192, k=8192, bytes_per_element=2), 1)
    226.7
    >>> round(matmul_intensity(m=1, n=8192, k=8192, bytes_per_element=2), 2)
    1.0
    """
    positive("m", m)
    positive("n", n)
    positive("k", k)
    positive("bytes_per_element", bytes_per_element)
    return 2 * m * n * k / (bytes_per_element * (m * k + k * n + m * n))


@formula(
    title="Bytes moved by a tiled matrix product",
    symbol=r"V",
    unit="B",
    symbols={"m": "m", "n": "n", "k": "k", "tile": "t", "bytes_per_element": "b"},
    assumptions=["Each tile of both inputs is read once for each tile of the result; the result is written once."],
    leaves_out=["Caches behind the tile, which save reads.", "Edges where the matrix is no multiple of the tile."],
    words=["blocking", "tiling", "reuse", "shared memory", "memory traffic", "GEMM"],
    example={"m": 4096, "n": 4096, "k": 4096, "tile": 128, "bytes_per_element": 2},
)
def tiled_matmul_bytes(*, m: float, n: float, k: float, tile: float, bytes_per_element: float) -> float:
    """Return the bytes that cross the memory bus when a matrix product is computed tile by tile.

    Parameters
    ----------
    m : float
        Rows of the first matrix [1].
    n : float
        Columns of the second matrix [1].
    k : float
        Inner length that both share [1].
    tile : float
        Edge of a square tile of the result [1].
    bytes_per_element : float
        Bytes of one number, the same for all three matrices [B].

    Returns
    -------
    float
        Bytes read and written [B].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: The definition, counted: mn/t^2 tiles of the result, each reading 2tk elements, and mn elements written.

    A tile twice as wide halves the reads of the inputs.

    Examples
    --------
    >>> tiled_matmul_bytes(m=4096, n=4096, k=4096, tile=128, bytes_per_element=2)
    2181038080.0
    """
    positive("m", m)
    positive("n", n)
    positive("k", k)
    positive("tile", tile)
    positive("bytes_per_element", bytes_per_element)
    return bytes_per_element * (2 * m * n * k / tile + m * n)


@formula(
    title="Critical batch",
    symbol=r"T_{\text{crit}}",
    unit="token",
    symbols={"peak_flop_per_s": "P", "bandwidth_byte_per_s": "B", "bytes_per_weight": "b_w"},
    assumptions=[DENSE_PEAK, "Each weight is read once for the whole batch; activations are small beside the weights."],
    leaves_out=["The KV cache, whose reading grows with the batch and never becomes compute-bound this way."],
    words=["how large a batch", "batching", "compute bound", "tokens per step", "saturate the chip"],
    example={"peak_flop_per_s": 197e12, "bandwidth_byte_per_s": 820e9, "bytes_per_weight": 2},
)
def critical_batch_tokens(*, peak_flop_per_s: float, bandwidth_byte_per_s: float, bytes_per_weight: float) -> float:
    """Return the tokens a step must hold before arithmetic takes longer than reading the weights.

    Parameters
    ----------
    peak_flop_per_s : float
        Peak arithmetic rate, dense, of the format computed in [FLOP/s].
    bandwidth_byte_per_s : float
        Memory bandwidth [B/s].
    bytes_per_weight : float
        Bytes of one stored weight [B].

    Returns
    -------
    float
        Tokens in one step [token].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: How to Scale Your Model (jax-ml/scaling-book), chapter on rooflines.

    Each weight takes part in two operations per token.

    Examples
    --------
    >>> round(critical_batch_tokens(peak_flop_per_s=197e12, bandwidth_byte_per_s=820e9, bytes_per_weight=2))
    240
    """
    positive("peak_flop_per_s", peak_flop_per_s)
    positive("bandwidth_byte_per_s", bandwidth_byte_per_s)
    positive("bytes_per_weight", bytes_per_weight)
    return peak_flop_per_s * bytes_per_weight / (2 * bandwidth_byte_per_s)


@formula(
    title="Peak from clock and units",
    symbol=r"P",
    unit="FLOP/s",
    symbols={"clock_hz": "f", "fma_per_clock": "a", "units": "u"},
    assumptions=["Every unit starts a full set of dense multiply-adds at every clock."],
    leaves_out=["Clocks that fall under load, and everything that keeps a unit waiting."],
    words=["theoretical peak", "TFLOPS", "datasheet", "tensor cores", "boost clock"],
    example={"clock_hz": 1.41e9, "fma_per_clock": 256, "units": 432},
)
def peak_from_clock_flop_per_s(*, clock_hz: float, fma_per_clock: float, units: float) -> float:
    """Return the peak arithmetic rate that clock and number of units give.

    Parameters
    ----------
    clock_hz : float
        Clock rate [Hz].
    fma_per_clock : float
        Fused multiply-adds of one unit per clock, dense [1].
    units : float
        Arithmetic units on the chip [1].

    Returns
    -------
    float
        Dense peak [FLOP/s]; a fused multiply-add counts as two operations.

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: stas00/ml-engineering, compute/accelerator: how theoretical TFLOPS are calculated.

    Examples
    --------
    >>> round(peak_from_clock_flop_per_s(clock_hz=1.41e9, fma_per_clock=256, units=432) / 1e12)
    312
    """
    positive("clock_hz", clock_hz)
    positive("fma_per_clock", fma_per_clock)
    positive("units", units)
    return 2 * clock_hz * fma_per_clock * units


@formula(
    title="Time under the roofline",
    symbol=r"t_{\text{min}}",
    unit="s",
    symbols={"flop": "F", "moved_bytes": "V", "peak_flop_per_s": "P", "bandwidth_byte_per_s": "B"},
    assumptions=[DENSE_PEAK, "Moving data and arithmetic overlap completely."],
    leaves_out=["Every loss of a real program: measured times lie above this bound, often far above."],
    words=["lower bound", "how long at least", "best case", "roofline time"],
    example={"flop": 1e12, "moved_bytes": 10e9, "peak_flop_per_s": 989e12, "bandwidth_byte_per_s": 3.35e12},
    variants=[
        Variant(
            "no overlap",
            "the two times added instead of the larger of them",
            "for a program that moves first and computes afterwards; at most twice the bound",
            r"\frac{F}{P} + \frac{V}{B}",
        )
    ],
)
def time_lower_bound_s(
    *, flop: float, moved_bytes: float, peak_flop_per_s: float, bandwidth_byte_per_s: float
) -> float:
    """Return the time below which a piece of work can't be done: the slower of arithmetic and moving.

    Parameters
    ----------
    flop : float
        Arithmetic to do [FLOP]; 0 for a pure copy.
    moved_bytes : float
        Bytes to move [B].
    peak_flop_per_s : float
        Peak arithmetic rate, dense, of the format in use [FLOP/s].
    bandwidth_byte_per_s : float
        Memory bandwidth [B/s].

    Returns
    -------
    float
        Lower bound of the time [s].

    Raises
    ------
    ValueError
        If a rate is not above 0, or an amount is negative, or an argument is not finite.

    Notes
    -----
    Source: Williams, Waterman, Patterson 2009, Roofline, Communications of the ACM 52(4).

    Examples
    --------
    >>> round(1e3 * time_lower_bound_s(
    ...     flop=1e12, moved_bytes=10e9, peak_flop_per_s=989e12, bandwidth_byte_per_s=3.35e12), 3)
    2.985
    """
    not_negative("flop", flop)
    not_negative("moved_bytes", moved_bytes)
    positive("peak_flop_per_s", peak_flop_per_s)
    positive("bandwidth_byte_per_s", bandwidth_byte_per_s)
    return max(flop / peak_flop_per_s, moved_bytes / bandwidth_byte_per_s)
