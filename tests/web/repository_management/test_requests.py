"""Teachers ask for rights; owners and administrators grant, refuse and take them back."""

import pytest
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import Role, User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.notifications.models import Notification, OutgoingMail
from kriterion.web.notifications.notification_texts import describe
from kriterion.web.repositories.models import Repository, RepositoryGrant, RepositoryRight, Sharing
from kriterion.web.repository_management.services.repository_rights import (
    answer_request,
    find_deciders,
    request_right,
)
from tests.web.conftest import World, client_for
from tests.web.repository_management.conftest import make_repository, url


@pytest.fixture
def vault(theo: User) -> Repository:
    return make_repository(theo, Sharing.REQUEST)


def list_texts(user: User) -> list[str]:
    return [describe(notification) for notification in user.notifications.order_by("pk")]


def audited() -> list[str]:
    return list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))


def test_a_teacher_asks_and_the_owner_grants(
    world: World, theo: User, tina: Client, vault: Repository
) -> None:
    given = {"right": "use", "reason": "For my <b>course</b>"}
    page = tina.post(url("right-request", vault.pk), given, follow=True).content.decode()
    assert "You have asked to use this repository." in page
    assert list_texts(theo) == ["tina asks for a right on the repository vault"]
    assert not list_texts(world.root)
    owner = client_for(theo)
    page = owner.get(url("repository", vault.pk)).content.decode()
    assert "For my &lt;b&gt;course&lt;/b&gt;" in page
    asked = vault.requests.get()
    owner.post(url("right-answer", vault.pk, asked.pk), {"to": "grant", "right": "use"})
    assert vault.grants.get().user == world.tina
    assert not vault.requests.exists()
    assert list_texts(world.tina) == ["theo gave you a right on the repository vault"]
    assert "View exercises" in tina.get(url("repository", vault.pk)).content.decode()
    assert audited() == ["repository.request", "repository.grant"]


def test_a_request_is_refused(world: World, theo: User, tina: Client, vault: Repository) -> None:
    tina.post(url("right-request", vault.pk), {"right": "edit"})
    asked = vault.requests.get()
    client_for(theo).post(url("right-answer", vault.pk, asked.pk), {"to": "refuse"})
    assert not vault.grants.exists()
    refused = "Your request for a right on the repository vault was refused"
    assert list_texts(world.tina) == [refused]
    assert audited() == ["repository.request", "repository.refuse"]


def test_asking_again_changes_the_request_and_notifies_nobody(
    world: World, theo: User, tina: Client, vault: Repository
) -> None:
    for right in ("use", "edit"):
        tina.post(url("right-request", vault.pk), {"right": right})
    assert vault.requests.get().right == RepositoryRight.EDIT
    assert len(list_texts(theo)) == 1


def test_only_the_right_that_the_owner_read_is_granted(
    world: World, theo: User, tina: Client, vault: Repository
) -> None:
    tina.post(url("right-request", vault.pk), {"right": "use"})
    owner = client_for(theo)
    asked = vault.requests.get()
    page = owner.get(url("repository", vault.pk)).content.decode()
    assert '<input type="hidden" name="right" value="use">' in page
    tina.post(url("right-request", vault.pk), {"right": "edit"})
    page = owner.post(
        url("right-answer", vault.pk, asked.pk), {"to": "grant", "right": "use"}, follow=True
    ).content.decode()
    assert "This request has changed since." in page
    assert not vault.grants.exists()
    assert not answer_request(asked, theo, is_granted=True)
    assert audited() == ["repository.request", "repository.request"]


def test_who_may_use_a_repository_can_only_ask_to_edit_it(
    world: World, tina: Client, vault: Repository
) -> None:
    vault.grants.create(user=world.tina, right="use")
    tina.post(url("right-request", vault.pk), {"right": "use"})
    assert not vault.requests.exists()
    tina.post(url("right-request", vault.pk), {"right": "edit"})
    assert vault.requests.get().right == RepositoryRight.EDIT


def test_administrators_decide_about_what_has_no_owner_who_teaches(
    world: World, theo: User, vault: Repository
) -> None:
    assert list(find_deciders(vault)) == [theo]
    theo.role = Role.STUDENT
    theo.save()
    assert list(find_deciders(vault)) == [world.root]
    Repository.objects.update(owner=None)
    vault.refresh_from_db()
    request_right(vault, world.tina, RepositoryRight.USE, "")
    assert list_texts(world.root) == ["tina asks for a right on the repository vault"]
    root = client_for(world.root)
    asked = vault.requests.get()
    root.post(
        f"/administration/repositories/{vault.pk}/requests/{asked.pk}",
        {"to": "grant", "right": asked.right},
    )
    assert vault.grants.get().user == world.tina


def test_of_two_answers_the_first_one_counts(world: World, theo: User, vault: Repository) -> None:
    request_right(vault, world.tina, RepositoryRight.USE, "")
    asked = vault.requests.get()
    assert answer_request(asked, world.root, is_granted=False)
    assert not answer_request(asked, theo, is_granted=True)
    assert not vault.grants.exists()
    assert len(list_texts(world.tina)) == 1


def test_an_owner_gives_and_takes_back_a_right(
    world: World, theo: User, tina: Client, vault: Repository
) -> None:
    owner = client_for(theo)
    for username, expected in (
        ("nobody", "There is no teacher with this username."),
        ("ada", "There is no teacher with this username."),
        ("", "This field is required."),
    ):
        page = owner.post(
            url("right-add", vault.pk), {"user": username, "right": "edit"}, follow=True
        )
        assert expected in page.content.decode()
    owner.post(url("right-add", vault.pk), {"user": "tina", "right": "use"})
    owner.post(url("right-add", vault.pk), {"user": "tina", "right": "edit"})
    grant = RepositoryGrant.objects.get()
    assert grant.right == RepositoryRight.EDIT
    assert tina.get(url("repository-edit", vault.pk)).status_code == 200
    owner.post(url("right-remove", vault.pk, grant.pk))
    assert tina.get(url("repository-edit", vault.pk)).status_code == 404
    assert audited() == ["repository.grant", "repository.grant", "repository.take-back"]


@pytest.mark.parametrize("how", ["removed", "reduced"])
def test_who_may_edit_no_longer_does_not_know_the_webhooks_secret(
    world: World, theo: User, tina: Client, vault: Repository, how: str
) -> None:
    Repository.objects.filter(pk=vault.pk).update(git_url="https://example.org/vault")
    owner = client_for(theo)
    owner.post(url("right-add", vault.pk), {"user": "tina", "right": "edit"})
    known = vault.webhook_secret
    assert known in tina.get(url("repository", vault.pk)).content.decode()
    address, given = {
        "removed": (url("right-remove", vault.pk, vault.grants.get().pk), {}),
        "reduced": (url("right-add", vault.pk), {"user": "tina", "right": "use"}),
    }[how]
    page = owner.post(address, given, follow=True).content.decode()
    assert "The webhook has a new secret. Enter it at the Git host." in page
    vault.refresh_from_db()
    assert vault.webhook_secret != known
    assert vault.webhook_secret in owner.get(url("repository", vault.pk)).content.decode()
    hook = reverse("hook", args=[vault.pk])
    assert client_for(None).post(hook, headers={"X-Gitlab-Token": known}).status_code == 403


def test_the_secret_stays_when_somebody_loses_only_the_right_to_use(
    theo: User, tina: Client, vault: Repository
) -> None:
    owner = client_for(theo)
    owner.post(url("right-add", vault.pk), {"user": "tina", "right": "use"})
    owner.post(url("right-remove", vault.pk, vault.grants.get().pk))
    assert Repository.objects.get(pk=vault.pk).webhook_secret == vault.webhook_secret


def test_the_owner_makes_a_new_secret(theo: User, tina: Client, vault: Repository) -> None:
    vault.grants.create(user=User.objects.get(username="tina"), right="edit")
    assert tina.post(url("secret-renew", vault.pk)).status_code == 404
    client_for(theo).post(url("secret-renew", vault.pk))
    assert Repository.objects.get(pk=vault.pk).webhook_secret != vault.webhook_secret
    assert audited() == ["repository.renew-secret"]


def test_rights_of_another_repository_are_not_found(
    world: World, theo: User, tina: Client, vault: Repository
) -> None:
    mine = Repository.objects.create(name="mine", owner=world.tina)
    request_right(vault, world.tina, RepositoryRight.USE, "")
    asked = vault.requests.get()
    grant = vault.grants.create(user=world.root, right="use")
    for name, key in (("right-answer", asked.pk), ("right-remove", grant.pk)):
        assert tina.post(url(name, mine.pk, key), {"to": "grant"}).status_code == 404
    assert vault.requests.exists()
    assert vault.grants.exists()


@pytest.mark.parametrize("wanted", [True, False])
def test_mail_goes_to_who_wants_it(
    world: World, theo: User, vault: Repository, settings: object, wanted: bool
) -> None:
    settings.MAIL = True  # type: ignore[attr-defined]
    User.objects.filter(pk=theo.pk).update(email="theo@example.org")
    preferences = client_for(theo)
    preferences.post("/notifications/settings/", {"rights": "on"} if wanted else {"results": "on"})
    request_right(vault, world.tina, RepositoryRight.USE, "")
    assert OutgoingMail.objects.exists() == wanted
    assert Notification.objects.count() == 1


def test_only_teachers_choose_mail_about_rights(world: World, tina: Client) -> None:
    assert b'name="rights"' in tina.get("/notifications/settings/").content
    student = client_for(world.ada)
    assert b'name="rights"' not in student.get("/notifications/settings/").content
    student.post("/notifications/settings/", {"answers": "on"})
    assert world.ada.mail_preference.rights
