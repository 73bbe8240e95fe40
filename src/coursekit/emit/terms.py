"""Terms of a formula on their way to LaTeX: sums, products as one fraction, powers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby, pairwise


@dataclass(frozen=True)
class Factor:
    """One factor of a product.

    Parameters
    ----------
    text : str
        Its LaTeX.
    kind : str
        "symbol", "number", "power", or "sum", which needs brackets among other factors.
    """

    text: str
    kind: str = "symbol"

    def bracketed(self) -> str:
        """Return the text, in brackets where it is a sum."""
        return rf"\left({self.text}\right)" if self.kind == "sum" else self.text


@dataclass(frozen=True)
class Term:
    """A product of factors over another, with a sign."""

    above: tuple[Factor, ...]
    below: tuple[Factor, ...] = ()
    minus: bool = False

    def negative(self) -> Term:
        """Return the same with the other sign."""
        return replace(self, minus=not self.minus)

    def unsigned(self) -> str:
        """Return the LaTeX without the sign."""
        if not self.below:
            return _joined(self.above)
        return rf"\frac{{{_joined(self.above)}}}{{{_joined(self.below)}}}"

    def written(self) -> str:
        """Return the LaTeX."""
        if not self.minus:
            return self.unsigned()
        if self.is_sum:
            return "-" + self.above[0].bracketed()
        return "-" + self.unsigned()

    @property
    def is_sum(self) -> bool:
        """Whether this is a bare sum."""
        return not self.below and len(self.above) == 1 and self.above[0].kind == "sum"


def _with_powers(factors: Iterable[Factor]) -> tuple[Factor, ...]:
    """Write a symbol that is repeated at once as a power."""
    found = []
    for factor, repeated in groupby(factors):
        times = len(list(repeated))
        if times > 1 and factor.kind == "symbol":
            found.append(Factor(f"{factor.text}^{{{times}}}", "power"))
        else:
            found += [factor] * times
    return tuple(found)


def _joined(factors: tuple[Factor, ...]) -> str:
    factors = _with_powers(factor for factor in factors if factor.text != "1")
    if not factors:
        return "1"
    if len(factors) == 1:
        return factors[0].text
    text = factors[0].bracketed()
    for before, factor in pairwise(factors):
        if factor.kind == "number":
            text += r" \cdot "
        elif factor.kind != "sum" and not (before.kind == "sum" and factor.text.startswith(r"\left")):
            text += r"\,"
        text += factor.bracketed()
    return text


def symbol(latex: str) -> Term:
    """Return a term that is one symbol."""
    return Term((Factor(latex, "power" if "^" in latex else "symbol"),))


def number(value: float, language: str = "en") -> Term:
    """Return a number; very large and very small ones as powers of ten.

    Examples
    --------
    >>> [number(value).written() for value in (2.0, 0.5, -1, 86400, 1e9, 3.6e6, 2.5e-4)]
    ['2', '0.5', '-1', '86\\\\,400', '10^{9}', '3.6 \\\\cdot 10^{6}', '2.5 \\\\cdot 10^{-4}']
    >>> number(0.5, "pl").written()
    '0{,}5'
    """
    size = Decimal(repr(abs(value)))
    digits = "".join(map(str, size.as_tuple().digits)).rstrip("0")
    place = size.adjusted()
    if not size:
        text = "0"
    elif -4 < place < 5 or (place == 5 and digits != "1"):
        text = f"{size.normalize():f}"
        if place >= 4 and text.isdigit():
            text = f"{int(text):,}".replace(",", r"\,")
    else:
        text = f"10^{{{place}}}"
        if digits != "1":
            text = rf"{digits[0]}{'.' * (len(digits) > 1)}{digits[1:]} \cdot {text}"
    if language == "pl":
        text = text.replace(".", "{,}")
    return Term((Factor(text, "number"),), minus=value < 0)


def sum_of(a: Term, b: Term, subtracted: Term | None = None) -> Term:
    """Return a + b; with `subtracted` given, b is its negative and the sum was written with a minus."""
    first = a.above[0].text if a.is_sum and not a.minus else a.written()
    if subtracted is not None and subtracted.is_sum:
        second = " - " + subtracted.above[0].bracketed() if not subtracted.minus else " + " + subtracted.above[0].text
    elif b.minus:
        second = " - " + (b.above[0].bracketed() if b.is_sum else b.unsigned())
    else:
        second = " + " + b.unsigned()
    return Term((Factor(first + second, "sum"),))


def product(a: Term, b: Term) -> Term:
    """Return a · b with the factors in order and one fraction."""
    return Term(a.above + b.above, a.below + b.below, a.minus != b.minus)


def quotient(a: Term, b: Term) -> Term:
    """Return a / b as one fraction."""
    return Term(a.above + b.below, a.below + b.above, a.minus != b.minus)


def power(base: Term, exponent: Term) -> Term:
    """Return base to the exponent; the exponent 0.5 gives a root."""
    if exponent.written() in ("0.5", "0{,}5", r"\frac{1}{2}"):
        return root(base)
    simple = not base.below and not base.minus and len(base.above) == 1 and base.above[0].kind in ("symbol", "number")
    if simple and "^" not in base.above[0].text:
        text = base.above[0].text
    else:
        text = rf"\left({base.written()}\right)"
    return Term((Factor(f"{text}^{{{exponent.written()}}}", "power"),))


def root(base: Term) -> Term:
    """Return the square root."""
    return Term((Factor(rf"\sqrt{{{base.written()}}}"),))


def call(name: str, *arguments: Term) -> Term:
    """Return a function of some terms, the way `max(a, b)` is written."""
    return Term((Factor(rf"{name}\left({', '.join(argument.written() for argument in arguments)}\right)"),))
