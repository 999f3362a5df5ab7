"""A session's user is found by the key alone, with a query that is compiled once."""

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course, CourseGroup, MemberRole, Membership
from tests.web.conftest import World


def test_a_user_is_found_by_key(world: World) -> None:
    with CaptureQueriesContext(connection) as queries:
        found = User.objects.get(pk=world.ada.pk)
    assert found == world.ada
    assert found.email == world.ada.email
    assert len(queries) == 1


def test_memberships_come_with_the_user(world: World) -> None:
    other = Course.objects.create(name="Other", slug="other")
    mentor = Membership.objects.create(user=world.ben, course=other, role=MemberRole.ASSISTANT)
    groups = [CourseGroup.objects.create(course=other, name=name) for name in "ab"]
    for group in groups:
        group.mentors.add(mentor)
    expected = User.objects.filter(pk=world.ben.pk).get()
    with CaptureQueriesContext(connection) as queries:
        found = User.objects.get(pk=world.ben.pk)
        assert found.course_roles[other.pk] == MemberRole.ASSISTANT
        assert found.mentored_groups == {other.pk: frozenset(group.pk for group in groups)}
    assert len(queries) == 1
    assert found.course_roles == expected.course_roles
    assert found.mentored_groups == expected.mentored_groups


def test_a_user_without_memberships_has_none(world: World) -> None:
    loner = User.objects.create(username="loner")
    found = User.objects.get(pk=loner.pk)
    assert found.username == "loner"
    assert found.course_roles == {}
    assert found.mentored_groups == {}


@pytest.mark.parametrize("key", [0, -1, 2**63, 2**70])
def test_a_key_of_no_user_finds_nobody(world: World, key: int) -> None:
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=key)


def test_further_conditions_count(world: World) -> None:
    assert User.objects.get(pk=world.ada.pk, username="ada") == world.ada
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=world.ada.pk, username="somebody")


def test_a_key_among_related_users_finds_only_those(world: World) -> None:
    group = Group.objects.create(name="related")
    with pytest.raises(User.DoesNotExist):
        group.user_set.get(pk=world.ada.pk)
    group.user_set.add(world.ada)
    assert group.user_set.get(pk=world.ada.pk) == world.ada
