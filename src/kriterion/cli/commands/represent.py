"""`kriterion represent`: run the representer that Kriterion ships, in the form of Exercism's
contract; list, explain and compare its classes.
"""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from kriterion.cli.arguments.inputs import require_files
from kriterion.cli.arguments.programming_language import (
    programming_language as of_programming_language,
)
from kriterion.cli.exit_status import FINDINGS, FINE
from kriterion.cli.terminal.document_output import raise_write_errors
from kriterion.cli.terminal.representation_classes import print_classes
from kriterion.exercises.repository_files import escape_name
from kriterion.markup.visible_text import make_visible
from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.code_printing import print_directory
from kriterion_tools.representer.explaining import explain_difference
from kriterion_tools.representer.representer_program import (
    represent_directory,
    represent_named_files,
    write_files,
)
from kriterion_tools.solution.unusable import UnusableSolution

EXAMPLES = """\b
Examples:
  kriterion represent two-fer solution/ output/
  kriterion represent forth forth.py lib/words.py output/
  kriterion represent --classes solutions/* | sort | cut -f1 | uniq -c | sort -rn
  find solutions/ -mindepth 1 -maxdepth 1 | kriterion represent --classes --json - >classes.json
  kriterion represent --code solutions/17
  kriterion represent --explain solutions/17 solutions/42
  kriterion represent --compare old-representer/ new-representer/ solutions/
"""


@click.command(epilog=EXAMPLES)
@click.argument("arguments", metavar="SLUG INPUT... OUTPUT/", nargs=-1, required=True)
@click.option(
    "--classes",
    "asked",
    flag_value="classes",
    help="Print the class of each directory: equivalent solutions have the same class."
    ' "-" reads their names from standard input.',
)
@click.option(
    "--explain",
    "asked",
    flag_value="explain",
    help="Show where the normalised code of two solutions (files or directories) differs.",
)
@click.option(
    "--code",
    "asked",
    flag_value="code",
    help="Print a solution (a file or directory) as normalised code in its language.",
)
@click.option(
    "--compare",
    "asked",
    flag_value="compare",
    help="Given OLD NEW DIR: report which classes of DIR's solutions NEW splits or merges.",
)
@click.option(
    "--by-spelling",
    is_flag=True,
    help="Give equal names one placeholder, whatever their scope, as Exercism's representers do."
    " Default: a placeholder for each variable.",
)
@of_programming_language
@click.option("--json", "as_json", is_flag=True, help="With --classes or --compare: print JSON.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    metavar="N",
    help="With --classes: use N processes for many solutions. Default: one for each processor.",
)
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="With --compare: the settings file. Default: as for other commands.",
)
def represent(
    arguments: tuple[str, ...],
    asked: str | None,
    by_spelling: bool,
    programming_language: str | None,
    as_json: bool,
    jobs: int,
    config: Path | None,
) -> int:
    """Represent the solution of exercise SLUG in INPUT: a directory, or the files of one solution.

    Write representation.txt, mapping.json and representation.json to OUTPUT/. The exit status is 0
    even if there is no representation: representation.out then says why.
    """
    if asked == "classes":
        directories = _require_paths(_read_names(arguments))
        print_classes(
            directories,
            programming_language,
            by_spelling=by_spelling,
            as_json=as_json,
            jobs=jobs,
        )
        return FINE
    if asked == "explain":
        left, right = _require_paths(_require_arguments(arguments, "A B"))
        return _print_difference(left, right, programming_language, by_spelling=by_spelling)
    if asked == "code":
        (path,) = _require_paths(_require_arguments(arguments, "A"))
        return _print_code(path, programming_language, by_spelling=by_spelling)
    if asked == "compare":
        if by_spelling:
            raise click.UsageError("--by-spelling does not apply to --compare")
        # Imported here: only --compare runs in a sandbox, which is slow to load.
        from kriterion.cli.terminal.representer_comparison import compare_representers

        old, new, solutions = _require_arguments(arguments, "OLD NEW DIR")
        return compare_representers(
            old, new, *_require_paths((solutions,)), config=config, as_json=as_json
        )
    if len(arguments) < len(("SLUG", "INPUT", "OUTPUT/")):
        raise click.UsageError(f"needs SLUG INPUT... OUTPUT/, but got {len(arguments)} arguments")
    slug, *named, target = arguments
    inputs = _require_paths(named)
    if len(inputs) > 1:
        require_files(inputs)
        represented = represent_named_files(inputs, programming_language, by_spelling=by_spelling)
    else:
        represented = represent_directory(
            slug, inputs[0], programming_language, by_spelling=by_spelling
        )
    with raise_write_errors(target):
        write_files(represented, Path(target))
    return FINE


def _require_arguments(arguments: tuple[str, ...], wanted: str) -> tuple[str, ...]:
    if len(arguments) != len(wanted.split()):
        raise click.UsageError(f"needs {wanted}, but got {len(arguments)} arguments")
    return arguments


def _require_paths(arguments: Sequence[str]) -> list[Path]:
    for name in arguments:
        if not Path(name).exists():
            raise click.UsageError(f"{name}: no such file or directory")
    return [Path(name) for name in arguments]


def _read_names(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arguments, or the lines of stdin for a lone "-": a command line may be too short
    for all names.
    """
    if arguments != ("-",):
        return arguments
    return tuple(os.fsdecode(line) for line in sys.stdin.buffer.read().splitlines() if line)


def _print_difference(
    left_path: Path, right_path: Path, language: str | None, *, by_spelling: bool
) -> int:
    representations = []
    for path in (left_path, right_path):
        represented = represent_directory("", path, language, by_spelling=by_spelling)
        if isinstance(represented, UnusableSolution):
            click.echo(escape_name(f"{path}: {represented.reason}"), err=True)
            return FINDINGS
        representations.append(represented)
    left, right = representations
    if left.digest == right.digest:
        print(_describe_equal(left, right))
        return FINE
    left_code, right_code = (
        print_directory(path, language, by_spelling=by_spelling) for path in (left_path, right_path)
    )
    if (
        isinstance(left_code, UnusableSolution)
        or isinstance(right_code, UnusableSolution)
        or left_code == right_code
    ):
        left_code, right_code = left.text, right.text  # only the trees show the difference
    lines = explain_difference(
        left_code,
        right_code,
        names=(escape_name(str(left_path)), escape_name(str(right_path))),
        width=shutil.get_terminal_size((120, 24)).columns,
    )
    print("\n".join(lines))
    return FINE


def _print_code(path: Path, language: str | None, *, by_spelling: bool) -> int:
    code = print_directory(path, language, by_spelling=by_spelling)
    if isinstance(code, UnusableSolution):
        click.echo(escape_name(f"{path}: {code.reason}"), err=True)
        return FINDINGS
    for line in code.splitlines():
        print(make_visible(line))
    return FINE


def _describe_equal(left: Representation, right: Representation) -> str:
    """Return a line that says that both are in one class, with the names that correspond but
    differ.
    """
    pairs = [
        f"{name} = {right.mapping[placeholder]}"
        for placeholder, name in left.mapping.items()
        if right.mapping[placeholder] != name
    ]
    names = f"; {', '.join(pairs)}" if pairs else ""
    return f"one class, {left.digest}{names}"
