"""Text whose every character can be seen and none can act: on a page, in a terminal.

What a student's program prints reaches every reader of its feedback. A control character could
drive a terminal, a bidirectional override could make text read otherwise than it is, a lone
surrogate cannot be encoded at all. Each is shown by a stand-in instead of being lost: two outputs
that differ in one of them must not look alike.
"""

import re

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_DELETE = "\N{SYMBOL FOR DELETE}"

# C0 but tab and newline, DEL, C1; line and paragraph separator; bidirectional embeddings, overrides
# and isolates; byte order mark; surrogates. Joiners stay: emoji and many scripts need them.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def visible(text: str) -> str:
    """Replace every character that could act or hide by a visible one."""
    return _UNSAFE.sub(_stand_in, text)


def shorten(text: str, length: int) -> str:
    """Cut a text to its first characters, with an ellipsis if there were more."""
    return text if len(text) <= length else text[: max(length - 1, 0)] + "…"


def _stand_in(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)  # the block of control pictures is in the same order
    if code == 0x7F:
        return _DELETE
    if 0xD800 <= code <= 0xDFFF:
        return _REPLACEMENT
    return f"⟨U+{code:04X}⟩"
