"""Names that several exercises share, so that teachers cannot tell them apart."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kriterion.authoring.author_places import find_origin
from kriterion.authoring.finding import notice
from kriterion.exercises.exercise import Exercise
from kriterion_tools.diagnostic import Diagnostic, describe_value

_NAMED = 3  # others named in a finding


def find_shared_names(exercises: Iterable[Exercise]) -> Iterator[Diagnostic]:
    """Yield one finding per exercise and name that an earlier exercise has.

    The same exercise in several programming languages is fine.
    """
    bearers: defaultdict[tuple[str, str, str | None], list[Exercise]] = defaultdict(list)
    for exercise in exercises:
        for language, name in exercise.names.items():
            name_key = (language, name.strip().casefold(), exercise.programming_language)
            bearers[name_key].append(exercise)
    for (language, _, _), alike_named in bearers.items():
        for later in alike_named[1:]:
            key = f"description.names.{language}"
            yield notice(
                find_origin(later, key)[0],
                f"{describe_value(later.names[language])} is also the name of"
                f" {_list_others(later, alike_named)}",
                where=key if key in later.origins else "title",
                code="exercise.duplicate-name",
            )


def _list_others(exercise: Exercise, bearers: list[Exercise]) -> str:
    others = [bearer.id for bearer in bearers if bearer is not exercise]
    return ", ".join(others[:_NAMED]) + (", …" if len(others) > _NAMED else "")
