"""Prepare code for OCaml's toplevel, which reads phrases from its standard input."""

import re

# A string or a character that contains a quote is left as it is.
_TOKEN = re.compile(r"""'\\?"'|"(?:[^"\\]|\\.)*+"|;;(?!\s*\n)""", re.DOTALL)

PRINT_RESULT = "- : unit = ()\n"  # what the toplevel prints after printing


def print_mark(mark: str) -> str:
    """Return phrases that print a mark on both streams, to tell parts of the output apart."""
    return f'Stdlib.prerr_endline "{mark}";;\nStdlib.print_endline "{mark}";;\n'


def separate_phrases(code: str) -> str:
    """Put each phrase on lines of its own, and end the last one.

    The toplevel ignores what follows `;;` on its line.
    """
    code = _TOKEN.sub(lambda token: f"{token[0]}\n" if token[0] == ";;" else token[0], code)
    code = code.rstrip()
    return (code if code.endswith(";;") else f"{code}\n;;") + "\n"
