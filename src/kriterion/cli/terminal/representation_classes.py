"""Print the classes of many solutions, one directory per line, each as soon as it is known."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kriterion.exercises.repository_files import escape_name
from kriterion.forked_pool import fork_pool
from kriterion_tools.representer.representer_program import represent_directory
from kriterion_tools.solution.unusable import UnusableSolution

_TOGETHER = 50  # solutions that a process takes at a time


@dataclass(frozen=True, kw_only=True, slots=True)
class SolutionClass:
    """The class of a solution, or the reason why it has none."""

    digest: str | None = None
    version: int | None = None
    reason: str = ""


ClassOutcome = tuple[Path, SolutionClass]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Classification:
    """How to find the class of a directory; it is sent to other processes."""

    language: str | None
    by_spelling: bool

    def __call__(self, directory: Path) -> ClassOutcome:
        outcome = represent_directory("", directory, self.language, by_spelling=self.by_spelling)
        if isinstance(outcome, UnusableSolution):
            return directory, SolutionClass(reason=outcome.reason)
        return directory, SolutionClass(digest=outcome.digest, version=outcome.version)


def print_classes(
    directories: Sequence[Path],
    language: str | None,
    *,
    by_spelling: bool,
    as_json: bool,
    jobs: int,
) -> None:
    """Print the class of each directory; print on stderr why a directory has none.

    Up to `jobs` processes share the work if there are many directories. Raises MachineError.
    """
    # Names of directories may be any bytes.
    sys.stdout.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    classify = _Classification(language=language, by_spelling=by_spelling)
    with (
        _map_in_processes(classify, directories, jobs) as outcomes,
        _track_progress(outcomes, len(directories)) as (tracked, print_problem),
    ):
        _print_as_json(tracked) if as_json else _print_lines(tracked, print_problem)


@contextmanager
def _map_in_processes(
    classify: _Classification, directories: Sequence[Path], jobs: int
) -> Iterator[Iterable[ClassOutcome]]:
    """Yield the outcomes in the order of the directories, each as soon as it is known."""
    jobs = min(jobs, len(directories) // _TOGETHER)
    if jobs < 2:
        yield map(classify, directories)
        return
    with fork_pool(jobs, doing="represents solutions") as pool:
        yield pool.map(classify, directories, chunksize=_TOGETHER)


def _print_lines(outcomes: Iterable[ClassOutcome], print_problem: Callable[[str], None]) -> None:
    for directory, found in outcomes:
        print(f"{found.digest or '-'}\t{directory}")
        if found.digest is None:
            print_problem(escape_name(f"{directory}: {found.reason}"))


def _print_as_json(outcomes: Iterable[ClassOutcome]) -> None:
    print("[", end="")
    for number, (directory, found) in enumerate(outcomes):
        print("," if number else "", json.dumps(_encode_class(directory, found)))
    print("]")


def _encode_class(directory: Path, found: SolutionClass) -> dict[str, object]:
    entry: dict[str, object] = {"directory": str(directory), "class": found.digest}
    if found.digest is None:
        return entry | {"reason": found.reason}
    return entry | {"version": found.version}


@contextmanager
def _track_progress(
    outcomes: Iterable[ClassOutcome], total: int
) -> Iterator[tuple[Iterable[ClassOutcome], Callable[[str], None]]]:
    """Yield the outcomes, which advance a progress bar, and a function that prints a problem.

    The bar appears only if stderr is a terminal and stdout, which shows the classes, is not.
    """
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield outcomes, lambda text: print(text, file=sys.stderr)
        return
    # Importing rich takes a tenth of a second, which pipes do not need.
    from rich.console import Console
    from rich.progress import Progress

    plain = bool(os.environ.get("NO_COLOR"))
    console = Console(stderr=True, highlight=False, color_system=None if plain else "auto")
    with Progress(console=console, transient=True, redirect_stdout=False) as progress:
        yield (
            progress.track(outcomes, total=total, description="representing"),
            lambda text: console.print(text, markup=False),
        )
