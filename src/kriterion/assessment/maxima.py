"""What can be earned in an exercise: what its own solution gets, measured once and kept.

Source: learn-ocaml's builder, which grades every solution and makes its points the maximum.
"""

import hashlib
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kriterion.assessment.record import Assessment
from kriterion.errors import MachineError
from kriterion.exercises.exercise import Exercise

_SOLUTION = "solution.ml"
_MOST_BYTES = 4 * 1024 * 1024  # of one file: no larger one is read by anybody
_DIGITS = 12
_FAILED = "-"  # kept instead of a maximum


class Maxima:
    """Measured maxima by what an exercise consists of; `grader` names the version that measured.

    A directory that cannot be written forgets them all, and nothing else is lost.
    """

    def __init__(self, directory: Path, grader: str) -> None:
        self._directory = directory
        self._grader = grader

    def of(
        self,
        exercise: Exercise,
        measure: Callable[[str], int | None],
        *,
        again_after_seconds: float = 0.0,
    ) -> int | None:
        """The maximum, measured now (what the solution gets) when it is not known yet.

        None when there is no solution, or nobody can tell what it gets. Then it is not measured
        again for so long: a solution that fails would be graded beside every submission.
        """
        solution = exercise.solutions.get(_SOLUTION)
        if solution is None:
            return None
        place = self._directory / self._fingerprint(exercise.directory)
        known = _load(place)
        if known is None and not _has_failed(place, again_after_seconds):
            known = measure(solution)
            _keep(place, _FAILED if known is None else str(known))
        return known

    def _fingerprint(self, directory: Path) -> str:
        """It changes with any file beside the solution, whatever that is for."""
        digest = hashlib.sha256(self._grader.encode())
        try:
            entries = sorted(os.scandir(directory), key=lambda entry: entry.name)
        except OSError as error:
            raise MachineError(f"{directory}: cannot be read: {error.strerror}") from error
        for entry in entries:
            if not entry.is_file(follow_symlinks=False):
                continue
            with suppress(OSError), open(entry.path, "rb") as file:  # noqa: PTH123
                content = file.read(_MOST_BYTES)
                digest.update(f"\0{entry.name}\0{len(content)}\0".encode(errors="replace"))
                digest.update(content)
        return digest.hexdigest()[:32]


def measured_points(assessment: Assessment) -> int | None:
    """What a solution gets; None when it does not pass its own tests, or they were not run to
    their end: that is no measure of anything, and may be otherwise the next time.
    """
    if assessment.judge is None or not assessment.judge.accepted or assessment.points is None:
        return None
    return assessment.points.earned


def _load(place: Path) -> int | None:
    try:
        text = place.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return None
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None


def _has_failed(place: Path, within_seconds: float) -> bool:
    """Whether it was tried so lately, and nothing came of it."""
    try:
        age_seconds = time.time() - place.stat().st_mtime
        return 0 <= age_seconds < within_seconds and place.read_bytes() == _FAILED.encode()
    except OSError:
        return False


def _keep(place: Path, maximum: str) -> None:
    unfinished = place.with_name(f".{place.name}-{secrets.token_hex(4)}")
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(maximum, encoding="ascii")
        unfinished.replace(place)
