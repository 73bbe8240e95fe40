"""Energy from the chip to the plug, and what the grid emits for it."""

from __future__ import annotations

from .limits import at_least, fraction, not_negative, positive
from .registry import Variant, formula

JOULE_PER_KWH = 3.6e6


@formula(
    title="Energy of the devices",
    symbol=r"E_{\text{IT}}",
    unit="J",
    symbols={"devices": "n", "seconds": "t", "power_w": r"\overline{P}"},
    assumptions=["The power is a mean over the whole time, idle stretches included."],
    leaves_out=["Cooling and power conversion of the building: see facility_energy_j.", "Making the hardware."],
    words=["electricity", "power draw", "TDP", "kilowatt-hours", "consumption"],
    example={"devices": 384, "seconds": 118 * 86400, "power_w": 400},
    variants=[
        Variant(
            "rated power",
            "the chip's rated power instead of a measured mean",
            "as an upper estimate, where nothing was measured",
        ),
        Variant("whole servers", "power of the server over its devices", "where host, memory and fans must count"),
    ],
)
def it_energy_j(*, devices: float, seconds: float, power_w: float) -> float:
    """Return the energy that computing devices use over a time.

    Parameters
    ----------
    devices : float
        Devices at work [1].
    seconds : float
        Time [s].
    power_w : float
        Mean power of one device [W].

    Returns
    -------
    float
        Energy at the devices [J].

    Raises
    ------
    ValueError
        If an argument is negative or not finite.

    Notes
    -----
    Source: the definition, power times time; used so by Luccioni et al. 2022, BLOOM (arXiv:2211.02001).

    Examples
    --------
    >>> round(it_energy_j(devices=1, seconds=1082990 * 3600, power_w=400) / 3.6e6)
    433196
    """
    not_negative("devices", devices)
    not_negative("seconds", seconds)
    not_negative("power_w", power_w)
    return devices * seconds * power_w


@formula(
    title="Energy of the machines for one prompt",
    symbol=r"E_{\text{prompt}}",
    unit="J",
    symbols={
        "params_active": r"N_{\text{active}}", "tokens": "T", "peak_flop_per_s": "P", "mfu": r"\text{MFU}",
        "power_w": r"\overline{W}", "idle_fraction": "r",
    },
    assumptions=[
        "A multiplication and an addition count as two operations for each active parameter and token.",
        "The device works for many users at once; a prompt pays for its own share of the device's time.",
        "The peak is the dense one of the number format in use.",
    ],
    leaves_out=[
        "Reading the question, unless its tokens are counted too.",
        "Cooling and power conversion of the building: see facility_energy_j.",
        "Training, making the hardware, networks and the user's own device.",
    ],
    words=["energy per query", "watt-hours per prompt", "chatbot electricity", "cost of a question", "per-prompt"],
    example={
        "params_active": 100e9, "tokens": 500, "peak_flop_per_s": 989e12, "mfu": 0.1, "power_w": 892.5,
        "idle_fraction": 0,
    },
    variants=[
        Variant("chip alone", "mean power of the accelerator, and no idle reserve", "in benchmarks of chips"),
        Variant("whole server", "mean power of the server over its accelerators", "in estimates of services"),
        Variant("fleet over traffic", "energy of all servers in a day over the prompts of that day",
                "where fleet and traffic are known, or guessed"),
    ],
)
def prompt_energy_j(
    *, params_active: float, tokens: float, peak_flop_per_s: float, mfu: float, power_w: float, idle_fraction: float
) -> float:
    """Return the energy that the machines of a service use for one answer, estimated from its operations.

    Parameters
    ----------
    params_active : float
        Parameters that work on one token; in a mixture of experts not all of them [params].
    tokens : float
        Tokens of the answer [token].
    peak_flop_per_s : float
        Dense peak of one device in the format used [FLOP/s].
    mfu : float
        Share of the peak in use, above 0, at most 1 [1].
    power_w : float
        Mean power of one device at work, with whatever of its server counts [W].
    idle_fraction : float
        Energy of waiting machines over that of working ones; 0 leaves them out [1].

    Returns
    -------
    float
        Energy of the machines, without the building's overhead [J].

    Raises
    ------
    ValueError
        If parameters, tokens, peak or utilization are not above 0, the utilization above 1, the power or the idle
        fraction negative, or an argument not finite.

    Notes
    -----
    Source: Epoch AI 2025, How much energy does ChatGPT use?, with the idle reserve of Elsworth et al. 2025
    (arXiv:2508.15734).

    Examples
    --------
    >>> epoch = {"params_active": 100e9, "tokens": 500, "peak_flop_per_s": 989e12, "mfu": 0.1}
    >>> machines = prompt_energy_j(power_w=0.7 * 10200 / 8, idle_fraction=0, **epoch)
    >>> round(facility_energy_j(it_energy_j=machines, pue=1.2) / 3600, 3)
    0.301
    """
    positive("params_active", params_active)
    positive("tokens", tokens)
    positive("peak_flop_per_s", peak_flop_per_s)
    positive("mfu", mfu)
    fraction("mfu", mfu)
    not_negative("power_w", power_w)
    not_negative("idle_fraction", idle_fraction)
    return 2 * params_active * tokens / (peak_flop_per_s * mfu) * power_w * (1 + idle_fraction)


@formula(
    title="Energy of the facility",
    symbol=r"E",
    unit="J",
    symbols={"it_energy_j": r"E_{\text{IT}}", "pue": r"\text{PUE}"},
    assumptions=["The building's overhead grows with the energy of its machines."],
    leaves_out=["Losses of the grid before the building's meter."],
    words=["PUE", "power usage effectiveness", "data centre overhead", "cooling"],
    example={"it_energy_j": 1.5595056e12, "pue": 1.2},
)
def facility_energy_j(*, it_energy_j: float, pue: float) -> float:
    """Return the energy at the building's meter for a given energy of the machines.

    Parameters
    ----------
    it_energy_j : float
        Energy of the machines, without the building's overhead [J].
    pue : float
        Power usage effectiveness, energy of the building over that of its machines; at least 1 [1].

    Returns
    -------
    float
        Energy of the facility [J]; do not apply the effectiveness to it again.

    Raises
    ------
    ValueError
        If the energy is negative, the effectiveness below 1, or an argument not finite.

    Notes
    -----
    Source: ISO/IEC 30134-2, the definition of PUE. This is the one place where it is applied.

    Examples
    --------
    >>> facility_energy_j(it_energy_j=1000.0, pue=1.5)
    1500.0
    """
    not_negative("it_energy_j", it_energy_j)
    at_least("pue", pue, 1.0)
    return it_energy_j * pue


@formula(
    title="Emissions",
    symbol=r"m_{\text{CO2e}}",
    unit="kgCO2e",
    symbols={"energy_j": "E", "carbon_kg_per_kwh": "g"},
    assumptions=["The grid's mean intensity stands for the hours and the place of the run."],
    leaves_out=[
        "Making hardware and buildings.",
        "Certificates: a market-based figure may be far lower for the same electricity.",
    ],
    words=["carbon", "CO2", "climate", "footprint", "grid intensity"],
    example={"energy_j": 1.5595056e12, "carbon_kg_per_kwh": 0.057},
    tex=r"\frac{E}{3.6 \times 10^{6}} g",
    variants=[
        Variant("location-based", "the intensity of the grid that feeds the building", "the default here"),
        Variant("market-based", "the intensity of the electricity bought under contract", "in company reports"),
    ],
)
def emissions_kg(*, energy_j: float, carbon_kg_per_kwh: float) -> float:
    """Return the greenhouse gases emitted to make an amount of electricity.

    Parameters
    ----------
    energy_j : float
        Electricity at the meter [J].
    carbon_kg_per_kwh : float
        Carbon intensity, kilograms of CO2 equivalent for each kilowatt-hour [kgCO2e/kWh].

    Returns
    -------
    float
        Emissions [kgCO2e].

    Raises
    ------
    ValueError
        If an argument is negative or not finite.

    Notes
    -----
    Source: Patterson et al. 2021, Carbon Emissions and Large Neural Network Training (arXiv:2104.10350), section 2.

    Examples
    --------
    >>> round(emissions_kg(energy_j=433196 * 3.6e6, carbon_kg_per_kwh=0.057) / 1e3, 1)
    24.7
    """
    not_negative("energy_j", energy_j)
    not_negative("carbon_kg_per_kwh", carbon_kg_per_kwh)
    return energy_j / JOULE_PER_KWH * carbon_kg_per_kwh


# Picojoules at 45 nm and 0.9 V. SRAM: one 64-bit read. DRAM: one 32-bit word, from Han et al. and not from Horowitz.
OPERATION_PJ = {
    "fp32_mult": 3.7,
    "fp32_add": 0.9,
    "fp16_mult": 1.1,
    "fp16_add": 0.4,
    "int32_mult": 3.1,
    "int32_add": 0.1,
    "int8_mult": 0.2,
    "int8_add": 0.03,
    "sram_8kb": 10.0,
    "sram_32kb": 20.0,
    "sram_1mb": 100.0,
    "dram": 640.0,
}
OPERATION_NODE_NM = 45


@formula(
    title="Energy of one operation",
    symbol=r"e",
    unit="pJ",
    symbols={"operation": r"\text{operation}", "node_nm": r"\text{node}"},
    assumptions=[
        "A 45 nm process at 0.9 V: the ratios still teach, the values are those of 2014.",
        "SRAM stands for one 64-bit read, DRAM for one 32-bit word as Han et al. 2015 give it.",
        "Horowitz 2014 gives 1.3 to 2.6 nJ for 64 bits of DRAM, so 650 to 1300 pJ for 32.",
    ],
    leaves_out=["Fetching and decoding the instruction, and wires across the chip."],
    words=["picojoule", "energy of a multiplication", "DRAM access energy", "data movement", "Horowitz"],
    example={"operation": "fp32_mult", "node_nm": 45},
    browser=False,
    tex=r"\text{looked up in the table}",
)
def operation_energy_pj(*, operation: str, node_nm: float) -> float:
    """Return the energy of one arithmetic operation or one memory access on an old, well measured process.

    Parameters
    ----------
    operation : str
        One of fp32_mult, fp32_add, fp16_mult, fp16_add, int32_mult, int32_add, int8_mult, int8_add, sram_8kb,
        sram_32kb, sram_1mb, dram [1].
    node_nm : float
        Process node in nanometres; the table holds 45 only [1].

    Returns
    -------
    float
        Energy in picojoules, the one result here that is no SI base value [pJ].

    Raises
    ------
    ValueError
        If the operation is not in the table, or the node is not 45.

    Notes
    -----
    Source: Horowitz 2014, Computing's energy problem, ISSCC, figure 1.1.9; DRAM from Han et al. 2015
    (arXiv:1506.02626), figure 1.

    Examples
    --------
    >>> dram = operation_energy_pj(operation="dram", node_nm=45)
    >>> round(dram / operation_energy_pj(operation="fp32_mult", node_nm=45))
    173
    """
    if node_nm != OPERATION_NODE_NM:
        raise ValueError(f"node_nm must be {OPERATION_NODE_NM}, the one process of the table, not {node_nm!r}")
    if operation not in OPERATION_PJ:
        raise ValueError(f"operation must be one of {', '.join(OPERATION_PJ)}, not {operation!r}")
    return OPERATION_PJ[operation]
