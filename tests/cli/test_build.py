"""`kriterion build`: its output and exit status."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import Result

from kriterion.authoring.graph import diagram_layout
from kriterion.cli.exit_status import FINDINGS, FINE
from kriterion.errors import OperatorError
from tests.authoring import made_course
from tests.cli.conftest import Run


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return made_course.make_course(tmp_path / "course")


def _build(run: Run, course: Path, *options: str) -> Result:
    output = str(course.parent / "www")
    return run("build", str(course), "--output", output, "--no-grade", *options)


def test_a_rebuild_without_changes_does_nothing(run: Run, course: Path) -> None:
    time.sleep(0.15)
    first = _build(run, course)
    assert first.return_value == FINE
    facts = "3 exercises, 1 lesson, 1 tutorial, 1 playground"
    assert first.stdout == f"{course.parent}/www: {facts}: 3 built\n"
    assert _build(run, course).stdout == f"{course.parent}/www: {facts}: nothing has changed\n"
    (course / "exercises/first/template.ml").write_text("let g = 1\n")
    assert _build(run, course).stdout.endswith(": 1 built, 2 kept\n")


def test_findings_are_reported_again_while_nothing_changes(run: Run, course: Path) -> None:
    made_course.write(course, made_course.make_exercise("first", colour="red"))
    time.sleep(0.15)
    first = _build(run, course).stdout.splitlines()
    again = _build(run, course).stdout.splitlines()
    assert first[0].startswith("! warning  exercises/first/meta.json colour, line 1, column ")
    assert first[0].endswith("[learn-ocaml refuses this]")
    assert first[:-1] == again[:-1]
    assert again[-1].endswith("nothing has changed")


def test_an_error_is_reported_and_nothing_is_built(run: Run, course: Path) -> None:
    made_course.write(course, {"exercises/first/meta.json": "["})
    result = _build(run, course)
    assert result.return_value == FINDINGS
    assert result.stdout.splitlines()[-1] == f"{course.parent}/www: not built"
    assert not (course.parent / "www").exists()
    kept_going = _build(run, course, "--keep-going")
    assert kept_going.return_value == FINDINGS
    assert "2 exercises" in kept_going.stdout
    assert _build(run, course, "--keep-going").return_value == FINDINGS


def test_strict_refuses_what_learn_ocaml_refuses(run: Run, course: Path) -> None:
    made_course.write(course, made_course.make_exercise("first", colour="red"))
    result = _build(run, course, "--strict")
    assert result.return_value == FINDINGS
    assert result.stdout.startswith("✗ error")


def test_the_result_is_machine_readable(run: Run, course: Path) -> None:
    document = json.loads(_build(run, course, "--json").stdout)
    assert document == {
        "root": str(course),
        "output": str(course.parent / "www"),
        "succeeded": True,
        "facts": ["3 exercises", "1 lesson", "1 tutorial", "1 playground"],
        "built": 3,
        "kept": 0,
        "findings": [],
    }


def test_a_subdirectory_stands_for_its_repository(run: Run, course: Path) -> None:
    assert _build(run, course / "exercises").return_value == FINE
    assert (course / "www" / "lessons.json").exists()


@pytest.mark.parametrize("name", ["graph.svg", "graph.dot"])
def test_the_graph_is_drawn_beside_the_build(run: Run, course: Path, name: str) -> None:
    graph = course.parent / name
    assert _build(run, course, "--graph", str(graph)).return_value == FINE
    assert "Sum" in graph.read_text()


def test_a_graph_too_large_to_draw_does_not_stop_the_build(
    run: Run, course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagram_layout, "MAX_NODES", 1)
    result = _build(run, course, "--graph", str(course.parent / "graph.svg"))
    assert isinstance(result.exception, OperatorError)
    assert "too large to be drawn" in str(result.exception)
    assert (course.parent / "www" / "lessons.json").exists()


def test_an_unknown_graph_format_is_a_usage_error(run: Run, course: Path) -> None:
    result = _build(run, course, "--graph", "graph.png")
    assert "must end in .svg or .dot" in str(result.exception)


def test_an_invalid_course_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = _build(run, tmp_path / "empty")
    assert isinstance(result.exception, OperatorError)
    assert "is not a learn-ocaml repository" in str(result.exception)


def test_an_unchanged_build_imports_only_what_it_needs(run: Run, course: Path) -> None:
    time.sleep(0.15)
    _build(run, course)
    code = (
        "import sys\n"
        "from kriterion.cli.main import kriterion\n"
        "kriterion(sys.argv[1:], standalone_mode=False)\n"
        "heavy = {'markdown_it', 'msgspec', 'nh3', 'pygments', 'rich', 'yaml'}\n"
        "print(sorted(heavy & sys.modules.keys()))\n"
    )
    command = (sys.executable, "-c", code, "build", str(course))
    result = subprocess.run(
        (*command, "--no-grade", "--output", str(course.parent / "www")),
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.splitlines()[0].endswith("nothing has changed")
    assert result.stdout.splitlines()[-1] == "[]"


@pytest.mark.long(reason="grades a course")
@pytest.mark.machine
def test_points_earned_by_the_solutions_become_the_maximum_score(run: Run, tmp_path: Path) -> None:
    if shutil.which("ocamlc") is None:
        pytest.skip("NO OCAML ON THIS MACHINE: apt-get install ocaml")
    course = tmp_path / "course"
    shutil.copytree("examples/ocaml-course", course)
    broken = course / "exercises" / "lists" / "rain" / "solution.ml"
    broken.write_text(broken.read_text() + "let x = 1 + true")
    result = run("build", str(course), "--output", str(tmp_path / "www"), "--grade")
    assert result.return_value == FINE
    (messages,) = [line for line in result.stdout.splitlines() if line.startswith("!")]
    assert "exercises/lists/rain/solution.ml: fails the exercise's own tests" in messages
    maxima = {
        name: json.loads((tmp_path / "www/exercises" / f"{name}.json").read_bytes())[1]["max-score"]
        for name in ("basics/clock", "lists/rain")
    }
    assert maxima == {"basics/clock": 27, "lists/rain": None}


@pytest.mark.machine
def test_strict_refuses_a_course_whose_solution_fails(run: Run, tmp_path: Path) -> None:
    if shutil.which("ocamlc") is None:
        pytest.skip("NO OCAML ON THIS MACHINE: apt-get install ocaml")
    failing = "let () = Test_lib.set_result [Report.(Message ([], Failure))]"
    files = made_course.make_exercise("first") | {"exercises/first/test.ml": failing}
    course = made_course.write(tmp_path / "course", files)
    www = tmp_path / "www"
    options = ("build", str(course), "--output", str(www), "--grade", "--strict")
    result = run(*options)
    assert result.return_value == FINDINGS
    assert "exercises/first/solution.ml: fails the exercise's own tests" in result.stdout
    assert not www.exists()
    assert run(*options, "--keep-going").return_value == FINDINGS
    assert json.loads((www / "exercises" / "first.json").read_bytes())[1]["max-score"] is None


@pytest.mark.parametrize(
    "state", ["[]", "null", '{"root": 1}', '{"root": "%s", "scan": [], "findings": [3]}']
)
def test_a_state_written_by_another_program_is_ignored(run: Run, course: Path, state: str) -> None:
    _build(run, course)
    (course.parent / "www" / ".kriterion-build.json").write_text(state.replace("%s", str(course)))
    assert _build(run, course).stdout.endswith(": 3 built\n")
