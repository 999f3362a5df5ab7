"""Logging in: by whom, how often, and where to afterwards."""

from time import monotonic

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from kriterion.web.accounts.models import User

LOG_IN = "/accounts/login/"


@pytest.fixture
def ada(settings: Settings, db: None) -> User:
    # Password guessing is not tested here, so hashing may be cheap.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return User.objects.create_user("ada", "ada@example.org", "a difference engine")


def log_in_status(client: Client, name: str, password: str, address: str = "127.0.0.1") -> int:
    """Return the status of the response: 302 after a successful log-in."""
    response = client.post(LOG_IN, {"login": name, "password": password}, REMOTE_ADDR=address)
    return response.status_code


@pytest.mark.parametrize("name", ["ada", "ada@example.org"])
def test_people_log_in_by_name_or_mail_address(ada: User, client: Client, name: str) -> None:
    assert log_in_status(client, name, "a difference engine") == 302
    assert client.get("/accounts/profile/").status_code == 200


def test_a_wrong_password_reveals_nothing_else(ada: User, client: Client) -> None:
    known = client.post(LOG_IN, {"login": "ada", "password": "x"}).content
    unknown = client.post(LOG_IN, {"login": "eve", "password": "x"}).content
    assert known.count(b"errors") == unknown.count(b"errors") == 1


@pytest.mark.long(reason="a thousand requests")
def test_a_thousand_failed_log_ins_lock_out_only_the_attacker(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused attempts are not hashed, so the machine has time for others."""
    hashed = 0

    def counting_check(self: User, raw_password: str) -> bool:
        nonlocal hashed
        hashed += 1
        return raw_password == "a difference engine"

    monkeypatch.setattr(User, "check_password", counting_check)
    began = monotonic()
    for _ in range(1_000):  # fifty times as many as are hashed
        log_in_status(client, "ada", "wrong", address="192.0.2.66")
    windows = 1 + (monotonic() - began) // 300  # of five minutes, on however slow a machine
    assert hashed <= 20 * windows
    assert log_in_status(Client(), "ada", "a difference engine", address="192.0.2.66") in {200, 429}
    assert log_in_status(Client(), "ada", "a difference engine", address="192.0.2.1") == 302


@pytest.mark.long(reason="hashes a hundred passwords")
def test_guessing_passwords_of_many_accounts_is_throttled_too(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = 0

    def counting_check(self: User, raw_password: str) -> bool:
        nonlocal hashed
        hashed += 1
        return False

    monkeypatch.setattr(User, "check_password", counting_check)
    began = monotonic()
    for number in range(1000):
        log_in_status(client, f"student{number}", "123456", address="192.0.2.66")
    windows = 1 + (monotonic() - began) // 60  # of a minute, on however slow a machine
    assert hashed <= 200 * windows


@pytest.mark.long(reason="hashes many passwords")
def test_a_whole_class_behind_one_address_can_log_in_at_once(ada: User) -> None:
    for number in range(100):
        User.objects.create_user(f"student{number}", password="a difference engine")
    assert all(
        log_in_status(Client(), f"student{number}", "a difference engine") == 302
        for number in range(100)
    )


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example",
        "/\\evil.example",
        "http:evil.example",
        "javascript:alert(1)",
        "\thttps://evil.example",
    ],
)
@pytest.mark.parametrize("address", [LOG_IN, "/language", "/appearance"])
def test_log_in_redirects_to_no_other_site(
    ada: User, client: Client, address: str, elsewhere: str
) -> None:
    fields = {"login": "ada", "password": "a difference engine", "next": elsewhere}
    response = client.post(address, {**fields, "language": "nl", "appearance": "dark"})
    assert response.status_code == 302
    assert response.headers["Location"] == "/"


def test_log_in_returns_to_the_requested_page(ada: User, client: Client) -> None:
    response = client.get("/accounts/profile/")
    reply = client.post(
        response.headers["Location"],
        {"login": "ada", "password": "a difference engine", "next": "/accounts/profile/"},
    )
    assert reply.headers["Location"] == "/accounts/profile/"


def test_log_in_invalidates_the_earlier_session(ada: User, client: Client) -> None:
    """Session fixation: an attacker who planted a cookie does not share the log-in."""
    client.post("/language", {"language": "nl"})
    session = client.session
    session["planted"] = True
    session.save()
    planted = str(session.session_key)
    client.cookies["kriterion_session"] = planted
    assert log_in_status(client, "ada", "a difference engine") == 302
    assert client.cookies["kriterion_session"].value != planted
    other = Client()
    other.cookies["kriterion_session"] = planted
    assert other.get("/accounts/profile/").status_code == 302


def test_a_new_password_ends_other_sessions(ada: User, client: Client) -> None:
    elsewhere = Client()
    log_in_status(elsewhere, "ada", "a difference engine")
    log_in_status(client, "ada", "a difference engine")
    response = client.post(
        "/accounts/password/change/",
        {
            "oldpassword": "a difference engine",
            "password1": "an analytical engine",
            "password2": "an analytical engine",
        },
    )
    assert response.headers["Location"] == "/accounts/profile/"
    assert client.get("/accounts/profile/").status_code == 200
    assert elsewhere.get("/accounts/profile/").status_code == 302


def test_a_get_request_does_not_log_out(ada: User, client: Client) -> None:
    log_in_status(client, "ada", "a difference engine")
    client.get("/accounts/logout/")
    assert client.get("/accounts/profile/").status_code == 200


def test_sign_up_is_refused_unless_enabled(client: Client, db: None) -> None:
    fields = {"username": "eve", "email": "eve@example.org"}
    passwords = {"password1": "correct horse", "password2": "correct horse"}
    client.post("/accounts/signup/", {**fields, **passwords})
    assert not User.objects.filter(username="eve").exists()


def test_anyone_can_sign_up_when_enabled(client: Client, db: None, settings: Settings) -> None:
    settings.SIGN_UP = True
    fields = {"username": "eve", "email": "eve@example.org"}
    passwords = {"password1": "correct horse", "password2": "correct horse"}
    client.post("/accounts/signup/", {**fields, **passwords})
    eve = User.objects.get(username="eve")
    assert (eve.role, eve.is_staff, eve.is_superuser) == ("student", False, False)


def test_sign_up_cannot_set_a_role(client: Client, db: None, settings: Settings) -> None:
    settings.SIGN_UP = True
    fields = {"username": "eve", "email": "eve@example.org", "role": "administrator"}
    passwords = {"password1": "correct horse", "password2": "correct horse"}
    client.post("/accounts/signup/", {**fields, **passwords, "is_superuser": "1"})
    assert User.objects.get(username="eve").role == "student"
