"""Put spaces between the words of a report's text."""

from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    LineBreak,
    ReportText,
)

_SPACE = Inline(" ")
_OPENING = ("(", "[", "{", "“")
_CLOSING = (".", ",", ";", ":", ")", "]", "}", "”")


def set_words_apart(text: ReportText) -> ReportText:
    """Return the text with a space between its pieces, as learn-ocaml shows it.

    No space is added beside a space, before a closing mark such as "." or ")", or after an opening
    one.
    """
    pieces: list[Inline | LineBreak] = []
    for piece in text:
        if pieces and _needs_space(pieces[-1], piece):
            pieces.append(_SPACE)
        pieces.append(piece)
    return tuple(pieces)


def _needs_space(before: Inline | LineBreak, after: Inline | LineBreak) -> bool:
    if isinstance(before, LineBreak) or isinstance(after, LineBreak):
        return False
    return bool(before.text and after.text) and not _is_open(before) and not _is_closed(after)


def _is_open(piece: Inline) -> bool:
    """Whether no space follows the piece: it is prose and ends with a space or opening mark."""
    text = piece.text
    return piece.display is Display.NORMAL and (text[-1].isspace() or text.endswith(_OPENING))


def _is_closed(piece: Inline) -> bool:
    """Whether no space precedes the piece: it is prose and begins with a space or closing mark."""
    text = piece.text
    return piece.display is Display.NORMAL and (text[0].isspace() or text.startswith(_CLOSING))
