"""When students see feedback, on the page of a series."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from kriterion.web.courses.copy_course import CopyPlan, copy_course
from kriterion.web.courses.feedback_policy import FeedbackTime
from kriterion.web.courses.models import Series
from kriterion.web.submissions.models import (
    ExerciseTest,
    Submission,
    SubmissionTests,
    TestPattern,
)
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

AFTER = FeedbackTime.AFTER_DEADLINE
HOSTILE = "<img src=x onerror=alert(1)>"
CLOSES = {"closes_at": "2030-01-01T12:00"}


def save(world: World, **fields: str) -> str:
    address = reverse("teaching:series", args=[world.course.slug, world.series.pk])
    data = {"name": "First", "visible": "on", **fields}
    return client_for(world.tina).post(address, data, follow=True).content.decode()


def test_a_teacher_says_when_feedback_appears(world: World) -> None:
    save(
        world,
        **CLOSES,
        feedback=AFTER,
        tabs_at_once="Examples\r\n\r\n  Style   check ",
        tabs_never="Secret",
    )
    series = Series.objects.get(pk=world.series.pk)
    assert series.feedback == AFTER
    assert series.tab_feedback == {
        "Examples": "at-once",
        "Style check": "at-once",
        "Secret": "never",
    }
    address = reverse("teaching:series", args=[world.course.slug, world.series.pk])
    html = client_for(world.tina).get(address).content.decode()
    assert "Examples\nStyle check</textarea>" in html and "Secret</textarea>" in html
    copied = copy_course(
        world.course, world.tina, CopyPlan(name="Next", slug="next", starts_on=None)
    )
    made = copied.series.get(name="First")
    assert (made.feedback, made.tab_feedback) == (series.feedback, series.tab_feedback)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"feedback": AFTER}, "Enter when the series closes"),
        ({"feedback": AFTER, "deadline": "2030-01-01T12:00"}, "Enter when the series closes"),
        ({"tabs_after_deadline": "Hidden"}, "Enter when the series closes"),
        ({"feedback": AFTER, **CLOSES}, ""),
        ({"feedback": AFTER, "hides_at": "2030-01-01T12:00"}, ""),
        ({"feedback": "sometimes"}, "sometimes is not one of the available choices"),
        ({"tabs_at_once": "A\nB", "tabs_never": "b"}, "This tab is listed twice: b"),
        ({"tabs_never": "\n".join(map(str, range(51)))}, "Enter at most 50 titles"),
        ({"tabs_never": "x" * 6000}, "Ensure this value has at most"),
        ({"tabs_never": "a\0b"}, "Null characters are not allowed"),
        ({"tabs_never": "<script>alert(1)</script>"}, ""),
        ({"tabs_never": "<script>alert(1)\n<script>alert(1)"}, "This tab is listed twice"),
    ],
)
def test_a_time_that_never_comes_is_refused(
    world: World, fields: dict[str, str], problem: str
) -> None:
    html = save(world, **fields)
    assert (problem in html) if problem else ("Saved." in html)
    assert "<script>alert" not in html
    is_changed = Series.objects.filter(pk=world.series.pk, feedback="at-once", tab_feedback={})
    assert is_changed.exists() == bool(problem)


def test_a_form_without_the_fields_changes_no_time(world: World) -> None:
    """Such as one that was loaded before an upgrade: feedback must not appear by mistake."""
    rows = Series.objects.filter(pk=world.series.pk)
    end = timezone.now() + timedelta(hours=1)
    rows.update(feedback=AFTER, tab_feedback={"Hidden": "never"}, closes_at=end)
    save(world, **CLOSES)
    assert rows.values_list("feedback", "tab_feedback").get() == (AFTER, {"Hidden": "never"})


def test_tabs_of_earlier_assessments_of_the_series_are_named(world: World) -> None:
    tests = [
        ExerciseTest.objects.create(
            activity=world.exercise, digest=title, path=[title, "1"], position=0
        )
        for title in ("Examples", HOSTILE, "Elsewhere")
    ]
    for submission, seen in (
        (world.submission, tests[:2]),
        (
            Submission.objects.create(user=world.ben, activity=world.exercise, number=1),
            tests[2:],
        ),
    ):
        pattern = TestPattern.objects.create(
            activity=world.exercise, digest=str(submission.pk), passed=[test.pk for test in seen]
        )
        SubmissionTests.objects.create(submission=submission, pattern=pattern)
    address = reverse("teaching:series", args=[world.course.slug, world.series.pk])
    html = client_for(world.tina).get(address).content.decode()
    assert f"Tabs so far: {escape(HOSTILE)}, Examples." in html
    assert "<img" not in html
