"""`kriterion check`: what authors should mend in exercises, judges, comments and rules."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from kriterion.authoring.bench import Bench
from kriterion.authoring.comment_check import check_comments
from kriterion.authoring.emitted import EmittedList, load_emitted
from kriterion.authoring.exercise_check import Watch, check_exercises
from kriterion.authoring.finding import Severity
from kriterion.authoring.judge_check import check_judge
from kriterion.authoring.material import read_exercise, read_repository
from kriterion.authoring.report import Report
from kriterion.authoring.rule_check import RulesRead, all_emitted, check_rules
from kriterion.authoring.subject import (
    RULES,
    SubjectKind,
    directory_of,
    has_rules,
    kind_of,
    own_rules,
)
from kriterion.authoring.trials import Trial
from kriterion.cli import options
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.cli.reports import document_of, tell_report, tell_sum
from kriterion.installation.analyzers import known_analyzers
from kriterion.installation.installation import Installation
from kriterion.installation.judges import find_judges
from kriterion.settings import OURS
from kriterion.submissions.intake import Refusal, take_in

EXAMPLES = """\b
Examples:
  kriterion check examples/exercises
  kriterion check exercises/echo --judge ~/universal-judge
  kriterion check . --judge tested=~/universal-judge --judge sql=~/judge-sql --jobs 4
  kriterion check . --no-solutions --strict --json | jq '.reports[].findings[]'
  kriterion check ~/universal-judge --exercise exercises/echo
  kriterion check ~/website-copy/analyzer-comments --pointers my-analyzer.txt
  kriterion check my-course/rules my-course/analyzer-comments
"""


@click.command(epilog=EXAMPLES)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--solutions/--no-solutions",
    default=None,
    help="Run the solutions and known-wrong submissions. Default: where their judge is known here;"
    " --solutions makes it an error where it is not.",
)
@click.option(
    "--judge",
    "judges",
    metavar="[HANDLER=]JUDGE",
    multiple=True,
    help="A judge's directory, or its name in kriterion.toml: for every exercise, or for those"
    " with this evaluation.handler.",
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    help="How many runs at a time. Default: as many as there are processors.",
)
@click.option(
    "--exercise",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="For a judge: the exercise of its sample run. Default: one made up.",
)
@click.option(
    "--submission",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="For a judge: the submission of its sample run. Default: the exercise's solution.",
)
@click.option(
    "--pointers",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="For a comment library: what an analyzer can write, a pointer on each line, with the names"
    " of its parameters: 'go.two-fer.naming: name'.",
)
@click.option("--strict", is_flag=True, help="Warnings, too, make the exit status 1.")
@click.option("--json", "as_json", is_flag=True, help="One object with all reports, for programs.")
@options.unsafe
@options.config
def check(
    paths: tuple[str, ...],
    solutions: bool | None,
    judges: tuple[str, ...],
    jobs: int,
    exercise: Path | None,
    submission: Path | None,
    pointers: tuple[Path, ...],
    strict: bool,
    as_json: bool,
    unsafe: bool,
    config: Path | None,
) -> int:
    """Check each PATH: exercises (a repository, a directory in one, a single one), a judge, a
    comment library (a directory called analyzer-comments), or rules for our analyzer (a directory
    called rules, or a file).

    Of exercises, it tells all that is wrong in their files and in the rules they have of their
    own, then has their solutions and their known-wrong submissions judged: each must get the status
    that its author expects. Of a judge, it looks at the files and at what a sample run writes. Of
    comments, it tells what their readers would not see as it was meant, and what --pointers and the
    rules given with them do not find there. Of rules, it tries each on its examples, and looks for
    its comments. The exit status is 1 when there is an error, 3 when the machine failed.
    """
    if submission is not None and exercise is None:
        raise click.UsageError("--submission goes with --exercise")
    subjects = list(_subjects(paths))
    kinds = {kind for _, _, kind in subjects}
    emitted = [load_emitted(file) for file in pointers]
    installation = Installation(config, unsafe=unsafe)
    rules, libraries = _rules_and_libraries(subjects, installation)
    emitted.append(EmittedList(comments=tuple(all_emitted(rules.values()))))
    bench = None
    if solutions is not False and not kinds <= {SubjectKind.COMMENTS, SubjectKind.RULES}:
        bench = installation.bench(jobs)
    reports = []
    for path, directory, kind in subjects:
        if kind is SubjectKind.COMMENTS:
            report = check_comments(path, directory, emitted)
        elif kind is SubjectKind.RULES:
            report = check_rules(path, rules[directory], libraries)
        elif kind is SubjectKind.JUDGE:
            sample = None if exercise is None else _sample(exercise, submission)
            report = _check_judge(installation, bench, path, directory, sample)
        else:
            missing = Severity.ERROR if solutions else Severity.NOTICE
            report = _check_exercises(installation, bench, path, directory, judges, missing)
        reports.append(report)
        if not as_json:
            tell_report(report)
    if as_json:
        click.echo(json.dumps(document_of(reports), indent=2))
    else:
        tell_sum(reports)
    return _exit_status(reports, strict=strict)


def _subjects(paths: tuple[str, ...]) -> Iterator[tuple[str, Path, SubjectKind]]:
    """What is to be checked: each path, and the rules that exercises there have of their own."""
    for path in paths:
        place = _directory(path)
        kind = kind_of(place) if place.is_dir() else SubjectKind.RULES
        yield path, place, kind
        if kind in (SubjectKind.EXERCISE, SubjectKind.REPOSITORY):
            yield from ((str(found), found, SubjectKind.RULES) for found in own_rules(place))


def _rules_and_libraries(
    subjects: list[tuple[str, Path, SubjectKind]], installation: Installation
) -> tuple[dict[Path, RulesRead], list[Path]]:
    """The rules that were named, and those beside a comment library that was; and where the texts
    of their comments may be."""
    libraries = [place for _, place, kind in subjects if kind is SubjectKind.COMMENTS]
    named = [place for _, place, kind in subjects if kind is SubjectKind.RULES]
    if not libraries and not named:
        return {}, []
    # What is beside a library is ours, or a course's that has both.
    beside = [library.resolve().parent / RULES for library in libraries]
    named += [place for place in beside if place.is_dir() and place not in named]
    # Only here are parsers needed, and they are slow to load.
    from kriterion.cli.rule_files import read_rule_files

    libraries += known_analyzers(installation)[OURS].comments
    return {place: read_rule_files(place) for place in named}, libraries


def _check_judge(
    installation: Installation,
    bench: Bench | None,
    path: str,
    directory: Path,
    sample: Trial | None,
) -> Report:
    settings = installation.settings_of(str(directory))
    return check_judge(
        path,
        directory,
        image=settings.image,
        languages=settings.languages,
        images=installation.image_names,
        sample=sample,
        bench=bench,
    )


def _check_exercises(
    installation: Installation,
    bench: Bench | None,
    path: str,
    directory: Path,
    judges: tuple[str, ...],
    missing: Severity,
) -> Report:
    kind = kind_of(directory)
    read = read_exercise if kind is SubjectKind.EXERCISE else read_repository
    with _progress(bench) as watch:
        return check_exercises(
            path,
            kind,
            read(directory),
            find_judge=find_judges(installation, judges),
            images=installation.image_names,
            bench=bench,
            missing=missing,
            watch=watch,
        )


def _exit_status(reports: list[Report], *, strict: bool) -> int:
    if any(report.machine_failed for report in reports):
        return FAILED
    grave = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    found = any(report.count(severity) for report in reports for severity in grave)
    return FINDINGS if found else FINE


def _directory(path: str) -> Path:
    """What is to be checked: a directory, or a file with rules."""
    if has_rules(Path(path)):
        return Path(path)
    directory = directory_of(Path(path))
    if directory is None:
        what = f"{path}: is no directory, no file with rules, no config.json, dirconfig.json or run"
        raise click.BadParameter(what, param_hint="PATH")
    return directory


def _sample(directory: Path, submission: Path | None) -> Trial:
    """The trial of a judge: the submission named, else the exercise's first solution."""
    material = read_exercise(directory)
    if not material.exercises:
        problems = "; ".join(map(str, material.findings))
        raise click.BadParameter(f"cannot be used: {problems}", param_hint="--exercise")
    if submission is None:
        if not material.trials:
            raise click.UsageError(f"{directory} has no solution: say --submission FILE")
        return material.trials[0]
    taken = take_in(submission.name, submission.read_bytes())
    if isinstance(taken, Refusal):
        raise click.BadParameter(taken.reason, param_hint="--submission")
    return Trial(
        exercise=material.exercises[0],
        file=str(submission),
        submission=taken,
        expected=frozenset(),
    )


@contextmanager
def _progress(bench: Bench | None) -> Iterator[Watch]:
    """What shows on a terminal how many submissions have been judged."""
    if bench is None or not sys.stderr.isatty():
        yield lambda _done, _total, _file: None
        return
    from rich.console import Console  # a tenth of a second that nobody else needs
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("judging", total=None)

        def watch(done: int, total: int, file: str) -> None:
            progress.update(task, completed=done, total=total, description=escape(file))

        yield watch
