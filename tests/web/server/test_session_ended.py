"""A form that is sent after the session has ended is neither lost nor answered by a blank page."""

import html
import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, client_for

CODE = "def last(barcode):\n    return 1\n"


def read_texts(page: str) -> list[str]:
    texts = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    return [html.unescape(text) for text in texts]


def test_code_submitted_after_the_session_has_ended_is_returned(world: World) -> None:
    client = client_for(world.ada)
    Session.objects.all().delete()
    page_address = reverse("activity", args=[world.exercise.pk])
    response = client.post(
        reverse("submit", args=[world.exercise.pk]),
        {"name": "barcode.py", "text": CODE},
        headers={"Referer": f"http://testserver{page_address}"},
    )
    page = response.content.decode()
    assert response.status_code == 401
    assert "You are no longer logged in" in page
    assert read_texts(page) == [CODE]
    assert f"?next={page_address}" in page
    assert not Submission.objects.filter(files__icontains="return 1").exists()


def test_a_change_without_text_leads_to_log_in_and_back_to_its_page(world: World) -> None:
    response = Client().post(
        reverse("cancel", args=[world.submission.pk]),
        headers={"Referer": "http://testserver/submissions/"},
    )
    assert response.status_code == 302
    assert response.headers["Location"] == "/accounts/login/?next=/submissions/"


@pytest.mark.parametrize("referrer", ["http://elsewhere.example/x", "", "//elsewhere.example/"])
def test_logging_in_never_leads_to_another_site(world: World, referrer: str) -> None:
    response = Client().post(
        reverse("cancel", args=[world.submission.pk]), headers={"Referer": referrer}
    )
    assert response.headers["Location"] == "/accounts/login/?next=/"


def test_a_script_is_told_that_the_session_has_ended(world: World) -> None:
    address = reverse("draft", args=[world.exercise.pk])
    body = {"files": {"barcode.py": CODE}, "revision": 0}
    response = Client().put(address, body, content_type="application/json")
    assert response.status_code == 401
    assert response.json() == {"error": "You are no longer logged in."}


def test_a_form_with_an_old_token_is_returned_to_its_own_page_only(world: World) -> None:
    client = client_for(world.ada, enforce_csrf_checks=True)
    address = reverse("submit", args=[world.exercise.pk])
    fields = {"name": "barcode.py", "text": CODE}
    own = client.post(address, fields, headers={"Origin": "http://testserver"})
    assert own.status_code == 403
    assert read_texts(own.content.decode()) == [CODE]
    other = client.post(address, fields, headers={"Origin": "http://elsewhere.example"})
    assert other.status_code == 403
    assert read_texts(other.content.decode()) == []
