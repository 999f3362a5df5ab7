"""What meta.json says about an exercise.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml, and its page on exercises.
"""

import math
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.json_fields import (
    LARGEST_INTEGER,
    JsonDocument,
    JsonPart,
)
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.version import VERSION, read_version
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name
from kriterion_tools.diagnostic import describe_value

MAX_STARS = 5.0


@unique
class LearnOcamlKind(StrEnum):
    """The size of an exercise, in learn-ocaml's words."""

    EXERCISE = "exercise"
    PROBLEM = "problem"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class Author:
    """An author; `mail` may be empty."""

    name: str
    mail: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Meta:
    """All fields of versions 1 and 2; the version changes nothing.

    `identifier` is data: exercises are known by their directory. `stars` is any number, displayed
    as 0 to 5. `max_score` is the author's declaration, or None.
    """

    version: str = "2"
    kind: LearnOcamlKind = LearnOcamlKind.EXERCISE
    stars: float = 0.0
    title: str = ""
    short_description: str | None = None
    identifier: str | None = None
    authors: tuple[Author, ...] = ()
    focus: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    forward_exercises: tuple[str, ...] = ()
    backward_exercises: tuple[str, ...] = ()
    max_score: int | None = None

    @property
    def difficulty(self) -> float:
        """The stars as displayed: 0 to 5, in halves, rounded down."""
        return math.floor(min(max(self.stars, 0.0), MAX_STARS) * 2) / 2


_DEFAULT = Meta()
_KINDS = tuple(kind.value for kind in LearnOcamlKind)
_NEEDED = ("kind", "stars")
_OPTIONAL = (
    "title",
    "short_description",
    "identifier",
    "authors",
    "focus",
    "requirements",
    "forward_exercises",
    "backward_exercises",
    "max_score",
)
_KEYS = (VERSION, *_NEEDED, *_OPTIONAL)


def read_meta(content: bytes) -> tuple[Meta | None, list[Fault]]:
    """Read a meta.json; return None if it is not an object."""
    document = JsonDocument(content)
    meta = None if document.root is None else read_meta_part(document.root)
    return meta, document.faults()


def read_meta_part(part: JsonPart) -> Meta | None:
    """Read an object of meta.json or of an index; return None if it is not an object."""
    if not part.is_object(*_KEYS):
        return None
    return Meta(
        version=read_version(part),
        kind=part.field("kind", _read_kind, LearnOcamlKind.EXERCISE, needed=True),
        stars=part.field("stars", _read_stars, 0.0, needed=True),
        title=part.field("title", JsonPart.text, ""),
        short_description=part.field("short_description", JsonPart.text, None),
        identifier=part.field("identifier", JsonPart.text, None),
        authors=part.field("authors", _read_authors, ()),
        focus=part.field("focus", JsonPart.texts, ()),
        requirements=part.field("requirements", JsonPart.texts, ()),
        forward_exercises=part.field("forward_exercises", JsonPart.texts, ()),
        backward_exercises=part.field("backward_exercises", JsonPart.texts, ()),
        max_score=part.field("max_score", _read_score, None),
    )


def encode_meta(meta: Meta) -> dict[str, Any]:
    """Encode a meta in the latest version, leaving out default values."""
    stars = int(meta.stars) if meta.stars.is_integer() else meta.stars
    encoded = {VERSION: "2", "kind": meta.kind.value, "stars": stars}
    for key in _OPTIONAL:
        if (value := getattr(meta, key)) != getattr(_DEFAULT, key):
            encoded[key] = _encode(value)
    return encoded


def read_max_score(content: bytes) -> tuple[int | None, list[Fault]]:
    """Read the whole number in a max_score.txt."""
    text = content.decode("utf-8-sig", errors="replace").strip()
    if text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST_INTEGER)):
        return int(text), []
    what = f"must contain a whole number from 0 on, not {describe_value(text)}"
    return None, [Fault(what=what, code="learn-ocaml.max-score.invalid", line=1, column=1)]


def _encode(value: str | int | tuple[str | Author, ...]) -> Any:
    if not isinstance(value, tuple):
        return value
    return [[item.name, item.mail] if isinstance(item, Author) else item for item in value]


def _read_kind(part: JsonPart) -> LearnOcamlKind | None:
    word = part.text()
    if word is None or word in _KINDS:
        return None if word is None else LearnOcamlKind(word)
    suggestion = find_similar_name(word, _KINDS)
    part.complain(
        f"{describe_value(word)} counts as 'exercise'",
        code="learn-ocaml.meta.unknown-kind",
        fix=f"did you mean {suggestion!r}?" if suggestion else f"write one of {', '.join(_KINDS)}",
    )
    return None


def _read_stars(part: JsonPart) -> float | None:
    stars = part.number()
    if stars is not None and not 0 <= stars <= MAX_STARS:
        part.complain(
            f"{describe_value(part.value)} is shown as {0 if stars < 0 else MAX_STARS:g}",
            code="learn-ocaml.meta.stars-out-of-range",
            fix=f"write 0 to {MAX_STARS:g}",
            upstream=False,
        )
    return stars


def _read_authors(part: JsonPart) -> tuple[Author, ...]:
    return tuple(author for item in part.items() if (author := _read_author(item)) is not None)


def _read_author(part: JsonPart) -> Author | None:
    words = part.texts()
    if not words:
        return None
    if len(words) != 2:
        part.complain(
            "must be a name and a mail address",
            code="learn-ocaml.meta.invalid-author",
            fix='write ["name", "mail"]',
        )
    return Author(*words[:2])


def _read_score(part: JsonPart) -> int | None:
    score = part.integer()
    if score is not None and score < 0:
        part.complain(
            f"{score} is below 0 and is ignored",
            code="learn-ocaml.meta.negative-score",
            upstream=False,
        )
        return None
    return score
