"""Make every character of a text visible and harmless, on a page or in a terminal.

The output of a student's program reaches every reader of its feedback. A control character could
drive a terminal, a bidirectional override could change how text reads, a lone surrogate cannot be
encoded. Each is replaced rather than dropped: two outputs that differ in one of them must not look
the same.
"""

import re

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_DELETE = "\N{SYMBOL FOR DELETE}"

# C0 except tab and newline, DEL, C1; line and paragraph separators; bidirectional embeddings,
# overrides and isolates; byte order mark; surrogates. Joiners stay: emoji and many scripts need
# them.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def make_visible(text: str) -> str:
    """Replace each character that could act or hide by a visible one."""
    return _UNSAFE.sub(_replace_character, text)


def shorten(text: str, length: int) -> str:
    """Cut a text to its first characters, adding an ellipsis if there were more."""
    return text if len(text) <= length else text[: max(length - 1, 0)] + "…"


def _replace_character(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)  # the block of control pictures is in the same order
    if code == 0x7F:
        return _DELETE
    if 0xD800 <= code <= 0xDFFF:
        return _REPLACEMENT
    return f"⟨U+{code:04X}⟩"
