"""Submissions whose grading by learn-ocaml is recorded in public repositories.

KRITERION_REFERENCES is the directory with these as OWNER+NAME.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
CORPUS = REFERENCES / "ocaml-sf+learn-ocaml-corpus" / "exercises"
UPSTREAM_TESTS = REFERENCES / "ocaml-sf+learn-ocaml" / "tests"

_VERDICT = re.compile(r"(Success|Failure) - (\d+) points")


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """A submission to an exercise, and learn-ocaml's result; no points if it is not well typed."""

    exercise: Path
    source: Path
    points: int | None
    failed: bool

    @property
    def name(self) -> str:
        return f"{self.exercise.name} {self.source.stem}"


def list_own_recordings() -> list[Recorded]:
    """Return the records that F. Pottier keeps beside his exercises: one line of learn-ocaml's
    command each.
    """
    return [
        _make_record(log)
        for log in sorted(CORPUS.rglob("*.log"))
        if log.with_suffix(".ml").is_file()
    ]


def _make_record(log: Path) -> Recorded:
    directory = log.parent
    exercise = directory if (directory / "test.ml").is_file() else directory.parent
    verdict = _VERDICT.search(log.read_text(errors="replace"))
    return Recorded(
        exercise=exercise,
        source=log.with_suffix(".ml"),
        points=int(verdict[2]) if verdict else None,
        failed=verdict is None or verdict[1] == "Failure",
    )


def list_upstream_tests() -> list[Recorded]:
    """Return the reports, as JSON, with which learn-ocaml's own grader is tested."""
    return list(_read_upstream_tests())


def _read_upstream_tests() -> Iterator[Recorded]:
    for document in sorted(UPSTREAM_TESTS.glob("*/*/*.ml.json")):
        exercises = document.parents[1] / "repo" / "exercises"
        points, failed = _sum_points(json.loads(document.read_text()))
        yield Recorded(
            exercise=exercises / document.parent.name,
            source=document.with_suffix(""),
            points=points,
            failed=failed,
        )


def _sum_points(items: list[dict[str, Any]]) -> tuple[int, bool]:
    points, failed = 0, False
    for item in items:
        if "section" in item:
            part, part_failed = _sum_points(item["contents"])
            points, failed = points + part, failed or part_failed
        elif isinstance(item["result"], int):
            points, failed = points + item["result"], failed or item["result"] <= 0
        else:
            failed = failed or item["result"] == "failure"
    return points, failed
