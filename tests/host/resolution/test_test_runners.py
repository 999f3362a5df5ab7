"""Which tool runs the tests of an exercise."""

from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.errors import JudgeNotInstalled
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.host.installation import Installation
from kriterion.host.resolution import test_runners
from kriterion.host.resolution.judge_loading import find_judges
from kriterion.host.resolution.test_runners import (
    find_judge_or_test_runner,
    find_own_test_runner,
    find_test_runner,
)
from kriterion.host.resolution.track_tools import load_track_tool
from kriterion.host.settings import ToolSettings
from kriterion.tools.exercism_tool import ExercismTool
from kriterion.tools.judge_run import Judge
from tests.tracks import make_track


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    for name, script in (("mine/bin/run.sh", ""), ("other/bin/run.sh", ""), ("judge/run", "")):
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_text("#!/bin/sh\n" + script)
        file.chmod(0o755)
    config = tmp_path / "kriterion.toml"
    config.write_text(
        'data = "data"\ndefault_judge = "usual"\n'
        '[judges.usual]\ndirectory = "judge"\n'
        '[test_runners.mine]\ndirectory = "mine"\nprogramming_languages = ["Python"]\n'
        "time_limit = 30\n"
    )
    return Installation(config)


@pytest.fixture
def exercise(tmp_path: Path) -> Exercise:
    found, _ = load_exercise(make_track(tmp_path / "track"))
    assert found is not None
    return found


def test_a_tracks_exercise_gets_the_test_runner_of_its_language(
    installation: Installation, exercise: Exercise
) -> None:
    found = find_judge_or_test_runner(installation, exercise, None)
    assert isinstance(found, TestRunnerRun)
    assert found.tool.seconds == 30
    assert found.exercise.configuration.test == ("two_fer_test.py",)


def test_a_named_tool_comes_first(
    installation: Installation, exercise: Exercise, tmp_path: Path
) -> None:
    assert isinstance(find_judge_or_test_runner(installation, exercise, "usual"), Judge)
    other = find_judge_or_test_runner(installation, exercise, str(tmp_path / "other"))
    assert isinstance(other, TestRunnerRun)
    assert isinstance(find_judge_or_test_runner(installation, exercise, "mine"), TestRunnerRun)


def test_an_exercise_without_tests_or_with_a_judge_needs_no_test_runner(
    installation: Installation, exercise: Exercise, tmp_path: Path
) -> None:
    place = tmp_path / "echo"
    other = Exercise(id="echo", directory=place, repository=tmp_path, programming_language="python")
    assert find_own_test_runner(installation, other) is None
    assert isinstance(find_judge_or_test_runner(installation, other, None), Judge)


def test_another_languages_exercise_gets_no_test_runner(exercise: Exercise) -> None:
    bare = Installation()
    assert find_own_test_runner(bare, exercise) is None
    skipped = find_test_runner(bare, load_track_exercise(exercise)[0], None)
    assert skipped == SkippedTool("there is no test runner for python here")
    with pytest.raises(JudgeNotInstalled):
        find_judge_or_test_runner(bare, exercise, None)


def test_a_check_reads_the_directory_of_a_test_runner_once(
    installation: Installation, exercise: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have thousands of files, and a track has more than a hundred exercises."""
    read: list[str] = []

    def load(chosen: ToolSettings, *, place: str, data: Path) -> ExercismTool:
        read.append(chosen.name)
        return load_track_tool(chosen, place=place, data=data)

    monkeypatch.setattr(test_runners, "load_track_tool", load)
    find = find_judges(installation, ())
    first, second = find(exercise), find(replace(exercise, id="another"))
    assert isinstance(first, TestRunnerRun)
    assert isinstance(second, TestRunnerRun)
    assert first.tool == second.tool
    assert read == ["mine"]
