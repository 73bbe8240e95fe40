"""What computing costs, from rented device hours to a price per token."""

from __future__ import annotations

from .limits import not_negative, positive
from .registry import formula

SECONDS_PER_HOUR = 3600.0
TOKENS_PRICED = 1e6


@formula(
    title="Cost of device hours",
    symbol="K",
    unit="USD",
    symbols={"device_hours": "H", "usd_per_device_hour": "k"},
    assumptions=["Every hour is paid at the same price."],
    leaves_out=["Storage, network traffic, staff, failed runs and discounts."],
    words=["GPU hours", "training cost", "price of a run", "cloud bill", "rent"],
    example={"device_hours": 2.788e6, "usd_per_device_hour": 2},
)
def device_hours_cost_usd(*, device_hours: float, usd_per_device_hour: float) -> float:
    """Return the price of renting devices for a number of device hours.

    Parameters
    ----------
    device_hours : float
        Devices times hours [device-h].
    usd_per_device_hour : float
        Price of one device for an hour [USD/h].

    Returns
    -------
    float
        Price [USD].

    Raises
    ------
    ValueError
        If an argument is negative or not finite.

    Notes
    -----
    Source: the definition; used so in the DeepSeek-V3 technical report (arXiv:2412.19437), Table 1.

    Examples
    --------
    >>> device_hours_cost_usd(device_hours=2.788e6, usd_per_device_hour=2)
    5576000.0
    """
    not_negative("device_hours", device_hours)
    not_negative("usd_per_device_hour", usd_per_device_hour)
    return device_hours * usd_per_device_hour


@formula(
    title="Cost of a million tokens",
    symbol=r"k_{\text{Mtok}}",
    unit="USD/Mtoken",
    symbols={"usd_per_hour": "k", "tokens_per_s": "R"},
    assumptions=["The rate is a mean over all the hours that are paid, quiet ones included."],
    leaves_out=["Margin, staff, and prices that differ for prompt and answer."],
    words=["price per token", "API price", "inference cost", "dollars per million tokens"],
    example={"usd_per_hour": 2.5, "tokens_per_s": 1500},
    tex=r"\frac{10^{6} k}{3600 R}",
)
def cost_per_million_tokens_usd(*, usd_per_hour: float, tokens_per_s: float) -> float:
    """Return what a million tokens cost on machines that are paid by the hour.

    Parameters
    ----------
    usd_per_hour : float
        Price of all machines for an hour [USD/h].
    tokens_per_s : float
        Tokens that they make in a second, together [token/s].

    Returns
    -------
    float
        Price of a million tokens [USD/Mtoken].

    Raises
    ------
    ValueError
        If the price is negative, the rate not above 0, or one of them not finite.

    Notes
    -----
    Source: the definition, price per second over tokens per second.

    Examples
    --------
    >>> round(cost_per_million_tokens_usd(usd_per_hour=2.5, tokens_per_s=1500), 3)
    0.463
    """
    not_negative("usd_per_hour", usd_per_hour)
    positive("tokens_per_s", tokens_per_s)
    return usd_per_hour / SECONDS_PER_HOUR / tokens_per_s * TOKENS_PRICED
