"""A declared maximum caps the points in every output format."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.authoring import made_course
from tests.cli.conftest import Run

pytestmark = pytest.mark.machine

# Seven points for seven cases; what is wrong earns the three that only need a function.
TEST = """
open Report
open Test_lib
let () =
  set_result
    (Message ([ Text "there" ], Success 3)
     :: test_function_1_against_solution [%ty: int -> int] "double" ~gen:0 [ 1; 2; 3; 4 ])
"""
RIGHT = "let double x = x + x\n"
WRONG = "let double x = x\n"

# max_score.txt, max_score of meta.json, source; points told, points possible.
ROWS: list[tuple[str | None, int | None, str, int, int]] = [
    ("3", None, RIGHT, 3, 3),
    ("2", None, WRONG, 2, 2),
    ("3", 5, RIGHT, 5, 5),  # meta.json comes first
    ("100", None, RIGHT, 7, 7),  # the solution does not get that much
    (None, 100, WRONG, 3, 7),
    ("0", None, RIGHT, 0, 0),
]


@pytest.fixture(autouse=True, scope="module")
def _needs_ocaml() -> None:
    if shutil.which("ocamlc") is None:
        pytest.skip("NO OCAML ON THIS MACHINE: apt-get install ocaml")


@pytest.mark.long(reason="several assessments for each form")
@pytest.mark.parametrize(("text", "score", "source", "earned", "possible"), ROWS)
def test_points_are_capped_in_every_form(
    run: Run,
    tmp_path: Path,
    text: str | None,
    score: int | None,
    source: str,
    earned: int,
    possible: int,
) -> None:
    files: dict[str, Any] = {
        **made_course.make_exercise("first"),
        "exercises/first/test.ml": TEST,
        "exercises/first/solution.ml": "let double x = 2 * x\n",
        "mine.ml": source,
    }
    if score is not None:
        files["exercises/first/meta.json"]["max_score"] = score
    if text is not None:
        files["exercises/first/max_score.txt"] = text
    root = made_course.write(tmp_path, files)
    exercise, mine = str(root / "exercises/first"), str(root / "mine.ml")

    def print_output(command: str, form: str) -> str:
        result = run(command, exercise, mine, "--format", form)
        return str(result.stdout)

    told_json = json.loads(print_output("grade", "json"))
    assert (told_json["points"], told_json["possible"]) == (earned, possible)
    for command, form in (("grade", "dodona"), ("assess", "json")):
        document = json.loads(print_output(command, form))
        assert document["points"] == {"earned": earned, "possible": possible}, (command, form)
        if possible:
            assert document["judge"]["summary"] == f"{earned} of {possible} points"
    for command, form in (
        ("grade", "text"),
        ("grade", "html"),
        ("assess", "terminal"),
        ("assess", "html"),
    ):
        sums = set(re.findall(r"(\d+) of (\d+) points", print_output(command, form)))
        assert sums <= {(str(earned), str(possible))}, (command, form)
        assert sums or not possible, (command, form)
