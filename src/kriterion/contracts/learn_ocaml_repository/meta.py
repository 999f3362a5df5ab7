"""What meta.json says about an exercise.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml, and its page on exercises.
"""

from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class Kind(StrEnum):
    """How large a thing it is, in learn-ocaml's words."""

    EXERCISE = "exercise"
    PROBLEM = "problem"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote it; `mail` may be empty."""

    name: str
    mail: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Meta:
    """All fields of versions 1 and 2; the version decides nothing.

    `identifier` is data: exercises are known by their directory. `stars` is any number, 0 to 4 as
    it is shown. `max_score` is what the author declares, None when nothing.
    """

    version: str = "2"
    kind: Kind = Kind.EXERCISE
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
