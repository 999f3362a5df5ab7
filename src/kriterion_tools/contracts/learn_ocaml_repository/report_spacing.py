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


def spaced(text: ReportText) -> ReportText:
    """The text as it reads: its pieces are words, which learn-ocaml sets apart by a space.

    There is none where a piece brings its own, nor before what ends a phrase, nor within brackets.
    """
    pieces: list[Inline | LineBreak] = []
    for piece in text:
        if pieces and _apart(pieces[-1], piece):
            pieces.append(_SPACE)
        pieces.append(piece)
    return tuple(pieces)


def _apart(before: Inline | LineBreak, after: Inline | LineBreak) -> bool:
    if isinstance(before, LineBreak) or isinstance(after, LineBreak):
        return False
    return bool(before.text and after.text) and not _is_open(before) and not _is_closed(after)


def _is_open(piece: Inline) -> bool:
    """Whether what comes next stands close to it. Blanks in code or output are part of that."""
    text = piece.text
    return piece.display is Display.NORMAL and (text[-1].isspace() or text.endswith(_OPENING))


def _is_closed(piece: Inline) -> bool:
    text = piece.text
    return piece.display is Display.NORMAL and (text[0].isspace() or text.startswith(_CLOSING))
