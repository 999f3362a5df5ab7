"""Where Exercism tools find the files of a submission."""

from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.assess import assess
from kriterion.assessment.context import ToolContext
from kriterion.assessment.representer_run import RepresenterRun
from kriterion.assessment.request import AssessmentRequest
from kriterion.assessment.tool_input import map_solution
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.exercism import MetaConfiguration, TrackExercise, load_track_exercise
from kriterion.host.installation import Installation
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.analyzer import load_analyzer
from kriterion.tools.representer import load_representer
from tests.assessment.shell_tools import ShellTools
from tests.tracks import FILES, make_track

TWO = ("main.py", "lib/words.py")


@pytest.mark.parametrize(
    ("requests", "files", "present"),
    [
        (("main.py",), ["mine.py"], ["main.py"]),
        (TWO, ["mine.py"], ["main.py"]),
        (TWO, ["main.py", "lib/words.py"], ["main.py", "lib/words.py"]),
        (TWO, ["main.py", "lib/words.py", "more.py"], ["main.py", "lib/words.py", "more.py"]),
        (TWO, ["lib/words.py"], ["lib/words.py"]),
        (TWO, ["mine.py", "main.py"], ["lib/words.py", "main.py"]),
        (TWO, ["mine.py", "main.py", "lib/words.py"], ["mine.py", "main.py", "lib/words.py"]),
    ],
)
def test_every_file_is_included_once(
    requests: tuple[str, ...], files: list[str], present: list[str]
) -> None:
    sources = {name: name.encode() for name in files}
    main = files[0]
    submission = SubmittedFiles(file_name=main, source=sources.pop(main), other_files=sources)
    exercise = TrackExercise(slug="x", configuration=MetaConfiguration(solution=requests))
    expected = {name: own.encode() for name, own in zip(present, files, strict=True)}
    assert map_solution(exercise, submission) == expected


@pytest.mark.machine
def test_tools_read_every_file_of_a_submission(
    installation: Installation, shell_tools: ShellTools, tmp_path: Path
) -> None:
    """The student's, also one that nobody asks for; a file not handed in is as the exercise's."""
    directory = make_track(tmp_path / "track")
    exercise, _ = load_exercise(directory, tmp_path / "track")
    assert exercise is not None
    content = """cd $2; cat two_fer.py lib/words.py more.py 2>/dev/null
        echo '{"comments": []}' >$3/analysis.json; echo x >$3/representation.txt
        echo '{}' >$3/mapping.json; echo '{}' >$3/representation.json"""
    track = load_track_exercise(exercise)[0]
    representer = shell_tools.made(content, load_representer)
    analyzer = replace(load_analyzer(shell_tools.directory / "tool"), seconds=20.0)
    for files, listed in (
        ({FILES[0]: b"main\n", FILES[1]: b"words\n", "more.py": b"more\n"}, "main\nwords\nmore\n"),
        ({FILES[0]: b"main\n"}, "main\nWORDS = []\n"),
        ({FILES[1]: b"words\n"}, "from lib import words\nwords\n"),
    ):
        name, *_ = files
        assessment = assess(
            AssessmentRequest(
                exercise=exercise,
                submission=SubmittedFiles(
                    file_name=name, source=files.pop(name), other_files=files
                ),
                analyzer=AnalyzerRun(tool=analyzer, exercise=track),
                representer=RepresenterRun(tool=representer, exercise=track),
            ),
            ToolContext(images={}, sandbox=installation.sandbox),
        )
        assert assessment.analyzer is not None and assessment.representer is not None
        assert assessment.analyzer.stdout == listed
        assert assessment.representer.stdout == listed
