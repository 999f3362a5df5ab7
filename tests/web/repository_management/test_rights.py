"""Who sees and uses the exercises of whose repository."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Listing, MemberRole, Membership
from kriterion.web.repositories.models import Repository, Sharing
from tests.web.conftest import World, client_for
from tests.web.repository_management.conftest import make_repository, url


def pages_that_mention(client: Client, world: World, repository: Repository) -> list[str]:
    """The pages on which somebody could learn of the repository `vault` with its `Riddle`."""
    activity = repository.activities.get()
    series = reverse("teaching:series", args=[world.course.slug, world.series.pk])
    places = {
        "page": url("repository", repository.pk),
        "list": url("repositories"),
        "found": url("repositories") + "?q=vaul",
        "courses": reverse("courses"),
        "tree": reverse("exercise-tree", args=[repository.pk]),
        "activity": reverse("activity", args=[activity.pk]),
        "search": reverse("search") + "?q=riddl",
        "series": series + "?q=riddl",
        "add": reverse("teaching:repository-series", args=[world.course.slug]),
    }
    found = []
    for name, place in places.items():
        answer = client.get(place)
        text = answer.content.decode()
        if answer.status_code == 200 and ("vault" in text or "Riddle" in text):
            found.append(name)
    add = reverse("teaching:listing-add", args=[world.course.slug, world.series.pk])
    if client.post(add, {"activity": activity.pk}).status_code == 302:
        found.append("added")
    return found


_OPENED = ["courses", "tree", "activity", "search"]
_KNOWN = ["page", "list", "found"]
_USED = ["series", "add", "added"]
_ALL = [*_KNOWN, *_OPENED, *_USED]


@pytest.mark.parametrize(
    ("sharing", "is_public", "grant", "expected"),
    [
        ("private", False, "", []),
        ("private", True, "", []),
        ("private", False, "use", _ALL),
        ("private", False, "edit", _ALL),
        ("request", False, "", _KNOWN),
        ("request", True, "", _KNOWN),
        ("request", False, "use", _ALL),
        ("teachers", False, "", _ALL),
        ("teachers", True, "", _ALL),
        ("public", False, "", []),
        ("public", True, "", _ALL),
        ("public", False, "use", _ALL),
    ],
)
def test_a_teacher_learns_of_what_is_shared(
    world: World,
    theo: User,
    tina: Client,
    sharing: str,
    is_public: bool,
    grant: str,
    expected: list[str],
) -> None:
    made = make_repository(theo, Sharing(sharing), is_public=is_public)
    if grant:
        made.grants.create(user=world.tina, right=grant)
    assert pages_that_mention(tina, world, made) == expected


@pytest.mark.parametrize(
    ("sharing", "is_public", "expected"),
    [
        ("private", True, []),
        ("request", True, []),
        ("teachers", False, []),
        ("teachers", True, _OPENED),
        ("public", False, []),
        ("public", True, _OPENED),
    ],
)
def test_students_see_what_is_public(
    world: World, theo: User, sharing: str, is_public: bool, expected: list[str]
) -> None:
    made = make_repository(theo, Sharing(sharing), is_public=is_public)
    assert pages_that_mention(client_for(world.ada), world, made) == expected


def test_owners_and_administrators_use_everything(world: World, tina: Client) -> None:
    made = make_repository(world.tina)
    assert pages_that_mention(tina, world, made) == _ALL
    assert pages_that_mention(client_for(world.root), world, made) == _ALL


def test_members_of_a_course_open_what_it_contains_but_cannot_use_it(
    world: World, theo: User, tina: Client
) -> None:
    made = make_repository(theo)
    Listing.objects.create(series=world.series, activity=made.activities.get())
    found = pages_that_mention(client_for(world.ada), world, made)
    assert found == _OPENED
    other = pages_that_mention(tina, world, made)
    assert "added" not in other
    assert "add" not in other
    assert "page" not in other


def test_assistants_use_nothing(world: World, theo: User) -> None:
    made = make_repository(theo, Sharing.TEACHERS)
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    assert pages_that_mention(client_for(world.cleo), world, made) == []


def test_teachers_of_a_course_use_what_is_shared_whatever_their_role_on_the_site(
    world: World, theo: User
) -> None:
    made = make_repository(theo, Sharing.TEACHERS)
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.TEACHER)
    found = pages_that_mention(client_for(world.cleo), world, made)
    assert found == [*_OPENED, *_USED]  # repositories are brought in by teachers of the site


def test_the_list_takes_as_many_queries_for_many_repositories(world: World, tina: Client) -> None:
    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert tina.get(url("repositories")).status_code == 200
        return len(queries)

    make_repository(world.tina)
    first = count()
    for number in range(60):
        Repository.objects.create(name=f"r{number}", owner=world.tina)
    assert count() == first
    assert b"r59" in tina.get(url("repositories") + "?page=2").content
