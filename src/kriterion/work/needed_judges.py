"""The judges that a repository's exercises ask for, and which of them are not installed here.

What is asked for is kept when the repository is read; what is installed is looked up whenever
somebody wants to know, for a judge may be added at any time.
"""

from collections.abc import Iterable, Iterator

import msgspec

from kriterion.authoring.finding import Finding, error
from kriterion.authoring.places import origin
from kriterion.errors import JudgeNotInstalled, KriterionError, OperatorError
from kriterion.exercises.exercise import ActivityKind, Exercise
from kriterion.exercises.problem import shown
from kriterion.store.models import Repository
from kriterion.work.assessing import find_judge
from kriterion.work.machine import this_machine
from kriterion.work.storable import storable


class NeededJudge(msgspec.Struct, frozen=True, kw_only=True):
    """A judge that exercises ask for by `handler`; empty when they name none.

    `exercises` counts them; `first` is one of them, and `file` and `where` say where it asks.
    """

    handler: str
    exercises: int
    first: str
    file: str
    where: str


def needed_by(exercises: Iterable[Exercise]) -> list[NeededJudge]:
    """The judges that exercises ask for, in the order of the exercises."""
    needed: dict[str, NeededJudge] = {}
    for exercise in exercises:
        if exercise.kind is not ActivityKind.EXERCISE:
            continue
        handler = storable(str(exercise.evaluation.get("handler") or ""))
        if handler in needed:
            known = needed[handler]
            needed[handler] = msgspec.structs.replace(known, exercises=known.exercises + 1)
            continue
        file, where = origin(exercise, "evaluation.handler")
        needed[handler] = NeededJudge(
            handler=handler,
            exercises=1,
            first=storable(exercise.id),
            file=storable(file),
            where=storable(where),
        )
    return list(needed.values())


def missing_judges(repository: Repository) -> Iterator[Finding]:
    """What keeps the repository's exercises from being judged here, once for each judge."""
    try:
        installation = this_machine()
    except OperatorError as fault:
        yield error("kriterion.toml", fault.what, fix=fault.fix)
        return
    for needed in msgspec.convert(repository.needed_judges, list[NeededJudge]):
        try:
            find_judge(installation, needed.handler, repository.default_judge, needed.first)
        except JudgeNotInstalled:
            yield _not_installed(needed)
        except KriterionError as fault:
            fix = fault.fix if isinstance(fault, OperatorError) else ""
            what = f"the judge cannot be run: {fault}: {_those(needed)}"
            yield error(needed.file, what, where=needed.where, fix=fix)


def _not_installed(needed: NeededJudge) -> Finding:
    if needed.handler:
        what = f"judge {shown(needed.handler)} is not installed on this site: {_those(needed)}"
        fix = f"add it under Tools with the name {needed.handler}, or correct the name here"
    else:
        what = f"no judge is named, and this repository has no default one: {_those(needed)}"
        fix = "name one here, or set the judge of exercises that name none for this repository"
    return error(needed.file, what, where=needed.where, fix=fix)


def _those(needed: NeededJudge) -> str:
    if needed.exercises == 1:
        return f"submissions to {needed.first} are kept until then"
    return f"submissions to {needed.exercises:,} exercises are kept until then"
