"""The image that a submission needs: stored when it is submitted, kept right afterwards."""

from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from kriterion.sandbox.image import HOST
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing, Series
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.blocked import release
from kriterion.web.submissions.queue.inability import Inabilities
from kriterion.web.submissions.queue.needed_images import refresh_images
from kriterion.web.submissions.services.submit import requeue_submission
from kriterion.web.tools import machine
from kriterion.web.tools.models import Tool
from kriterion.web.tools.tool_choice import LONGEST_IMAGE_NAME, find_image_name
from tests.web.queue_fixtures import HandIn


@pytest.fixture
def judge(exercise: Activity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tool:
    """The judge of the exercise, which says nothing about its image."""
    monkeypatch.setattr(machine, "_made", None)
    directory = tmp_path / "repository" / exercise.path
    (directory / "description").mkdir(parents=True)
    (directory / "description" / "description.en.md").write_text("# Task\n")
    (directory / "config.json").write_text('{"type": "exercise", "evaluation": {}}')
    exercise.repository.directory = str(tmp_path / "repository")
    exercise.repository.default_judge = "mine"
    exercise.repository.save()
    run = tmp_path / "run"
    run.write_text("#!/bin/sh\n")
    run.chmod(0o755)
    return Tool.objects.create(
        kind="judge", name="mine", directory=str(tmp_path), checked_at=timezone.now()
    )


def _set_image(judge: Tool, name: str) -> None:
    Tool.objects.filter(pk=judge.pk).update(image=name)


def _read_image(submission: Submission) -> str:
    return Submission.objects.get(pk=submission.pk).image


@pytest.mark.parametrize(
    ("image", "stored"),
    [
        ("dodona/dodona-python", "dodona/dodona-python"),
        ("", HOST.name),
        ("i" * LONGEST_IMAGE_NAME, "i" * LONGEST_IMAGE_NAME),
        ("\N{GREEK SMALL LETTER ALPHA}\ud800", ""),
    ],
)
def test_the_image_is_that_of_the_judge(
    exercise: Activity, judge: Tool, tmp_path: Path, image: str, stored: str
) -> None:
    if "\ud800" in image:
        (tmp_path / "config.json").write_text('{"image": "\\u03b1\\ud800"}')
    else:
        _set_image(judge, image)
    assert find_image_name(exercise) == stored


def test_a_name_that_is_too_long_counts_as_not_known(
    exercise: Activity, judge: Tool, tmp_path: Path
) -> None:
    long = "i" * (LONGEST_IMAGE_NAME + 1)
    (tmp_path / "config.json").write_text(f'{{"image": "{long}"}}')
    assert find_image_name(exercise) == ""


def test_without_a_judge_the_image_is_that_of_the_analyzer(exercise: Activity) -> None:
    assert find_image_name(exercise) == "kriterion"


@pytest.mark.parametrize("missing", ["judge", "directory", "exercise"])
def test_the_image_is_not_known_if_a_part_is_missing(
    exercise: Activity, judge: Tool, missing: str
) -> None:
    if missing == "judge":
        exercise.repository.default_judge = "other"
    elif missing == "directory":
        exercise.repository.directory = "/not there"
    else:
        exercise.path = "not there"
    assert find_image_name(exercise) == ""


def test_a_course_has_the_image_of_its_own_judge(
    exercise: Activity, judge: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "kriterion.toml"
    settings.write_text("teachers_add_judges = true\n")
    monkeypatch.setenv("KRITERION_CONFIG", str(settings))
    first, second = (Course.objects.create(name=slug, slug=slug) for slug in ("one", "two"))
    for course in (first, second):
        series = Series.objects.create(course=course, name="S")
        Listing.objects.create(series=series, activity=exercise)
    Tool.objects.filter(pk=judge.pk).update(course=first, image="the course's own")
    assert find_image_name(exercise, first.pk) == "the course's own"
    assert find_image_name(exercise, second.pk) == ""


def test_a_submission_is_stored_with_its_image(submit: HandIn, anna: User, judge: Tool) -> None:
    _set_image(judge, "one")
    assert _read_image(submit(anna)) == "one"


@pytest.mark.parametrize("state", [SubmissionState.QUEUED, SubmissionState.BLOCKED])
def test_waiting_submissions_follow_their_judge_to_another_image(
    submit: HandIn, anna: User, judge: Tool, state: SubmissionState
) -> None:
    _set_image(judge, "one")
    waiting, over = submit(anna), submit(anna)
    Submission.objects.filter(pk=waiting.pk).update(state=state)
    Submission.objects.filter(pk=over.pk).update(state=SubmissionState.FINISHED)
    _set_image(judge, "two")
    assert refresh_images(Submission.objects.all()) == 1
    assert (_read_image(waiting), _read_image(over)) == ("two", "one")
    assert refresh_images(Submission.objects.all()) == 0


def test_a_requeued_submission_follows_its_judge_to_another_image(
    submit: HandIn, anna: User, judge: Tool
) -> None:
    _set_image(judge, "one")
    failed = submit(anna)
    Submission.objects.filter(pk=failed.pk).update(state=SubmissionState.FAILED)
    _set_image(judge, "two")
    failed.refresh_from_db()
    assert requeue_submission(failed)
    assert _read_image(failed) == "two"


def test_a_released_submission_follows_its_judge_to_another_image(
    submit: HandIn, anna: User, judge: Tool
) -> None:
    _set_image(judge, "one")
    blocked = submit(anna)
    Submission.objects.filter(pk=blocked.pk).update(state=SubmissionState.BLOCKED)
    _set_image(judge, "host")
    assert release(Inabilities()) == 1
    assert _read_image(blocked) == "host"


def test_refreshing_images_reads_only_what_waits(submit: HandIn, anna: User) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL chooses by the sizes of tables")
    submit(anna)
    with CaptureQueriesContext(connection) as queries:
        refresh_images(Submission.objects.all())
    searches = [query["sql"] for query in queries if "DISTINCT" in query["sql"]]
    assert len(searches) == 2
    with connection.cursor() as cursor:
        for search, index in zip(searches, ("waits", "blocked"), strict=True):
            cursor.execute(f"EXPLAIN QUERY PLAN {search}")
            plan = " ".join(row[3] for row in cursor.fetchall())
            assert f"USING INDEX submission_{index}" in plan
