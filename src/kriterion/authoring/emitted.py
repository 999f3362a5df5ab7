"""The comments that an analyzer can write: pointers, and what it fills in there.

A list has one on each line: `ruby.two-fer.class_method`, or with the names of its parameters, when
they are known, `ruby.two-fer.string_format: name_variable`. What follows a "#" is for people.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kriterion.contracts.exercism_analyzer.pointers import path_of
from kriterion.exercises.problem import Problems, shown

MAXIMUM_EMITTED = 100_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Emitted:
    """A comment that a tool can write. `params` is None when nobody knows what it fills in.

    `where` is the place in `file` that says so.
    """

    pointer: str
    params: frozenset[str] | None = None
    file: str
    where: str = ""


def read_emitted(text: str, file: str, problems: Problems) -> Iterator[Emitted]:
    """The comments in a list; a line that is none is a problem."""
    for number, line in enumerate(text.splitlines()[:MAXIMUM_EMITTED], start=1):
        pointer, colon, names = line.partition("#")[0].partition(":")
        pointer = pointer.strip()
        if not pointer and not colon:
            continue
        where = f"line {number}"
        try:
            path_of(pointer)
        except ValueError as fault:
            problems.refuse(file, f"{shown(pointer)} is no pointer: it {fault}", where=where)
            continue
        params = frozenset(names.replace(",", " ").split()) if colon else None
        yield Emitted(pointer=pointer, params=params, file=file, where=where)
