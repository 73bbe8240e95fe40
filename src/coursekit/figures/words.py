"""What the figures themselves say, in each language of the course."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "as-table": "Figure as a table",
        "attainable": "Attainable speed (upper bound)",
        "bandwidth": "Memory bandwidth",
        "bandwidth-limits": "bandwidth limits",
        "basis": "Basis",
        "best-value": "Best value",
        "both-axes": "both axes",
        "bound": "bound",
        "by-bandwidth": "bandwidth",
        "by-compute": "compute",
        "compute-limits": "compute limits",
        "each-step": "each step is {times} times more",
        "intensity": "Arithmetic intensity",
        "item": "Case",
        "limit": "Limit",
        "logarithmic": "logarithmic axis",
        "mark": "To compare",
        "measured": "measured",
        "modelled": "modelled",
        "operation": "Job",
        "peak": "Dense peak",
        "range": "Range",
        "reached": "measured",
        "ridge-point": "Ridge point",
        "stated": "stated, no method",
        "to": "to",
        "total": "Total",
        "unverified": "Not yet verified at the source:",
        "up-to": "at most",
        "value": "Value",
    },
    "pl": {
        "as-table": "Rysunek jako tabela",
        "attainable": "Osiągalna szybkość (górna granica)",
        "bandwidth": "Przepustowość pamięci",
        "bandwidth-limits": "granica: przepustowość",
        "basis": "Podstawa",
        "best-value": "Wartość",
        "both-axes": "obie osie",
        "bound": "granica",
        "by-bandwidth": "przepustowość",
        "by-compute": "obliczenia",
        "compute-limits": "granica: obliczenia",
        "each-step": "każdy krok to {times} razy więcej",
        "intensity": "Intensywność arytmetyczna",
        "item": "Przypadek",
        "limit": "Granica",
        "logarithmic": "oś logarytmiczna",
        "mark": "Dla porównania",
        "measured": "zmierzone",
        "modelled": "z modelu",
        "operation": "Zadanie",
        "peak": "Wydajność szczytowa (macierze gęste)",
        "range": "Zakres",
        "reached": "zmierzone",
        "ridge-point": "Punkt załamania",
        "stated": "podane bez metody",
        "to": "do",
        "total": "Razem",
        "unverified": "Jeszcze niesprawdzone u źródła:",
        "up-to": "najwyżej",
        "value": "Wartość",
    },
}


def word(name: str, language: str) -> str:
    """Return one of the figures' own words.

    Examples
    --------
    >>> word("total", "pl")
    'Razem'
    """
    return WORDS[language][name]
