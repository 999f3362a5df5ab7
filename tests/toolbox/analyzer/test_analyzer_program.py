"""The analyzer behind Exercism's contract: three files, whatever it is given."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kriterion_tools.analyzer import analyzer_program as program
from kriterion_tools.analyzer.analyzer_program import analyse_directory, load_earlier
from kriterion_tools.contracts.exercism_analyzer.analysis_reader import AnalysisReading, read_output

RUN = Path(program.__file__).parent / "bin" / "run.sh"
SOURCE = "def first(names):\n    for at in range(len(names)):\n        return names[at]\n"
POINTER = "python.general.mine"
RULES = f"""
language: python
rules:
  - {{id: mine, stage: shape, rule: {{kind: for_statement}}, comment: {POINTER}, stop: true}}
"""


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


def read_results(output: Path) -> AnalysisReading:
    names = ("analysis.json", "tags.json")
    return read_output({name: (output / name).read_bytes() for name in names})


@pytest.fixture
def given(tmp_path: Path) -> Path:
    (tmp_path / "in" / ".meta" / "analyzer").mkdir(parents=True)
    (tmp_path / "in" / "first.py").write_text(SOURCE)
    return tmp_path


@pytest.mark.parametrize("slash", ["/", ""])
@pytest.mark.parametrize("output", ["out", "in"])
def test_it_writes_what_the_contract_requires(given: Path, slash: str, output: str) -> None:
    (given / "in" / ".meta" / "analyzer" / "a.yaml").write_text(RULES)
    result = run("first", f"{given}/in{slash}", f"{given}/{output}{slash}", where=given)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    reading = read_results(given / output)
    assert reading.violations == ()
    assert reading.analysis is not None
    (comment,) = reading.analysis.comments
    assert (comment.pointer, comment.places[0].row) == (POINTER, 1)
    assert "construct:for-loop" in reading.tags
    assert (
        "a.yaml line 4: rule mine holds, 1 match" in (given / output / "analysis.out").read_text()
    )


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (
            b"def first(:\n",
            "first.py:1: syntax error, or newer or rarer python than the parser knows",
        ),
        (  # correct Python, which the parser does not know
            b"import os\nx: list[int][int] = []\n",
            "first.py:2: syntax error, or newer or rarer python than the parser knows",
        ),
        (b"x = '\xff'\n", "first.py: byte 5 (0xff) is not UTF-8"),
        (b"x = 1\0", "first.py: byte 5 is NUL"),
        (b"# " + b"a" * 5_000_000, "larger than 2,000,000 bytes"),
    ],
)
def test_unreadable_code_has_no_comments_and_a_summary_with_the_reason(
    given: Path, content: bytes, text: str
) -> None:
    (given / "in" / "first.py").write_bytes(content)
    assert run("first", "in/", "out/", where=given).returncode == 0
    reading = read_results(given / "out")
    assert reading.analysis is not None
    assert reading.analysis.summary is not None
    assert text in reading.analysis.summary
    assert (reading.analysis.comments, reading.tags, reading.violations) == ((), (), ())


def test_a_directory_without_source_is_answered(given: Path) -> None:
    (given / "in" / "first.py").unlink()
    summary = analyse_directory("first", given / "in").analysis.summary
    assert summary is not None
    assert "no source file" in summary


def test_rules_of_the_exercise_override_those_of_the_operator(given: Path) -> None:
    place = given / "in" / ".meta" / "analyzer"
    (place / "shared" / "0").mkdir(parents=True)
    (place / "shared" / "0" / "z.yaml").write_text(RULES)
    (place / "a.yaml").write_text(RULES.replace(POINTER, "python.general.own"))
    (comment,) = analyse_directory("first", given / "in").analysis.comments
    assert comment.pointer == "python.general.own"


def test_rules_can_be_given_on_the_command_line(given: Path) -> None:
    (given / "rules").mkdir()
    (given / "rules" / "a.yaml").write_text(RULES)
    for place in (given / "rules", given / "rules" / "a.yaml"):
        result = analyse_directory("first", given / "in", rules=(place,))
        assert [comment.pointer for comment in result.analysis.comments] == [POINTER]


def test_invalid_rules_cost_only_themselves(given: Path) -> None:
    (given / "in" / ".meta" / "analyzer" / "a.yaml").write_bytes(b"\xff: [")
    result = analyse_directory("first", given / "in")
    assert result.analysis.comments
    assert any("left out: a.yaml" in line for line in result.log)


def test_earlier_comments_are_read(given: Path) -> None:
    (given / "in" / ".meta" / "analyzer" / "a.yaml").write_text(
        RULES.replace("stop: true", "praise: python.general.good, absent: true")
    )
    (given / "in" / ".meta" / "earlier.json").write_text(json.dumps({"comments": [POINTER]}))
    result = analyse_directory("first", given / "in")
    assert result.analysis.comments[-1].pointer == "python.general.good"


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"comments": 3}', b"\xff", b"[" * 100_000, b'{"comment": []}']
)
def test_invalid_earlier_comments_are_ignored(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "earlier.json").write_bytes(content)
    assert load_earlier(tmp_path / "earlier.json") == frozenset()


@pytest.mark.parametrize("arguments", [(), ("first",), ("first", "nowhere/", "out/")])
def test_usage_errors_are_reported(given: Path, arguments: tuple[str, ...]) -> None:
    result = run(*arguments, where=given)
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1


def test_an_unwritable_output_is_reported_on_one_line(given: Path) -> None:
    (given / "taken").touch()
    result = run("first", f"{given}/in", f"{given}/taken", where=given)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"{given}/taken: cannot be written: File exists\n"
