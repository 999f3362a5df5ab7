"""What every answer says to the browser."""

import re

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.web.conftest import World, client_for
from tests.web.routes import ROUTES

PAGES = ["/accounts/login/", "/nothing/here/", "/healthz", "/accounts/profile/"]


def get_policy(client: Client, address: str) -> dict[str, str]:
    header = client.get(address).headers["Content-Security-Policy"]
    return dict(part.strip().partition(" ")[::2] for part in header.split(";"))


@pytest.mark.parametrize("address", PAGES)
def test_the_content_security_policy_forbids_inline_scripts(
    client: Client, db: None, address: str
) -> None:
    policy = get_policy(client, address)
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert "unsafe" not in str(policy)
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"


@pytest.mark.parametrize("address", PAGES)
def test_every_response_has_the_security_headers(client: Client, db: None, address: str) -> None:
    headers = client.get(address).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize("address", PAGES)
def test_no_page_has_inline_scripts_styles_or_handlers(
    client: Client, db: None, address: str
) -> None:
    page = client.get(address).content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)


def test_the_style_nonce_is_new_in_each_response(client: Client, db: None) -> None:
    policies = {get_policy(client, "/accounts/login/")["style-src"] for _ in range(5)}
    assert len(policies) == 5


def test_a_form_may_redirect_to_the_institution(
    client: Client, db: None, settings: Settings
) -> None:
    settings.OIDC_SERVER = "https://login.example.edu/realms/school"
    assert (
        get_policy(client, "/accounts/login/")["form-action"] == "'self' https://login.example.edu"
    )


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "localhost:80@evil"])
def test_unknown_host_names_are_refused(client: Client, db: None, host: str) -> None:
    assert client.get("/accounts/login/", headers={"host": host}).status_code == 400


@pytest.mark.parametrize("name", ["courses", "submissions", "search", "source", "compare"])
def test_no_browser_keeps_a_page_of_a_user(world: World, name: str) -> None:
    """On a shared computer, the next user would find it with the back button."""
    page = client_for(world.ada).get(ROUTES[name].address(name, world))
    assert page.status_code == 200
    assert "no-store" in page.headers["Cache-Control"]
