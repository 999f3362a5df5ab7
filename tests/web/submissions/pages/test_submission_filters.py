"""A student finds a submission by its result, course or exercise."""

import pytest
from django.urls import reverse

from kriterion.web.courses.models import Series
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db


def _list_numbers(world: World, **filters: str | int) -> list[int]:
    response = client_for(world.ada).get(reverse("submissions"), filters)
    return [submission.number for submission, _, _ in response.context["rows"]]


@pytest.fixture
def submissions(world: World) -> None:
    Submission.objects.filter(pk=world.submission.pk).update(state="finished", status="wrong")
    for number, activity, accepted, state in (
        (2, world.exercise, True, "finished"),
        (3, world.exercise, False, "queued"),
        (4, world.hidden_exercise, False, "finished"),
    ):
        Submission.objects.create(
            user=world.ada,
            activity=activity,
            course=world.course if number < 4 else None,
            number=number,
            state=state,
            accepted=accepted,
            status="correct" if accepted else "wrong",
            files={"a.py": ""},
        )


@pytest.mark.usefixtures("submissions")
def test_filters_choose_by_result_course_and_exercise(world: World) -> None:
    assert _list_numbers(world) == [4, 3, 2, 1]
    assert _list_numbers(world, result="accepted") == [2]
    assert _list_numbers(world, result="not-accepted") == [4, 1]
    assert _list_numbers(world, result="open") == [3]
    assert _list_numbers(world, course=world.course.slug) == [3, 2, 1]
    assert _list_numbers(world, activity=world.hidden_exercise.pk) == [4]
    assert _list_numbers(world, result="accepted", activity=world.hidden_exercise.pk) == []


@pytest.mark.usefixtures("submissions")
@pytest.mark.parametrize(
    "filters", [{"result": "x"}, {"course": "none"}, {"activity": "x"}, {"activity": 10**30}]
)
def test_filters_that_name_nothing_choose_everything(
    world: World, filters: dict[str, str | int]
) -> None:
    assert len(_list_numbers(world, **filters)) == 4


@pytest.mark.usefixtures("submissions")
def test_filters_do_not_reveal_a_withheld_verdict(world: World) -> None:
    Series.objects.filter(pk=world.series.pk).update(feedback="never")
    Submission.objects.filter(user=world.ada).update(series=world.series)
    assert _list_numbers(world, result="accepted") == []
    assert _list_numbers(world, result="not-accepted") == []
