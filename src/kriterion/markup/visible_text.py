"""Makes every character of a text visible and harmless, on a page or on a terminal.

The output of a student's program is shown to everybody who reads the feedback. A control character
could control the terminal, a bidirectional override could reorder the text, and a lone surrogate
cannot be encoded. They are replaced, not removed, so that two outputs that differ in one of them
look different.
"""

import re

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_DELETE = "\N{SYMBOL FOR DELETE}"

# C0 except tab and newline, DEL, C1; line and paragraph separators; bidirectional embeddings,
# overrides and isolates; byte order mark; surrogates. Joiners are kept, because emoji and many
# scripts need them.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def make_visible(text: str) -> str:
    """Replace each invisible or harmful character by a visible one."""
    return _UNSAFE.sub(_replace_character, text)


def shorten(text: str, length: int) -> str:
    """Truncate a text to `length` characters, the last of which is then an ellipsis."""
    return text if len(text) <= length else text[: max(length - 1, 0)] + "…"


def _replace_character(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)  # the block Control Pictures has the same order
    if code == 0x7F:
        return _DELETE
    if 0xD800 <= code <= 0xDFFF:
        return _REPLACEMENT
    return f"⟨U+{code:04X}⟩"
