"""Find what `kriterion check` checks: subjects under each path, and a judge's sample run."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from kriterion.authoring.check_material import is_empty, read_exercise
from kriterion.authoring.comments.rule_check import RulesRead
from kriterion.authoring.subject import (
    RULES,
    SubjectKind,
    classify_directory,
    find_directory,
    find_own_rules,
    has_rules,
)
from kriterion.authoring.trials import Trial
from kriterion.cli.arguments.exercises_and_files import read_submission
from kriterion.exercises.comment_library import COMMENTS

_WITH_RULES = (
    *(SubjectKind.EXERCISE, SubjectKind.REPOSITORY),
    *(SubjectKind.TRACK, SubjectKind.TRACK_EXERCISE),
)


class CheckSubject(NamedTuple):
    """One thing to check. Reports name it by `path`; `place` is its directory or file."""

    path: str
    place: Path
    kind: SubjectKind


def find_subjects(paths: Sequence[str]) -> Iterator[CheckSubject]:
    """Yield the subject at each path, then the comment library in it and the rules of its
    exercises.
    """
    for path in paths:
        place = _find_place(path)
        kind = classify_directory(place) if place.is_dir() else SubjectKind.RULES
        library = place / COMMENTS
        if kind is SubjectKind.REPOSITORY and library.is_dir():
            yield CheckSubject(str(library), library, SubjectKind.COMMENTS)
            if is_empty(place):
                continue
        yield CheckSubject(path, place, kind)
        if kind in _WITH_RULES:
            for rule in find_own_rules(place):
                yield CheckSubject(str(rule), rule, SubjectKind.RULES)


def read_rules(subjects: Sequence[CheckSubject]) -> dict[Path, RulesRead]:
    """Read the rules among the subjects, and those in the directory beside each comment library."""
    places = [subject.place for subject in subjects if subject.kind is SubjectKind.RULES]
    for library in (subject.place for subject in subjects if subject.kind is SubjectKind.COMMENTS):
        # Kriterion's analyzer, and courses with both, keep rules beside the comment library.
        beside = library.resolve().parent / RULES
        if beside.is_dir() and beside not in places:
            places.append(beside)
    if not places:
        return {}
    # Imported here because the parsers are slow to load.
    from kriterion.cli.arguments.rule_files import read_rule_files

    return {place: read_rule_files(place) for place in places}


def read_trial(directory: Path, file: Path | None) -> Trial:
    """Return the exercise and submission of a judge's sample run; by default the first solution."""
    material = read_exercise(directory)
    if not material.exercises:
        problems = "; ".join(map(str, material.findings))
        raise click.BadParameter(f"cannot be used: {problems}", param_hint="--exercise")
    if file is not None:
        return Trial(
            exercise=material.exercises[0],
            file=str(file),
            submission=read_submission(str(file), "en", hint="--submission"),
            expected=frozenset(),
        )
    if not material.trials:
        raise click.UsageError(f"{directory} has no solution: name one with --submission FILE")
    return material.trials[0]


def _find_place(path: str) -> Path:
    """Return the path to check: a directory, or a file with rules."""
    if has_rules(Path(path)):
        return Path(path)
    directory = find_directory(Path(path))
    if directory is None:
        message = (
            f"{path}: must be a directory, a file with rules, config.json, dirconfig.json or run"
        )
        raise click.BadParameter(message, param_hint="PATH")
    return directory
