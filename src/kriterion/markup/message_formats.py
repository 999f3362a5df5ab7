"""The formats a message can have, and what each means."""

from enum import StrEnum, unique


@unique
class Meaning(StrEnum):
    """How the text of a message is to be read."""

    PLAIN = "plain"
    HTML = "html"
    MARKDOWN = "markdown"
    CALLOUT = "callout"
    CODE = "code"
    CONSOLE = "console"
    TRACEBACK = "traceback"
    DATA = "data"  # for programs, and never shown
    SOURCE = "source"  # the format is the name of a programming language


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


def meaning_of(format: str) -> Meaning:  # noqa: A002 - the contract's word
    """What a format means; whatever is not known is taken for a language's name."""
    return _MEANINGS.get(format.lower(), Meaning.SOURCE)


def callout_level(format: str) -> str:  # noqa: A002
    """How grave a callout is: info, warning or danger; a plain one informs."""
    return format.lower().removeprefix("callout").removeprefix("-") or "info"
