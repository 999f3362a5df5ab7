"""The judges that the exercises of a repository need, stored when it is read."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from kriterion.authoring.judge_inputs.key_places import find_key
from kriterion.exercises.exercise import ActivityKind, Exercise
from kriterion.web.database.storable import make_storable


class NeededJudge(msgspec.Struct, frozen=True, kw_only=True):
    """A judge that exercises name as `handler`; empty if they name none.

    `exercises` is their number; `first` is one of them, with `file` and `where` as the place of the
    name. `images` are those that the exercises name themselves. `tested_language` is that of a
    track's exercises with tests: a test runner for it suffices.
    """

    handler: str
    exercises: int
    first: str
    file: str
    where: str
    images: tuple[str, ...] = ()
    tested_language: str = ""


def list_needed_judges(exercises: Iterable[Exercise]) -> list[NeededJudge]:
    """Return the judges that exercises need, in the order of the exercises."""
    needed: dict[tuple[str, str], NeededJudge] = {}
    for exercise in exercises:
        if exercise.kind is not ActivityKind.EXERCISE:
            continue
        handler = make_storable(str(exercise.evaluation.get("handler") or ""))
        tested = exercise.programming_language if exercise.test_files and not handler else ""
        key = handler, make_storable(tested or "")
        known = needed.get(key)
        if known is None:
            file, where = find_key(exercise, "evaluation.handler")
            known = NeededJudge(
                handler=handler,
                exercises=0,
                first=make_storable(exercise.id),
                file=make_storable(file),
                where=make_storable(where),
                tested_language=key[1],
            )
        image = exercise.evaluation.get("image")
        images = (*known.images, make_storable(image)) if isinstance(image, str) else known.images
        needed[key] = replace(
            known, exercises=known.exercises + 1, images=tuple(dict.fromkeys(images))
        )
    return list(needed.values())
