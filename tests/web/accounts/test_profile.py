"""The settings of a profile and their effect on pages."""

import pytest
from django.test import Client

from kriterion.web.accounts.models import Role, User
from tests.web.conftest import World, client_for

PROFILE = "/accounts/profile/"


def test_pages_use_the_language_of_the_profile(world: World) -> None:
    client = client_for(world.ada)
    fields = {"first_name": "Ada", "last_name": "L.", "language": "nl", "appearance": "dark"}
    assert client.post(PROFILE, fields).status_code == 302
    page = client.get(PROFILE)
    assert page.headers["Content-Language"] == "nl"
    assert b'<html lang="nl" data-appearance="dark"' in page.content
    assert "Je profiel is opgeslagen." in page.content.decode()


def test_an_anonymous_visitor_gets_the_language_of_the_browser(client: Client, db: None) -> None:
    page = client.get("/accounts/login/", headers={"accept-language": "nl-BE,nl;q=0.9,en;q=0.8"})
    assert "Inloggen" in page.content.decode()
    page = client.get("/accounts/login/", headers={"accept-language": "fr-CA,fr;q=0.9"})
    assert "Se connecter" in page.content.decode()
    page = client.get("/accounts/login/", headers={"accept-language": "de"})
    assert "Log in" in page.content.decode()


def test_the_choice_of_an_anonymous_visitor_is_kept_in_a_cookie(client: Client, db: None) -> None:
    client.post("/language", {"language": "nl"})
    client.post("/appearance", {"appearance": "dark"})
    page = client.get("/accounts/login/")
    assert b'<html lang="nl" data-appearance="dark"' in page.content


@pytest.mark.parametrize("value", ["", "xx", "nl'", '"><script>', "SYSTEM", "en\n"])
def test_an_unknown_language_or_appearance_is_refused(world: World, value: str) -> None:
    client = client_for(world.ada)
    assert client.post("/language", {"language": value}).status_code == 400
    assert client.post("/appearance", {"appearance": value}).status_code == 400
    client.cookies["kriterion_appearance"] = "x"
    client.cookies["kriterion_language"] = "../../etc"
    assert client.get("/accounts/login/").status_code in {200, 302}


def test_users_cannot_give_themselves_a_role(world: World) -> None:
    client = client_for(world.ada)
    fields = {"first_name": "", "last_name": "", "language": "en", "appearance": "light"}
    client.post(PROFILE, {**fields, "role": "administrator", "is_superuser": "on", "username": "x"})
    ada = User.objects.get(pk=world.ada.pk)
    assert (ada.role, ada.is_superuser, ada.username) == ("student", False, "ada")


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'])
def test_a_name_is_always_rendered_as_text(world: World, name: str) -> None:
    User.objects.filter(pk=world.ada.pk).update(first_name=name)
    page = client_for(world.ada).get(PROFILE).content.decode()
    assert name not in page
    assert "&lt;" in page


def test_saving_a_profile_does_not_restore_rights(world: World) -> None:
    """The row may have been read before an administrator withdrew a right."""
    stale = User.objects.get(pk=world.tina.pk)
    User.objects.filter(pk=world.tina.pk).update(role=Role.STUDENT, is_active=False)
    stale.first_name = "Tina"
    stale.save()
    stored = User.objects.get(pk=world.tina.pk)
    assert (stored.first_name, stored.role, stored.is_active) == ("Tina", Role.STUDENT, False)
    stored.role = Role.TEACHER
    stored.save()
    assert User.objects.get(pk=world.tina.pk).role == Role.TEACHER
