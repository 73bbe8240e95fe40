"""Speculative decoding: a small model drafts, the large one checks several tokens at once."""

from __future__ import annotations

import math

from .limits import fraction, not_negative, whole
from .registry import formula

LONGEST_DRAFT = 64
INDEPENDENT = "Each drafted token is accepted with the same probability, whatever came before."
FREE_CHECK = "Checking several tokens takes the large model as long as making one: true while memory is the limit."
BATCH = "Large batches, in which the check costs compute and the gain shrinks or turns into a loss."
WORDS = ["draft model", "assisted generation", "speed up decoding", "acceptance rate", "Leviathan"]


@formula(
    title="Tokens of one verify step",
    symbol=r"\overline{n}",
    unit="token",
    symbols={"acceptance": r"\alpha", "draft_tokens": r"\gamma"},
    assumptions=[INDEPENDENT],
    leaves_out=["The time that drafting takes."],
    words=[*WORDS, "tokens per step"],
    example={"acceptance": 0.8, "draft_tokens": 4},
    tex=r"\frac{1 - \alpha^{\gamma + 1}}{1 - \alpha}",
)
def speculative_expected_tokens(*, acceptance: float, draft_tokens: float) -> float:
    """Return how many tokens one check by the large model yields, on average.

    Parameters
    ----------
    acceptance : float
        Probability that a drafted token is accepted [1].
    draft_tokens : float
        Tokens drafted before each check, whole [token].

    Returns
    -------
    float
        Tokens, from 1 to one more than drafted [token].

    Raises
    ------
    ValueError
        If the acceptance is outside 0 to 1, or the draft is not a whole number of at least 0.

    Notes
    -----
    Source: Leviathan et al. 2023, Fast Inference from Transformers via Speculative Decoding (arXiv:2211.17192),
    equation 1.

    The large model always adds one token of its own. Close to an acceptance of 1 the power and 1 differ in their last
    digits only; a factor that is 1 in exact arithmetic takes that rounding away.

    Examples
    --------
    >>> round(speculative_expected_tokens(acceptance=0.8, draft_tokens=5), 2)
    3.69
    >>> [speculative_expected_tokens(acceptance=acceptance, draft_tokens=5) for acceptance in (0, 1)]
    [1.0, 6.0]
    """
    fraction("acceptance", acceptance)
    whole("draft_tokens", draft_tokens, 0)
    tokens = draft_tokens + 1.0
    missing = 1.0 - acceptance
    if missing == 0:
        return tokens
    power = acceptance**tokens
    series = (1.0 - power) / missing
    if missing > 0.1 or power == 0:
        return series
    return series * (tokens * math.log(acceptance) / math.log(power))


@formula(
    title="Speed-up from speculative decoding",
    symbol="S",
    unit="1",
    symbols={"acceptance": r"\alpha", "draft_tokens": r"\gamma", "cost_ratio": "c"},
    assumptions=[INDEPENDENT, FREE_CHECK],
    leaves_out=[BATCH],
    words=[*WORDS, "speedup", "times faster"],
    example={"acceptance": 0.8, "draft_tokens": 4, "cost_ratio": 0.05},
)
def speculative_speedup(*, acceptance: float, draft_tokens: float, cost_ratio: float) -> float:
    """Return how many times faster the answer comes with drafting than without.

    Parameters
    ----------
    acceptance : float
        Probability that a drafted token is accepted [1].
    draft_tokens : float
        Tokens drafted before each check, whole [token].
    cost_ratio : float
        Time of one draft step over that of one step of the large model [1].

    Returns
    -------
    float
        Speed-up [1]; below 1 the draft does harm.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Source: Leviathan et al. 2023, Fast Inference from Transformers via Speculative Decoding (arXiv:2211.17192),
    theorem 3.8. Measured gains lay 10 to 22 % above it on CNN/DailyMail.

    Examples
    --------
    >>> round(speculative_speedup(acceptance=0.8, draft_tokens=4, cost_ratio=0.05), 2)
    2.8
    """
    not_negative("cost_ratio", cost_ratio)
    expected = speculative_expected_tokens(acceptance=acceptance, draft_tokens=draft_tokens)
    return expected / (draft_tokens * cost_ratio + 1)


@formula(
    title="Best draft length",
    symbol=r"\gamma^{*}",
    unit="token",
    symbols={"acceptance": r"\alpha", "cost_ratio": "c"},
    assumptions=[INDEPENDENT, FREE_CHECK, "No draft is longer than 64 tokens."],
    leaves_out=[BATCH],
    words=[*WORDS, "how many tokens to draft", "optimal gamma"],
    example={"acceptance": 0.8, "cost_ratio": 0.05},
    tex=r"\underset{0 \le \gamma \le 64}{\text{arg max}} \; \frac{1 - \alpha^{\gamma + 1}}{(1 - \alpha)(\gamma c + 1)}",
)
def best_draft_length(*, acceptance: float, cost_ratio: float) -> float:
    """Return how many tokens to draft before each check for the greatest speed-up.

    Parameters
    ----------
    acceptance : float
        Probability that a drafted token is accepted [1].
    cost_ratio : float
        Time of one draft step over that of one step of the large model [1].

    Returns
    -------
    float
        Tokens, 0 to 64, the fewest where several lengths are equally good [token]; 0 means not to draft at all.

    Raises
    ------
    ValueError
        If the acceptance is outside 0 to 1, or the cost negative.

    Notes
    -----
    Source: Leviathan et al. 2023, Fast Inference from Transformers via Speculative Decoding (arXiv:2211.17192),
    section 3.5.

    The speed-up rises to one summit and falls from there, so the search ends at the first length that gains nothing.

    Examples
    --------
    >>> best_draft_length(acceptance=0.8, cost_ratio=0.05), best_draft_length(acceptance=0.3, cost_ratio=0.5)
    (8, 0)
    """
    fraction("acceptance", acceptance)
    not_negative("cost_ratio", cost_ratio)
    accepted = 1.0
    tokens = 1.0
    best = 1.0
    for length in range(LONGEST_DRAFT):
        accepted *= acceptance
        tokens += accepted
        speedup = tokens / ((length + 1) * cost_ratio + 1)
        if speedup <= best:
            return length
        best = speedup
    return LONGEST_DRAFT
