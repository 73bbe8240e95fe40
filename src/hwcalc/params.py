"""Parameters of a decoder, counted from its shape as the model's configuration gives it."""

from __future__ import annotations

from collections.abc import Mapping

from .limits import boolean, whole
from .registry import Variant, formula

NORMS = ("rms", "ln", "ln_nobias")
COUNTS = ("total", "active")
MLA_WIDTHS = ("q_lora_rank", "kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim")

SYMBOLS = {
    "n_layers": "L", "d_model": "d", "n_heads": "h", "n_kv_heads": r"h_{\text{kv}}", "head_dim": "d_h",
    "d_ff": r"d_{\text{ff}}", "vocab_size": "V", "gated_mlp": r"\text{gated}", "tied_embeddings": r"\text{tied}",
    "norm": r"\text{norm}", "bias": r"\text{bias}", "qkv_bias": r"\text{qkv bias}", "qk_norm": r"\text{qk norm}",
    "learned_positions": "P", "n_experts": "E", "top_k": "k", "shared_experts": r"E_{\text{shared}}",
    "d_ff_expert": r"d_{\text{expert}}", "dense_layers": r"L_{\text{dense}}", "mla": r"\text{mla}",
    "count": r"\text{count}",
}  # fmt: skip
ASSUMPTIONS = [
    "Every layer has the same shape, but for the first dense layers of a mixture of experts.",
    "The shape is that of the configuration: heads and head width are given, not guessed from a label.",
]
LEAVES_OUT = [
    "Router biases and gates of shared experts.",
    "Buffers that some files store beside the weights, such as rotary tables.",
]
WORDS = ["model size", "how many parameters", "billions of parameters", "7B", "mixture of experts", "active parameters"]
GPT2 = {
    "n_layers": 12, "d_model": 768, "n_heads": 12, "d_ff": 3072, "vocab_size": 50257, "tied_embeddings": True,
    "norm": "ln", "bias": True, "learned_positions": 1024,
}  # fmt: skip
LLAMA_70B = {
    "n_layers": 80, "d_model": 8192, "n_heads": 64, "n_kv_heads": 8, "head_dim": 128, "d_ff": 28672,
    "vocab_size": 128256, "tied_embeddings": False, "gated_mlp": True, "norm": "rms",
}  # fmt: skip
VARIANTS = [
    Variant("total", "every parameter", "for memory: all experts must be stored"),
    Variant(
        "active",
        "experts count only as often as a token picks them",
        "for arithmetic: only these work on a token",
    ),
]


def _block_kind(gated_mlp: bool | None, norm: str | None) -> tuple[bool, str]:
    """Settle the two properties that come as a pair, and refuse to guess where neither is told."""
    if gated_mlp is None and norm is None:
        raise ValueError("gated_mlp must be true (three matrices) or false (two), or norm must be given")
    if norm is None:
        if not gated_mlp:
            raise ValueError("norm must be given where gated_mlp is false: rms, ln or ln_nobias")
        norm = "rms"
    if norm not in NORMS:
        raise ValueError(f"norm must be one of {', '.join(NORMS)}, not {norm!r}")
    if gated_mlp is None:
        if norm == "rms":
            raise ValueError("gated_mlp must be given where norm is rms: true (three matrices) or false (two)")
        gated_mlp = False
    boolean("gated_mlp", gated_mlp)
    return gated_mlp, norm


def _latent_attention(d_model: int, n_heads: int, mla: Mapping[str, float]) -> tuple[float, float]:
    """Return matrices and norms of one layer of multi-head latent attention."""
    if not isinstance(mla, Mapping) or set(mla) != set(MLA_WIDTHS):
        raise ValueError(f"mla must hold exactly {', '.join(MLA_WIDTHS)}")
    for name in MLA_WIDTHS[1:]:
        whole(f"mla[{name}]", mla[name], 1)
    query_rank = mla["q_lora_rank"] or 0
    whole("mla[q_lora_rank]", query_rank, 0)
    query_width = n_heads * (mla["qk_nope_head_dim"] + mla["qk_rope_head_dim"])
    query = query_rank * (d_model + query_width) if query_rank else d_model * query_width
    latent = d_model * (mla["kv_lora_rank"] + mla["qk_rope_head_dim"])
    unfolded = mla["kv_lora_rank"] * n_heads * (mla["qk_nope_head_dim"] + mla["v_head_dim"])
    output = n_heads * mla["v_head_dim"] * d_model
    return query + latent + unfolded + output, query_rank + mla["kv_lora_rank"]


def _head_attention(
    d_model: int, n_heads: int, n_kv_heads: int | None, head_dim: int | None,
    *, bias: bool, qkv_bias: bool, qk_norm: bool,
) -> tuple[float, float]:  # fmt: skip
    """Return matrices with biases, and norms, of one layer of attention with separate heads."""
    if n_kv_heads is None:
        n_kv_heads = n_heads
    whole("n_kv_heads", n_kv_heads, 1)
    if n_heads % n_kv_heads:
        raise ValueError(f"n_kv_heads must divide n_heads ({n_heads!r}), not {n_kv_heads!r}")
    if head_dim is None:
        if d_model % n_heads:
            raise ValueError("head_dim must be given where n_heads does not divide d_model")
        head_dim = d_model // n_heads
    whole("head_dim", head_dim, 1)
    qkv_width = (n_heads + 2 * n_kv_heads) * head_dim
    weights = d_model * qkv_width + n_heads * head_dim * d_model
    biases = (qkv_width if bias or qkv_bias else 0) + (d_model if bias else 0)
    return weights + biases, 2 * head_dim if qk_norm else 0


def _feed_forward_layers(
    n_layers: int, d_model: int, d_ff: int, *, gated: bool, bias: bool, n_experts: int, top_k: int,
    shared_experts: int, d_ff_expert: int, dense_layers: int, active: bool,
) -> float:  # fmt: skip
    """Return matrices, biases and routers of the feed-forward parts of all layers."""

    def one(width: int) -> float:
        inputs = 2 if gated else 1
        return (inputs + 1) * d_model * width + (inputs * width + d_model if bias else 0)

    if n_experts == 0:
        if top_k or shared_experts or dense_layers:
            raise ValueError("n_experts must be at least 1 where top_k, shared_experts or dense_layers is given")
        return n_layers * one(d_ff)
    if not 1 <= top_k <= n_experts:
        raise ValueError(f"top_k must be from 1 to n_experts ({n_experts!r}), not {top_k!r}")
    if dense_layers > n_layers:
        raise ValueError(f"dense_layers must be at most n_layers ({n_layers!r}), not {dense_layers!r}")
    used = (top_k if active else n_experts) + shared_experts
    sparse_layer = used * one(d_ff_expert) + n_experts * d_model  # the router's matrix is always used whole
    return dense_layers * one(d_ff) + (n_layers - dense_layers) * sparse_layer


@formula(
    title="Parameters of a decoder",
    symbol="N",
    unit="params",
    symbols=SYMBOLS,
    assumptions=ASSUMPTIONS,
    leaves_out=LEAVES_OUT,
    words=WORDS,
    example=LLAMA_70B,
    browser=False,
    tex=r"(V + P) d + L (\text{attention} + \text{mlp} + \text{norms}) + V d",
    variants=VARIANTS,
)
def decoder_params(
    *,
    n_layers: int,
    d_model: int,
    n_heads: int,
    n_kv_heads: int | None = None,
    head_dim: int | None = None,
    d_ff: int,
    vocab_size: int,
    gated_mlp: bool | None = None,
    tied_embeddings: bool,
    norm: str | None = None,
    bias: bool = False,
    qkv_bias: bool = False,
    qk_norm: bool = False,
    learned_positions: int = 0,
    n_experts: int = 0,
    top_k: int = 0,
    shared_experts: int = 0,
    d_ff_expert: int = 0,
    dense_layers: int = 0,
    mla: Mapping[str, int] | None = None,
    count: str = "total",
) -> int:
    """Count the parameters of a decoder from its shape.

    Parameters
    ----------
    n_layers : int
        Layers [1].
    d_model : int
        Width of the model [1].
    n_heads : int
        Query heads [1].
    n_kv_heads : int, optional
        Key-value heads; left out, as many as query heads. Not used with `mla` [1].
    head_dim : int, optional
        Width of one head; left out, `d_model` over `n_heads`. Not used with `mla` [1].
    d_ff : int
        Inner width of the feed-forward part; with experts that of the dense layers [1].
    vocab_size : int
        Rows of the embedding [1].
    gated_mlp : bool, optional
        True for three feed-forward matrices, false for two; may be left out with layer norms, then two [1].
    tied_embeddings : bool
        True where the output shares the embedding's matrix [1].
    norm : str, optional
        Norm of the layers, rms, ln or ln_nobias; may be left out with a gated feed-forward part, then rms [1].
    bias : bool
        True where all matrices of the layers have a bias [1].
    qkv_bias : bool
        True where queries, keys and values alone have a bias [1].
    qk_norm : bool
        True where queries and keys are normalized per head [1].
    learned_positions : int
        Rows of a learned position table; 0 where there is none [1].
    n_experts : int
        Routed experts of a layer; 0 for a dense model [1].
    top_k : int
        Routed experts that each token picks [1].
    shared_experts : int
        Experts that every token uses besides [1].
    d_ff_expert : int
        Inner width of one expert; 0 where it is `d_ff` [1].
    dense_layers : int
        Layers without experts in a model with experts [1].
    mla : mapping, optional
        Widths of latent attention: q_lora_rank (0 for none), kv_lora_rank, qk_nope_head_dim, qk_rope_head_dim and
        v_head_dim [1].
    count : str
        What to count, total or active; active counts the experts that one token uses [1].

    Returns
    -------
    int
        Parameters, exact [params].

    Raises
    ------
    ValueError
        If a size is missing, out of range or does not fit the others.

    Notes
    -----
    Source: the shapes in the models' published configurations; checked against the counts of 18 published models.

    Examples
    --------
    >>> decoder_params(**GPT2)
    124439808
    >>> decoder_params(**LLAMA_70B)
    70553706496
    """
    return sum(params_breakdown(**locals()).values())


@formula(
    title="Parameters by part",
    symbol=r"N_{\text{part}}",
    unit="params",
    symbols=SYMBOLS,
    assumptions=ASSUMPTIONS,
    leaves_out=LEAVES_OUT,
    words=[*WORDS, "breakdown", "where are the parameters"],
    example=LLAMA_70B,
    browser=False,
    tex=r"V d + P d, \; L \cdot \text{attention}, \; L \cdot \text{mlp}, \; \text{norms}, \; V d",
    variants=VARIANTS,
)
def params_breakdown(
    *,
    n_layers: int,
    d_model: int,
    n_heads: int,
    n_kv_heads: int | None = None,
    head_dim: int | None = None,
    d_ff: int,
    vocab_size: int,
    gated_mlp: bool | None = None,
    tied_embeddings: bool,
    norm: str | None = None,
    bias: bool = False,
    qkv_bias: bool = False,
    qk_norm: bool = False,
    learned_positions: int = 0,
    n_experts: int = 0,
    top_k: int = 0,
    shared_experts: int = 0,
    d_ff_expert: int = 0,
    dense_layers: int = 0,
    mla: Mapping[str, int] | None = None,
    count: str = "total",
) -> dict[str, int]:
    """Count the parameters of a decoder, part by part.

    Parameters
    ----------
    n_layers : int
        Layers [1].
    d_model : int
        Width of the model [1].
    n_heads : int
        Query heads [1].
    n_kv_heads : int, optional
        Key-value heads; left out, as many as query heads. Not used with `mla` [1].
    head_dim : int, optional
        Width of one head; left out, `d_model` over `n_heads`. Not used with `mla` [1].
    d_ff : int
        Inner width of the feed-forward part; with experts that of the dense layers [1].
    vocab_size : int
        Rows of the embedding [1].
    gated_mlp : bool, optional
        True for three feed-forward matrices, false for two; may be left out with layer norms, then two [1].
    tied_embeddings : bool
        True where the output shares the embedding's matrix [1].
    norm : str, optional
        Norm of the layers, rms, ln or ln_nobias; may be left out with a gated feed-forward part, then rms [1].
    bias : bool
        True where all matrices of the layers have a bias [1].
    qkv_bias : bool
        True where queries, keys and values alone have a bias [1].
    qk_norm : bool
        True where queries and keys are normalized per head [1].
    learned_positions : int
        Rows of a learned position table; 0 where there is none [1].
    n_experts : int
        Routed experts of a layer; 0 for a dense model [1].
    top_k : int
        Routed experts that each token picks [1].
    shared_experts : int
        Experts that every token uses besides [1].
    d_ff_expert : int
        Inner width of one expert; 0 where it is `d_ff` [1].
    dense_layers : int
        Layers without experts in a model with experts [1].
    mla : mapping, optional
        Widths of latent attention: q_lora_rank (0 for none), kv_lora_rank, qk_nope_head_dim, qk_rope_head_dim and
        v_head_dim [1].
    count : str
        What to count, total or active; active counts the experts that one token uses [1].

    Returns
    -------
    dict
        Parameters of embedding, attention, mlp, norm and head, in this order [params].

    Raises
    ------
    ValueError
        If a size is missing, out of range or does not fit the others.

    Notes
    -----
    Source: the shapes in the models' published configurations; checked against the counts of 18 published models.

    Router weights are counted with the feed-forward part, norms of queries, keys and latents with the norms.

    Examples
    --------
    >>> params_breakdown(**GPT2)
    {'embedding': 39383808, 'attention': 28348416, 'mlp': 56669184, 'norm': 38400, 'head': 0}
    """
    for name, size in (("n_layers", n_layers), ("d_model", d_model), ("n_heads", n_heads), ("d_ff", d_ff),
                       ("vocab_size", vocab_size)):  # fmt: skip
        whole(name, size, 1)
    for name, size in (("learned_positions", learned_positions), ("n_experts", n_experts), ("top_k", top_k),
                       ("shared_experts", shared_experts), ("d_ff_expert", d_ff_expert),
                       ("dense_layers", dense_layers)):  # fmt: skip
        whole(name, size, 0)
    for name, flag in (("tied_embeddings", tied_embeddings), ("bias", bias), ("qkv_bias", qkv_bias),
                       ("qk_norm", qk_norm)):  # fmt: skip
        boolean(name, flag)
    gated_mlp, norm = _block_kind(gated_mlp, norm)
    if count not in COUNTS:
        raise ValueError(f"count must be total or active, not {count!r}")

    if mla is None:
        attention, per_layer_norm = _head_attention(
            d_model, n_heads, n_kv_heads, head_dim, bias=bias, qkv_bias=qkv_bias, qk_norm=qk_norm
        )
    else:
        if bias or qkv_bias or qk_norm:
            raise ValueError("mla must be left out where bias, qkv_bias or qk_norm is true: it has norms of its own")
        attention, per_layer_norm = _latent_attention(d_model, n_heads, mla)

    norm_vectors = 2 if norm == "ln" else 1  # a layer norm with bias has a scale and a shift
    mlp = _feed_forward_layers(
        n_layers, d_model, d_ff, gated=gated_mlp, bias=bias, n_experts=n_experts, top_k=top_k,
        shared_experts=shared_experts, d_ff_expert=d_ff_expert or d_ff, dense_layers=dense_layers,
        active=count == "active",
    )  # fmt: skip
    parts = {
        "embedding": (vocab_size + learned_positions) * d_model,
        "attention": n_layers * attention,
        "mlp": mlp,
        "norm": n_layers * (2 * norm_vectors * d_model + per_layer_norm) + norm_vectors * d_model,
        "head": 0 if tied_embeddings else vocab_size * d_model,
    }
    return {part: int(size) for part, size in parts.items()}
