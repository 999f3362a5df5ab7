"""Print the classes of many solutions, one directory a line, each as soon as it is known."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kriterion.exercises.repository_files import printable
from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.representer_program import represent_directory
from kriterion_tools.solution.unusable import UnusableSolution

Found = tuple[Path, Representation | UnusableSolution]


def print_classes(directories: Sequence[Path], language: str | None, *, as_json: bool) -> None:
    """Print the class of each directory; on stderr, say why others have none."""
    # Names of directories may be any bytes.
    sys.stdout.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    with _track_progress(directories) as (watched, complain):
        outcomes = ((one, represent_directory("", one, language)) for one in watched)
        _print_as_json(outcomes) if as_json else _print_lines(outcomes, complain)


def _print_lines(outcomes: Iterable[Found], complain: Callable[[str], None]) -> None:
    for directory, outcome in outcomes:
        if isinstance(outcome, UnusableSolution):
            print(f"-\t{directory}")
            complain(printable(f"{directory}: {outcome.reason}"))
        else:
            print(f"{outcome.digest}\t{directory}")


def _print_as_json(outcomes: Iterable[Found]) -> None:
    print("[", end="")
    for number, (directory, outcome) in enumerate(outcomes):
        print("," if number else "", json.dumps(_entry(directory, outcome)))
    print("]")


def _entry(directory: Path, outcome: Representation | UnusableSolution) -> dict[str, object]:
    entry: dict[str, object] = {"directory": str(directory)}
    if isinstance(outcome, UnusableSolution):
        return entry | {"class": None, "reason": outcome.reason}
    return entry | {"class": outcome.digest, "version": outcome.version}


@contextmanager
def _track_progress(
    directories: Sequence[Path],
) -> Iterator[tuple[Iterable[Path], Callable[[str], None]]]:
    """Yield the directories, with a progress bar over them, and a function that prints complaints.

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
