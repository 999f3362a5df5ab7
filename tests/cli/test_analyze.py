"""`kriterion analyze` on the command line."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from kriterion.cli.commands.analyze import analyze
from kriterion.cli.exit_status import FINE
from kriterion.errors import MachineError

RULES = """
language: python
rules:
  - id: mine
    stage: shape
    rule: {pattern: "for $INDEX in $LIST: $$$BODY"}
    comment: python.general.mine
    type: actionable
    params: {list: $LIST}
    stop: true
"""


@pytest.fixture
def solution(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "first.py").write_text("def first(b):\n    for a in b:\n        print(a)\n")
    (tmp_path / "rules.yaml").write_text(RULES)
    return tmp_path


def run_command(*arguments: str | Path) -> Result:
    return CliRunner().invoke(analyze, [*map(str, arguments)], standalone_mode=False)


def test_a_solution_is_analyzed_through_the_contract(solution: Path) -> None:
    content, output, rules = solution / "in", solution / "out", solution / "rules.yaml"
    assert run_command("first", content, output, "--rules", rules).return_value == FINE
    (comment,) = json.loads((output / "analysis.json").read_bytes())["comments"]
    assert comment["comment"] == "python.general.mine"
    assert "construct:for-loop" in json.loads((output / "tags.json").read_bytes())["tags"]


def test_without_an_output_directory_comments_are_listed(solution: Path) -> None:
    result = run_command("first", solution / "in" / "first.py", "--rules", solution / "rules.yaml")
    lines = result.stdout.splitlines()
    assert lines[:2] == ["actionable: python.general.mine (list: 'b')", "  first.py:2:5"]
    assert lines[2].startswith("tags: construct:")
    assert len(lines) == 3


def test_several_files_are_one_solution(tmp_path: Path) -> None:
    files = {"forth.py": "import sys\n", "lib/words.py": "for a in b:\n    print(a)\n", "x.c": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "rules.yaml").write_text(RULES)
    paths = [tmp_path / name for name in files]
    result = run_command("forth", *paths, "--rules", tmp_path / "rules.yaml", "--verbose")
    assert "  lib/words.py:1:1" in result.stdout.splitlines()
    output = tmp_path / "out"
    assert run_command("forth", *paths, output).return_value == FINE
    assert "construct:for-loop" in json.loads((output / "tags.json").read_bytes())["tags"]


def test_a_directory_is_a_solution_of_its_own(solution: Path) -> None:
    file = solution / "in" / "first.py"
    result = run_command("first", file, solution / "in", file)
    assert isinstance(result.exception, click.UsageError)
    assert "name one directory, or only files" in str(result.exception)
    result = run_command("first", solution / "missing")
    assert isinstance(result.exception, click.BadParameter)


def test_verbose_lists_the_rules_that_apply(solution: Path) -> None:
    result = run_command("first", solution / "in", "--rules", solution / "rules.yaml", "--verbose")
    assert "rules.yaml line 4: rule mine holds, 1 match" in result.stdout


def test_an_unusable_rule_is_reported(solution: Path) -> None:
    (solution / "rules.yaml").write_text(RULES.replace("shape", "nowhere"))
    result = run_command("first", solution / "in", "--rules", solution / "rules.yaml")
    assert "left out: rules.yaml line 5, column 12: 'nowhere' is not one of" in result.stderr
    assert "nowhere" not in result.stdout


def test_earlier_comments_lead_to_praise(solution: Path) -> None:
    text = RULES.replace("stop: true", "praise: python.general.good\n    absent: true")
    (solution / "rules.yaml").write_text(text)
    (solution / "earlier.json").write_text('{"comments": ["python.general.mine"]}')
    more = ("--rules", solution / "rules.yaml", "--earlier", solution / "earlier.json")
    result = run_command("first", solution / "in", *more)
    assert "celebratory: python.general.good" in result.stdout


def test_broken_code_is_reported_and_not_a_failure(solution: Path) -> None:
    (solution / "in" / "first.py").write_text("def f(:\n")
    result = run_command("first", solution / "in")
    assert result.return_value == FINE
    assert result.stdout == (
        "There are no comments: first.py:1: syntax error, or newer or rarer python than the parser"
        " knows\n"
    )


def test_an_unknown_language_is_a_usage_error(solution: Path) -> None:
    result = run_command("first", solution / "in", "--programming-language", "cobol")
    assert isinstance(result.exception, click.BadParameter)


@pytest.mark.parametrize("place", ["rules.yaml", "rules.yaml/out"])
def test_an_unwritable_output_is_reported(solution: Path, place: str) -> None:
    result = run_command("first", solution / "in", solution / place)
    assert isinstance(result.exception, MachineError)
    assert str(result.exception).startswith(f"{solution}/{place}: cannot be written: ")
