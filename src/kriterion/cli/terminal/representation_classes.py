"""The classes of many solutions, told one directory a line, as soon as each is known."""

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


def tell_classes(directories: Sequence[Path], language: str | None, *, as_json: bool) -> None:
    """Print the class of each; those that have none say why on stderr."""
    # Directories may be called by any bytes.
    sys.stdout.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    with _watched(directories) as (watched, complain):
        found = ((one, represent_directory("", one, language)) for one in watched)
        _tell_as_json(found) if as_json else _tell(found, complain)


def _tell(found: Iterable[Found], complain: Callable[[str], None]) -> None:
    for directory, outcome in found:
        if isinstance(outcome, UnusableSolution):
            print(f"-\t{directory}")
            complain(printable(f"{directory}: {outcome.reason}"))
        else:
            print(f"{outcome.digest}\t{directory}")


def _tell_as_json(found: Iterable[Found]) -> None:
    print("[", end="")
    for number, (directory, outcome) in enumerate(found):
        print("," if number else "", json.dumps(_entry(directory, outcome)))
    print("]")


def _entry(directory: Path, outcome: Representation | UnusableSolution) -> dict[str, object]:
    entry: dict[str, object] = {"directory": str(directory)}
    if isinstance(outcome, UnusableSolution):
        return entry | {"class": None, "reason": outcome.reason}
    return entry | {"class": outcome.digest, "version": outcome.version}


@contextmanager
def _watched(
    directories: Sequence[Path],
) -> Iterator[tuple[Iterable[Path], Callable[[str], None]]]:
    """The directories, and where complaints go: past a bar that shows how far it is.

    The bar is for a terminal, when the classes do not appear there already.
    """
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield directories, lambda text: print(text, file=sys.stderr)
        return
    # rich takes a tenth of a second that pipes have no use for
    from rich.console import Console
    from rich.progress import Progress

    plain = bool(os.environ.get("NO_COLOR"))
    console = Console(stderr=True, highlight=False, color_system=None if plain else "auto")
    with Progress(console=console, transient=True, redirect_stdout=False) as progress:
        yield (
            progress.track(directories, description="representing"),
            lambda text: console.print(text, markup=False),
        )
