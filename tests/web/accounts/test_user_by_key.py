"""A session's user is found by the key alone, with a query that is compiled once."""

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kriterion.web.accounts.models import User
from tests.web.conftest import World


def test_a_user_is_found_by_key(world: World) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = User.objects.get(pk=world.ada.pk)
    assert found == world.ada
    assert found.email == world.ada.email
    assert len(queries) == 1


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
