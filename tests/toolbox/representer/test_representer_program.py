"""The representer behind Exercism's contract: three files, whatever it is given."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kriterion_tools.contracts.exercism_representer.representation_reader import read_representation
from kriterion_tools.representer import representer_program as program
from kriterion_tools.representer.represent import VERSION, VERSIONS_PER_ENGINE

RUN = Path(program.__file__).parent / "bin" / "run.sh"
SOURCE = "def two_fer(name='you'):\n    return f'One for {name}, one for me.'\n"


def run(*arguments: str, where: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return subprocess.run(
        (str(RUN), *arguments),
        cwd=where,
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def given(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "two_fer.py").write_text(SOURCE)
    return tmp_path


@pytest.mark.parametrize("slash", ["/", ""])
@pytest.mark.parametrize("output", ["out", "in"])
def test_it_writes_what_the_contract_requires(given: Path, slash: str, output: str) -> None:
    result = run("two-fer", f"{given}/in{slash}", f"{given}/{output}{slash}", where=given)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    left = {file.name: file.read_bytes() for file in (given / output).iterdir()}
    reading = read_representation(left)
    assert not reading.violations
    assert reading.representation is not None
    assert reading.representation.mapping == {"PLACEHOLDER_1": "two_fer", "PLACEHOLDER_2": "name"}
    assert json.loads(left["representation.json"]) == {
        "version": reading.representation.version,
        "by_scope": True,
    }


def test_unparsable_code_leaves_an_empty_text_and_the_reason(given: Path) -> None:
    (given / "in" / "two_fer.py").write_text("def two_fer(:\n")
    result = run("two-fer", "in/", "out/", where=given)
    assert result.returncode == 0
    left = {file.name: file.read_text() for file in (given / "out").iterdir()}
    assert (
        left.pop("representation.out")
        == "two_fer.py:1: syntax error, or newer or rarer python than the parser knows\n"
    )
    assert left.pop("representation.txt") == ""
    assert {name: json.loads(text) for name, text in left.items()} == {
        "mapping.json": {},
        "representation.json": {"version": VERSION * VERSIONS_PER_ENGINE},
    }


def test_a_students_module_cannot_replace_ours(given: Path) -> None:
    (given / "in" / "json.py").write_text("print('mine')\n")
    result = run("two-fer", ".", "out/", where=given / "in")
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.parametrize("arguments", [(), ("two-fer",), ("two-fer", "nowhere/", "out/")])
def test_usage_errors_are_reported(given: Path, arguments: tuple[str, ...]) -> None:
    result = run(*arguments, where=given)
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    assert result.stderr
