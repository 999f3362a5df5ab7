"""Find activities that share `internals.token`, which therefore identifies none of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kriterion.authoring.author_places import find_origin
from kriterion.authoring.finding import warning
from kriterion.exercises.exercise import Exercise
from kriterion_tools.diagnostic import Diagnostic

_NAMED = 3  # others named in a finding


def find_shared_tokens(exercises: Iterable[Exercise]) -> Iterator[Diagnostic]:
    """Yield a finding for each activity that has the token of another, with the others' files."""
    bearers: defaultdict[str, list[Exercise]] = defaultdict(list)
    for exercise in exercises:
        if exercise.token:
            bearers[exercise.token].append(exercise)
    for sharing in bearers.values():
        if len(sharing) == 1:
            continue
        files = [find_origin(exercise, "internals.token")[0] for exercise in sharing]
        for file in files:
            others = [other for other in files if other != file]
            named = ", ".join(others[:_NAMED]) + (", …" if len(others) > _NAMED else "")
            yield warning(
                file,
                f"is also the token of {named}, so none of them is recognized by it after a move",
                where="internals.token",
                fix="remove internals from the copies",
                code="dodona.config.duplicate-token",
            )
