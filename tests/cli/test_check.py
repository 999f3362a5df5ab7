import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result

from tests.authoring.track.made_track import write_track
from tests.rehearsed import Rehearsed

Run = Callable[..., Result]
Rehearse = Callable[..., Rehearsed]

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "exercises"
SUITE_JUDGE = ROOT / "src" / "kriterion_tools" / "suite_judge"
GOLDEN = Path(__file__).parent / "golden"
REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))

RIGHT = b'{"accepted": true, "status": "correct"}'


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A repository with a bit of everything that goes wrong in repositories."""
    root = tmp_path / "faulty"
    files = {
        ".git/HEAD": "",
        "dirconfig.json": '{"evaluation": {"handler": "pythia", "time_limit": 0}, "labels": "x"}',
        "leap/config.json": '{"description": {"names": {"en": "Leap", "nl": "Schrikkel"}},'
        ' "evaluation": {"time_limit": 3, "memory_limit": 1}}',
        "leap/description/description.en.md": "# Leap\n\n![The moon](media/moon.png)\n",
        "leap/description/media/Moon.png": "",
        "leap/solution/solution.py": "print(1)\n",
        "leap/submissions/expected.yaml": "wrong.py: wrnog\nother.py: wrong\n",
        "leap/submissions/wrong.py": "print(2)\n",
        "broken/config.json": '{"description": {"names": {"en": "Broken"}},}',
        "again/config.json": '{"description": {"names": {"en": "leap"}},'
        ' "evaluation": {"time_limit": 3}}',
        "again/description/description.en.md": "text",
    }
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    return root


def test_all_problems_are_reported_at_once(
    run: Run, faulty: Path, golden: Callable[[Path, str], None]
) -> None:
    result = run("check", str(faulty), "--no-solutions")
    assert result.return_value == 1
    golden(GOLDEN / "check-faulty.txt", result.stdout.replace(str(faulty), "FAULTY"))
    assert "\x1b" not in result.stdout


def test_json_holds_the_same_findings(run: Run, faulty: Path) -> None:
    text = run("check", str(faulty), "--no-solutions").stdout
    document = json.loads(run("check", str(faulty), "--no-solutions", "--json").stdout)
    (report,) = document["reports"]
    assert report["kind"] == "repository"
    assert (
        len(report["findings"]) == document["errors"] + document["warnings"] + document["notices"]
    )
    assert len(report["findings"]) == len(text.splitlines()) - 2
    for finding in report["findings"]:
        assert set(finding) == {"code", "severity", "file", "where", "what", "fix", "upstream"}
        assert finding["what"] in text


def test_solutions_and_known_submissions_are_judged(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path
) -> None:
    sandbox = rehearse(RIGHT)
    (exercise / "solution").mkdir()
    (exercise / "solution.py").rename(exercise / "solution" / "solution.py")
    (exercise / "submissions").mkdir()
    (exercise / "submissions" / "wrong.py").write_text("print()\n")
    (exercise / "submissions" / "expected.yaml").write_text("wrong.py: wrong\n")
    result = run("check", str(exercise), "--judge", str(judge), "--jobs", "1")
    assert result.return_value == 1
    assert "2 submissions judged" in result.stdout
    assert "submissions/wrong.py: is judged 'correct' instead of 'wrong'" in result.stdout
    assert sum("/judge/run" in " ".join(run.command) for run in sandbox.runs) == 2


@pytest.mark.parametrize(
    ("options", "status"),
    [((), 0), (("--solutions",), 1), (("--no-solutions",), 0), (("--no-solutions", "--strict"), 1)],
)
def test_an_unknown_judge_is_an_error_only_when_solutions_are_required(
    run: Run, rehearse: Rehearse, exercise: Path, options: tuple[str, ...], status: int
) -> None:
    rehearse(RIGHT)
    (exercise / "config.json").write_text('{"evaluation": {"handler": "pythia"}}')
    result = run("check", str(exercise), *options)
    assert "judge 'pythia' is unknown on this machine" in result.stdout
    assert result.return_value == status


def test_a_judge_can_be_given_for_one_handler(
    run: Run, rehearse: Rehearse, tmp_path: Path, judge: Path
) -> None:
    rehearse(RIGHT)
    for name in ("one", "two"):
        (tmp_path / "all" / name / "solution").mkdir(parents=True)
        (tmp_path / "all" / name / "solution" / "x.py").touch()
        config = json.dumps({"evaluation": {"handler": name}})
        (tmp_path / "all" / name / "config.json").write_text(config)
    (tmp_path / "all" / ".git").mkdir()
    result = run("check", str(tmp_path / "all"), "--judge", f"one={judge}", "--jobs", "1")
    assert "1 submission judged, 1 submission not judged" in result.stdout
    assert "judge 'two' is unknown" in result.stdout
    result = run("check", str(tmp_path / "all"), "--judge", str(judge), "--jobs", "2")
    assert "2 submissions judged" in result.stdout


def test_a_judge_is_checked_with_a_given_exercise(
    run: Run, rehearse: Rehearse, exercise: Path, judge: Path
) -> None:
    sandbox = rehearse(b"noise" + RIGHT)
    (judge / "run").write_text("\x7fELF")
    result = run(
        *("check", str(judge), "--exercise", str(exercise)),
        *("--submission", str(exercise / "solution.py")),
    )
    assert result.return_value == 1
    assert "stdout byte 0, line 1: text that is not JSON" in result.stdout
    assert b'"natural_language":"en"' in sandbox.runs[-1].stdin.replace(b": ", b":")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere",), "nowhere"),
        (("EXERCISE/solution.py",), "must be a directory"),
        (("EXERCISE", "--submission", "EXERCISE/solution.py"), "--exercise"),
        (("JUDGE", "--exercise", "EXERCISE"), "has no solution: name one with --submission FILE"),
        (("JUDGE", "--exercise", "JUDGE"), "cannot be used"),
        (("EXERCISE", "--jobs", "0"), "--jobs"),
        ((), "Missing argument"),
    ],
)
def test_usage_errors_are_explained(
    run: Run,
    rehearse: Rehearse,
    exercise: Path,
    judge: Path,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    rehearse(RIGHT)
    names = {"EXERCISE": str(exercise), "JUDGE": str(judge)}
    words = [
        word.replace("EXERCISE", names["EXERCISE"]).replace("JUDGE", names["JUDGE"])
        for word in arguments
    ]
    result = run("check", *words)
    assert isinstance(result.exception, click.UsageError)
    assert message in result.exception.format_message()


def _run_check(*arguments: str, **variables: str) -> tuple[int, dict[str, Any]]:
    result = subprocess.run(
        (sys.executable, "-m", "kriterion.cli.main", "check", "--json", *arguments),
        capture_output=True,
        check=False,
        env=os.environ | variables,
        timeout=280,
    )
    assert result.stdout, result.stderr.decode(errors="replace")
    return result.returncode, json.loads(result.stdout)


@pytest.mark.long(reason="the examples once more, as a command checks them")
@pytest.mark.machine
def test_the_examples_behave_as_their_authors_expect() -> None:
    status, document = _run_check(str(EXAMPLES / "tides"), str(EXAMPLES / "reading-a-traceback"))
    assert status == 0, document
    tides, reading = document["reports"]
    assert tides["facts"] == ["1 exercise", "7 submissions judged"]
    assert reading["facts"] == ["1 reading"]
    assert tides["findings"] == reading["findings"] == []


@pytest.mark.machine
def test_tests_call_code_of_another_directory(tmp_path: Path) -> None:
    course = tmp_path / "course"
    meta = '{"learnocaml_version": "1", "kind": "exercise", "title": "T", "stars": 1}'
    tests = (
        "let () = Test_lib.(set_result (test_function_1_against_solution [%ty: int -> int]"
        ' "f" ~gen:0 [Helper.two]))\n'
    )
    sources = {"prelude.ml": "", "prepare.ml": "", "template.ml": "", "test.ml": tests}
    for name, content in {
        "index.json": '{"learnocaml_version": "1", "exercises": ["a"]}',
        "lib/helper.ml": "let two = 2\n",
        "a/meta.json": meta,
        "a/descr.md": "Do it.",
        "a/solution.ml": "let f x = x + 1\n",
        "a/depend.txt": "../lib/helper.ml\n",
        **{f"a/{name}": text for name, text in sources.items()},
    }.items():
        (course / "exercises" / name).parent.mkdir(parents=True, exist_ok=True)
        (course / "exercises" / name).write_text(content)
    status, document = _run_check(str(course))
    assert status == 0, document
    assert document["reports"][0]["facts"] == ["1 exercise", "1 submission judged"]


@pytest.mark.machine
def test_a_failing_solution_is_found_by_a_real_run(tmp_path: Path) -> None:
    exercise = tmp_path / "double"
    for name, content in {
        "config.json": '{"description": {"names": {"en": "Double"}},'
        ' "evaluation": {"handler": "suite"}}',
        "description/description.en.md": "Double it.",
        "evaluation/suite.yaml": "- testcases:\n    - expression: double(3)\n      return: 6\n",
        "solution/solution.py": "def double(n):\n    return n ** 2\n",
        "submissions/expected.yaml": "lucky.py: wrong\n",
        "submissions/lucky.py": "def double(n):\n    return 6\n",
    }.items():
        (exercise / name).parent.mkdir(parents=True, exist_ok=True)
        (exercise / name).write_text(content)
    status, document = _run_check(str(exercise))
    assert status == 1
    solution, lucky = document["reports"][0]["findings"]
    assert solution["file"] == "solution/solution.py"
    assert "expected '6', got '9'" in solution["what"]
    assert lucky["file"] == "submissions/lucky.py"
    assert lucky["fix"] == "add a test that the submission fails"


@pytest.mark.long(reason="runs a whole judge")
@pytest.mark.machine
def test_the_suite_judge_has_no_problems() -> None:
    status, document = _run_check(str(SUITE_JUDGE), "--exercise", str(EXAMPLES / "barcode"))
    assert status == 0
    (report,) = document["reports"]
    assert document["errors"] == document["warnings"] == 0
    assert report["facts"][0] == "image kriterion"
    assert "'correct'" in report["facts"][1]


@pytest.fixture
def always_correct(tmp_path: Path) -> Path:
    """A real judge that finds everything correct, wherever it is run."""
    directory = tmp_path / "pleased"
    directory.mkdir()
    (directory / "run").write_text(
        "#!/usr/bin/python3\n"
        "import json, pathlib, sys\n"
        "configuration = json.load(sys.stdin)\n"
        'assert pathlib.Path(configuration["source"]).read_text() == "print(1)\\n"\n'
        'assert pathlib.Path.cwd() == pathlib.Path(configuration["workdir"])\n'
        'for command in ("start-judgement", "close-judgement"):\n'
        '    print(json.dumps({"command": command}))\n'
    )
    (directory / "run").chmod(0o755)
    return directory


@pytest.fixture
def in_processes(tmp_path: Path) -> Path:
    config = tmp_path / "kriterion.toml"
    config.write_text('[sandbox]\nbackend = "process"\n')
    return config


@pytest.mark.machine
def test_everything_is_tried_and_marked_in_plain_processes(
    run: Run, exercise: Path, always_correct: Path, in_processes: Path
) -> None:
    (exercise / "solution").mkdir()
    (exercise / "solution" / "solution.py").write_text("print(1)\n")
    (exercise / "submissions").mkdir()
    (exercise / "submissions" / "same.py").write_text("print(1)\n")
    (exercise / "submissions" / "expected.yaml").write_text("same.py: wrong\n")
    arguments = ("--config", str(in_processes), "--unsafe", "--json")
    result = run("check", str(exercise), "--judge", str(always_correct), *arguments)
    (report,) = json.loads(result.stdout)["reports"]
    assert report["facts"] == [
        *("1 exercise", "2 submissions judged", "NOT confined: in plain processes")
    ]
    assert [
        finding["what"] for finding in report["findings"] if finding["severity"] == "error"
    ] == ["is judged 'correct' instead of 'wrong'"]
    assert result.stderr.count("NOT confined") >= 2
    result = run("check", str(always_correct), "--exercise", str(exercise), *arguments)
    (report,) = json.loads(result.stdout)["reports"]
    assert report["facts"][2] == "NOT confined: in plain processes"
    assert "'correct'" in report["facts"][1]


def test_plain_processes_are_refused_unless_requested(
    exercise: Path, always_correct: Path, in_processes: Path
) -> None:
    command = ("check", exercise, "--judge", always_correct, "--config", in_processes)
    result = subprocess.run(
        (sys.executable, "-m", "kriterion.cli.main", *command),
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stdout) == (3, "")
    assert "confines nothing" in result.stderr
    assert "--unsafe" in result.stderr


needs_references = pytest.mark.skipif(
    not REFERENCES.is_dir(), reason="set KRITERION_REFERENCES to check public repositories"
)


@needs_references
@pytest.mark.reference
def test_a_public_repository_has_no_errors_in_its_files() -> None:
    status, document = _run_check(
        str(REFERENCES / "dodona-edu+example-exercises"), "--no-solutions", KRITERION_CONFIG=""
    )
    assert (status, document["errors"], document["warnings"]) == (0, 0, 0), document
    messages = [finding["what"] for finding in document["reports"][0]["findings"]]
    assert sum("judge 'python' is unknown" in what for what in messages) == 1


@needs_references
@pytest.mark.skipif(
    "KRITERION_CONFIG" not in os.environ, reason="set KRITERION_CONFIG to judge with public judges"
)
@pytest.mark.reference
@pytest.mark.machine
def test_a_model_solution_that_a_public_judge_rejects_is_found() -> None:
    status, document = _run_check(
        str(REFERENCES / "dodona-edu+example-exercises" / "tested"),
        "--judge",
        f"tested={REFERENCES / 'dodona-edu+universal-judge'}",
    )
    errors = [
        finding["file"]
        for finding in document["reports"][0]["findings"]
        if finding["severity"] == "error"
    ]
    assert status == 1
    assert errors == ["tested/command-line/solution/solution.py"]


def test_a_comment_library_is_checked_against_the_tools_output(run: Run, tmp_path: Path) -> None:
    library = tmp_path / "analyzer-comments"
    (library / "go").mkdir(parents=True)
    (library / "go" / "naming.md").write_text("# naming\n\nRename `%{name}`.\n")
    pointers = tmp_path / "pointers"
    pointers.write_text("go.naming: name\n")
    assert run("check", str(library), "--pointers", str(pointers)).return_value == 0
    pointers.write_text("go.naming: name\ngo.dead_code\n")
    result = run("check", str(library), "--pointers", str(pointers))
    assert result.return_value == 1
    assert f"{pointers} line 2: comment go.dead_code does not exist" in result.stdout
    assert "(comment library): 1 comment in en, 2 pointers that a tool can write" in result.stdout


def _check_track(run: Run, *arguments: str) -> tuple[int, dict[str, Any]]:
    result = run("check", "--json", *arguments)
    (report,) = json.loads(result.stdout)["reports"]
    return result.return_value, report


def test_a_track_is_checked_without_running_anything(run: Run, tmp_path: Path) -> None:
    track = write_track(tmp_path / "track")
    (track / "exercises/practice/leap/leap.py").unlink()
    status, report = _check_track(run, str(track), "--no-solutions")
    assert status == 1
    assert report["kind"] == "track"
    assert report["facts"][-1] == "3 submissions not judged"
    (finding,) = report["findings"]
    assert finding["file"] == "exercises/practice/leap/.meta/config.json"
    assert finding["where"] == "files.solution[0], line 10, column 7"


def _describe_results(status: str) -> dict[str, bytes]:
    tests = [{"name": "it works", "status": status, "message": "no"}]
    results = {"version": 2, "status": status, "tests": tests}
    return {"/mnt/output/results.json": json.dumps(results).encode()}


def test_a_tracks_solutions_are_judged_by_its_test_runner(
    run: Run, rehearse: Rehearse, tool: Path, tmp_path: Path
) -> None:
    track = write_track(tmp_path / "track")
    settings = tmp_path / "kriterion.toml"
    settings.write_text(
        f'[test_runners.python]\ndirectory = "{tool}"\nprogramming_languages = ["python"]\n'
    )
    sandbox = rehearse(files=_describe_results("pass"))
    status, report = _check_track(run, str(track), "--config", str(settings))
    assert (status, report["findings"]) == (0, [])
    assert report["facts"][-1] == "3 submissions judged"
    assert len(sandbox.runs) == 3

    rehearse(files=_describe_results("fail"))
    leap = str(track / "exercises/practice/leap")
    for arguments in (("--config", str(settings)), ("--judge", str(tool))):
        status, report = _check_track(run, leap, *arguments)
        (finding,) = report["findings"]
        assert (status, finding["code"]) == (1, "exercise.unexpected-status")
        assert finding["file"] == "exercises/practice/leap/.meta/example.py"


def test_an_exercise_with_a_faulty_configuration_is_not_tried(
    run: Run, rehearse: Rehearse, tool: Path, tmp_path: Path
) -> None:
    track = write_track(tmp_path / "track")
    (track / "exercises/practice/leap/leap_test.py").unlink()
    rehearse(files=_describe_results("fail"))
    leap = str(track / "exercises/practice/leap")
    _, report = _check_track(run, leap, "--judge", str(tool))
    assert [finding["code"] for finding in report["findings"]] == ["track.exercise.missing-file"]
    assert report["facts"][-1] == "1 submission not judged"


def test_a_track_without_its_test_runner_says_so(
    run: Run, rehearse: Rehearse, tmp_path: Path
) -> None:
    track = write_track(tmp_path / "track")
    sandbox = rehearse()
    status, report = _check_track(run, str(track))
    (finding,) = report["findings"]
    assert (status, finding["code"]) == (0, "exercise.no-test-runner")
    assert finding["severity"] == "notice"
    assert sandbox.runs == []
    status, report = _check_track(run, str(track), "--solutions")
    assert (status, report["findings"][0]["severity"]) == (1, "error")


def test_templates_that_cannot_be_submitted_are_reported(run: Run, tmp_path: Path) -> None:
    leap = write_track(tmp_path / "track") / "exercises/practice/leap"
    configuration = json.loads((leap / ".meta/config.json").read_text())
    configuration["files"]["solution"] = ["leap.py", "words.py"]
    (leap / ".meta/config.json").write_text(json.dumps(configuration))
    for name in ("leap.py", "words.py"):
        (leap / name).write_text("#" * 40_000)
    status, report = _check_track(run, str(leap), "--no-solutions")
    assert status == 1
    (finding,) = report["findings"]
    assert finding["file"] == "exercises/practice/leap/leap.py"
    assert finding["what"] == (
        "the files to edit have 80,000 bytes in total; a submission may have 65,535:"
        " leap.py, words.py"
    )


def test_a_comment_library_is_found_in_its_repository(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "copy" / "analyzer-comments" / "go"
    place.mkdir(parents=True)
    (place / "x.md").write_text("# A title\n\nA text with 5 %.\n")
    (place.parent / "y.md").write_text("")
    for path, number in ((tmp_path / "copy", 2), (place, 1)):
        (report,) = json.loads(run("check", str(path), "--json").stdout)["reports"]
        assert report["kind"] == "comment library"
        assert len({finding["file"] for finding in report["findings"]}) == number


def test_a_tool_is_checked_without_running_it(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "go-analyzer" / "bin" / "run.sh"
    script.parent.mkdir(parents=True)
    script.write_text("exit 1\n")
    result = run("check", str(tmp_path / "go-analyzer"), "--no-solutions", "--json")
    assert result.return_value == 1
    (report,) = json.loads(result.stdout)["reports"]
    assert report["kind"] == "tool"
    assert report["facts"] == ["analyzer for go", "not run"]
    assert [(finding["severity"], finding["file"]) for finding in report["findings"]] == [
        ("notice", "Dockerfile"),
        ("error", "bin/run.sh"),
        ("warning", "bin/run.sh"),
    ]


@pytest.mark.long(reason="runs all built-in tools")
@pytest.mark.machine
def test_the_built_in_tools_have_no_errors(run: Run, tmp_path: Path) -> None:
    for tool in ("analyzer", "representer"):
        place = tmp_path / f"python-{tool}"
        run("export", tool, str(place), "--with-libraries")
        for path in place.rglob("*"):
            path.chmod(path.stat().st_mode | 0o444)
        shipped = ROOT / "src/kriterion_tools" / tool
        result = run("check", str(shipped), str(place), "--json")
        for report in json.loads(result.stdout)["reports"]:
            assert report["facts"][2].startswith("sample run: finished")
            assert {finding["file"] for finding in report["findings"]} <= {"Dockerfile"}
        assert result.return_value == 0
