"""Print the classes of many solutions, one directory per line, each as soon as it is known."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kriterion.exercises.repository_files import escape_name
from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.representer_program import represent_directory
from kriterion_tools.solution.unusable import UnusableSolution

SolutionOutcome = tuple[Path, Representation | UnusableSolution]


def print_classes(
    directories: Sequence[Path], language: str | None, *, by_spelling: bool, as_json: bool
) -> None:
    """Print the class of each directory; print on stderr why a directory has none."""
    # Names of directories may be any bytes.
    sys.stdout.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    with _track_progress(directories) as (tracked, print_problem):
        outcomes = (
            (directory, represent_directory("", directory, language, by_spelling=by_spelling))
            for directory in tracked
        )
        _print_as_json(outcomes) if as_json else _print_lines(outcomes, print_problem)


def _print_lines(outcomes: Iterable[SolutionOutcome], print_problem: Callable[[str], None]) -> None:
    for directory, outcome in outcomes:
        if isinstance(outcome, UnusableSolution):
            print(f"-\t{directory}")
            print_problem(escape_name(f"{directory}: {outcome.reason}"))
        else:
            print(f"{outcome.digest}\t{directory}")


def _print_as_json(outcomes: Iterable[SolutionOutcome]) -> None:
    print("[", end="")
    for number, (directory, outcome) in enumerate(outcomes):
        print("," if number else "", json.dumps(_encode_class(directory, outcome)))
    print("]")


def _encode_class(directory: Path, outcome: Representation | UnusableSolution) -> dict[str, object]:
    entry: dict[str, object] = {"directory": str(directory)}
    if isinstance(outcome, UnusableSolution):
        return entry | {"class": None, "reason": outcome.reason}
    return entry | {"class": outcome.digest, "version": outcome.version}


@contextmanager
def _track_progress(
    directories: Sequence[Path],
) -> Iterator[tuple[Iterable[Path], Callable[[str], None]]]:
    """Yield the directories, which advance a progress bar, and a function that prints a problem.

    The bar appears only if stderr is a terminal and stdout, which shows the classes, is not.
    """
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield directories, lambda text: print(text, file=sys.stderr)
        return
    # Importing rich takes a tenth of a second, which pipes do not need.
    from rich.console import Console
    from rich.progress import Progress

    plain = bool(os.environ.get("NO_COLOR"))
    console = Console(stderr=True, highlight=False, color_system=None if plain else "auto")
    with Progress(console=console, transient=True, redirect_stdout=False) as progress:
        yield (
            progress.track(directories, description="representing"),
            lambda text: console.print(text, markup=False),
        )
