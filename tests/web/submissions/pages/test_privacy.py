"""Pages about a submission reveal nothing else that the reader may not see."""

import pytest
from django.urls import reverse

from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing, MemberRole, Membership, Series
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, client_for
from tests.web.submissions.pages.test_pages import finish, get_page

pytestmark = pytest.mark.django_db


def test_a_teacher_does_not_see_submissions_for_other_courses(world: World) -> None:
    elsewhere = Course.objects.create(slug="elsewhere", name="Elsewhere")
    Membership.objects.create(user=world.ada, course=elsewhere, role=MemberRole.STUDENT)
    theirs, own = (
        Submission.objects.create(
            user=world.ada, activity=world.exercise, number=number, course=course, files={"a": "b"}
        )
        for number, course in ((2, elsewhere), (3, None))
    )
    for submission in (theirs, own):
        address = reverse("submission", args=[submission.pk])
        assert address in get_page(world.ada, world.submission)
        assert address not in get_page(world.tina, world.submission)
        assert address in get_page(world.root, world.submission)


def test_a_series_hidden_since_is_not_suggested_next(world: World) -> None:
    following = Activity.objects.create(
        repository=world.repository, path="next", names={"en": "The next one"}
    )
    Listing.objects.create(series=world.series, activity=following, position=1)
    finish(world.submission, accepted=True)
    assert "The next one" in get_page(world.ada, world.submission)
    Series.objects.update(visible=False)
    assert "The next one" not in get_page(world.ada, world.submission)


def test_nobody_submits_to_a_course_they_are_not_in(world: World) -> None:
    world.exercise.is_public = True
    world.exercise.save()
    for user, series in ((world.ben, world.series), (world.cleo, None)):
        client_for(user).post(
            reverse("submit", args=[world.exercise.pk]),
            {"name": "a.py", "text": "x", "series": world.series.pk},
        )
        assert Submission.objects.get(user=user).series == series
