"""Logging in through an institution: a real OpenID Connect provider on this machine."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from kriterion.web.accounts.institution import read_groups
from kriterion.web.accounts.models import User
from kriterion.web.courses.institution_enrolment import set_institution_groups
from kriterion.web.courses.models import Course, MemberRole, Membership

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PERSON = {"sub": "1234", "preferred_username": "grace", "email": "grace@example.edu"}
GROUPS = {"groups": ["programming-1", "staff"], "entitlement": "urn:programming-2"}
NAMES = {**GROUPS, "given_name": "Grace", "family_name": "Hopper", "name": "Grace Hopper"}


class Provider(ThreadingHTTPServer):
    """An identity provider with one user, who is logged in without being asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.nonce: str | None = None


class Answers(BaseHTTPRequestHandler):
    """Its endpoints; the log-in page is left out."""

    server: Provider

    def do_GET(self) -> None:
        address = self.server.address
        match urlsplit(self.path).path:
            case "/.well-known/openid-configuration":
                self.say(
                    {
                        "issuer": address,
                        "authorization_endpoint": f"{address}/authorize",
                        "token_endpoint": f"{address}/token",
                        "userinfo_endpoint": f"{address}/person",
                        "jwks_uri": f"{address}/keys",
                        "token_endpoint_auth_methods_supported": ["client_secret_basic"],
                    }
                )
            case "/keys":
                key = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key()))
                self.say({"keys": [{**key, "kid": "1", "use": "sig", "alg": "RS256"}]})
            case "/person":
                self.say({**PERSON, **NAMES})

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        now = int(time.time())
        claims = {"iss": self.server.address, "aud": "kriterion", "iat": now, "exp": now + 3600}
        if self.server.nonce:
            claims["nonce"] = self.server.nonce
        token = jwt.encode({**claims, **PERSON, **NAMES}, KEY, "RS256", headers={"kid": "1"})
        self.say({"access_token": "a", "token_type": "Bearer", "id_token": token})

    def say(self, what: object) -> None:
        body = json.dumps(what).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002  as it is called


@pytest.fixture
def provider(settings: Settings, db: None) -> Iterator[Provider]:
    provider = Provider()
    threading.Thread(target=provider.serve_forever, daemon=True).start()
    settings.OIDC_SERVER = provider.address
    settings.SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [
                {
                    "provider_id": "institution",
                    "name": "Example University",
                    "client_id": "kriterion",
                    "secret": "s3cret",
                    "settings": {"server_url": provider.address},
                }
            ],
        }
    }
    yield provider
    provider.shutdown()
    provider.server_close()


def log_in_at_institution(client: Client, provider: Provider, expected: str = "") -> str:
    """Through the institution's log-in and back; gives where one ends up."""
    page = client.get("/accounts/login/", {"next": expected} if expected else {}).content.decode()
    assert "Example University" in page
    start = "/accounts/oidc/institution/login/?process=login"
    leaving = client.post(start + (f"&next={expected}" if expected else ""))
    location = urlsplit(leaving.headers["Location"])
    assert f"{location.scheme}://{location.netloc}" == provider.address
    query = parse_qs(location.query)
    assert query["code_challenge_method"] == ["S256"]
    provider.nonce = query.get("nonce", [""])[0]
    back = client.get(
        "/accounts/oidc/institution/login/callback/", {"code": "c", "state": query["state"][0]}
    )
    return back.headers["Location"]


def test_a_user_of_the_institution_gets_an_account(client: Client, provider: Provider) -> None:
    """Even though sign-up is disabled here."""
    assert log_in_at_institution(client, provider) == "/"
    grace = User.objects.get(email="grace@example.edu")
    assert (grace.username, grace.display_name, grace.role) == ("grace", "Grace Hopper", "student")
    assert client.get("/accounts/profile/").status_code == 200


def test_the_same_person_gets_the_same_account(client: Client, provider: Provider) -> None:
    log_in_at_institution(client, provider)
    assert log_in_at_institution(Client(), provider, "/accounts/profile/") == "/accounts/profile/"
    assert User.objects.filter(email="grace@example.edu").count() == 1


def test_the_redirect_after_the_log_in_stays_on_this_site(
    client: Client, provider: Provider
) -> None:
    assert log_in_at_institution(client, provider, "https://evil.example/") == "/"


def test_an_institution_login_does_not_take_over_a_local_account_with_the_same_email(
    client: Client, provider: Provider
) -> None:
    """The institution vouches for the address, but not for the local account."""
    User.objects.create_user("grace-here", "grace@example.edu", "a compiler")
    log_in_at_institution(client, provider)
    profile = client.get("/accounts/profile/")
    assert profile.status_code == 302 or "grace-here" not in profile.content.decode()


def test_an_unsolicited_response_logs_nobody_in(client: Client, provider: Provider) -> None:
    response = client.get(
        "/accounts/oidc/institution/login/callback/", {"code": "c", "state": "made up"}
    )
    assert response.status_code in {302, 401, 403}
    assert client.get("/accounts/profile/").status_code == 302


@pytest.mark.parametrize(
    ("claim", "named", "is_enrolled"),
    [
        ("groups", "programming-1", True),
        ("groups", "Programming-1", False),
        ("groups", "programming", False),
        ("entitlement", "urn:programming-2", True),
        ("entitlement", "programming-1", False),
        ("absent", "programming-1", False),
    ],
)
def test_a_group_of_the_institution_is_enrolled(
    client: Client,
    provider: Provider,
    settings: Settings,
    claim: str,
    named: str,
    is_enrolled: bool,
) -> None:
    settings.OIDC_GROUPS = claim
    course = Course.objects.create(slug="c", name="C")
    set_institution_groups(course, [named, "another"])
    log_in_at_institution(client, provider)
    assert course.members.filter(email="grace@example.edu").exists() is is_enrolled


def test_who_is_enrolled_already_keeps_the_role(client: Client, provider: Provider) -> None:
    course = Course.objects.create(slug="c", name="C")
    archived = Course.objects.create(slug="d", name="D", archived=True)
    log_in_at_institution(client, provider)
    grace = User.objects.get(email="grace@example.edu")
    Membership.objects.create(course=course, user=grace, role=MemberRole.TEACHER)
    for open_course in (course, archived):
        set_institution_groups(open_course, ["staff"])
    log_in_at_institution(Client(), provider)
    assert dict(grace.memberships.values_list("course", "role")) == {course.pk: "teacher"}


def test_a_local_log_in_enrols_nobody(client: Client, provider: Provider) -> None:
    log_in_at_institution(client, provider)
    course = Course.objects.create(slug="c", name="C")
    set_institution_groups(course, ["staff"])
    grace = User.objects.get(email="grace@example.edu")
    grace.set_password("a compiler")
    grace.save()
    response = Client().post("/accounts/login/", {"login": "grace", "password": "a compiler"})
    assert response.status_code == 302
    assert not course.members.exists()


@given(
    st.dictionaries(
        st.sampled_from(["userinfo", "id_token", "x"]),
        st.recursive(
            st.none() | st.integers() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.just("groups"), inner, max_size=1)
            ),
        ),
    )
)
def test_whatever_the_institution_says_is_read(login: dict[str, object]) -> None:
    assert all(isinstance(group, str) and group for group in read_groups(login, "groups"))
