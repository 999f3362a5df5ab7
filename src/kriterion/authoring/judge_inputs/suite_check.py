"""Check what the judge `suite` reads of exercises: their configuration and their test suites.

The judge's own program checks them in a process with limits of its own: what it compiles was
written by others.
"""

import json
import logging
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from kriterion.authoring.author_places import inside
from kriterion.authoring.finding import error, warning
from kriterion.authoring.judge_inputs.key_places import find_key
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.repository_files import Files, Unreadable, escape_name
from kriterion.tools.catalog import SUITE_INPUT_CHECK
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name
from kriterion_tools.diagnostic import Diagnostic, describe_value

_RESOURCES = "evaluation"
_WALL_SECONDS = 600.0  # the process has a limit of CPU time; this is for a machine that is busy

_log = logging.getLogger(__name__)


def check_suites(exercises: Sequence[Exercise]) -> Iterator[tuple[Exercise, list[Diagnostic]]]:
    """Yield each exercise whose submissions the judge cannot judge, with the reason."""
    waiting = list(exercises)
    while waiting:
        answers = _ask(waiting)
        for exercise, answer in zip(waiting, answers, strict=False):
            yield exercise, [_make_diagnostic(exercise, fault) for fault in answer]
        waiting = waiting[len(answers) :]
        if waiting:  # the process died of the next one
            yield waiting[0], [_report_unchecked(waiting.pop(0))]


def _ask(exercises: Sequence[Exercise]) -> list[list[dict[str, Any]]]:
    """Return the answers of one process, up to the exercise that kills it."""
    requests = "".join(f"{json.dumps(_make_request(exercise))}\n" for exercise in exercises)
    command = (sys.executable, *SUITE_INPUT_CHECK)
    try:
        ended = subprocess.run(
            command,
            input=requests.encode(),
            capture_output=True,
            timeout=_WALL_SECONDS,
            check=False,
        )
        written = ended.stdout
        if ended.returncode:
            _log.warning("%s: %s", command[-1], ended.stderr.decode(errors="replace")[-500:])
    except subprocess.TimeoutExpired as expired:
        written = expired.stdout or b""
    complete, _, _ = written.rpartition(b"\n")
    return [json.loads(line) for line in complete.splitlines()]


def _make_request(exercise: Exercise) -> dict[str, Any]:
    language = exercise.programming_language
    return {
        "root": str(exercise.repository),
        "resources": None if exercise.resources is None else str(exercise.resources),
        "configuration": {**exercise.evaluation, "programming_language": language},
    }


def _make_diagnostic(exercise: Exercise, fault: dict[str, Any]) -> Diagnostic:
    what = str(fault["what"])
    match fault["kind"]:
        case "configuration":
            return _report_configuration(exercise, str(fault["key"]), what)
        case "language":
            return _report_language(exercise, what, str(fault["known"]))
        case "missing":
            return _report_missing_suite(exercise, str(fault["file"]))
        case "unreadable":
            file = _name_file(exercise, str(fault["file"]))
            return error(file, f"cannot be read: {what}", code="suite.unreadable")
        case _:
            file, where = _name_file(exercise, str(fault["file"])), f"line {fault['line']}"
            return error(file, what, where=where, code="suite.invalid")


def _report_configuration(exercise: Exercise, key: str, what: str) -> Diagnostic:
    file, where = find_key(exercise, f"evaluation.{key}")
    return error(file, what, where=where, code="suite.invalid-configuration")


def _report_language(exercise: Exercise, language: str, known: str) -> Diagnostic:
    file, where = find_key(exercise, "programming_language")
    return error(
        file,
        f"the judge 'suite' does not know the programming language {describe_value(language)}",
        where=where,
        fix=f"write one of {known}, or name another judge",
        code="suite.unknown-language",
    )


def _report_missing_suite(exercise: Exercise, suite: str) -> Diagnostic:
    meant = find_similar_name(suite, _list_resources(exercise))
    fix = (
        f"did you mean {describe_value(meant)}? Rename it, or name it in evaluation.suite"
        if meant
        else "add it, or name another file in evaluation.suite"
    )
    return error(_name_file(exercise, suite), "does not exist", fix=fix, code="suite.missing")


def _report_unchecked(exercise: Exercise) -> Diagnostic:
    return warning(
        inside(exercise),
        "its test suite could not be checked within the limits",
        fix="make the suite smaller",
        code="suite.not-checked",
    )


def _list_resources(exercise: Exercise) -> list[str]:
    if exercise.resources is None:
        return []
    try:
        return list(Files(exercise.repository).entries(exercise.resources))
    except Unreadable:
        return []


def _name_file(exercise: Exercise, path: str) -> str:
    return inside(exercise, _RESOURCES, str(PurePosixPath(escape_name(path))))
