"""Prepare code for OCaml's toplevel, which reads phrases from its standard input."""

import re

# A string or a character that contains a quote is left as it is. What follows the quote of a string
# that never ends is read as code; no later quote in it begins a string that ends.
_TOKEN = re.compile(
    r"""'\\?"'|"(?:[^"\\]|\\.)*+"|(?P<open>"(?:[^"\\]|\\.)*+\\?\Z)|;;(?!\s*\n)""", re.DOTALL
)
_END = re.compile(r";;(?!\s*\n)")

PRINT_RESULT = "- : unit = ()\n"  # what the toplevel prints after printing


def print_mark(mark: str) -> str:
    """Return phrases that print a mark on both streams, to tell parts of the output apart."""
    return f'Stdlib.prerr_endline "{mark}";;\nStdlib.print_endline "{mark}";;\n'


def separate_phrases(code: str) -> str:
    """Put each phrase on lines of its own, and end the last one.

    The toplevel ignores what follows `;;` on its line.
    """
    code = _TOKEN.sub(_separate_token, code).rstrip()
    return (code if code.endswith(";;") else f"{code}\n;;") + "\n"


def _separate_token(token: re.Match[str]) -> str:
    if token[0] == ";;":
        return f"{token[0]}\n"
    return token[0] if token["open"] is None else _END.sub(";;\n", token[0])
