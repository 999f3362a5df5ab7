"""Prepare code for OCaml's toplevel, which reads phrases from its standard input."""

import re

# A string or a character that contains a quote is left as it is.
_TOKEN = re.compile(r"""'\\?"'|"(?:[^"\\]|\\.)*+"|;;(?!\s*\n)""", re.DOTALL)


def separate_phrases(code: str) -> str:
    """Put each phrase on lines of its own, and end the last one.

    The toplevel ignores what follows `;;` on its line.
    """
    code = _TOKEN.sub(lambda token: f"{token[0]}\n" if token[0] == ";;" else token[0], code)
    code = code.rstrip()
    return (code if code.endswith(";;") else f"{code}\n;;") + "\n"
