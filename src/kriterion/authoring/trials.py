"""Trials: the submissions that an exercise brings along, with their expected results."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path, PurePath

from kriterion.authoring.author_places import inside
from kriterion.authoring.expectations import (
    FILE_NAME,
    MAXIMUM_BYTES,
    Expectation,
    read_expectations,
)
from kriterion.authoring.finding import error, notice, warning
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import match_solutions
from kriterion.exercises.repository_files import Files, Missing, Unreadable, is_directory
from kriterion.refusals import Refusal
from kriterion.submissions import submission
from kriterion.submissions.intake import accept_file, accept_files
from kriterion.submissions.submission import SubmittedFiles
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.diagnostic import Diagnostic, describe_value

_LANGUAGE = re.compile(r"\.([a-z]{2})\.")
_NO_SUBMISSION = re.compile(r"\.|readme", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Trial:
    """A submission, and the statuses of which its judge must give one.

    `file` is relative to the repository. A model `solution` must be correct. `points` must be
    earned if given.
    """

    exercise: Exercise
    file: str
    submission: SubmittedFiles
    expected: frozenset[Status]
    points: int | None = None
    solution: bool = False


MAX_TRIALS = 200  # of an exercise: each may take as long as the longest submission
_CORRECT = Expectation(frozenset({Status.CORRECT}))


def gather_trials(exercise: Exercise) -> tuple[list[Trial], list[Diagnostic]]:
    """Return all trials of an exercise, and findings about files that cannot be used."""
    findings: list[Diagnostic] = []
    gathered = chain(_gather_solutions(exercise, findings), _gather_submissions(exercise, findings))
    trials = list(islice(gathered, MAX_TRIALS))
    if next(gathered, None) is not None:
        what = (
            f"has more than {MAX_TRIALS} solutions and known-wrong submissions; "
            "the others are not run"
        )
        findings.append(warning(exercise.id, what, code="exercise.too-many-trials"))
    if not exercise.solutions:
        fix = f"add one to {exercise.solutions_directory}/, so that the tests can be checked"
        findings.append(
            notice(exercise.id, "has no model solution", fix=fix, code="exercise.no-solution")
        )
    return trials, findings


def _gather_solutions(exercise: Exercise, findings: list[Diagnostic]) -> Iterator[Trial]:
    """Yield the solutions of the same kind as the first one; other files belong to them.

    If the exercise asks for several files, these make up each solution.
    """
    asked = [file.name for file in exercise.editor_files if not file.is_read_only]
    if len(asked) > 1 and exercise.solutions:
        yield from _gather_whole_solutions(exercise, asked, findings)
        return
    # A track's exercise has its solutions in .meta.
    names = [name for name in exercise.solutions if not _NO_SUBMISSION.match(PurePath(name).name)]
    for name in names:
        file = inside(exercise, exercise.solutions_directory, name)
        if PurePath(name).suffix != PurePath(names[0]).suffix:
            findings.append(
                notice(
                    file,
                    f"is not run: the solution {describe_value(names[0])} has another suffix",
                    code="exercise.solution-not-tried",
                )
            )
            continue
        content = exercise.solutions[name].encode()
        submitted = _accept_file(exercise, file, content, _CORRECT)
        trial = _make_trial(exercise, file, submitted, _CORRECT, findings)
        if trial is not None:
            yield trial


def _gather_whole_solutions(
    exercise: Exercise, asked: Sequence[str], findings: list[Diagnostic]
) -> Iterator[Trial]:
    examples = list(exercise.solutions)
    solutions = match_solutions(examples, asked)
    used = {example for names in solutions for example in names}
    for example in examples:
        if example not in used:
            what = f"is not run: it belongs to no solution with all files ({', '.join(asked)})"
            file = inside(exercise, exercise.solutions_directory, example)
            findings.append(notice(file, what, code="exercise.solution-not-tried"))
    for names in solutions:
        files = {name: exercise.solutions[example].encode() for example, name in names.items()}
        submitted = accept_files(files, _guess_language(exercise, ""), expected_names=asked)
        file = inside(exercise, exercise.solutions_directory, next(iter(names)))
        trial = _make_trial(exercise, file, submitted, _CORRECT, findings)
        if trial is not None:
            yield trial


def _gather_submissions(exercise: Exercise, findings: list[Diagnostic]) -> Iterator[Trial]:
    files = Files(exercise.repository)
    directory = exercise.directory / exercise.submissions_directory
    try:
        paths = _list_candidates(files, directory)
        expectations = _load_expectations(files, directory, paths, findings)
    except Missing:
        return
    except Unreadable as unreadable:
        findings.append(error(files.name(directory), str(unreadable), code="file.unreadable"))
        return
    for name, expectation in expectations.items():
        file = files.name(paths[name])
        try:
            content, _ = files.load_start(paths[name], at_most=4 * submission.MAXIMUM_BYTES)
        except Unreadable as unreadable:
            findings.append(error(file, str(unreadable), code="file.unreadable"))
            continue
        submitted = _accept_file(exercise, file, content, expectation)
        trial = _make_trial(exercise, file, submitted, expectation, findings)
        if trial is not None:
            yield trial


def _list_candidates(files: Files, directory: Path) -> dict[str, Path]:
    """Return the files that may be submissions, by name."""
    entries = files.entries(files.directory(directory))
    return {
        name: Path(entry.path)
        for name, entry in entries.items()
        if name != FILE_NAME and not _NO_SUBMISSION.match(name) and not is_directory(entry)
    }


def _load_expectations(
    files: Files, directory: Path, submissions: dict[str, Path], findings: list[Diagnostic]
) -> dict[str, Expectation]:
    path = directory / FILE_NAME
    try:
        content = files.load(path, at_most=MAXIMUM_BYTES)
    except Missing:
        what = f"has no {FILE_NAME} with the expected status of each file"
        fix = f"add {FILE_NAME} with lines such as  wrong-answer.py: wrong"
        if submissions:
            findings.append(
                notice(files.name(directory), what, fix=fix, code="exercise.no-expectations")
            )
        return {}
    expectations, faults = read_expectations(content, files.name(path), submissions)
    findings += faults
    if not faults:  # otherwise a misspelled name may be the reason for the missing line
        for name in submissions.keys() - expectations.keys():
            fix = f"add a line such as  {name}: wrong"
            what = f"is not run: {FILE_NAME} does not mention it"
            findings.append(
                warning(
                    files.name(submissions[name]),
                    what,
                    fix=fix,
                    code="exercise.submission-not-tried",
                )
            )
    return expectations


def _accept_file(
    exercise: Exercise, file: str, content: bytes, expectation: Expectation
) -> SubmittedFiles | Refusal:
    name = PurePath(file).name
    language = expectation.language or _guess_language(exercise, name)
    return accept_file(name, content, language)


def _make_trial(
    exercise: Exercise,
    file: str,
    submitted: SubmittedFiles | Refusal,
    expectation: Expectation,
    findings: list[Diagnostic],
) -> Trial | None:
    if isinstance(submitted, Refusal):
        findings.append(
            error(file, f"cannot be submitted: {submitted.reason}", code="exercise.cannot-submit")
        )
        return None
    return Trial(
        exercise=exercise,
        file=file,
        submission=submitted,
        expected=expectation.statuses,
        points=expectation.points,
        solution=expectation is _CORRECT,
    )


def _guess_language(exercise: Exercise, name: str) -> str:
    """Return the natural language in a name like solution.nl.py, or one that the exercise has."""
    spoken = exercise.names.keys() | exercise.descriptions.keys()
    match = _LANGUAGE.search(name)
    if match and match[1] in spoken | {"en", "nl"}:
        return match[1]
    return next((code for code in ("en", "nl", *sorted(spoken)) if code in spoken), "en")
