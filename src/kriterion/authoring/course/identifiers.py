"""Identifiers that several exercises have."""

from collections.abc import Iterator

from kriterion.authoring.course.places import load_place, meta_file
from kriterion.authoring.finding import Finding, notice
from kriterion.exercises.learn_ocaml.course import Course
from kriterion.exercises.problem import shown


def shared_identifiers(course: Course) -> Iterator[Finding]:
    """One notice for each exercise whose identifier an earlier one has: it then identifies nothing.

    No more than that, for exercises are known by their directories.
    """
    bearers: dict[str, str] = {}
    for name, held in course.exercises.items():
        identifier = held.meta.identifier
        if identifier and (first := bearers.setdefault(identifier, name)) != name:
            what = f"{shown(identifier)} is also the identifier of {first}"
            yield notice(meta_file(held), what, where=load_place(held, ("identifier",)))
