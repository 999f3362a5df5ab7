"""A tutorial, independent of the form in which it was written.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Tutorial).
"""

from dataclasses import dataclass

MAXIMUM_DEPTH = 16  # of lists in lists, and of emphasis in emphasis
MAXIMUM_CHARACTERS = 128 * 1024  # of a tutorial as written; real ones have 20,000


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Emphasised text; there is only one kind of emphasis."""

    words: tuple["Word", ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Code in a line of text; `runnable` code can be sent to the toplevel beside it."""

    code: str
    runnable: bool = False


@dataclass(frozen=True, slots=True)
class Math:
    """A formula in AsciiMath."""

    math: str


@dataclass(frozen=True, slots=True)
class TutorialImage:
    """A picture; only documents of learn-ocaml's own JSON have any."""

    image: bytes
    alt: str
    mime: str


Word = Text | Emphasis | Code | Math | TutorialImage
Words = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text."""

    words: Words


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A list, numbered or not; each item is a few blocks."""

    items: tuple[tuple["Block", ...], ...]


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Code that stands alone."""

    code: str
    runnable: bool = False


Block = Paragraph | Enumeration | CodeBlock


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """A page of a tutorial."""

    title: Words
    contents: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A tutorial; `id` is its file's name without .md or .html."""

    id: str
    title: Words
    steps: tuple[TutorialStep, ...] = ()


@dataclass(frozen=True, slots=True)
class TutorialSeries:
    """A series in the list of tutorials; `tutorials` are ids, in the order of the file."""

    id: str
    title: str
    tutorials: tuple[str, ...] = ()
