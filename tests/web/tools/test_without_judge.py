"""Exercises whose configuration names no judge: handed in, analysed, never called correct."""

import threading
from pathlib import Path

import pytest

from kriterion.assessment.assessment_record import (
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    RepresenterRecord,
    RepresenterStatus,
    SubmissionRecord,
)
from kriterion.errors import JudgeNotInstalled
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.needed_judges import list_needed_judges
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.assessing import assess_submission
from kriterion.web.submissions.queue.attempt_conclusion import finish
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.queue.missing_parts import find_missing_part
from kriterion.web.submissions.services.submit import submit_files
from kriterion.web.tools.missing_judges import find_missing_judges
from kriterion.web.tools.tool_choice import choose_tools
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.tracks import FILES, make_track
from tests.web.submissions.test_assessing import _data

__all__ = ["_data"]  # an own data directory for each test


@pytest.fixture
def track(tmp_path: Path, db: None) -> Repository:
    make_track(tmp_path)
    return Repository.objects.create(
        name="track", format="exercism", directory=str(tmp_path), state=RepositoryState.READY
    )


@pytest.fixture
def untested_exercise(track: Repository) -> Activity:
    return Activity.objects.create(
        repository=track, path="exercises/practice/two-fer", programming_language="python"
    )


@pytest.mark.long(reason="runs both tools")
@pytest.mark.machine
def test_every_file_is_analyzed_and_represented(anna: User, untested_exercise: Activity) -> None:
    files: dict[str, str | bytes] = {
        FILES[0]: "def f(x):\n    return x\n",
        FILES[1]: "def g(xs):\n    for i in range(len(xs)):\n        print(xs[i])\n",
    }
    intake = submit_files(anna, untested_exercise, files, language="en")
    assert isinstance(intake, Submission)
    record = assess_submission(intake, watch=lambda _: None, stopped=threading.Event())
    assert record.judge is None
    assert record.analyzer is not None and record.representer is not None
    assert record.analyzer.status is AnalyzerStatus.COMPLETED, record.analyzer
    places = [place.file for comment in record.analyzer.comments for place in comment.places]
    assert FILES[1] in places
    assert record.representer.status is RepresenterStatus.GENERATED, record.representer
    assert set(record.representer.mapping.values()) >= {"f", "g"}


@pytest.mark.parametrize(
    ("analyzer", "representer", "status"),
    [
        ("completed", "generated", Status.UNKNOWN),
        ("failed", "generated", Status.UNKNOWN),
        ("completed", "failed", Status.UNKNOWN),
        (None, "no representation", Status.UNKNOWN),
        ("failed", "failed", Status.INTERNAL_ERROR),
        ("failed", None, Status.INTERNAL_ERROR),
    ],
)
def test_an_untested_submission_is_finished_and_never_accepted(
    anna: User,
    untested_exercise: Activity,
    analyzer: str | None,
    representer: str | None,
    status: Status,
) -> None:
    """Unless all its tools failed: then the exercise has trouble, as with a judge that failed."""
    intake = submit_files(anna, untested_exercise, dict.fromkeys(FILES, ""), language="en")
    assert isinstance(intake, Submission)
    claimed = claim_next("w")
    record = AssessmentRecord(
        submission=SubmissionRecord(exercise="", file_name="a", source="", language="en"),
        analyzer=AnalyzerRecord(status=AnalyzerStatus(analyzer)) if analyzer else None,
        representer=RepresenterRecord(status=RepresenterStatus(representer))
        if representer
        else None,
    )
    assert claimed is not None and finish(claimed, record)
    intake.refresh_from_db()
    assert intake.state == SubmissionState.FINISHED
    assert (intake.status, intake.accepted) == (status, False)


def test_a_named_but_missing_judge_still_blocks(
    anna: User, untested_exercise: Activity, track: Repository
) -> None:
    track.default_judge = "odd"
    track.save()
    with pytest.raises(JudgeNotInstalled) as raised:
        choose_tools(untested_exercise)
    assert raised.value.name == "odd"
    assert find_missing_part(untested_exercise, raised.value).label == "odd"


def test_a_submission_no_tool_can_assess_is_blocked(
    untested_exercise: Activity, track: Repository
) -> None:
    config = Path(track.directory) / "config.json"
    config.write_text(config.read_text().replace('"python"', '"cobol"'))
    with pytest.raises(JudgeNotInstalled):
        choose_tools(untested_exercise)


def test_administrators_see_that_exercises_have_no_tests(
    untested_exercise: Activity, track: Repository
) -> None:
    exercise = choose_tools(untested_exercise).exercise
    track.needed_judges = [
        {
            "handler": judge.handler,
            "exercises": 2,
            "first": judge.first,
            "file": judge.file,
            "where": judge.where,
        }
        for judge in list_needed_judges([exercise])
    ]
    (finding,) = find_missing_judges(track)
    assert finding.severity == "warning"
    assert "2 exercises have no tests" in finding.what
    track.default_judge = "odd"
    (finding,) = find_missing_judges(track)
    assert finding.severity == "error"
