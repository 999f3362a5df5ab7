import json
import shutil
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from tests.toolbox.learn_ocaml_judge.hostile import HARMLESS, REFUSED

Run = Callable[..., Result]

COURSE = Path("examples/ocaml-course/exercises")
CLOCK = str(COURSE / "basics" / "clock")
WRONG = f"{CLOCK}/.submissions/wrong-value.ml"

pytestmark = pytest.mark.machine


@pytest.fixture(autouse=True, scope="module")
def _needs_ocaml() -> None:
    if shutil.which("ocamlc") is None:
        pytest.skip("NO OCAML ON THIS MACHINE: apt-get install ocaml")


def test_a_solution_is_graded_as_json(run: Run) -> None:
    result = run("grade", CLOCK, f"{CLOCK}/solution.ml", "--format", "json")
    document = json.loads(result.stdout)
    assert result.return_value == 0
    assert document["points"] == document["possible"] > 0
    assert (document["failed"], document["ending"], document["failure"]) == (False, "report", None)


def test_a_wrong_solution_is_no_error(run: Run) -> None:
    result = run("grade", CLOCK, WRONG)
    assert result.return_value == 0
    assert "Failure: Wrong value [576] instead of [1440]" in result.stdout


def test_a_seed_reproduces_a_grading(run: Run) -> None:
    graded = [run("grade", CLOCK, WRONG, "--seed", "7").stdout for _ in range(2)]
    assert graded[0] == graded[1]
    assert "Random seed 7" in graded[0]


def test_the_page_is_written_where_requested(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    result = run("grade", CLOCK, WRONG, "--format", "html", "--output", str(page))
    assert result.stdout == ""
    assert "<details" in page.read_text()


def test_dodona_output_is_the_whole_assessment(run: Run) -> None:
    document = json.loads(run("grade", CLOCK, WRONG, "--format", "dodona").stdout)
    assert document["judge"]["status"] == "wrong"
    assert document["points"]["earned"] < document["points"]["possible"]


def test_code_that_does_not_compile_has_a_report_that_says_so(run: Run) -> None:
    result = run("grade", CLOCK, f"{CLOCK}/.submissions/type-error.ml", "--language", "nl")
    assert "type-error.ml, line 2" in result.stdout
    assert "0 van de" in result.stdout


def test_exercises_of_other_formats_are_refused(run: Run) -> None:
    directory = "examples/exercises/barcode"
    with pytest.raises(click.UsageError, match="kriterion assess"):
        raised = run("grade", directory, f"{directory}/solution/solution.py")
        raise raised.exception or AssertionError("nothing was raised")


@pytest.mark.parametrize(
    "attack",
    ["#7241 guard", "#13765 recursive modules", "finaliser", "bytes, by a functor", "floats"],
)
def test_an_attack_earns_no_points_and_reads_nothing(run: Run, tmp_path: Path, attack: str) -> None:
    source = {**REFUSED, **HARMLESS}[attack]
    hostile = tmp_path / "hostile.ml"
    hostile.write_text(f"{source}\nlet () = failwith (loot ())\n")
    exercise = COURSE / "types" / "search-tree"
    document = json.loads(run("grade", str(exercise), str(hostile), "--format", "json").stdout)
    assert (document["points"], document["failed"]) == (0, True)
    pages = [run("grade", str(exercise), str(hostile), "--format", f) for f in ("text", "html")]
    for file in ("solution.ml", "test.ml"):
        hidden = {line.strip() for line in (exercise / file).read_text().splitlines()}
        assert [
            line for line in hidden for page in pages if len(line) > 14 and line in page.stdout
        ] == []
