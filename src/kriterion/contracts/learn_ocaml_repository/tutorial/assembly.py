"""A tutorial put together of headings and blocks, with the rules that both forms share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kriterion.contracts.learn_ocaml_repository.fault import Fault
from kriterion.contracts.learn_ocaml_repository.tutorial.model import (
    Block,
    Text,
    Tutorial,
    TutorialStep,
    Words,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1, the title of a tutorial, or of level 2, that of a step."""

    level: int
    words: Words


@dataclass(frozen=True, slots=True)
class Place:
    """Where something begins, counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Part:
    """Something at the top level of a tutorial."""

    content: Heading | Block
    place: Place


def refused(what: str, place: Place, fix: str = "") -> Fault:
    """What learn-ocaml would not build; it is read as well as possible."""
    return Fault(what=what, line=place.line, column=place.column, fix=fix, upstream=True)


def too_long(maximum: int) -> Fault:
    """A text that is not even looked at."""
    return Fault(what=f"has more than {maximum:,} characters", fix="split it", fatal=True)


def assemble(id: str, parts: Sequence[Part]) -> tuple[Tutorial, list[Fault]]:  # noqa: A002
    """The tutorial, and what in its order learn-ocaml refuses.

    Without a title it has its id; what precedes the first step is a step without a title.
    """
    first = parts[0].content if parts else None
    titled = isinstance(first, Heading) and first.level == 1
    faults = [] if titled else [_untitled(parts)]
    title = first.words if titled and isinstance(first, Heading) else (Text(id),)
    steps, misplaced = _steps(parts[titled:])
    return Tutorial(id, title, steps), faults + misplaced


def _steps(parts: Iterable[Part]) -> tuple[tuple[TutorialStep, ...], list[Fault]]:
    steps: list[tuple[Words, list[Block]]] = []
    faults = []
    for part in parts:
        if isinstance(part.content, Heading):
            if part.content.level == 1:
                what = "there is one heading of level 1, and the tutorial begins with it"
                faults.append(refused(what, part.place, "make it level 2: it begins a step"))
            steps.append((part.content.words, []))
            continue
        if not steps:
            what = "something comes before the first step"
            faults.append(refused(what, part.place, "put a heading of level 2 before it"))
            steps.append(((), []))
        steps[-1][1].append(part.content)
    return tuple(TutorialStep(title, tuple(blocks)) for title, blocks in steps), faults


def _untitled(parts: Sequence[Part]) -> Fault:
    place = parts[0].place if parts else Place(1, 1)
    return refused("does not begin with a heading of level 1", place, "give the tutorial a title")
