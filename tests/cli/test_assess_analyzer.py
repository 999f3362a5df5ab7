import json
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from tests.cli.conftest import ACCEPTED, Assessed, Rehearse, Run
from tests.tracks import make_track

ANALYSIS = {
    "summary": "Nearly.",
    "comments": [
        {"comment": "python.echo.shorter", "params": {"by": "input"}, "type": "essential"}
    ],
}
FILES = {
    "/mnt/output/analysis.json": json.dumps(ANALYSIS).encode(),
    "/mnt/output/tags.json": b'{"tags": ["construct:print"]}',
    "/mnt/output/analysis.out": b"rule 7",
}


@pytest.fixture
def settings(tmp_path: Path, tool: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KRITERION_DATA", str(tmp_path / "data"))
    comment = tmp_path / "analyzer-comments" / "python" / "echo" / "shorter.md"
    comment.parent.mkdir(parents=True)
    comment.write_text("# shorter\n\nUse `%{by}`.\n")
    comment.with_name("shorter.nl.md").write_text("# korter\n\nGebruik `%{by}`.\n")
    file = tmp_path / "kriterion.toml"
    file.write_text(
        f'[analyzers.mine]\ndirectory = "{tool}"\ncomments = "analyzer-comments"\n'
        'programming_languages = ["Python"]\ntime_limit = 5\n'
    )
    return file


def test_a_submission_is_analyzed_on_request(assessed: Assessed, rehearse: Rehearse) -> None:
    sandbox = rehearse(b"", files=FILES)
    status, messages = assessed("--tools", "analyzer", "--role", "staff")
    assert (status, messages["judge"], messages["representer"]) == (0, None, None)
    found = messages["analyzer"]
    assert (found["status"], found["summary"]) == ("completed", "Nearly.")
    (comment,) = found["comments"]
    assert (comment["pointer"], comment["type"]) == ("python.echo.shorter", "essential")
    assert comment["text"] == "# shorter\n\nUse `input`.\n"
    assert found["tags"] == ["construct:print"]
    assert found["debugging"] == "rule 7"
    assert sandbox.runs[0].command[:2] == ("/opt/analyzer/bin/run.sh", "echo")
    assert sandbox.runs[0].limits.window_seconds == 5


def test_comments_are_in_the_requested_language(assessed: Assessed, rehearse: Rehearse) -> None:
    rehearse(b"", files=FILES)
    _, messages = assessed("--tools", "analyzer", "--language", "nl")
    assert messages["analyzer"]["comments"][0]["text"] == "# korter\n\nGebruik `input`.\n"


def test_accepted_submissions_are_analyzed_and_represented(
    assessed: Assessed, rehearse: Rehearse, judge: Path
) -> None:
    sandbox = rehearse(ACCEPTED, files=FILES)
    arguments = ("--judge", str(judge), "--tools", "judge,analyzer,representer")
    _, messages = assessed(*arguments)
    assert messages["judge"]["accepted"]
    assert messages["analyzer"]["status"] == "completed"
    assert [run.command[1] for run in sandbox.runs[1:]] == ["echo", "echo"]


def test_rejected_submissions_are_not_analyzed(
    assessed: Assessed, rehearse: Rehearse, judge: Path
) -> None:
    sandbox = rehearse(files=FILES)
    arguments = ("--judge", str(judge), "--tools", "judge,analyzer")
    status, messages = assessed(*arguments)
    assert (status, messages["judge"]["status"]) == (0, "wrong")
    assert messages["analyzer"]["status"] == "skipped"
    assert messages["analyzer"]["reason"] == "the submission was not accepted"
    assert messages["analyzer"]["comments"] == []
    assert len(sandbox.runs) == 1


def test_the_installation_can_request_analysis_of_rejected_submissions(
    assessed: Assessed, rehearse: Rehearse, settings: Path, judge: Path
) -> None:
    settings.write_text(settings.read_text() + "accepted_only = false\n")
    rehearse(files=FILES)
    arguments = ("--judge", str(judge), "--tools", "judge,analyzer")
    _, messages = assessed(*arguments)
    assert (messages["judge"]["status"], messages["analyzer"]["status"]) == ("wrong", "completed")


def test_an_exercise_can_request_analysis_of_rejected_submissions(
    assessed: Assessed, rehearse: Rehearse, python_exercise: Path, judge: Path
) -> None:
    (python_exercise / "config.json").write_text(
        '{"programming_language": "python", "evaluation": {"analyze_rejected": true}}'
    )
    rehearse(files=FILES)
    arguments = ("--judge", str(judge), "--tools", "judge,analyzer")
    _, messages = assessed(*arguments)
    assert (messages["judge"]["status"], messages["analyzer"]["status"]) == ("wrong", "completed")


def test_a_language_without_an_analyzer_is_skipped(
    assessed: Assessed, rehearse: Rehearse, python_exercise: Path
) -> None:
    (python_exercise / "config.json").write_text('{"programming_language": "prolog"}')
    sandbox = rehearse(b"", files=FILES)
    status, messages = assessed("--tools", "analyzer")
    assert (status, messages["analyzer"]["status"]) == (0, "skipped")
    assert messages["analyzer"]["reason"] == "there is no analyzer for prolog here"
    assert sandbox.runs == []


def test_a_failing_analyzer_is_a_tool_failure(assessed: Assessed, rehearse: Rehearse) -> None:
    rehearse(b"", exit_status=1, stderr=b"Traceback")
    arguments = ("--tools", "analyzer", "--role", "staff")
    status, messages = assessed(*arguments)
    assert status == 3
    assert (messages["analyzer"]["status"], messages["analyzer"]["ending"]) == ("failed", "crash")
    assert messages["analyzer"]["stderr"] == "Traceback"


def test_an_analyzer_can_be_given_by_its_directory(
    assessed: Assessed, rehearse: Rehearse, settings: Path, tool: Path
) -> None:
    other = tool.rename(tool.with_name("other"))
    sandbox = rehearse(b"", files=FILES)
    _, messages = assessed("--tools", "analyzer", "--analyzer", str(other))
    assert sandbox.runs[0].limits.window_seconds == 20  # the settings are another's
    assert messages["analyzer"]["comments"][0]["text"] is None


def test_a_missing_comment_library_is_an_operator_error(
    assess: Run, rehearse: Rehearse, settings: Path
) -> None:
    settings.write_text(settings.read_text().replace("analyzer-comments", "nowhere"))
    sandbox = rehearse(b"", files=FILES)
    assessment = assess("--tools", "analyzer")
    assert isinstance(assessment.exception, OperatorError)
    assert "analyzers.mine comments" in str(assessment.exception)
    assert "nowhere is not a directory" in str(assessment.exception)
    assert sandbox.runs == []


def test_the_terminal_shows_comments_and_to_staff_the_rest(assess: Run, rehearse: Rehearse) -> None:
    rehearse(b"", files={**FILES, "/mnt/output/tags.json": b'{"tags": ["construct:print", 3]}'})
    student = assess("--tools", "analyzer", "--role", "student").stdout
    assert "Use input." in student
    assert "Address the essential comments before going on." in student
    assert "construct" not in student
    staff = assess("--tools", "analyzer", "--role", "staff").stdout
    assert "analyzer: completed · comments: 1 · tags: 1\n  construct  print\n" in staff
    assert staff.count("must be a string, not 3") == 1
    assert "rule 7" in staff


def test_the_page_shows_comments(assess: Run, rehearse: Rehearse) -> None:
    rehearse(b"", files=FILES)
    assessment = assess("--tools", "analyzer", "--format", "html")
    assert "<p>Use <code>input</code>.</p>" in assessment.stdout


def test_files_given_together_or_in_a_directory_are_one_submission(
    run: Run, rehearse: Rehearse, settings: Path, tmp_path: Path
) -> None:
    sandbox = rehearse(b"", files=FILES)
    exercise = make_track(tmp_path / "track")
    mine = tmp_path / "mine"
    (mine / "lib").mkdir(parents=True)
    (mine / "two_fer.py").write_text("main\n")
    (mine / "lib" / "words.py").write_text("words\n")
    (mine / "notes.txt").write_text("not asked for")
    options = ("--tools", "analyzer", "--format", "json", "--config", str(settings))
    names = [str(mine / name) for name in ("lib/words.py", "two_fer.py")]
    for arguments in ((str(mine),), ("--together", *names)):
        result = run("assess", str(exercise), *arguments, *options)
        assert result.exit_code == 0, result.output
        submission = json.loads(result.stdout)["submission"]
        assert (submission["file_name"], submission["source"]) == ("two_fer.py", "main\n")
        assert submission["other_files"] == {"lib/words.py": "words\n"}
        tree = sandbox.runs[-1].trees["/mnt/exercism-iteration"]
        with tarfile.open(fileobj=BytesIO(tree.archive)) as archive:
            found = {
                member.name.removeprefix("./"): archive.extractfile(member)
                for member in archive
                if member.isfile()
            }
            words = found["lib/words.py"]
            assert words is not None and words.read() == b"words\n"
            assert "notes.txt" not in found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("empty",), "has none of the files two_fer.py, lib/words.py"),
        (("--together", "a/two_fer.py", "b/two_fer.py"), "is the second file for two_fer.py"),
        (
            ("--together", "a/two_fer.py", "a/two_fer_test.py"),
            "is one of the exercise's test files",
        ),
    ],
)
def test_files_that_cannot_form_one_submission_are_refused(
    run: Run,
    settings: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    exercise = make_track(tmp_path / "track")
    for directory in ("empty", "a", "b"):
        (tmp_path / directory).mkdir()
    for name in ("a/two_fer.py", "b/two_fer.py", "a/two_fer_test.py"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    result = run("assess", str(exercise), *arguments, "--config", str(settings))
    assert message in str(result.exception)


def test_no_file_is_required_beside_a_directory(run: Run, settings: Path, tmp_path: Path) -> None:
    exercise = make_track(tmp_path / "track")
    secret = tmp_path / "secret.py"
    secret.write_text("SECRET")
    (tmp_path / "mine").mkdir()
    for name in ("../secret.py", str(secret)):
        content = {"files": {"solution": [name]}}
        (exercise / ".meta" / "config.json").write_text(json.dumps(content))
        result = run("assess", str(exercise), str(tmp_path / "mine"), "--config", str(settings))
        assert "has none of the files" in str(result.exception)
