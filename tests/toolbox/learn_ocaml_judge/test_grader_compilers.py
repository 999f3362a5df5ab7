"""The grader with each compiler: the same points and modes, and what only one of them has."""

from pathlib import Path

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade
from tests.toolbox.learn_ocaml_judge.sample import DOUBLE, make_unit_test_exercise

pytestmark = [pytest.mark.machine, pytest.mark.each_compiler]

COURSE = Path("examples/ocaml-course/exercises")

# The points of each solution of the example course, and how many processes grade it.
EARNED = {
    "basics/clock": (27, "separate"),
    "basics/collatz": (27, "separate"),
    "basics/leap-years": (22, "separate"),
    "effects/cash-machine": (25, "separate"),
    "effects/flag": (27, "separate"),
    "effects/month": (40, "separate"),
    "effects/remember": (10, "separate"),
    "large/calculator": (61, "separate"),
    "large/middle": (15, "separate"),
    "lists/rain": (32, "separate"),
    "lists/run-lengths": (32, "separate"),
    "modules/priority-queue": (20, "together"),
    "types/search-tree": (39, "separate"),
    "types/tickets": (32, "separate"),
}


@pytest.mark.parametrize("exercise", EARNED)
def test_a_solution_earns_the_same_with_each_compiler(grade: Grade, exercise: str) -> None:
    directory = COURSE / exercise
    graded = grade((directory / "solution.ml").read_bytes(), directory)
    assert (graded.points, graded.mode["name"], graded.failed) == (*EARNED[exercise], False)


def test_endless_recursion_overflows_the_stack_before_memory_runs_out(grade: Grade) -> None:
    endless = "let rec endless n = 1 + endless (n + 1)"
    graded = grade(
        f"{endless}\nlet () = try ignore (endless 0) with Stack_overflow -> ()",
        make_unit_test_exercise(),
    )
    assert graded.points == 1


@pytest.mark.long(reason="computes until its limit")
def test_endless_code_is_stopped_at_its_limit(grade: Grade) -> None:
    graded = grade("let double x = while true do () done; x", DOUBLE, call_seconds=1)
    assert "takes more than a second" in graded.text


def test_unlimited_allocation_is_a_failure_of_the_call(grade: Grade) -> None:
    source = "let double x = let rec grow all = grow (Bytes.make 99_999 'x' :: all) in grow []; x"
    graded = grade(source, DOUBLE)
    assert graded.failed
    assert "too much memory" in graded.text


def test_local_opens_in_types_work_where_the_compiler_supports_them(
    grade: Grade, release: str
) -> None:
    source = "module M = struct type t = int end\nlet f (x : M.(t)) = x"
    graded = grade(source, make_unit_test_exercise())
    assert graded.points == (1 if release.startswith("5.") else 0), graded.answers


def test_displayed_types_do_not_depend_on_their_module(grade: Grade) -> None:
    failure = grade("let double x = x ^ 1", DOUBLE).failure
    assert (failure["line"], failure["column"]) == (1, 19)
    assert "int" in failure["message"]
    assert "string" in failure["message"]
