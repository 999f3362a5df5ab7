"""`kriterion check`: report problems in exercises, tools, comments and rules."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from kriterion.assessment.context import ToolContext
from kriterion.authoring.check_material import Material, read_exercise, read_repository
from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.comments.comment_check import check_comments
from kriterion.authoring.comments.emitted_comments import EmittedCommentList, load_emitted
from kriterion.authoring.comments.rule_check import RulesRead, check_rules, collect_emitted
from kriterion.authoring.exercise_check import check_exercises
from kriterion.authoring.judges.judge_check import check_judge
from kriterion.authoring.subject import SCRIPTS, SubjectKind, find_script
from kriterion.authoring.tool_check import check_tool
from kriterion.authoring.tool_files import ToolIdentity, identify
from kriterion.authoring.track.track_check import check_track, check_track_exercise
from kriterion.authoring.track.track_solutions import read_track_material
from kriterion.authoring.trials import Trial
from kriterion.cli.arguments import options
from kriterion.cli.arguments.check_subjects import (
    CheckSubject,
    find_subjects,
    read_rules,
    read_trial,
)
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.cli.terminal.progress_bar import show_progress
from kriterion.cli.terminal.report_lines import encode_reports, print_report, print_summary
from kriterion.host.doctor.tool_kind import TOOL_KINDS
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import list_analyzers
from kriterion.host.resolution.judge_loading import find_judges
from kriterion.host.resolution.track_tools import find_named_tool
from kriterion.host.resolution.track_tools import load_track_tool as load_tool
from kriterion.host.settings import OURS, ToolSettings
from kriterion_tools.diagnostic import Severity

EXAMPLES = """\b
Examples:
  kriterion check examples/exercises
  kriterion check exercises/echo --judge ~/universal-judge
  kriterion check . --judge tested=~/universal-judge --judge sql=~/judge-sql --jobs 4
  kriterion check . --no-solutions --strict --json | jq '.reports[].findings[]'
  kriterion check ~/universal-judge --exercise exercises/echo
  kriterion check ~/python ~/python-analyzer
  kriterion check ~/website-copy/analyzer-comments --pointers my-analyzer.txt
  kriterion check my-course/rules my-course/analyzer-comments
"""

_NEVER_RUN = {SubjectKind.COMMENTS, SubjectKind.RULES}


@click.command(epilog=EXAMPLES)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--solutions/--no-solutions",
    default=None,
    help="Judge the solutions and known-wrong submissions. Default: if their judge is known here;"
    " with --solutions, an unknown judge is an error.",
)
@click.option(
    "--judge",
    "judges",
    metavar="[HANDLER=]JUDGE",
    multiple=True,
    help="A judge's directory, or its name in kriterion.toml, for all exercises or for those"
    " with this evaluation.handler.",
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    help="The number of parallel runs. Default: the number of processors.",
)
@click.option(
    "--exercise",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="For a judge or tool: the exercise of its sample run. Default: a built-in one.",
)
@click.option(
    "--submission",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="For a judge or tool: the submission of its sample run. Default: the exercise's solution.",
)
@click.option(
    "--pointers",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="For a comment library: the pointers an analyzer can write, one per line, with the names"
    " of its parameters: 'go.two-fer.naming: name'.",
)
@click.option("--strict", is_flag=True, help="Exit with status 1 on warnings, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with all reports.")
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
    """Check each PATH: exercises (a repository, a track, a directory in one, or a single exercise),
    a judge, an analyzer or representer (a directory with bin/run.sh), a comment library (a
    directory called analyzer-comments), or rules for Kriterion's analyzer (a directory called
    rules, or a file).

    For exercises, check their files and their own rules, then judge their solutions and known-wrong
    submissions: each must get the status that its author expects. For a track, its test runner
    judges the solutions. For a judge or tool, check its files and the output of a sample run. For
    comments, report what readers would not see as intended, and pointers without a text (from
    --pointers and from rules given as PATH). For rules, try each rule on its examples, and look for
    the text of its comment.

    The exit status is 1 if there is an error, 3 if the machine failed.
    """
    if submission is not None and exercise is None:
        raise click.UsageError("--submission requires --exercise")
    subjects = list(find_subjects(paths))
    kinds = {subject.kind for subject in subjects}
    installation = Installation(config, unsafe=unsafe)
    rules = read_rules(subjects)
    runs = solutions is not False and not kinds <= _NEVER_RUN
    resources = _CheckResources(
        installation=installation,
        context=installation.make_context(jobs) if runs else None,
        judges=judges,
        missing=Severity.ERROR if solutions else Severity.NOTICE,
        sample=None if exercise is None else read_trial(exercise, submission),
        rules=rules,
        emitted=[
            *map(load_emitted, pointers),
            EmittedCommentList(comments=tuple(collect_emitted(rules.values()))),
        ],
        libraries=_find_libraries(subjects, installation) if rules else (),
    )
    reports = []
    for subject in subjects:
        reports.append(_check_subject(subject, resources))
        if not as_json:
            print_report(reports[-1])
    if as_json:
        click.echo(json.dumps(encode_reports(reports), indent=2))
    else:
        print_summary(reports)
    return _choose_exit_status(reports, strict=strict)


@dataclass(frozen=True, kw_only=True, slots=True)
class _CheckResources:
    """The options and resources that the checks of all subjects share.

    `context` is where programs run, or None if none are run. `judges` come from the command line,
    `missing` is the severity of an exercise's unknown judge. `sample` is the sample run of a judge,
    None for a built-in one. `rules` are all rules read, `emitted` the pointers that they and other
    tools can write, `libraries` where the texts of the rules' comments may be.
    """

    installation: Installation
    context: ToolContext | None
    judges: Sequence[str]
    missing: Severity
    sample: Trial | None
    rules: Mapping[Path, RulesRead]
    emitted: Sequence[EmittedCommentList]
    libraries: Sequence[Path]


def _find_libraries(subjects: Sequence[CheckSubject], installation: Installation) -> Sequence[Path]:
    places = [subject.place for subject in subjects if subject.kind is SubjectKind.COMMENTS]
    return [*places, *list_analyzers(installation)[OURS].comments]


def _check_subject(subject: CheckSubject, resources: _CheckResources) -> CheckReport:
    match subject.kind:
        case SubjectKind.COMMENTS:
            return check_comments(subject.path, subject.place, resources.emitted)
        case SubjectKind.RULES:
            return check_rules(subject.path, resources.rules[subject.place], resources.libraries)
        case SubjectKind.TRACK | SubjectKind.TRACK_EXERCISE:
            return _check_track(subject, resources)
        case SubjectKind.TOOL:
            return _check_tool(subject, resources)
        case SubjectKind.JUDGE:
            return _check_judge(subject, resources)
        case _:
            return _check_exercises(subject, resources)


def _check_tool(subject: CheckSubject, resources: _CheckResources) -> CheckReport:
    script = find_script(subject.place) or SCRIPTS[0]
    identity = identify(subject.place)
    settings = None
    for kind in TOOL_KINDS:
        known = kind.known(resources.installation)
        tool = find_named_tool(known, str(subject.place), kind.settings)
        if tool is known.get(tool.name):
            settings = tool
            language = next(iter(tool.programming_languages), identity.language)
            identity = ToolIdentity(kind.word, language)
    chosen = settings or ToolSettings(name=subject.path, directory=subject.place, script=script)
    return check_tool(
        subject.path,
        subject.place,
        script,
        identity=identity,
        load=lambda: load_tool(
            chosen, place=f"/opt/{identity.kind}", data=resources.installation.settings.data
        ),
        is_configured=settings is not None,
        sample=resources.sample,
        context=resources.context,
    )


def _check_judge(subject: CheckSubject, resources: _CheckResources) -> CheckReport:
    settings = resources.installation.find_judge_settings(str(subject.place))
    return check_judge(
        subject.path,
        subject.place,
        image=settings.image,
        languages=settings.languages,
        images=resources.installation.image_names,
        sample=resources.sample,
        context=resources.context,
    )


def _check_track(subject: CheckSubject, resources: _CheckResources) -> CheckReport:
    check = check_track if subject.kind is SubjectKind.TRACK else check_track_exercise
    report = check(subject.path, subject.place)
    return _try_solutions(subject, read_track_material(report, subject.place), resources)


def _check_exercises(subject: CheckSubject, resources: _CheckResources) -> CheckReport:
    read = read_exercise if subject.kind is SubjectKind.EXERCISE else read_repository
    default_judge = resources.installation.settings.default_judge
    return _try_solutions(subject, read(subject.place, default_judge=default_judge), resources)


def _try_solutions(
    subject: CheckSubject, material: Material, resources: _CheckResources
) -> CheckReport:
    with show_progress("judging") as watch:
        return check_exercises(
            subject.path,
            subject.kind,
            material,
            find_judge=find_judges(resources.installation, resources.judges),
            images=resources.installation.image_names,
            context=resources.context,
            missing=resources.missing,
            watch=watch,
            known_judges=resources.installation.judges,
        )


def _choose_exit_status(reports: Sequence[CheckReport], *, strict: bool) -> int:
    if any(report.machine_failed for report in reports):
        return FAILED
    severities = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    has_findings = any(report.count(severity) for report in reports for severity in severities)
    return FINDINGS if has_findings else FINE
