"""The exercises of a track on a site that has the track's test runner."""

import json
import threading
from pathlib import Path

import pytest

from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_contents import read_contents, write_contents
from kriterion.web.courses.repository_series import plan_series
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.repository_management.check_work import check_activity
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.assessing import assess_submission
from kriterion.web.submissions.queue.tool_versions import find_installed_versions
from kriterion.web.submissions.services.submit import submit_files
from kriterion.web.tools.missing_judges import find_missing_judges
from kriterion.web.tools.models import Tool, ToolKind, ToolState
from kriterion.web.tools.tool_choice import choose_tools, find_image_name
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.places import open_to_all
from tests.tracks import make_track
from tests.web.submissions.test_assessing import _data

__all__ = ["_data"]  # an own data directory for each test

# Passes what contains the word "right".
SCRIPT = """#!/bin/sh
status=fail
grep -q right "$2/leap.py" && status=pass
printf '{"version": 2, "status": "%s", "tests": [' $status >"$3/results.json"
printf '{"name": "leaps", "status": "%s", "message": "no"}]}' $status >>"$3/results.json"
"""


@pytest.fixture
def track(tmp_path: Path, db: None) -> Repository:
    root = open_to_all(tmp_path) / "track"
    make_track(root)
    leap = root / "exercises/practice/leap"
    files = json.loads((leap / ".meta/config.json").read_text())["files"]
    files["example"] = [".meta/example.py"]
    (leap / ".meta/config.json").write_text(json.dumps({"files": files}))
    (leap / ".meta/example.py").write_text("right\n")
    listed = json.loads((root / "config.json").read_text())
    listed["exercises"]["practice"][0]["status"] = "deprecated"
    listed["exercises"]["practice"][1] |= {"difficulty": 4, "practices": ["loops"]}
    (root / "config.json").write_text(json.dumps(listed))
    repository = Repository.objects.create(
        name="track", directory=str(root), state=RepositoryState.READY
    )
    write_contents(repository, read_contents(root), root)
    return repository


@pytest.fixture
def python_runner(tmp_path: Path, db: None) -> Tool:
    script = tmp_path / "python-test-runner/bin/run.sh"
    script.parent.mkdir(parents=True)
    script.write_text(SCRIPT)
    script.chmod(0o755)
    return Tool.objects.create(
        kind=ToolKind.TEST_RUNNER,
        name="python",
        directory=str(tmp_path / "python-test-runner"),
        programming_languages=["python"],
        state=ToolState.READY,
    )


def _find_leap(track: Repository) -> Activity:
    return track.activities.get(path="exercises/practice/leap")


def test_a_tracks_exercises_become_activities(track: Repository) -> None:
    rows = list(track.activities.order_by("position"))
    assert [(row.path, row.is_listed) for row in rows] == [
        ("exercises/practice/leap", True),
        ("exercises/practice/two-fer", False),
    ]
    assert (rows[0].difficulty, rows[0].trains) == (2.0, ["Loops"])
    (series,) = plan_series(track, rows)
    assert series == ("Practice exercises", rows[:1])


def test_a_tracks_exercises_are_judged_by_its_test_runner(
    track: Repository, python_runner: Tool
) -> None:
    leap = _find_leap(track)
    assert isinstance(choose_tools(leap).judge, TestRunnerRun)
    assert find_image_name(leap) == "host"
    assert find_installed_versions(leap, None)["judge"].startswith("python-test-runner ")
    assert list(find_missing_judges(track)) == []


def test_a_missing_test_runner_is_reported_with_its_remedy(track: Repository) -> None:
    (finding,) = find_missing_judges(track)
    assert finding.code == "exercise.no-test-runner"
    assert finding.fix == "add python-test-runner under Tools, with that language"
    assert choose_tools(_find_leap(track)).judge is None


def test_a_named_judge_needs_no_test_runner(track: Repository) -> None:
    track.default_judge = "suite"
    assert list(find_missing_judges(track)) == []


@pytest.mark.machine
def test_submissions_and_own_solutions_are_tested(
    anna: User, track: Repository, python_runner: Tool
) -> None:
    leap = _find_leap(track)
    intake = submit_files(anna, leap, {"leap.py": "wrong"}, language="en")
    assert isinstance(intake, Submission)
    judged = assess_submission(intake, watch=lambda _: None, stopped=threading.Event()).judge
    assert judged is not None
    assert (judged.status, judged.accepted) == (Status.WRONG, False)
    result = check_activity(leap, threading.Event())
    assert (result.judged, result.failures) == (1, [])
    assert result.report.findings == ()
