"""What `kriterion check` is to check: each path, what belongs to it, what a judge is tried with."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from kriterion.authoring.check_material import is_empty, read_exercise
from kriterion.authoring.comments.rule_check import RulesRead
from kriterion.authoring.subject import (
    RULES,
    SubjectKind,
    directory_of,
    has_rules,
    kind_of,
    own_rules,
)
from kriterion.authoring.trials import Trial
from kriterion.cli.arguments.exercises_and_files import take_submission
from kriterion.exercises.comment_library import COMMENTS

_WITH_RULES = (
    *(SubjectKind.EXERCISE, SubjectKind.REPOSITORY),
    *(SubjectKind.TRACK, SubjectKind.TRACK_EXERCISE),
)


class CheckSubject(NamedTuple):
    """One thing to check. `path` is what reports call it; `place` is a directory, or a file."""

    path: str
    place: Path
    kind: SubjectKind


def find_subjects(paths: Sequence[str]) -> Iterator[CheckSubject]:
    """Each path, with a comment library that is in it and the rules that its exercises have."""
    for path in paths:
        place = _place(path)
        kind = kind_of(place) if place.is_dir() else SubjectKind.RULES
        library = place / COMMENTS
        if kind is SubjectKind.REPOSITORY and library.is_dir():
            yield CheckSubject(str(library), library, SubjectKind.COMMENTS)
            if is_empty(place):
                continue
        yield CheckSubject(path, place, kind)
        if kind in _WITH_RULES:
            for found in own_rules(place):
                yield CheckSubject(str(found), found, SubjectKind.RULES)


def read_rules(subjects: Sequence[CheckSubject]) -> dict[Path, RulesRead]:
    """The rules that were named, and those beside a comment library that was."""
    named = [one.place for one in subjects if one.kind is SubjectKind.RULES]
    for library in (one.place for one in subjects if one.kind is SubjectKind.COMMENTS):
        # What is beside a library is ours, or a course's that has both.
        beside = library.resolve().parent / RULES
        if beside.is_dir() and beside not in named:
            named.append(beside)
    if not named:
        return {}
    # Only here are parsers needed, and they are slow to load.
    from kriterion.cli.arguments.rule_files import read_rule_files

    return {place: read_rule_files(place) for place in named}


def take_trial(directory: Path, file: Path | None) -> Trial:
    """What a judge is tried with: an exercise, and a submission to it in a file; without one, the
    exercise's first solution."""
    material = read_exercise(directory)
    if not material.exercises:
        problems = "; ".join(map(str, material.findings))
        raise click.BadParameter(f"cannot be used: {problems}", param_hint="--exercise")
    if file is not None:
        return Trial(
            exercise=material.exercises[0],
            file=str(file),
            submission=take_submission(str(file), "en", hint="--submission"),
            expected=frozenset(),
        )
    if not material.trials:
        raise click.UsageError(f"{directory} has no solution: say --submission FILE")
    return material.trials[0]


def _place(path: str) -> Path:
    """What is to be checked: a directory, or a file with rules."""
    if has_rules(Path(path)):
        return Path(path)
    directory = directory_of(Path(path))
    if directory is None:
        what = f"{path}: is no directory, no file with rules, no config.json, dirconfig.json or run"
        raise click.BadParameter(what, param_hint="PATH")
    return directory
