"""What a formula's docstring says about its arguments and its source.

The docstring is where a person looks first, so units, meanings and the source are written there once and the
register reads them from it.
"""

from __future__ import annotations


def _section(docstring: str, title: str) -> list[str]:
    """Return the lines of one numpydoc section, as they stand."""
    lines = docstring.splitlines()
    for number, line in enumerate(lines[:-1]):
        if line.strip() == title and lines[number + 1].strip() == "-" * len(title):
            start = number + 2
            break
    else:
        return []
    for number in range(start, len(lines)):
        if number + 1 < len(lines) and lines[number + 1].strip().startswith("---"):
            return lines[start:number]
    return lines[start:]


def parameters(docstring: str) -> dict[str, tuple[str, str]]:
    """Return unit and meaning of each argument.

    Parameters
    ----------
    docstring : str
        A numpydoc docstring whose descriptions hold one unit in square brackets.

    Returns
    -------
    dict
        For each argument, in order: its unit and its meaning.

    Raises
    ------
    ValueError
        If a description holds no unit.

    Examples
    --------
    >>> parameters('''Do it.
    ...
    ...     Parameters
    ...     ----------
    ...     m, n : float
    ...         Rows and columns [1].
    ...     seconds : float
    ...         Time it takes [s]; 0 if it is free.
    ...
    ...     Returns
    ...     -------
    ...     float
    ... ''')
    {'m': ('1', 'rows and columns'), 'n': ('1', 'rows and columns'), 'seconds': ('s', 'time it takes; 0 if it is free')}
    """
    found: dict[str, list[str]] = {}
    names = ""
    for line in _section(docstring, "Parameters"):
        head, colon, _ = line.partition(" : ")
        if colon and head.replace(",", "").replace("_", "").replace(" ", "").isalnum():
            names = head
            found[names] = []
        elif names and line.strip():
            found[names].append(line.strip())
    about = {}
    for names, lines in found.items():
        before, bracket, after = " ".join(lines).partition(" [")
        unit, closing, rest = after.partition("]")
        if not (bracket and closing):
            raise ValueError(f"the description of {names.strip()} must hold its unit in square brackets")
        first = before[:1].lower() if before[1:2].islower() or before[1:2] == " " else before[:1]
        meaning = (first + before[1:] + rest).rstrip(".")
        for name in names.split(","):
            about[name.strip()] = (unit, meaning)
    return about


def source(docstring: str) -> str:
    """Return the paragraph of the notes that starts with "Source:", without that word.

    Parameters
    ----------
    docstring : str
        A numpydoc docstring.

    Returns
    -------
    str
        The source; empty where none is named.

    Examples
    --------
    >>> source('''Do it.
    ...
    ...     Notes
    ...     -----
    ...     Source: Amdahl 1967,
    ...     AFIPS.
    ...
    ...     Nothing more.
    ... ''')
    'Amdahl 1967, AFIPS'
    """
    paragraph: list[str] = []
    for line in _section(docstring, "Notes"):
        text = line.strip()
        if paragraph and not text:
            break
        if paragraph or text.startswith("Source: "):
            paragraph.append(text.removeprefix("Source: "))
    return " ".join(paragraph).rstrip(".")
