"""What pylint finds, as rules see it."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine.checking import check_file
from kriterion_tools.analyzer.findings import linters
from kriterion_tools.analyzer.findings.linters import Linters
from kriterion_tools.analyzer.findings.pylint import PYLINT
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentPlace
from tests.toolbox.analyzer.written import analyse_code, build_book, get_comment, list_comments

RULES = """
language: python
rules:
  - id: result-of-nothing
    stage: essential
    lint: assignment-from-no-return
    comment: python.course.result-of-nothing
    params: {code: $CODE}
  - id: argument-missing
    stage: essential
    lint: no-value-for-parameter
    comment: python.course.argument-missing
    params: {name: $NAME}
"""
WITHOUT_RETURN = "def é(): pass  # é\n\n\nx = 1; ü = é()\n"


@pytest.fixture
def wordy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `pylint` that writes what the file `says` beside it holds, and keeps what it is given."""
    script = tmp_path / "pylint"
    script.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/asked\ncat > {tmp_path}/given\n'
        f"cat {tmp_path}/says\nexit 14\n"
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return tmp_path


def make_message(symbol: str, text: str, **place: int | None) -> dict[str, object]:
    where = {"line": 1, "column": 0, "endLine": None, "endColumn": None, **place}
    return {"type": "error", "symbol": symbol, "message": text, **where}


def test_byte_columns_become_character_columns(wordy: Path) -> None:
    message = make_message(
        "assignment-from-no-return", "…", line=4, column=7, endLine=4, endColumn=16
    )
    (wordy / "says").write_text(json.dumps([message]))
    only = get_comment(build_book(RULES), WITHOUT_RETURN)
    assert only.places == (CommentPlace(row=3, column=7, rows=1, columns=7, file="a"),)
    assert dict(only.params) == {"code": "ü = é()"}


def test_without_an_end_the_whole_line_is_meant(wordy: Path) -> None:
    messages = [make_message("no-value-for-parameter", "No value for argument 'a'", line=9)]
    (wordy / "says").write_text(json.dumps(messages))
    only = get_comment(build_book(RULES), "def f(a): pass\nf()")
    assert only.places == (CommentPlace(row=1, column=0, rows=1, columns=3, file="a"),)
    assert dict(only.params) == {"name": "a"}


def test_findings_disabled_by_the_student_are_reported(wordy: Path) -> None:
    (wordy / "says").write_text("[]")
    Linters({"b/a": "# pylint: disable=all\nx = 1\n"}, ["fixme"], "python").matches()
    assert (wordy / "given").read_text() == "# pylint; disable=all\nx = 1\n"
    request = (wordy / "asked").read_text().split()
    assert request[-3:] == ["--enable=fixme,syntax-error", "--from-stdin", "a.py"]
    assert "--rcfile=/dev/null" in request


def test_a_file_name_that_looks_like_an_option_is_a_file_name(wordy: Path) -> None:
    """pylint executes the Python in `--init-hook=…`, even after `--`."""
    (wordy / "says").write_text("[]")
    Linters({"b/--init-hook=f().py": "x = 1\n"}, ["fixme"], "python").matches()
    assert (wordy / "asked").read_text().splitlines()[-1] == "init-hook=f().py"


def test_an_unknown_pylint_name_costs_no_other(wordy: Path) -> None:
    what = "Unknown option value for '--enable', expected a valid pylint message and got 'nothing'"
    messages = [make_message("unknown-option-value", what), make_message("fixme", "todo")]
    (wordy / "says").write_text(json.dumps(messages))
    matches = Linters({"a.py": "# todo\n"}, ["fixme", "nothing"], "python").matches()
    assert matches["nothing"] == "pylint does not know the code 'nothing'"
    assert len(matches["fixme"]) == 1


@pytest.mark.parametrize("text", ["", "null", "{}", "[1]", "[[]]", '[{"symbol": 1}]', "Usage:"])
def test_another_program_named_pylint_does_no_harm(wordy: Path, text: str) -> None:
    (wordy / "says").write_text(text)
    matches = Linters({"a.py": "x\n"}, ["fixme"], "python").matches()
    assert matches["fixme"] in ((), "pylint ended with exit status 14 and wrote no valid JSON")


def test_without_pylint_its_rules_are_skipped_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    analysis = analyse_code(build_book(RULES), WITHOUT_RETURN)
    why = "is left out: pylint is not installed"
    assert [why in line for line in analysis.log[1:]] == [True, True]


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pylint that python-analyzer is installed with, with time for any machine."""
    binaries = Path(os.environ.get("KRITERION_ANALYZERS", "nowhere"), "python", "bin")
    if not (binaries / "pylint").is_file():
        pytest.skip("KRITERION_ANALYZERS names no directory with python/bin/pylint")
    monkeypatch.setenv("PATH", f"{binaries}:{os.environ['PATH']}")
    monkeypatch.setattr(linters, "PYLINT", replace(PYLINT, seconds=60))


@pytest.mark.reference
@pytest.mark.usefixtures("real")
def test_the_real_pylint_infers_return_values() -> None:
    listed = list_comments(build_book(RULES), f"# pylint: disable=all\n{WITHOUT_RETURN}é(1)\n")
    assert listed == ["python.course.result-of-nothing"]
    (only,) = analyse_code(build_book(RULES), WITHOUT_RETURN).analysis.comments
    assert only.places == (CommentPlace(row=3, column=7, rows=1, columns=7, file="two_fer.py"),)


@pytest.mark.reference
@pytest.mark.usefixtures("real")
def test_the_real_pylint_executes_no_file_name(tmp_path: Path) -> None:
    hook = f"--init-hook=open(bytes.fromhex('{os.fsencode(tmp_path / 'done').hex()}'), 'w').py"
    matches = Linters({hook: "# TODO\n"}, ["fixme"], "python").matches()
    assert len(matches["fixme"]) == 1
    assert not (tmp_path / "done").exists()


@pytest.mark.reference
@pytest.mark.usefixtures("real")
def test_the_real_pylint_reports_unknown_names() -> None:
    matches = Linters({"a.py": "x = 1\n"}, ["no-such-message"], "python").matches()
    assert matches == {"no-such-message": "pylint does not know the code 'no-such-message'"}


@pytest.mark.reference
@pytest.mark.usefixtures("real")
def test_examples_are_tried_with_the_real_pylint() -> None:
    one_rule = RULES.partition("  - id: argument")[0]
    examples = (
        '    examples: {match: ["def f(): pass\\nx = f()"], pass: ["def f(): return 1\\nx = f()"]}'
    )
    assert check_file(f"{one_rule}{examples}\n", "a.yaml").faults == ()
    (fault,) = check_file(f"{one_rule}{examples}\n".replace("return 1", "pass"), "a.yaml").faults
    assert "must not match, and does" in fault.what
