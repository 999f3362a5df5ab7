"""Editors replace titles, labels and difficulties of activities on the site."""

import pytest
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.catalog.activity_details import replace_details
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import MemberRole, Membership
from kriterion.web.repositories.models import Repository, RepositoryRight
from tests.web.conftest import World, client_for
from tests.web.repository_management.conftest import EXERCISE, archive, make_repository, url

_CHANGED = {
    **EXERCISE,
    "loops__config.json": (
        '{"description": {"names": {"en": "Loops", "nl": "Lussen"}}, "labels": ["new"]}'
    ),
}


@pytest.fixture
def vault(world: World) -> Repository:
    return make_repository(world.tina)


def edit(client: Client, activity: Activity, **typed: str) -> int:
    """Open the form, type, and send it; return the status of the answer."""
    place = url("activity-edit", activity.repository_id, activity.pk)
    form = client.get(place).context["form"]
    sent = {}
    for name in form.fields:
        value = form[name].value()
        sent[name] = sent[f"initial-{name}"] = "" if value is None else str(value)
    return client.post(place, {**sent, **typed}).status_code


def test_a_replaced_title_is_shown_wherever_the_activity_is_listed(
    world: World, tina: Client
) -> None:
    repository = make_repository(world.tina)
    activity = repository.activities.get()
    world.series.listings.create(activity=activity, position=9)
    assert (
        edit(tina, activity, name_en="Puzzle <b>", labels="hard, fun ,fun", difficulty="2.5") == 302
    )

    ada = client_for(world.ada)
    for place in (
        reverse("course", args=[world.course.slug]),
        reverse("activity", args=[activity.pk]),
        reverse("search") + "?q=puzzle",
    ):
        page = ada.get(place).content.decode()
        assert "Puzzle &lt;b&gt;" in page
        assert "Riddle" not in page
    activity.refresh_from_db()
    assert (activity.labels, activity.difficulty) == (["hard", "fun"], 2.5)


def test_an_editor_reads_what_the_repository_says_and_restores_it(
    vault: Repository, tina: Client
) -> None:
    activity = vault.activities.get()
    edit(tina, activity, name_en="Puzzle", labels="hard")
    place = url("activity-edit", vault.pk, activity.pk)
    assert "Riddle" in tina.get(place).content.decode()

    tina.post(place, {"to": "restore"})
    activity.refresh_from_db()
    assert (activity.names, activity.labels, activity.replaced) == ({"en": "Riddle"}, [], {})
    assert "puzzle" not in activity.search_text


def test_replaced_details_stay_when_the_repository_is_fetched_again(
    world: World, tina: Client
) -> None:
    tina.post(
        url("repository-add"),
        {"name": "course", "sharing": "private", "archive": archive(**EXERCISE)},
    )
    activity = Activity.objects.get(path="loops")
    edit(tina, activity, name_en="Rounds", difficulty="3")

    tina.post(
        url("repository-edit", activity.repository_id),
        {"name": "course", "sharing": "private", "archive": archive(**_CHANGED)},
    )
    activity.refresh_from_db()
    assert activity.names == {"en": "Rounds", "nl": "Lussen"}
    assert (activity.labels, activity.difficulty) == (["new"], 3)
    assert activity.replaced == {"names": {"en": "Loops", "nl": "Lussen"}, "difficulty": None}
    assert "rounds" in activity.search_text


def test_two_editors_change_different_details(vault: Repository, tina: Client) -> None:
    activity = vault.activities.get()
    place = url("activity-edit", vault.pk, activity.pk)
    replace_details(activity.pk, {"names": {"nl": "Raadsel"}, "labels": ["hard"]})
    # This form was opened before.
    seen = {"initial-name_en": "Riddle", "initial-name_nl": "", "initial-labels": ""}
    typed = {"name_en": "Puzzle", "name_nl": "", "labels": "", "difficulty": ""}
    tina.post(place, {**seen, **typed, "initial-difficulty": ""})
    activity.refresh_from_db()
    assert activity.names == {"en": "Puzzle", "nl": "Raadsel"}
    assert activity.labels == ["hard"]


def test_an_emptied_title_is_the_repositorys_again(vault: Repository, tina: Client) -> None:
    activity = vault.activities.get()
    edit(tina, activity, name_en="Puzzle")
    activity.refresh_from_db()
    edit(tina, activity, name_en="")
    activity.refresh_from_db()
    assert (activity.names, activity.replaced) == ({"en": "Riddle"}, {})


@pytest.mark.parametrize(
    "typed",
    [
        {"name_en": "n" * 201},
        {"labels": ",".join(map(str, range(21)))},
        {"labels": "l" * 61},
        {"difficulty": "5.1"},
        {"difficulty": "nan"},
    ],
)
def test_details_beyond_the_limits_are_refused_with_a_reason(
    vault: Repository, tina: Client, typed: dict[str, str]
) -> None:
    activity = vault.activities.get()
    assert edit(tina, activity, **typed) == 422
    activity.refresh_from_db()
    assert activity.names == {"en": "Riddle"}


def test_only_editors_of_the_repository_find_the_form(
    world: World, vault: Repository, theo: User, tina: Client
) -> None:
    activity = vault.activities.get()
    place = url("activity-edit", vault.pk, activity.pk)
    page = reverse("activity", args=[activity.pk])
    assert place in tina.get(page).content.decode()

    vault.grants.create(user=theo, right="use")
    other = client_for(theo)
    assert place not in other.get(page).content.decode()
    assert other.get(place).status_code == 404
    assert other.post(place, {"name_en": "Mine"}).status_code == 404

    vault.grants.update(right="edit")
    assert other.get(place).status_code == 200
    elsewhere = make_repository(world.tina)
    assert tina.get(url("activity-edit", elsewhere.pk, activity.pk)).status_code == 404


def test_a_search_lists_the_activities_with_all_its_words(vault: Repository, tina: Client) -> None:
    listed = tina.get(url("activities", vault.pk) + "?q=RIDD").content.decode()
    assert "Riddle" in listed
    assert "Riddle" not in tina.get(url("activities", vault.pk) + "?q=zz").content.decode()


def test_only_who_may_open_the_form_is_led_to_it(
    world: World, tina: Client, vault: Repository
) -> None:
    """The teacher of one course, whom the site does not know as a teacher, may not."""
    activity = vault.activities.get()
    world.series.listings.create(activity=activity, position=9)
    vault.grants.create(user=world.ada, right=RepositoryRight.EDIT)
    Membership.objects.filter(user=world.ada, course=world.course).update(role=MemberRole.TEACHER)
    form, page = (
        url("activity-edit", vault.pk, activity.pk),
        reverse("activity", args=[activity.pk]),
    )
    assert form in tina.get(page).content.decode()
    ada = client_for(world.ada)
    assert form not in ada.get(page).content.decode()
    assert ada.get(form).status_code == 404
