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
from kriterion.cli.terminal.finding_lines import print_finding, print_line
from kriterion.cli.terminal.progress_bar import show_progress
from kriterion.errors import OperatorError
from kriterion.exercises.repository_files import escape_name
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
    help="The directory to write: new, empty, or from an earlier build.",
)
@click.option(
    "--graph",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also draw the graph of prerequisites: FILE.svg as a picture, FILE.dot for Graphviz.",
)
@click.option(
    "--group-by-directory",
    is_flag=True,
    help="If there is no index.json, make each directory a group.",
)
@click.option("--strict", is_flag=True, help="Refuse what learn-ocaml itself would refuse.")
@click.option("--keep-going", is_flag=True, help="Leave out what is unusable and build the rest.")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    help="The number of parallel processes. Default: the number of processors.",
)
@click.option(
    "--grade/--no-grade",
    default=None,
    help="Grade the exercises' own solutions and store their points as max-score. Default: if"
    " OCaml is installed.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with the result.")
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
    """Build the static index that learn-ocaml reads from a learn-ocaml REPOSITORY.

    Exercises that have not changed since the last build are kept. The output directory is replaced
    in one step at the end. If there is an error, it stays as it was and the exit status is 1.
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
    result = _load_previous(plan) if graph is None else None
    if result is None:
        result = _build(plan, graph, config, unsafe=unsafe)
    if as_json:
        click.echo(json.dumps(result, indent=2))
    else:
        _print_result(result)
    has_errors = any(finding["severity"] == "error" for finding in result["findings"])
    return FINDINGS if has_errors or not result["succeeded"] else FINE


def _load_previous(plan: Plan) -> dict[str, Any] | None:
    """Return the report of the last build if nothing has changed since, otherwise None."""
    previous = find_previous(plan)
    if previous is None or not is_up_to_date(plan, previous):
        return None
    return _make_report(plan, True, previous.facts, previous.findings)


def _build(plan: Plan, graph: Path | None, config: Path | None, *, unsafe: bool) -> dict[str, Any]:
    # Imported here, because a build with nothing to do must not wait for it.
    from kriterion.authoring.building.build import build as build_course
    from kriterion.authoring.building.measuring import measure_nothing
    from kriterion.authoring.graph.graph_file import write_graph
    from kriterion.exercises import learn_ocaml
    from kriterion.exercises.exercise_loading import find_format, find_repository

    root = find_repository(plan.root)
    if find_format(root) is not learn_ocaml:
        fix = "name a directory that contains exercises/, with a meta.json in each exercise"
        raise OperatorError(f"{plan.root} is not a learn-ocaml repository", fix=fix)
    plan = replace(plan, root=root)
    with ExitStack() as progress_bars:
        measure: Measure = measure_nothing
        if plan.grade:
            measure = _prepare_grading(
                plan, config, progress_bars.enter_context(show_progress("grading")), unsafe
            )
        watch = progress_bars.enter_context(show_progress("building"))
        built = build_course(plan, measure=measure, watch=watch)
    if graph is not None:
        write_graph(built.course, graph)
    findings = [asdict(finding) for finding in built.findings]
    counts = {"built": built.built, "kept": built.kept}
    return _make_report(plan, built.succeeded, built.facts, findings, **counts)


def _prepare_grading(plan: Plan, config: Path | None, watch: "Watch", unsafe: bool) -> "Measure":
    """Return the function that grades the solutions. Its imports are slow."""
    from kriterion.authoring.building.measuring import SolutionGrading
    from kriterion.host.installation import Installation
    from kriterion.tools.catalog import LEARN_OCAML

    installation = Installation(config, unsafe=unsafe)
    judge = installation.load(LEARN_OCAML)
    return SolutionGrading(
        judge=judge,
        context=installation.make_context(plan.jobs),
        maxima=installation.maxima(judge),
        watch=watch,
        strict=plan.strict,
    )


def _make_report(
    plan: Plan,
    succeeded: bool,
    facts: Sequence[str],
    findings: Sequence[Mapping[str, str]],
    *,
    built: int = 0,
    kept: int | None = None,
) -> dict[str, Any]:
    """Return the report of a build; `kept` is None if nothing had changed."""
    return {
        "root": escape_name(str(plan.root)),
        "output": escape_name(str(plan.output)),
        "succeeded": succeeded,
        "facts": list(facts),
        "built": built,
        "kept": kept,
        "findings": [dict(finding) for finding in findings],
    }


def _print_result(result: Mapping[str, Any]) -> None:
    """Print the findings, one per line, then the output directory and what was built."""
    for finding in result["findings"]:
        print_finding(finding["severity"], escape_name(str(Diagnostic(**finding))))
    if not result["succeeded"]:
        print_line(click.style(f"{result['output']}: not built", bold=True))
        return
    facts = ", ".join(result["facts"])
    summary = "nothing has changed"
    if result["kept"] is not None:
        summary = f"{result['built']:,} built" + (
            f", {result['kept']:,} kept" if result["kept"] else ""
        )
    print_line(f"{click.style(result['output'], bold=True)}: {facts}: {summary}")
