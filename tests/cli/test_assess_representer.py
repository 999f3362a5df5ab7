import json
from pathlib import Path

import click
import pytest

from tests.cli.conftest import ACCEPTED, Assessed, Rehearse, Run

FILES = {
    "/mnt/output/representation.txt": b"PLACEHOLDER_1",
    "/mnt/output/mapping.json": b'{"PLACEHOLDER_1": "f"}',
    "/mnt/output/representation.json": b'{"version": 2}',
}


@pytest.fixture
def settings(tmp_path: Path, tool: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KRITERION_DATA", str(tmp_path / "data"))
    file = tmp_path / "kriterion.toml"
    file.write_text(
        f'[representers.mine]\ndirectory = "{tool}"\n'
        'programming_languages = ["Python"]\ntime_limit = 5\n'
    )
    return file


def test_a_submission_is_represented_on_request(assessed: Assessed, rehearse: Rehearse) -> None:
    sandbox = rehearse(b"", files=FILES)
    status, messages = assessed("--tools", "representer")
    assert (status, messages["judge"], messages["points"]) == (0, None, None)
    represented = messages["representer"]
    assert represented["status"] == "generated"
    assert len(represented["digest"]) == 40
    assert (represented["version"], represented["exercise_version"]) == (2, 1)
    assert represented["mapping"] == {"PLACEHOLDER_1": "f"}
    assert sandbox.runs[0].command[1] == "echo"
    assert sandbox.runs[0].limits.window_seconds == 5


def test_nothing_is_represented_unless_requested(
    assessed: Assessed, rehearse: Rehearse, judge: Path
) -> None:
    rehearse(ACCEPTED, files=FILES)
    _, messages = assessed("--judge", str(judge))
    assert messages["representer"] is None


def test_accepted_submissions_are_represented(
    assessed: Assessed, rehearse: Rehearse, judge: Path
) -> None:
    sandbox = rehearse(ACCEPTED, files=FILES)
    arguments = ("--judge", str(judge), "--tools", "judge, representer")
    _, messages = assessed(*arguments)
    assert messages["judge"]["accepted"]
    assert messages["representer"]["status"] == "generated"
    assert len(sandbox.runs) == 2


def test_rejected_submissions_are_skipped(
    assessed: Assessed, rehearse: Rehearse, judge: Path
) -> None:
    sandbox = rehearse(files=FILES)
    arguments = ("--judge", str(judge), "--tools", "representer,judge")
    status, messages = assessed(*arguments)
    assert (status, messages["judge"]["status"]) == (0, "wrong")
    assert messages["representer"]["status"] == "skipped"
    assert messages["representer"]["reason"] == "the submission was not accepted"
    assert messages["representer"]["digest"] is None
    assert len(sandbox.runs) == 1


def test_a_language_without_a_representer_is_skipped(
    assessed: Assessed, rehearse: Rehearse, python_exercise: Path
) -> None:
    (python_exercise / "config.json").write_text('{"programming_language": "prolog"}')
    sandbox = rehearse(b"", files=FILES)
    status, messages = assessed("--tools", "representer")
    assert status == 0
    assert messages["representer"]["status"] == "skipped"
    assert messages["representer"]["reason"] == "there is no representer for prolog here"
    assert sandbox.runs == []


def test_a_failing_representer_is_a_tool_failure(assessed: Assessed, rehearse: Rehearse) -> None:
    rehearse(b"", exit_status=1, stderr=b"Traceback")
    status, messages = assessed("--tools", "representer")
    assert status == 3
    assert (messages["representer"]["status"], messages["representer"]["ending"]) == (
        "failed",
        "crash",
    )
    assert messages["representer"]["stderr"] == "Traceback"


def test_students_do_not_see_the_output_of_tools(assessed: Assessed, rehearse: Rehearse) -> None:
    rehearse(b"secret", files=FILES)
    arguments = ("--tools", "representer", "--role")
    _, messages = assessed(*arguments, "staff")
    assert {"stdout", "stderr", "violations"} <= set(messages["representer"])
    _, messages = assessed(*arguments, "student")
    assert not {"stdout", "stderr", "violations"} & set(messages["representer"])


def test_a_representer_can_be_given_by_its_directory(
    assessed: Assessed, rehearse: Rehearse, settings: Path, tool: Path
) -> None:
    other = tool.rename(tool.with_name("other"))
    sandbox = rehearse(b"", files=FILES)
    arguments = ("--tools", "representer", "--representer", str(other))
    assessed(*arguments)
    assert sandbox.runs[0].command[0] == "/opt/representer/bin/run.sh"
    assert sandbox.runs[0].limits.window_seconds == 20  # the settings are another's


def test_the_built_in_representer_is_the_default(
    assessed: Assessed, rehearse: Rehearse, settings: Path
) -> None:
    settings.write_text("")
    sandbox = rehearse(b"", files=FILES)
    _, messages = assessed("--tools", "representer")
    assert messages["representer"]["status"] == "generated"
    assert sandbox.runs[0].image.name == "kriterion"


def test_staff_see_the_class_on_the_terminal(assess: Run, rehearse: Rehearse) -> None:
    rehearse(b"", files={**FILES, "/mnt/output/mapping.json": b"[]"})
    assessment = assess("--tools", "representer")
    assert "representer: generated · class " in assessment.stdout
    assert "mapping.json: must be an object, not a list" in assessment.stdout
    assessment = assess("--tools", "representer", "--role", "student")
    assert "representer" not in assessment.stdout


def test_an_invalid_tool_is_a_usage_error(run: Run, exercise: Path) -> None:
    result = run("assess", str(exercise), str(exercise / "solution.py"), "--tools", "judge,x")
    assert isinstance(result.exception, click.BadParameter)
    assert "'x' must be one of judge" in result.exception.message


def test_a_track_exercise_needs_no_language(
    run: Run, rehearse: Rehearse, tmp_path: Path, settings: Path
) -> None:
    exercise = tmp_path / "two-fer"
    (exercise / ".meta").mkdir(parents=True)
    (exercise / ".meta" / "config.json").write_text(
        '{"files": {"solution": ["two_fer.py"]}, "representer": {"version": 4}}'
    )
    (exercise / "solution.py").write_text("def two_fer(): ...")
    rehearse(b"", files=FILES)
    result = run(
        *("assess", str(exercise), str(exercise / "solution.py"), "--config", str(settings)),
        *("--tools", "representer", "--format", "json"),
    )
    assert json.loads(result.stdout)["representer"]["exercise_version"] == 4
