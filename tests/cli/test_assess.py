import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from kriterion.sandbox.run import Ending
from tests.rehearsed import Rehearsed

Run = Callable[..., Result]
Rehearse = Callable[..., Rehearsed]


def test_json_is_one_object_with_the_judges_result(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path
) -> None:
    rehearse()
    result = run(
        *("assess", str(exercise), str(exercise / "solution.py")),
        *("--judge", str(judge), "--format", "json"),
    )
    document = json.loads(result.stdout)
    assert result.return_value == 0
    assert set(document) == {"submission", "judge", "analyzer", "representer", "points"}
    assert document["submission"]["exercise"] == "Echo"
    judged = document["judge"]
    assert (judged["status"], judged["accepted"], judged["summary"]) == ("wrong", False, "1 wrong")
    assert judged["ending"] == "exited"
    assert judged["feedback"]["groups"][0]["badgeCount"] == 1
    assert document["analyzer"] is document["representer"] is document["points"] is None


def test_several_files_give_one_object_per_line(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path
) -> None:
    rehearse()
    file = str(exercise / "solution.py")
    result = run("assess", str(exercise), file, file, "--judge", str(judge), "--format", "json")
    assert [json.loads(line)["judge"]["status"] for line in result.stdout.splitlines()] == [
        "wrong"
    ] * 2


def test_a_student_does_not_see_messages_for_staff(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path
) -> None:
    rehearse()
    for format_ in ("terminal", "json", "html"):
        common = ("assess", str(exercise), str(exercise / "solution.py"), "--judge", str(judge))
        theirs = run(*common, "--role", "student", "--format", format_)
        ours = run(*common, "--format", format_)
        assert "for the staff" not in theirs.stdout
        assert "for the staff" in ours.stdout


def test_the_terminal_shows_the_difference(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path
) -> None:
    rehearse()
    result = run("assess", str(exercise), str(exercise / "solution.py"), "--judge", str(judge))
    for words in ("Feedback", "f(1)", "two", "one", "Wrong"):
        assert words in result.stdout
    assert "\x1b" not in result.stdout


def test_a_submission_may_come_from_standard_input(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path
) -> None:
    sandbox = rehearse()
    common = ("--judge", str(judge), "--format", "json", "--language", "nl")
    result = run("assess", str(exercise), "-", *common, stdin=b"print(2)\r\n")
    assert json.loads(result.stdout)["submission"]["source"] == "print(2)\n"
    assert b'"natural_language":"nl"' in sandbox.runs[0].stdin.replace(b": ", b":")


def test_a_page_can_be_written_to_a_file(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path, tmp_path: Path
) -> None:
    rehearse()
    page = tmp_path / "feedback.html"
    result = run(
        *("assess", str(exercise), str(exercise / "solution.py"), "--judge", str(judge)),
        *("--format", "html", "--output", str(page), "--language", "nl"),
    )
    assert result.stdout == ""
    assert page.read_text().lower().startswith("<!doctype html>")
    assert 'lang="nl"' in page.read_text()


def test_a_failing_judge_sets_the_exit_status(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path
) -> None:
    rehearse(b"", exit_status=1)
    result = run(
        *("assess", str(exercise), str(exercise / "solution.py"), "--judge", str(judge)),
        *("--format", "json"),
    )
    assert result.return_value == 3
    assert json.loads(result.stdout)["judge"]["status"] == "internal error"


def test_reaching_a_limit_is_a_result_and_not_a_failure(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path
) -> None:
    rehearse(b'{"command": "start-judgement"}', ending=Ending.CPU_LIMIT, exit_status=None)
    result = run(
        *("assess", str(exercise), str(exercise / "solution.py"), "--judge", str(judge)),
        *("--format", "json"),
    )
    assert result.return_value == 0
    assert json.loads(result.stdout)["judge"]["status"] == "time limit exceeded"


def test_all_problems_of_an_exercise_are_reported_at_once(
    run: Run, exercise: Path, judge: Path
) -> None:
    (exercise / "config.json").write_text('{"evaluation": {"time_limit": "x", "memory_limit": -1}}')
    result = run("assess", str(exercise), str(exercise / "solution.py"), "--judge", str(judge))
    assert result.return_value == 1
    assert "time_limit" in result.stderr
    assert "memory_limit" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere", "FILE"), "no such directory"),
        (("EXERCISE", "nowhere.py"), "no such file"),
        (("EXERCISE", "/dev/zero"), "no such file"),
        (("EXERCISE", "FILE", "FILE", "--format", "html"), "one FILE"),
        (("EXERCISE", "FILE", "--output", "x"), "--format"),
        (("EXERCISE",), "Missing argument"),
    ],
)
def test_usage_errors_are_explained(
    run: Run, exercise: Path, arguments: tuple[str, ...], message: str
) -> None:
    names = {"EXERCISE": str(exercise), "FILE": str(exercise / "solution.py")}
    result = run("assess", *(names.get(word, word) for word in arguments))
    assert isinstance(result.exception, click.UsageError)
    assert message in result.exception.format_message()


def test_an_unknown_judge_is_reported_with_how_to_name_one(exercise: Path) -> None:
    (exercise / "config.json").write_text('{"evaluation": {"handler": "pythia"}}')
    result = subprocess.run(
        (sys.executable, "-m", "kriterion.cli.main", "assess", exercise, exercise / "solution.py"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 3
    assert "pythia" in result.stderr
    assert "fix: name its directory with --judge DIR" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_binary_submission_is_refused_with_the_reason(
    run: Run, exercise: Path, judge: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.out").write_bytes(b"\x7fELF\0\0")
    result = run("assess", str(exercise), str(tmp_path / "a.out"), "--judge", str(judge))
    assert isinstance(result.exception, click.BadParameter)
    assert "a.out" in result.exception.format_message()


@pytest.mark.machine
def test_a_plain_process_must_be_requested_and_is_marked(
    run: Run, exercise: Path, judge: Path
) -> None:
    (judge / "run").write_text(
        "#!/bin/sh\n"
        'python3 -c \'import json, sys; json.load(sys.stdin); print(json.dumps({"command":'
        ' "start-judgement"}), json.dumps({"command": "close-judgement"}))\'\n'
    )
    arguments = ("--judge", str(judge), str(exercise), str(exercise / "solution.py"))
    result = run("assess", *arguments, "--format", "json", "--unsafe")
    assert result.stderr.count("NOT confined") == 1
    record = json.loads(result.stdout)["judge"]
    assert record["backend"] == "process"
    assert record["enforced"]["files"] == "nothing"
