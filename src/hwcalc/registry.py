"""The register of all formulas: what pages, widgets, prose and tests know about each of them.

A formula is an ordinary function with the decorator `formula`. The decorator writes an entry and hands the
very same function back, so that a call costs nothing more.
"""

from __future__ import annotations

from collections import namedtuple

from . import docstrings

# Named tuples instead of data classes, and nothing from typing: the package is imported by every command and by
# other people's notebooks, and those two modules would take half of the time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeVar

    Function = TypeVar("Function", bound=Callable[..., Any])


class Symbol(namedtuple("Symbol", "name latex unit meaning")):
    """One argument of a formula, as the symbol table shows it.

    Parameters
    ----------
    name : str
        The argument's name in Python.
    latex : str
        How it is written in the typeset formula.
    unit : str
        Its unit, as written in `hwcalc.units`; "1" for plain numbers, choices and yes-or-no arguments.
    meaning : str
        What it is, in a few words.
    """

    __slots__ = ()


class Variant(namedtuple("Variant", "name words when latex", defaults=("",))):
    """Another form of the formula that readers will meet elsewhere.

    Parameters
    ----------
    name : str
        What it is called.
    words : str
        How it differs, in words.
    when : str
        When it is used, and by whom.
    latex : str
        The form itself, where it says more than the words; may be empty.
    """

    __slots__ = ()


class Formula(
    namedtuple(
        "Formula",
        "name function module title symbol unit symbols summary assumptions leaves_out variants source tex browser "
        "words example",
    )
):
    """One formula with all that is said about it.

    Parameters
    ----------
    name : str
        The function's name.
    function : callable
        The function itself; keyword arguments only.
    module : str
        The module or package of `hwcalc` it belongs to.
    title : str
        Its name for readers.
    symbol : str
        LaTeX of the result.
    unit : str
        Unit of the result, as written in `hwcalc.units`.
    symbols : tuple of Symbol
        Its arguments, in order.
    summary : str
        The first line of its docstring.
    assumptions : tuple of str
        What must hold for the result to mean something.
    leaves_out : tuple of str
        What the result does not contain.
    variants : tuple of Variant
        Other forms in use. The function itself is the default.
    source : str
        Where the formula comes from.
    tex : str or None
        LaTeX of the right-hand side where it is written by hand; otherwise it is typeset from the code.
    browser : bool
        Whether the same definition also runs in the reader's browser.
    words : tuple of str
        Everyday words under which somebody may search for it.
    example : dict
        Arguments of a worked example.
    """

    __slots__ = ()


FORMULAS: dict[str, Formula] = {}


def _subject(module: str) -> str:
    """Return the part of a module's name that says what it is about: "queueing" of "hwcalc.queueing.pool"."""
    package, *rest = module.split(".")
    return rest[0] if package == __package__ and rest else module.rpartition(".")[2]


def _symbols(
    name: str, symbols: Mapping[str, str | tuple[str, str, str]], docstring: str
) -> tuple[Symbol, ...]:
    """Return the symbol table, completed from the docstring."""
    told = docstrings.parameters(docstring) if any(isinstance(about, str) for about in symbols.values()) else {}
    table = []
    for argument, about in symbols.items():
        if isinstance(about, str):
            if argument not in told:
                raise TypeError(f"{name}: the docstring does not say what {argument} is")
            about = (about, *told[argument])
        table.append(Symbol(argument, *about))
    return tuple(table)


def formula(
    *,
    title: str,
    symbol: str,
    unit: str,
    symbols: Mapping[str, str | tuple[str, str, str]],
    assumptions: Sequence[str],
    leaves_out: Sequence[str],
    words: Sequence[str],
    example: Mapping[str, Any],
    source: str = "",
    browser: bool = True,
    tex: str | None = None,
    variants: Sequence[Variant] = (),
) -> Callable[[Function], Function]:
    """Enter a function into `FORMULAS` and hand it back unchanged.

    Parameters
    ----------
    title, symbol, unit, assumptions, leaves_out, words, example, browser, tex, variants
        See `Formula`.
    symbols : mapping
        For each argument, in order: its LaTeX; unit and meaning are read from the docstring. Or all three, as a
        tuple, which then need not stand in the docstring.
    source : str
        Where the formula comes from. Where left out, the paragraph "Source: ..." of the docstring's notes.

    Returns
    -------
    callable
        A decorator that returns the function it is given.

    Raises
    ------
    TypeError
        If the function takes positional arguments, or its arguments are not those of `symbols`, or the example
        names an argument it does not take, or the name is taken, or docstring, unit or source is missing.
    """

    def enter(function: Function) -> Function:
        name = function.__name__
        code = function.__code__
        arguments = code.co_varnames[: code.co_kwonlyargcount]
        if code.co_argcount or code.co_flags & 0x0C:
            raise TypeError(f"{name}: a formula takes keyword arguments only, each by its own name")
        if arguments != tuple(symbols):
            raise TypeError(f"{name}: symbols must name exactly {', '.join(arguments)}, in this order")
        if unknown := set(example).difference(arguments):
            raise TypeError(f"{name}: the example names {', '.join(sorted(unknown))}, which is no argument")
        if name in FORMULAS and FORMULAS[name].function.__module__ != function.__module__:
            raise TypeError(f"{name}: {FORMULAS[name].module} holds a formula of this name already")
        if not function.__doc__:
            raise TypeError(f"{name}: a formula needs a docstring; Python's option -OO removes it")
        told_source = source or docstrings.source(function.__doc__)
        if not told_source:
            raise TypeError(f"{name}: the notes must hold a paragraph that starts with 'Source: '")
        FORMULAS[name] = Formula(
            name=name,
            function=function,
            module=_subject(function.__module__),
            title=title,
            symbol=symbol,
            unit=unit,
            symbols=_symbols(name, symbols, function.__doc__),
            summary=function.__doc__.strip().partition("\n")[0],
            assumptions=tuple(assumptions),
            leaves_out=tuple(leaves_out),
            variants=tuple(variants),
            source=told_source,
            tex=tex,
            browser=browser,
            words=tuple(words),
            example=dict(example),
        )
        return function

    return enter
