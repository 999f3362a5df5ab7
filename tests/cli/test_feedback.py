import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from kriterion.sandbox.run import MIB
from tests.cli.conftest import WRITTEN

Run = Callable[..., Result]


def test_a_judges_output_becomes_one_full_output(run: Run) -> None:
    result = run("feedback", "--format", "json", stdin=WRITTEN)
    document = json.loads(result.stdout)
    assert result.return_value == 0
    assert (document["accepted"], document["status"], document["description"]) == (
        False,
        "wrong",
        "1 wrong",
    )
    assert document["groups"][0]["groups"][0]["groups"][0]["tests"][0]["generated"] == "two"


def test_a_recording_may_be_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "recorded.json").write_bytes(WRITTEN)
    result = run("feedback", str(tmp_path / "recorded.json"), "--format", "json")
    assert json.loads(result.stdout)["status"] == "wrong"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ((), "internal error"),
        (("--exit-status", "137"), "memory limit exceeded"),
        (("--exit-status", "137", "--timed-out"), "time limit exceeded"),
        (("--exit-status", "1"), "internal error"),
    ],
)
def test_an_interrupted_judge_keeps_its_output(
    run: Run, arguments: tuple[str, ...], status: str
) -> None:
    result = run(
        "feedback", "--format", "json", *arguments, stdin=WRITTEN[: WRITTEN.index(b"close-")]
    )
    document = json.loads(result.stdout)
    assert document["status"] == status
    assert not document["accepted"]
    assert "f(1)" in result.stdout


def test_a_violation_is_reported_with_its_byte_and_the_exit_status(run: Run) -> None:
    result = run("feedback", "--format", "json", stdin=b"Loading\n" + WRITTEN)
    assert result.return_value == 1
    assert json.loads(result.stdout)["status"] == "wrong"
    assert "byte 0" in result.stderr


def test_the_role_decides_what_is_shown(run: Run) -> None:
    for format_ in ("json", "html", "terminal"):
        theirs = run("feedback", "--format", format_, "--role", "student", stdin=WRITTEN)
        assert "for the staff" not in theirs.stdout
        assert "for the staff" in run("feedback", "--format", format_, stdin=WRITTEN).stdout


@pytest.mark.parametrize(("beyond", "status"), [(0, "wrong"), (1, "output limit exceeded")])
def test_a_recording_may_be_as_long_as_a_judges_output(run: Run, beyond: int, status: str) -> None:
    recorded = WRITTEN.ljust(10 * MIB + beyond, b"\n")
    text = run("feedback", "--format", "json", "--role", "student", stdin=recorded).stdout
    assert json.loads(text)["status"] == status


def test_empty_output_is_valid_too(run: Run) -> None:
    result = run("feedback", "--format", "json")
    assert json.loads(result.stdout)["status"] == "internal error"


def test_a_recording_is_read_by_the_judges_configuration(run: Run) -> None:
    annotation = {"row": 2, "rows": 4, "text": "t", "type": "info"}
    tab = {"data": {"source_annotations": []}, "messages": ["kept"]}
    full = {"accepted": True, "status": "correct", "groups": [tab], "annotations": [annotation]}
    content = json.dumps(full).encode()
    default = json.loads(run("feedback", "--format", "json", stdin=content).stdout)
    assert (default["annotations"][0]["rows"], "data" in default["groups"][0]) == (4, True)
    options = ("--annotation-ends", "last-index", "--renderer", "FeedbackRenderer")
    document = json.loads(run("feedback", "--format", "json", *options, stdin=content).stdout)
    assert (document["annotations"][0]["rows"], "data" in document["groups"][0]) == (3, False)
    refused = run("feedback", "--renderer", "Rendrer", stdin=content)
    assert isinstance(refused.exception, click.BadParameter)
    assert "must be one of FeedbackTableRenderer" in str(refused.exception)
