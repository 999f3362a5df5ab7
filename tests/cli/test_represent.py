"""`kriterion represent` on the command line."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from kriterion.cli.commands.represent import represent
from kriterion.cli.exit_status import FINDINGS, FINE, WRONG_USAGE
from kriterion.errors import MachineError

LOOP = """def total(numbers):
    result = 0
    for number in numbers:
        result += number
    return result
"""
ALIKE = LOOP.replace("result", "sum_").replace("total", "add")
SUM = "def total(numbers):\n    return sum(numbers)\n"


@pytest.fixture
def solutions(tmp_path: Path) -> Path:
    for name, source in {"a": LOOP, "b": ALIKE, "c": SUM, "d": "def total(:\n"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "total.py").write_text(source)
    return tmp_path


def run_command(*arguments: str | Path) -> Result:
    return CliRunner().invoke(represent, [*map(str, arguments)], standalone_mode=False)


def test_a_solution_is_represented_through_the_contract(solutions: Path, tmp_path: Path) -> None:
    assert run_command("total", solutions / "a", tmp_path / "out").return_value == FINE
    names = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert names == ["mapping.json", "representation.json", "representation.txt"]


def test_several_files_are_one_solution(solutions: Path, tmp_path: Path) -> None:
    (tmp_path / "whole" / "lib").mkdir(parents=True)
    (tmp_path / "whole" / "total.py").write_text("from lib.words import W\n\n\n" + LOOP)
    (tmp_path / "whole" / "lib" / "words.py").write_text("W = []\n")
    files = [tmp_path / "whole" / "total.py", tmp_path / "whole" / "lib" / "words.py"]
    assert run_command("total", *files, tmp_path / "out").return_value == FINE
    assert run_command("total", tmp_path / "whole", tmp_path / "other").return_value == FINE
    text = (tmp_path / "out" / "representation.txt").read_text()
    assert text == (tmp_path / "other" / "representation.txt").read_text()
    result = run_command("total", files[0], solutions / "a", tmp_path / "out")
    assert isinstance(result.exception, click.UsageError)


def test_an_unwritable_output_is_reported(solutions: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    (solution, *_) = solutions.iterdir()
    result = run_command("x", solution, tmp_path / "taken")
    assert isinstance(result.exception, MachineError)
    assert str(result.exception) == f"{tmp_path}/taken: cannot be written: File exists"


def test_classes_list_one_directory_per_line(solutions: Path) -> None:
    result = run_command("--classes", *(solutions / name for name in "abcd"))
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert [line[1] for line in lines] == [str(solutions / name) for name in "abcd"]
    a, b, c, d = (line[0] for line in lines)
    assert a == b != c
    assert d == "-"
    assert "total.py:1: syntax error" in result.stderr


def test_namesakes_share_a_placeholder_by_spelling(solutions: Path) -> None:
    for name, other in {"a": "x", "b": "y"}.items():
        source = f"def f(x):\n    return x\n\n\ndef g({other}):\n    return {other} * 2\n"
        (solutions / name / "total.py").write_text(source)
    directories = (solutions / "a", solutions / "b")
    by_scope, by_spelling = (
        {line.split("\t")[0] for line in run_command(*options, *directories).stdout.splitlines()}
        for options in (("--classes",), ("--classes", "--by-spelling"))
    )
    assert len(by_scope) == 1
    assert len(by_spelling) == 2


def test_classes_can_be_written_as_json(solutions: Path) -> None:
    result = run_command("--classes", "--json", solutions / "a", solutions / "d")
    one, other = json.loads(result.stdout)
    assert one["directory"] == str(solutions / "a")
    assert len(one["class"]) == 40
    assert one["version"] > 1000
    assert other["class"] is None
    assert "syntax error" in other["reason"]


def test_two_solutions_are_explained_side_by_side(solutions: Path) -> None:
    result = run_command("--explain", solutions / "a", solutions / "c")
    assert result.return_value == FINE
    assert "│" in result.stdout
    assert "sum" in result.stdout


def test_a_solution_is_printed_as_code(solutions: Path) -> None:
    result = run_command("--code", solutions / "a")
    assert result.return_value == FINE
    assert "def PLACEHOLDER_1(PLACEHOLDER_2):\n" in result.stdout


def test_an_invalid_solution_is_not_printed(solutions: Path) -> None:
    result = run_command("--code", solutions / "d")
    assert result.return_value == FINDINGS
    assert "syntax error" in result.stderr


def test_two_equivalent_solutions_are_reported_as_such(solutions: Path) -> None:
    result = run_command("--explain", solutions / "a" / "total.py", solutions / "b")
    assert result.stdout.startswith("one class, ")
    assert "result = sum_" in result.stdout


def test_solutions_without_a_representation_are_not_explained(solutions: Path) -> None:
    result = run_command("--explain", solutions / "a", solutions / "d")
    assert result.return_value == FINDINGS
    assert "syntax error" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("total",),
        ("total", "nowhere/", "out/"),
        ("--classes", "nowhere/"),
        ("--explain", "."),
        ("--compare", ".", "."),
        ("--programming-language", "klingon", "total", ".", "out/"),
    ],
)
def test_usage_errors_are_reported(arguments: tuple[str, ...], tmp_path: Path) -> None:
    result = CliRunner().invoke(represent, arguments)
    assert result.exit_code == WRONG_USAGE
    assert "Error: " in result.output


OLD = """#!/bin/sh
cat "$2"/total.py > "$3"/representation.txt
echo '{}' > "$3"/mapping.json
"""


@pytest.mark.machine
def test_two_representers_are_compared_on_the_same_solutions(
    solutions: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    old = tmp_path_factory.mktemp("old")
    (old / "bin").mkdir()
    (old / "bin" / "run.sh").write_text(OLD)
    result = run_command("--compare", old, "kriterion", solutions, "--json")
    assert result.return_value == FINDINGS, result.output
    seen = json.loads(result.stdout)
    (merge,) = seen["merges"]
    assert sorted(name for part in merge["parts"].values() for name in part) == ["a", "b"]
    assert (seen["splits"], seen["kept"], seen["lost"]) == ([], 1, ["d"])
    text = run_command("--compare", old, "kriterion", solutions).stdout
    assert "merged: 2 into" in text
    assert "no longer represented: d" in text
    same = run_command("--compare", "kriterion", "kriterion", solutions)
    assert same.return_value == FINE
