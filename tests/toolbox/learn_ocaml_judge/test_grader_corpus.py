"""The official corpus gets the results of learn-ocaml.

KRITERION_REFERENCES is the directory with the public repositories as OWNER+NAME,
KRITERION_CASES_LEARN_OCAML a table of the corpus's exercises and their points.
"""

import csv
import os
from pathlib import Path
from typing import Any

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade, Graded
from tests.toolbox.learn_ocaml_judge.recorded import (
    CORPUS,
    Recorded,
    list_own_recordings,
    list_upstream_tests,
)

pytestmark = [
    pytest.mark.reference,
    pytest.mark.machine,
    pytest.mark.long(reason="a whole corpus of exercises"),
]

TABLE = Path(os.environ.get("KRITERION_CASES_LEARN_OCAML", "nowhere"))
WHY = "set KRITERION_REFERENCES, and KRITERION_CASES_LEARN_OCAML for points"

# Needs a library for drawing that Debian does not package.
NOT_GRADABLE = {"hferee/5.2_sierpinski_vg": "Vg"}

MODES = Path(__file__).parents[3] / "docs" / "reference" / "learn-ocaml-modes.tsv"


def _list_exercises_for_release_4() -> list[str]:
    """Return the exercises whose tests use names that only compilers before release 5 have."""
    with MODES.open() as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    return [row["exercise"] for row in rows if row["ocaml 5.3.0"] != "same"]


def _check_gradable(exercise: str, release: str) -> None:
    if release == "5.3.0" and exercise in _list_exercises_for_release_4():
        pytest.skip(f"{exercise} needs OCaml 4: docs/reference/learn-ocaml-modes.tsv")


def _list_exercises() -> list[str]:
    return sorted(str(test.parent.relative_to(CORPUS)) for test in CORPUS.rglob("test.ml"))


def _load_rows() -> list[tuple[str, int]]:
    if not TABLE.is_file():
        return []
    with TABLE.open() as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    return [
        (row["exercise"].partition(":")[2], int(row["points"]))
        for row in rows
        if row["points"] != "-"
    ]


def _skip_if_empty(values: list[Any]) -> list[Any]:
    return values or [pytest.param(None, marks=pytest.mark.skip(reason=WHY))]


def _grade_own_solution(grade: Grade, exercise: str, seed: int) -> Graded:
    directory = CORPUS / exercise
    source = (directory / "solution.ml").read_bytes()
    return grade(source, directory, seed=seed, call_seconds=None, cpu_seconds=60)


@pytest.mark.each_compiler
@pytest.mark.parametrize("row", _skip_if_empty(_load_rows()), ids=lambda row: row and row[0])
def test_a_solution_earns_its_points_every_time(
    grade: Grade, release: str, row: tuple[str, int]
) -> None:
    exercise, points = row
    _check_gradable(exercise, release)
    graded = [_grade_own_solution(grade, exercise, seed) for seed in (1, 2)]
    assert [(grading.points, grading.failed) for grading in graded] == [(points, False)] * 2


@pytest.mark.each_compiler
@pytest.mark.parametrize("exercise", _skip_if_empty(_list_exercises()))
def test_a_solution_passes_or_has_a_known_reason_to_fail(
    grade: Grade, release: str, exercise: str
) -> None:
    graded = _grade_own_solution(grade, exercise, seed=3)
    if exercise in NOT_GRADABLE:
        assert NOT_GRADABLE[exercise] in graded.failure["message"]
        assert graded.failure["whose"] == "exercise"
    elif release == "5.3.0" and exercise in _list_exercises_for_release_4():
        assert (graded.failure["whose"], graded.failure["file"]) == ("exercise", "test.ml")
    else:
        assert not graded.failed


@pytest.mark.parametrize(
    "recorded",
    _skip_if_empty(list_own_recordings() + list_upstream_tests()),
    ids=lambda one: one and one.name,
)
def test_a_recorded_submission_gets_its_recorded_result(grade: Grade, recorded: Recorded) -> None:
    graded = grade(recorded.source.read_bytes(), recorded.exercise, call_seconds=5, cpu_seconds=200)
    if recorded.points is None:
        assert graded.failure["kind"] == "refused"
    else:
        assert (graded.points, graded.failed) == (recorded.points, recorded.failed)


# Their tests subtract the solution's count from a counter that both sides increment.
SHARED_STATE = {"mooc/projects/klotski", "mooc/week1/seq3/ex1", "mooc/week1/seq3/ex2"}


def _list_modes() -> list[tuple[str, str, str]]:
    with MODES.open() as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    known = [(row["exercise"], row["processes"], row["reason"]) for row in rows]
    return [case for case in known if CORPUS.is_dir() and case[1] != "none"]


@pytest.mark.each_compiler
@pytest.mark.parametrize("row", _skip_if_empty(_list_modes()), ids=lambda row: row and row[0])
def test_a_solution_runs_in_the_number_of_processes_in_the_table(
    grade: Grade, row: tuple[str, str, str]
) -> None:
    exercise, processes, reason = row
    mode = _grade_own_solution(grade, exercise, seed=1).mode
    assert (mode["name"], mode.get("reason", "")) == (processes, reason)
    if exercise not in SHARED_STATE:
        assert "shared_state" not in mode


def test_at_least_a_hundred_exercises_are_graded_in_two_processes() -> None:
    lines = MODES.read_text(encoding="utf-8").splitlines()
    assert sum("\tseparate\t" in line for line in lines) >= 100
