"""The formats of messages, and how to interpret them."""

from enum import StrEnum, unique


@unique
class Meaning(StrEnum):
    """How to interpret the text of a message."""

    PLAIN = "plain"
    HTML = "html"
    MARKDOWN = "markdown"
    CALLOUT = "callout"
    CODE = "code"
    CONSOLE = "console"
    TRACEBACK = "traceback"
    DATA = "data"  # for programs; never shown
    SOURCE = "source"  # source code: the format is the name of its programming language


_MEANINGS = {
    "plain": Meaning.PLAIN,
    "text": Meaning.PLAIN,
    "html": Meaning.HTML,
    "markdown": Meaning.MARKDOWN,
    "md": Meaning.MARKDOWN,
    "callout": Meaning.CALLOUT,
    "callout-info": Meaning.CALLOUT,
    "callout-warning": Meaning.CALLOUT,
    "callout-danger": Meaning.CALLOUT,
    "code": Meaning.CODE,
    "console": Meaning.CONSOLE,
    "traceback": Meaning.TRACEBACK,
    "learn-ocaml-grading": Meaning.DATA,
}
FORMATS = tuple(_MEANINGS)  # all others are programming languages


def find_meaning(format: str) -> Meaning:  # noqa: A002 - the contract's word
    """Return the meaning of a format; an unknown format is the name of a programming language."""
    return _MEANINGS.get(format.lower(), Meaning.SOURCE)


def find_callout_level(format: str) -> str:  # noqa: A002
    """Return the level of a callout format: "info" (the default), "warning" or "danger"."""
    return format.lower().removeprefix("callout").removeprefix("-") or "info"
