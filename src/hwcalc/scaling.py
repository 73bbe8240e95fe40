"""Scaling laws: how the loss falls with parameters and tokens, and how to spend a budget."""

from __future__ import annotations

from .limits import positive
from .registry import Variant, formula

FITS = [
    Variant("as printed", "E = 1.69, A = 406.4, B = 410.7, alpha = 0.34, beta = 0.28",
            "in the paper; rounded too far for optima: 93 tokens per parameter at Gopher's budget"),
    Variant("unrounded", "A = 406.401, B = 410.7228, alpha = 0.33917084, beta = 0.2849083",
            "from the paper's sources: 40 billion parameters at Gopher's budget"),
    Variant("Epoch AI", "E = 1.8172, A = 482.01, B = 2085.43, alpha = 0.3478, beta = 0.3658",
            "fitted anew by Besiroglu et al. 2024 (arXiv:2404.10102): about 20 tokens per parameter"),
]  # fmt: skip
FITTED = "The constants were fitted to one family of models and one kind of text; far outside they mislead."
BUDGET = "The budget is spent as 6 operations for each parameter and token."
CONSTANTS = {"A": "A", "B": "B", "alpha": r"\alpha", "beta": r"\beta"}
EPOCH = {"A": 482.01, "B": 2085.43, "alpha": 0.3478, "beta": 0.3658}
WORDS = ["Chinchilla", "scaling law", "compute optimal", "tokens per parameter", "how much data"]


@formula(
    title="Chinchilla loss",
    symbol=r"\mathcal{L}",
    unit="nat/token",
    symbols={"params": "N", "tokens": "D", "E": "E", **CONSTANTS},
    assumptions=[FITTED, "Every token is seen about once."],
    leaves_out=["What the loss means for a task."],
    words=[*WORDS, "predicted loss", "perplexity"],
    example={"params": 70e9, "tokens": 1.4e12, "E": 1.8172, **EPOCH},
    variants=FITS,
)
def chinchilla_loss(
    *, params: float, tokens: float, E: float, A: float, B: float, alpha: float, beta: float
) -> float:
    """Return the loss that a fitted law predicts for a model of a size trained on an amount of text.

    Parameters
    ----------
    params : float
        Parameters [params].
    tokens : float
        Tokens trained on [token].
    E : float
        Loss that no model goes below [nat/token].
    A : float
        Weight of the term of the parameters [1].
    B : float
        Weight of the term of the tokens [1].
    alpha : float
        Exponent of the parameters [1].
    beta : float
        Exponent of the tokens [1].

    Returns
    -------
    float
        Loss [nat/token].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Hoffmann et al. 2022, Training Compute-Optimal Large Language Models (arXiv:2203.15556), equation 10.

    The constants have no defaults, for the printed ones and the refitted ones give very different optima.

    Examples
    --------
    >>> printed = {"E": 1.69, "A": 406.4, "B": 410.7, "alpha": 0.34, "beta": 0.28}
    >>> round(chinchilla_loss(params=70e9, tokens=1.4e12, **printed), 4)
    1.9366
    """
    positive("params", params)
    positive("tokens", tokens)
    positive("E", E)
    positive("A", A)
    positive("B", B)
    positive("alpha", alpha)
    positive("beta", beta)
    return E + A / params**alpha + B / tokens**beta


@formula(
    title="Compute-optimal parameters",
    symbol=r"N^{*}",
    unit="params",
    symbols={"flop": "C", **CONSTANTS},
    assumptions=[FITTED, BUDGET],
    leaves_out=["The cost of using the model, for which smaller ones trained longer are often better."],
    words=[*WORDS, "how large a model", "optimal model size"],
    example={"flop": 5.76e23, **EPOCH},
    variants=FITS,
)
def chinchilla_optimal_params(*, flop: float, A: float, B: float, alpha: float, beta: float) -> float:
    """Return the model size that reaches the lowest predicted loss for a budget of operations.

    Parameters
    ----------
    flop : float
        Operations that training may take [FLOP].
    A : float
        Weight of the term of the parameters [1].
    B : float
        Weight of the term of the tokens [1].
    alpha : float
        Exponent of the parameters [1].
    beta : float
        Exponent of the tokens [1].

    Returns
    -------
    float
        Parameters [params].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Hoffmann et al. 2022, Training Compute-Optimal Large Language Models (arXiv:2203.15556), equation 4.

    Examples
    --------
    >>> unrounded = {"A": 406.401, "B": 410.7228, "alpha": 0.33917084, "beta": 0.2849083}
    >>> round(chinchilla_optimal_params(flop=5.76e23, **unrounded) / 1e9)
    40
    """
    positive("flop", flop)
    positive("A", A)
    positive("B", B)
    positive("alpha", alpha)
    positive("beta", beta)
    balance = (alpha * A / (beta * B)) ** (1 / (alpha + beta))
    return balance * (flop / 6) ** (beta / (alpha + beta))


@formula(
    title="Compute-optimal tokens",
    symbol=r"D^{*}",
    unit="token",
    symbols={"flop": "C", **CONSTANTS},
    assumptions=[FITTED, BUDGET],
    leaves_out=["Whether that much good text exists."],
    words=[*WORDS, "training tokens", "optimal data"],
    example={"flop": 5.76e23, **EPOCH},
    variants=FITS,
)
def chinchilla_optimal_tokens(*, flop: float, A: float, B: float, alpha: float, beta: float) -> float:
    """Return the amount of text that reaches the lowest predicted loss for a budget of operations.

    Parameters
    ----------
    flop : float
        Operations that training may take [FLOP].
    A : float
        Weight of the term of the parameters [1].
    B : float
        Weight of the term of the tokens [1].
    alpha : float
        Exponent of the parameters [1].
    beta : float
        Exponent of the tokens [1].

    Returns
    -------
    float
        Tokens [token].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Hoffmann et al. 2022, Training Compute-Optimal Large Language Models (arXiv:2203.15556), equation 4.

    Examples
    --------
    >>> refitted = {"A": 482.01, "B": 2085.43, "alpha": 0.3478, "beta": 0.3658}
    >>> round(chinchilla_optimal_tokens(flop=5.76e23, **refitted) / 1e12, 2)
    1.33
    """
    return flop / (6 * chinchilla_optimal_params(flop=flop, A=A, B=B, alpha=alpha, beta=beta))


@formula(
    title="Kaplan loss",
    symbol=r"\mathcal{L}",
    unit="nat/token",
    symbols={"non_embedding_params": "N", "n_c": "N_c", "alpha_n": r"\alpha_N"},
    assumptions=["The model is trained to the end on enough text; only its size limits it.", FITTED],
    leaves_out=["The amount of text, which the later Chinchilla law brings in."],
    words=["OpenAI scaling law", "power law", "predicted loss", "Kaplan"],
    example={"non_embedding_params": 1e9, "n_c": 8.8e13, "alpha_n": 0.076},
)
def kaplan_loss(*, non_embedding_params: float, n_c: float, alpha_n: float) -> float:
    """Return the loss that the first scaling law predicts from the size of a model alone.

    Parameters
    ----------
    non_embedding_params : float
        Parameters without the embeddings [params].
    n_c : float
        Fitted size at which the loss would be 1 nat [params].
    alpha_n : float
        Fitted exponent [1].

    Returns
    -------
    float
        Loss [nat/token].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Kaplan et al. 2020, Scaling Laws for Neural Language Models (arXiv:2001.08361), equation 1.1.

    Examples
    --------
    >>> round(kaplan_loss(non_embedding_params=1e9, n_c=8.8e13, alpha_n=0.076), 3)
    2.376
    """
    positive("non_embedding_params", non_embedding_params)
    positive("n_c", n_c)
    positive("alpha_n", alpha_n)
    return (n_c / non_embedding_params) ** alpha_n
