"""Find keys of an exercise's configuration that nobody reads: misspelt, or in the wrong place."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import get_args

from kriterion.authoring.finding import error, warning
from kriterion.authoring.judge_inputs.key_places import find_key
from kriterion.exercises.dodona.evaluation import RUN_KEYS
from kriterion.exercises.dodona.merged_configuration import ActivityKey
from kriterion.exercises.exercise import Exercise
from kriterion.tools.catalog import LEARN_OCAML, SUITE
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name
from kriterion_tools.diagnostic import Diagnostic, describe_value

_MAXIMUM_REPORTED = 20  # keys of an exercise
_EVALUATION = "evaluation"
ACTIVITY_KEYS: tuple[str, ...] = get_args(ActivityKey)
# What the judges that we ship read besides, so that any other key is a mistake.
_OWN_KEYS: Mapping[str, tuple[str, ...]] = {
    SUITE: ("filename", "suite"),
    LEARN_OCAML: ("call_limit", "file_name", "maximum", "seed"),
}
# What other judges read, as far as a misspelt key of a run resembles it.
_FOREIGN_KEYS = ("filename", "options", "test_suite", "testplan")


def check_keys(exercise: Exercise, handler: str) -> Iterator[Diagnostic]:
    """Yield the keys of the exercise's configuration that neither we nor its judge read."""
    found = chain(_check_evaluation(exercise, handler), _check_activity(exercise))
    yield from islice(found, _MAXIMUM_REPORTED)


def _check_evaluation(exercise: Exercise, handler: str) -> Iterator[Diagnostic]:
    own = _OWN_KEYS.get(handler)
    known = (*RUN_KEYS, *(own or _FOREIGN_KEYS))
    for key in exercise.evaluation:
        if key in known:
            continue
        meant = find_similar_name(key, known if own else RUN_KEYS)
        if meant is not None and own:
            file, where = find_key(exercise, f"{_EVALUATION}.{key}")
            yield error(
                file,
                f"nothing reads the key {describe_value(key)}",
                where=where,
                fix=f"did you mean {describe_value(meant)}?",
                code="dodona.config.misspelt-key",
            )
        elif meant is not None:
            file, where = find_key(exercise, f"{_EVALUATION}.{key}")
            yield warning(
                file,
                f"{describe_value(key)} is not a key that Kriterion knows, and the judge may not"
                " read it",
                where=where,
                fix=f"did you mean {describe_value(meant)}?",
                code="dodona.config.doubtful-key",
            )
        elif own:
            file, where = find_key(exercise, f"{_EVALUATION}.{key}")
            yield warning(
                file,
                f"the judge {describe_value(handler)} does not read the key {describe_value(key)}",
                where=where,
                fix="remove it",
                code="dodona.config.unread-key",
            )


def _check_activity(exercise: Exercise) -> Iterator[Diagnostic]:
    """Yield keys beside `evaluation` that are misspelt, or belong inside."""
    keys = dict.fromkeys(key.partition(".")[0] for key in exercise.origins)
    for key in keys:
        if key in ACTIVITY_KEYS:
            continue
        file, where = find_key(exercise, key)
        inner = find_similar_name(key, (*RUN_KEYS, *_FOREIGN_KEYS))
        meant = find_similar_name(key, ACTIVITY_KEYS)
        if inner is not None:
            what = f"nothing reads {describe_value(key)} beside {_EVALUATION!r}"
            fix = f"write it as {describe_value(inner)} inside {_EVALUATION!r}"
            yield (
                warning(file, what, where=where, fix=fix, code="dodona.config.misplaced-key")
                if inner in exercise.evaluation
                else error(file, what, where=where, fix=fix, code="dodona.config.misplaced-key")
            )
        elif meant is not None:
            yield error(
                file,
                f"nothing reads the key {describe_value(key)}",
                where=where,
                fix=f"did you mean {describe_value(meant)}?",
                code="dodona.config.misspelt-key",
            )
