"""The key-value cache: the bytes that each token of a conversation leaves in memory."""

from __future__ import annotations

import math

from .limits import boolean, not_negative, positive, whole
from .registry import Variant, formula


@formula(
    title="KV cache per token",
    symbol=r"c",
    unit="B/token",
    symbols={
        "n_kv_layers": r"L_{\text{kv}}", "n_kv_heads": r"h_{\text{kv}}", "head_dim": "d_h", "bytes_per_element": "b",
    },
    assumptions=["Every layer counted keeps a key and a value of the full head width for every token."],
    leaves_out=[
        "Scales and page tables that an engine stores beside the numbers.",
        "Copies of the same heads, where the model is split over more devices than it has key-value heads.",
    ],
    words=["context memory", "attention cache", "GQA", "MQA", "MHA", "key value", "memory per token"],
    example={"n_kv_layers": 80, "n_kv_heads": 8, "head_dim": 128, "bytes_per_element": 2},
    variants=[
        Variant(
            "multi-head attention",
            "every query head has a key-value head of its own",
            "in models before about 2023",
        ),
        Variant("multi-query attention", "one key-value head in all: set it to 1", "in PaLM and Falcon"),
        Variant(
            "latent attention",
            "a compressed latent instead of heads: kv_bytes_per_token_mla",
            "in DeepSeek models",
        ),
    ],
)
def kv_bytes_per_token(*, n_kv_layers: float, n_kv_heads: float, head_dim: float, bytes_per_element: float) -> float:
    """Return the cache bytes that each further token of one sequence needs.

    Parameters
    ----------
    n_kv_layers : float
        Layers that keep keys and values; leave out layers that keep a state of fixed size [1].
    n_kv_heads : float
        Key-value heads per layer, which grouped-query models have fewer of than query heads [1].
    head_dim : float
        Width of one head, as the model's configuration gives it, not derived [1].
    bytes_per_element : float
        Bytes of one stored number [B].

    Returns
    -------
    float
        Bytes per token [B/token]; the factor 2 is one key and one value.

    Raises
    ------
    ValueError
        If a count is not a whole number of at least 1, or the bytes are not above 0.

    Notes
    -----
    Source: Ainslie et al. 2023, GQA (arXiv:2305.13245); checked against DeepSeek-AI 2025 (arXiv:2505.09343), Table 1.

    Examples
    --------
    >>> kv_bytes_per_token(n_kv_layers=80, n_kv_heads=8, head_dim=128, bytes_per_element=2)
    327680
    """
    whole("n_kv_layers", n_kv_layers, 1)
    whole("n_kv_heads", n_kv_heads, 1)
    whole("head_dim", head_dim, 1)
    positive("bytes_per_element", bytes_per_element)
    return 2 * n_kv_layers * n_kv_heads * head_dim * bytes_per_element


@formula(
    title="KV cache per token with latent attention",
    symbol=r"c_{\text{mla}}",
    unit="B/token",
    symbols={
        "n_layers": "L", "kv_lora_rank": "r", "qk_rope_head_dim": r"d_{\text{rope}}", "bytes_per_element": "b",
    },
    assumptions=["The engine stores the latent and the shared rotary key, not the heads expanded from them."],
    leaves_out=[
        "Scales of an 8-bit cache.",
        "Splitting over devices: every tensor-parallel device holds the whole latent, so it is not divided.",
    ],
    words=["MLA", "DeepSeek", "multi-head latent attention", "compressed cache", "context memory"],
    example={"n_layers": 61, "kv_lora_rank": 512, "qk_rope_head_dim": 64, "bytes_per_element": 2},
    variants=[
        Variant("expanded heads", "the latent unfolded into full heads, some seventy times the bytes",
                "in engines that do not know latent attention: then use kv_bytes_per_token"),
    ],
)
def kv_bytes_per_token_mla(
    *, n_layers: float, kv_lora_rank: float, qk_rope_head_dim: float, bytes_per_element: float
) -> float:
    """Return the cache bytes per token of a model that stores one compressed latent for all heads.

    Parameters
    ----------
    n_layers : float
        Layers of the model [1].
    kv_lora_rank : float
        Width of the latent [1].
    qk_rope_head_dim : float
        Width of the rotary key that all heads share [1].
    bytes_per_element : float
        Bytes of one stored number [B].

    Returns
    -------
    float
        Bytes per token [B/token]; no factor 2, for keys and values come from the same latent.

    Raises
    ------
    ValueError
        If a count is not a whole number (at least 1; the rotary width may be 0), or the bytes are not above 0.

    Notes
    -----
    Source: DeepSeek-AI 2024, DeepSeek-V2 (arXiv:2405.04434); checked against DeepSeek-AI 2025 (arXiv:2505.09343),
    Table 1.

    Examples
    --------
    >>> kv_bytes_per_token_mla(n_layers=61, kv_lora_rank=512, qk_rope_head_dim=64, bytes_per_element=2)
    70272
    """
    whole("n_layers", n_layers, 1)
    whole("kv_lora_rank", kv_lora_rank, 1)
    whole("qk_rope_head_dim", qk_rope_head_dim, 0)
    positive("bytes_per_element", bytes_per_element)
    return n_layers * (kv_lora_rank + qk_rope_head_dim) * bytes_per_element


@formula(
    title="KV cache of one sequence",
    symbol=r"C",
    unit="B",
    symbols={"tokens": "T", "kv_bytes_per_token": "c", "page_tokens": "p"},
    assumptions=["Each sequence starts on a page of its own; a page of 1 token means no pages."],
    leaves_out=[
        "Prompts that several sequences share.",
        "A sliding window: give the window as tokens where it is shorter.",
    ],
    words=["context memory", "long context", "conversation", "paged attention", "pages", "blocks"],
    example={"tokens": 32768, "kv_bytes_per_token": 327680},
    tex=r"\left\lceil \frac{T}{p} \right\rceil p \, c",
)
def kv_bytes(*, tokens: float, kv_bytes_per_token: float, page_tokens: float = 1) -> float:
    """Return the cache bytes of one sequence, rounded up to whole pages.

    Parameters
    ----------
    tokens : float
        Tokens held, prompt and answer together [token].
    kv_bytes_per_token : float
        Cache bytes per token [B/token].
    page_tokens : float
        Tokens of one page, whole; 1 counts the tokens as they are [token].

    Returns
    -------
    float
        Bytes [B].

    Raises
    ------
    ValueError
        If an amount is negative or not finite, or a page is not a whole number of tokens.

    Notes
    -----
    Source: Kwon et al. 2023, PagedAttention (arXiv:2309.06180).

    Examples
    --------
    >>> kv_bytes(tokens=32768, kv_bytes_per_token=327680)
    10737418240
    >>> kv_bytes(tokens=100, kv_bytes_per_token=1000, page_tokens=16)
    112000
    """
    not_negative("tokens", tokens)
    not_negative("kv_bytes_per_token", kv_bytes_per_token)
    whole("page_tokens", page_tokens, 1)
    if page_tokens == 1:
        return tokens * kv_bytes_per_token
    return math.ceil(tokens / page_tokens) * page_tokens * kv_bytes_per_token


@formula(
    title="Memory left for the KV cache",
    symbol=r"M_{\text{kv}}",
    unit="B",
    symbols={"capacity_bytes": "M", "non_kv_bytes": "W", "fraction": r"\varphi", "of_total": r"\text{of total}"},
    assumptions=["Weights and working memory are loaded first; the cache gets what is left."],
    leaves_out=["Memory that fragments, and memory taken by other programs."],
    words=["gpu_memory_utilization", "free_gpu_memory_fraction", "how many users fit", "out of memory", "cache budget"],
    example={"capacity_bytes": 80e9, "non_kv_bytes": 20e9, "fraction": 0.9, "of_total": True},
    tex=r"\begin{cases} \max(0, \varphi M - W) & \text{fraction of the total} \\"
    r" \varphi \max(0, M - W) & \text{fraction of what is free} \end{cases}",
    variants=[
        Variant("of the total", "the fraction caps everything the engine may take", "in vLLM: gpu_memory_utilization",
                r"\varphi M - W"),
        Variant("of what is free", "the fraction is taken of what the weights leave",
                "in TensorRT-LLM: free_gpu_memory_fraction", r"\varphi (M - W)"),
    ],
)
def kv_budget_bytes(*, capacity_bytes: float, non_kv_bytes: float, fraction: float, of_total: bool) -> float:
    """Return the bytes an engine sets aside for the cache, for either meaning of its memory setting.

    Parameters
    ----------
    capacity_bytes : float
        Memory of the device [B].
    non_kv_bytes : float
        Weights, activations and whatever else is not cache [B].
    fraction : float
        The engine's memory setting, 0 to 1 [1].
    of_total : bool
        True where the setting is a share of all memory, false where it is a share of what is free [1].

    Returns
    -------
    float
        Bytes for the cache [B]; 0 where the rest already fills the memory.

    Raises
    ------
    ValueError
        If the fraction is outside 0 to 1, an amount negative or not finite, or `of_total` neither true nor false.

    Notes
    -----
    Source: vLLM and TensorRT-LLM settings, as tested in ai-dynamo/aiconfigurator (issue 1396).

    Examples
    --------
    >>> kv_budget_bytes(capacity_bytes=100.0, non_kv_bytes=50.0, fraction=0.9, of_total=True)
    40.0
    >>> kv_budget_bytes(capacity_bytes=100.0, non_kv_bytes=50.0, fraction=0.9, of_total=False)
    45.0
    """
    positive("capacity_bytes", capacity_bytes)
    not_negative("non_kv_bytes", non_kv_bytes)
    not_negative("fraction", fraction)
    boolean("of_total", of_total)
    if fraction > 1.0:
        raise ValueError("fraction must be at most 1: 90 % is 0.9")
    if of_total:
        return max(0.0, fraction * capacity_bytes - non_kv_bytes)
    return fraction * max(0.0, capacity_bytes - non_kv_bytes)
