"""A site without exams does not ask the database for them in every request."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kriterion.web.exams import exam_absence
from kriterion.web.exams.exam_absence import forget_absence, has_unpublished_exams
from kriterion.web.exams.models import Exam
from tests.web.conftest import World

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    forget_absence()
    monkeypatch.setattr(exam_absence, "_SECONDS", 3600.0)
    yield
    forget_absence()


def test_the_database_is_asked_once_while_there_is_no_exam() -> None:
    with CaptureQueriesContext(connection) as queries:
        assert [has_unpublished_exams() for _ in range(3)] == [False] * 3
    assert len(queries) == 1


def test_a_stored_exam_is_noticed_at_once(world: World) -> None:
    assert not has_unpublished_exams()
    Exam.objects.create(series=world.series)
    assert has_unpublished_exams()
    Exam.objects.all().delete()
    assert not has_unpublished_exams()


def test_an_exam_of_another_process_is_noticed_when_the_time_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exam_absence, "_SECONDS", 0.0)
    assert not has_unpublished_exams()
    Exam.objects.bulk_create([Exam(series=world.series)])  # sends no signal, as in another process
    assert has_unpublished_exams()
