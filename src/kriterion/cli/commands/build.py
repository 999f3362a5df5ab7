"""`kriterion build`: the static index of a learn-ocaml repository, with its skill files."""

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriterion.authoring.building.build_plan import Plan, find_previous, is_up_to_date
from kriterion.cli.arguments import options
from kriterion.cli.exit_status import FINDINGS, FINE
from kriterion.cli.terminal.finding_lines import tell, tell_finding
from kriterion.cli.terminal.progress_bar import progress
from kriterion.errors import OperatorError
from kriterion.exercises.repository_files import printable
from kriterion_tools.diagnostic import Diagnostic

if TYPE_CHECKING:
    from kriterion.authoring.building.exercise_building import Watch
    from kriterion.authoring.building.measuring import Measure

EXAMPLES = """\b
Examples:
  kriterion build examples/ocaml-course --output /tmp/www
  kriterion build ~/learn-ocaml-corpus --output www --strict
  kriterion build . --output ../www --graph course.svg
"""


@click.command(epilog=EXAMPLES)
@click.argument("repository", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--output",
    metavar="DIR",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="What is built: a new or empty directory, or one built before.",
)
@click.option(
    "--graph",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also draw what builds on what: FILE.svg as a picture, FILE.dot for graphviz.",
)
@click.option(
    "--group-by-directory",
    is_flag=True,
    help="Without an index.json, make a group of each directory.",
)
@click.option("--strict", is_flag=True, help="Build nothing that learn-ocaml itself would refuse.")
@click.option(
    "--keep-going", is_flag=True, help="Leave out what cannot be used, and build the rest."
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    help="How many processes. Default: as many as there are processors.",
)
@click.option(
    "--grade/--no-grade",
    default=None,
    help="Grade the exercises' own solutions: what they earn is stored as max-score. Default: where"
    " OCaml is here.",
)
@click.option("--json", "as_json", is_flag=True, help="One object that says what came of it.")
@options.unsafe
@options.config
def build(
    repository: Path,
    output: Path,
    graph: Path | None,
    group_by_directory: bool,
    strict: bool,
    keep_going: bool,
    jobs: int,
    grade: bool | None,
    as_json: bool,
    unsafe: bool,
    config: Path | None,
) -> int:
    """Build the static index of a learn-ocaml REPOSITORY: what its application reads.

    Exercises that did not change since the last build are kept. The directory changes all at once
    at the end; when there is an error it stays as it was, and the exit status is 1.
    """
    if graph is not None and graph.suffix not in (".svg", ".dot"):
        raise click.BadParameter("must end in .svg or .dot", param_hint="--graph")
    plan = Plan(
        root=Path(os.path.realpath(repository)),
        output=Path(os.path.realpath(output)),
        group_by_directory=group_by_directory,
        strict=strict,
        keep_going=keep_going,
        grade=shutil.which("ocamlc") is not None if grade is None else grade,
        jobs=jobs,
    )
    told = _told_again(plan) if graph is None else None
    if told is None:
        told = _build(plan, graph, config, unsafe=unsafe)
    if as_json:
        click.echo(json.dumps(told, indent=2))
    else:
        _tell(told)
    found = any(finding["severity"] == "error" for finding in told["findings"])
    return FINDINGS if found or not told["succeeded"] else FINE


def _told_again(plan: Plan) -> dict[str, Any] | None:
    """What the last build told, when there is nothing to do."""
    previous = find_previous(plan)
    if previous is None or not is_up_to_date(plan, previous):
        return None
    return _document(plan, True, previous.facts, previous.findings)


def _build(plan: Plan, graph: Path | None, config: Path | None, *, unsafe: bool) -> dict[str, Any]:
    # Only a build that has something to do waits for all that this needs.
    from kriterion.authoring.building.build import build as build_course
    from kriterion.authoring.building.measuring import nothing_measured
    from kriterion.authoring.graph.graph_file import write_graph
    from kriterion.exercises import learn_ocaml
    from kriterion.exercises.exercise_loading import find_format, find_repository

    root = find_repository(plan.root)
    if find_format(root) is not learn_ocaml:
        fix = "it needs a directory exercises, with exercises that have a meta.json"
        raise OperatorError(f"{plan.root} is no learn-ocaml repository", fix=fix)
    plan = replace(plan, root=root)
    with ExitStack() as shown:
        measure: Measure = nothing_measured
        if plan.grade:
            measure = _grading(plan, config, shown.enter_context(progress("grading")), unsafe)
        watch = shown.enter_context(progress("building"))
        built = build_course(plan, measure=measure, watch=watch)
    if graph is not None:
        write_graph(built.course, graph)
    findings = [asdict(finding) for finding in built.findings]
    counted = {"built": built.built, "kept": built.kept}
    return _document(plan, built.succeeded, built.facts, findings, **counted)


def _grading(plan: Plan, config: Path | None, watch: "Watch", unsafe: bool) -> "Measure":
    """What grades the solutions; only a build that does so waits for all that this needs."""
    from kriterion.authoring.building.measuring import SolutionGrading
    from kriterion.host.installation import Installation
    from kriterion.tools.catalog import LEARN_OCAML

    installation = Installation(config, unsafe=unsafe)
    judge = installation.load(LEARN_OCAML)
    return SolutionGrading(
        judge=judge,
        context=installation.context(plan.jobs),
        maxima=installation.maxima(judge),
        watch=watch,
        strict=plan.strict,
    )


def _document(
    plan: Plan,
    succeeded: bool,
    facts: Sequence[str],
    findings: Sequence[Mapping[str, str]],
    *,
    built: int = 0,
    kept: int | None = None,
) -> dict[str, Any]:
    """What came of a build; `kept` is null when there was nothing to do at all."""
    return {
        "root": printable(str(plan.root)),
        "output": printable(str(plan.output)),
        "succeeded": succeeded,
        "facts": list(facts),
        "built": built,
        "kept": kept,
        "findings": [dict(finding) for finding in findings],
    }


def _tell(told: Mapping[str, Any]) -> None:
    """Print what came of a build: the output, then each finding on a line of its own."""
    for finding in told["findings"]:
        tell_finding(finding["severity"], printable(str(Diagnostic(**finding))))
    if not told["succeeded"]:
        tell(click.style(f"{told['output']}: not built", bold=True))
        return
    facts = ", ".join(told["facts"])
    done = "nothing has changed"
    if told["kept"] is not None:
        done = f"{told['built']:,} built" + (f", {told['kept']:,} kept" if told["kept"] else "")
    tell(f"{click.style(told['output'], bold=True)}: {facts}: {done}")
