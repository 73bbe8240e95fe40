"""What the typesetter of a language does to running text: nothing in English, bound short words in Polish."""

from __future__ import annotations

import re

#: A one-letter word must not end a line in Polish. Code, values and maths are left alone.
_SHORT = re.compile(
    r"(?P<kept>(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)|\{[=$].*?[=$]\}|\$[^$\n]+\$)"
    r"|(?<![\w&;.,'’<-])(?P<word>[aiouwz])(?: (?=[^\s{]|\{[^#]|\Z)|\n[ ]*(?=[\w{\[„*(]|\Z))",
    re.DOTALL | re.IGNORECASE,
)
NO_BREAK = "\u00a0"


def typeset(text: str, language: str) -> str:
    """Bind one-letter words to the next one, where the language asks for it.

    Examples
    --------
    >>> typeset("dane w pamięci i `a b`", "pl").replace(NO_BREAK, "_")
    'dane w_pamięci i_`a b`'
    >>> typeset("a chip", "en")
    'a chip'
    """
    if language != "pl":
        return text
    return _SHORT.sub(lambda match: match["kept"] or match["word"] + NO_BREAK, text)
