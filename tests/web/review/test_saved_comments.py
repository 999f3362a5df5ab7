"""Saved comments: whose they are, and which are found while typing."""

import pytest
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import MemberRole, Membership
from kriterion.web.review.models import SavedComment
from kriterion.web.review.services import discussion, saved_comments
from kriterion.web.review.services.saved_comments import (
    FoundComment,
    TooManySavedError,
    find_comments,
    save_comment,
)
from tests.web.conftest import World, client_for


def _read_findings(user: User, world: World, query: str) -> list[str]:
    return [comment.text for comment in find_comments(user, world.course, query)]


def _build_url(name: str, world: World, **more: object) -> str:
    return reverse(f"review:{name}", kwargs={"slug": world.course.slug, **more})


def test_own_and_shared_comments_are_found_and_those_of_others_are_not(world: World) -> None:
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    save_comment(world.tina, "Name it: mine", None)
    save_comment(world.cleo, "Name it: shared", world.course)
    save_comment(world.cleo, "Name it: of Cleo", None)
    save_comment(world.root, "Name it: elsewhere", world.secret_course)
    assert set(_read_findings(world.tina, world, "name")) == {"Name it: mine", "Name it: shared"}
    assert set(_read_findings(world.cleo, world, "NAME it")) == {
        "Name it: shared",
        "Name it: of Cleo",
    }


def test_what_was_written_before_is_found_without_being_saved(world: World) -> None:
    discussion.open_thread(world.submission, world.ada, "Name: a question")
    discussion.open_thread(world.submission, world.root, "Name it well")
    save_comment(world.tina, "Name it", None)
    assert find_comments(world.tina, world.course, "name") == [
        FoundComment(text="Name it", is_saved=True),
        FoundComment(text="Name it well", is_saved=False),
    ]
    assert _read_findings(world.tina, world, "name well") == ["Name it well"]
    assert _read_findings(world.tina, world, "") == []
    assert _read_findings(world.tina, world, "100%_") == [], "no wildcards"


def test_the_answer_to_the_script_is_json_with_the_texts(world: World) -> None:
    save_comment(world.tina, "<b>Name</b>", None)
    response = client_for(world.tina).get(_build_url("comment-find", world), {"q": "name"})
    assert response.json() == {"comments": [{"text": "<b>Name</b>", "saved": True}]}
    assert response.headers["Content-Type"] == "application/json"


def test_a_teacher_saves_edits_shares_and_deletes_a_comment(world: World) -> None:
    tina = client_for(world.tina)
    tina.post(_build_url("saved-comments", world), {"text": "Name it."})
    saved = SavedComment.objects.get()
    assert (saved.owner, saved.course) == (world.tina, None)
    edit = _build_url("saved-comment", world, comment_id=saved.pk)
    tina.post(edit, {"text": "Name it!", "is_shared": "on"})
    saved.refresh_from_db()
    assert (saved.text, saved.course) == ("Name it!", world.course)
    assert "Name it!" in tina.get(_build_url("saved-comments", world)).content.decode()
    tina.post(_build_url("saved-comment-delete", world, comment_id=saved.pk))
    assert not SavedComment.objects.exists()


def test_an_assistant_does_not_delete_what_others_share(world: World) -> None:
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    saved = save_comment(world.tina, "Name it.", world.course)
    cleo = client_for(world.cleo)
    delete = _build_url("saved-comment-delete", world, comment_id=saved.pk)
    assert cleo.post(delete).status_code == 404
    assert SavedComment.objects.exists()


def test_an_own_message_is_saved_for_reuse_once(world: World) -> None:
    thread = discussion.open_thread(world.submission, world.tina, "Name it.")
    address = reverse("review:message-save", args=[thread.messages.get().pk])
    client = client_for(world.tina)
    client.post(address)
    client.post(address)
    assert SavedComment.objects.get().text == "Name it."


def test_students_save_nothing(world: World) -> None:
    thread = discussion.open_thread(world.submission, world.ada, "Why?")
    address = reverse("review:message-save", args=[thread.messages.get().pk])
    assert client_for(world.ada).post(address).status_code == 404


def test_saved_comments_are_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_comments, "MAX_SAVED", 1)
    save_comment(world.tina, "1", None)
    with pytest.raises(TooManySavedError):
        save_comment(world.tina, "2", None)
