"""While nothing can be saved, pages say so and return what was typed."""

import errno
import html
import re
from collections.abc import Callable

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import InterfaceError, OperationalError, ProgrammingError
from django.test import Client, RequestFactory
from django.urls import reverse

from kriterion.refusals import Refusal, RefusalKind
from kriterion.web.learning.workspace import views
from kriterion.web.server.unavailable import is_unavailability, make_unavailable_response
from tests.web.conftest import World, client_for

CODE = "def last(barcode):\n\treturn '<b>&amp;' + \"é\"\n"


def make_failing(error: Exception) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def make_browser(client: Client) -> Client:
    client.raise_request_exception = False
    return client


FULL = OperationalError("database or disk is full")
AWAY = OperationalError("connection to server failed")


@pytest.mark.parametrize(
    "error",
    [FULL, AWAY, InterfaceError("connection already closed"), OSError(errno.ENOSPC, "full")],
)
def test_code_that_cannot_be_saved_is_returned_in_the_page(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(views, "submit_files", make_failing(error))
    client = make_browser(client_for(world.ada))
    address = build_view_address(world)
    response = client.post(
        address, {"name": ["a.py", "b.py"], "text": [CODE, "x = 1\n"], "series": "7"}
    )
    page = response.content.decode()
    assert response.status_code == 503
    assert response.headers["Retry-After"]
    assert "It is shown below" in page
    texts = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert [html.unescape(text) for text in texts] == [CODE, "x = 1\n"]
    assert f'<form class="stack" method="post" action="{address}">' in page
    for name, value in (("name", "a.py"), ("name", "b.py"), ("series", "7")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in page


def build_view_address(world: World) -> str:
    return reverse("submit", kwargs={"activity_id": world.exercise.pk})


def test_returned_code_can_be_submitted_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_browser(client_for(world.ada, enforce_csrf_checks=True))
    client.get("/accounts/profile/")
    token = client.cookies["kriterion_csrf"].value
    sent = {"name": "a.py", "text": CODE, "csrfmiddlewaretoken": token}
    with monkeypatch.context() as broken:
        broken.setattr(views, "submit_files", make_failing(FULL))
        page = client.post(build_view_address(world), sent).content.decode()
    match = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert match
    handed_in: list[dict[str, str]] = []

    def submit(*words: object, **_: object) -> Refusal:
        handed_in.append(words[2])  # type: ignore[arg-type]
        return Refusal(RefusalKind("test.refused", "enough"))

    monkeypatch.setattr(views, "submit_files", submit)
    client.post(build_view_address(world), {**sent, "csrfmiddlewaretoken": match[1]})
    assert handed_in == [{"a.py": CODE}]


def test_forms_of_other_sites_get_no_csrf_token(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader would send them again by one click."""
    client = make_browser(client_for(world.ada, enforce_csrf_checks=True))
    client.get("/accounts/profile/")
    token = client.cookies["kriterion_csrf"].value
    monkeypatch.setattr(SessionStore, "load", make_failing(AWAY))  # asked before Django's own check
    ours = {"name": "a.py", "text": CODE, "csrfmiddlewaretoken": token}
    for sent, headers in (
        ({**ours, "csrfmiddlewaretoken": ""}, {}),
        ({**ours, "csrfmiddlewaretoken": "x" * 64}, {}),
        (ours, {"origin": "https://elsewhere.example.edu"}),
    ):
        response = client.post(build_view_address(world), sent, headers=headers)
        assert response.status_code == 503
        page = response.content.decode()
        assert html.escape(CODE) not in page
        assert "csrfmiddlewaretoken" not in page
    assert html.escape(CODE) in client.post(build_view_address(world), ours).content.decode()


def test_an_absolute_address_of_a_page_names_no_other_site() -> None:
    request = RequestFactory().get("/")
    request.path = request.path_info = "//elsewhere.example.edu/"
    page = make_unavailable_response(request, AWAY).content.decode()
    assert 'href="/elsewhere.example.edu/"' in page


def test_the_message_is_translated_to_dutch(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "submit_files", make_failing(FULL))
    world.ada.language = "nl"
    world.ada.save()
    response = make_browser(client_for(world.ada)).post(
        build_view_address(world), {"name": "a.py", "text": CODE}
    )
    assert response.headers["Content-Language"] == "nl"
    assert "Er kan nu niets opgeslagen worden" in response.content.decode()


def test_the_page_needs_no_database(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for who reads it."""
    client = make_browser(client_for(world.ada))
    monkeypatch.setattr(SessionStore, "load", make_failing(AWAY))
    for language, expected in (("en", "is not responding"), ("nl", "reageert niet")):
        for answer in (
            client.get("/", headers={"accept-language": language}),
            client.post(
                build_view_address(world),
                {"name": "a.py", "text": CODE},
                headers={"accept-language": language},
            ),
        ):
            page = answer.content.decode()
            assert answer.status_code == 503
            assert expected in page
        assert html.escape(CODE) in page


def test_passwords_are_not_returned(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.contrib.auth.authenticate", make_failing(AWAY))
    monkeypatch.setattr("allauth.account.forms.LoginForm.clean", make_failing(AWAY))
    response = make_browser(client).post(
        "/accounts/login/", {"login": "ada", "password": "s3cret-horse"}
    )
    assert response.status_code == 503
    page = response.content.decode()
    assert "s3cret-horse" not in page
    assert "send it again later" in page


def test_access_tokens_are_not_returned(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kriterion.web.catalog.repository_fetching.add", make_failing(FULL))
    response = make_browser(client_for(world.root)).post(
        "/administration/repositories/add/",
        {"name": "vault", "git_url": "https://140.82.121.3/a", "token_secret": "s3cret-horse"},
    )
    assert response.status_code == 503
    assert "s3cret-horse" not in response.content.decode()


def test_scripts_get_json(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kriterion.web.learning.workspace.drafts.save", make_failing(FULL))
    answer = make_browser(client_for(world.ada)).put(
        reverse("draft", kwargs={"activity_id": world.exercise.pk}),
        {"files": {"a.py": CODE}, "revision": 0},
        content_type="application/json",
    )
    assert answer.status_code == 503
    assert answer.json() == {"error": "Nothing can be saved at the moment. Try again later."}


def test_a_programming_error_is_not_reported_as_unavailable(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for error in (ZeroDivisionError(), ProgrammingError("no such column"), OSError(2, "missing")):
        monkeypatch.setattr(views, "submit_files", make_failing(error))
        response = make_browser(client_for(world.ada)).post(
            build_view_address(world), {"name": "a.py", "text": CODE}
        )
        assert response.status_code == 500
        assert not is_unavailability(error)


def test_the_cause_of_an_error_counts() -> None:
    def raised() -> Exception:
        try:
            try:
                raise FULL
            except OperationalError as error:
                raise ValueError("the session") from error
        except ValueError as error:
            return error

    assert is_unavailability(raised())
    assert not is_unavailability(None)
