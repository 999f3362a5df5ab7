"""A compiled query finds what the query that it was made of finds, for all values."""

import pytest

from kriterion.web.accounts.models import Role, User
from kriterion.web.courses.models import Course
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.submissions.models import QueueShare, Submission
from tests.web.conftest import World


def test_values_are_bound_anew_at_each_call(world: World) -> None:
    names = CompiledQuery(lambda key: User.objects.filter(pk=key).values_list("username"))
    users = list(User.objects.all())
    assert len(users) > 1
    for user in users:
        assert names.fetch_value(key=user.pk) == user.username
    assert names.fetch_value(key=0) is None


def test_texts_and_values_that_occur_twice_are_bound(world: World) -> None:
    query = CompiledQuery(
        lambda name, role: (
            User.objects.filter(username=name) | User.objects.filter(first_name=name, role=role)
        )
    )
    for user in User.objects.all():
        assert query.fetch_objects(name=user.username, role=Role.STUDENT.value) == [user]
    assert query.fetch_objects(name="nobody", role=Role.STUDENT.value) == []


def test_none_is_compiled_apart(db: None) -> None:
    for number in range(2):
        QueueShare.objects.create(priority=number, flow=7)
    count = CompiledQuery(
        lambda course, priority: Submission.unlimited.filter(course=course, priority=priority)
    )
    assert count.fetch_rows(course=None, priority=0) == []
    assert count.fetch_rows(course=3, priority=0) == []
    assert count.fetch_rows(course=None, priority=1) == []


def test_objects_convert_their_fields(world: World) -> None:
    query = CompiledQuery(lambda key: Course.objects.filter(pk=key))
    for course in Course.objects.all():
        [found] = query.fetch_objects(key=course.pk)
        assert vars(found).keys() == vars(course).keys()
        for field in Course._meta.concrete_fields:
            assert getattr(found, field.attname) == getattr(course, field.attname)


def test_a_number_too_large_for_the_database_is_in_no_row(db: None) -> None:
    query = CompiledQuery(lambda key: User.objects.filter(pk=key))
    assert query.fetch_objects(key=10**30) == []
    assert query.fetch_rows(key=-(10**30)) == []


def test_a_value_that_only_changes_the_form_is_refused(db: None) -> None:
    query = CompiledQuery(lambda limit: User.objects.order_by("pk")[:limit])
    with pytest.raises(ValueError, match="not parameters of a query"):
        query.fetch_rows(limit=3)
