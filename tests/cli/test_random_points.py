"""Graders with random points: what solutions and other submissions earn in every format."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from kriterion.cli.exit_status import FINE
from tests.authoring import made_course
from tests.cli.conftest import Run

pytestmark = pytest.mark.machine

SOLUTION = 'let double x = 2 * x\nlet name = "double"\n'
HALF = 'let double x = 2 * x\nlet name = "half"\n'

# Between 3 and 22 cases of a point each, and as many points again for the name.
VARYING = """
open Report
open Test_lib
let () = Random.self_init ()
let gen = 3 + Random.int 20
let () =
  set_result
    (test_function_1_against_solution [%ty: int -> int] "double" ~gen []
     @ test_variable_property [%ty: string] "name" (fun name ->
         [ Message ([ Text "name" ], if name = "double" then Success gen else Failure) ]))
"""
# As above, but nearly always 10 cases.
RARELY_VARYING = VARYING.replace("3 + Random.int 20", "if Random.int 3 > 0 then 10 else 20")
# The clock, which no seed decides.
UNREPEATABLE = VARYING.replace("3 + Random.int 20", "3 + int_of_float (Sys.time () *. 1e6) mod 20")


@pytest.fixture(autouse=True, scope="module")
def _needs_ocaml() -> None:
    if shutil.which("ocamlc") is None:
        pytest.skip("NO OCAML ON THIS MACHINE: apt-get install ocaml")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return tmp_path / "course"


def _write(course: Path, test: str) -> str:
    files = {
        **made_course.make_exercise("first"),
        "exercises/first/test.ml": test,
        "exercises/first/solution.ml": SOLUTION,
    }
    return str(made_course.write(course, files) / "exercises" / "first")


def _grade_solution(run: Run, exercise: str, source: str, *options: str) -> dict[str, Any]:
    result = run("grade", exercise, "-", "--format", "json", *options, stdin=source.encode())
    assert result.return_value == FINE, result.stdout
    return dict(json.loads(result.stdout))


@pytest.mark.long(reason="grades many samples")
@pytest.mark.parametrize("test", [VARYING, RARELY_VARYING])
def test_a_correct_solution_earns_all_points_and_no_more(run: Run, course: Path, test: str) -> None:
    exercise = _write(course, test)
    possible = set()
    for number in range(5):
        right = _grade_solution(run, exercise, f"{SOLUTION}(* {number} *)")
        assert right["points"] == right["possible"], right
        half = _grade_solution(run, exercise, f"{HALF}(* {number} *)")
        assert 0 < half["points"] < half["possible"] or test is RARELY_VARYING
        assert half["points"] <= half["possible"]
        possible.add(right["possible"])
    assert test is RARELY_VARYING or len(possible) == 1
    for seed in ("7", "900"):
        seeded = _grade_solution(run, exercise, SOLUTION, "--seed", seed)
        assert seeded["points"] == seeded["possible"]
        assert seeded["seed"] == int(seed)


@pytest.mark.long(reason="grades many samples")
@pytest.mark.parametrize("test", [VARYING, RARELY_VARYING, UNREPEATABLE])
def test_the_solution_itself_earns_all_points_in_every_form(
    run: Run, course: Path, test: str
) -> None:
    exercise = _write(course, test)
    file = f"{exercise}/solution.ml"
    for _ in range(2):
        document = json.loads(run("grade", exercise, file, "--format", "json").stdout)
        assert document["points"] == document["possible"]
        assessed = json.loads(run("assess", exercise, file, "--format", "json").stdout)
        points = assessed["points"]
        assert points["earned"] == points["possible"]
        total = f"{points['earned']} of {points['possible']} points"
        assert assessed["judge"]["summary"] == total
        text = run("grade", exercise, file).stdout
        (line,) = [line for line in text.splitlines() if line.startswith("Complete")]
        earned, possible = (int(word) for word in line.split() if word.isdecimal())
        assert earned == possible


def test_a_course_stores_no_maximum_that_holds_only_for_some_seeds(
    run: Run, course: Path, tmp_path: Path
) -> None:
    _write(course, VARYING)
    result = run("build", str(course), "--output", str(tmp_path / "www"), "--grade")
    assert result.return_value == FINE
    page = json.loads((tmp_path / "www" / "exercises" / "first.json").read_bytes())
    assert page[1]["max-score"] is None
    assert "exercises/first/solution.ml: earns" in result.stdout
    assert "depending on random samples" in result.stdout
