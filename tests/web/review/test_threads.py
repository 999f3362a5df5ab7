"""Threads on submissions: who comments, asks and answers, and what each of them sees."""

from threading import Barrier, Thread

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.models import MemberRole, Membership
from kriterion.web.review.models import ReviewThread, ThreadMessage
from kriterion.web.review.services import discussion
from kriterion.web.review.services.discussion import DiscussionFullError, OutdatedThreadError
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, client_for


def _get_page(user: User, submission: Submission) -> str:
    return client_for(user).get(reverse("submission", args=[submission.pk])).content.decode()


def _add(client: Client, world: World, text: str, line: object = "", **more: object) -> int:
    address = reverse("review:thread-add", args=[world.submission.pk])
    return client.post(
        address, {"thread-text": text, "thread-line": line, "thread-file": "a.py", **more}
    ).status_code


def _reply(client: Client, thread: ReviewThread, text: str, seen: int) -> int:
    address = reverse("review:thread-reply", args=[thread.pk])
    return client.post(address, {"text": text, "seen": seen}).status_code


def _get_queue(user: User, world: World, state: str = "waiting") -> str:
    address = reverse("review:questions", args=[world.course.slug])
    return client_for(user).get(address, {"state": state}).content.decode()


def test_a_comment_is_about_several_lines(world: World) -> None:
    Submission.objects.update(files={"a.py": "def f():\n    x = 1\n      y = 2\nz = 3\n"})
    tina = client_for(world.tina)
    assert _add(tina, world, "Both?", 2, **{"thread-last_line": 3}) == 302
    assert _add(tina, world, "Only this?", 4, **{"thread-last_line": 4}) == 302
    several, single = ReviewThread.objects.order_by("pk")
    assert (several.line, several.last_line) == (2, 3)
    assert (single.line, single.last_line) == (4, None)
    page = _get_page(world.ada, world.submission)
    assert "Lines 2–3" in page
    assert "x = 1\n  y = 2</pre>" in page
    assert "Lines 4" not in page


@pytest.mark.parametrize(("line", "last"), [("", 2), (2, 1), (1, 99), (1, 0), (1, -1), (2, "1e9")])
def test_lines_that_make_no_range_are_refused(world: World, line: object, last: object) -> None:
    Submission.objects.update(files={"a.py": "1\n2\n3\n"})
    assert _add(client_for(world.tina), world, "?", line, **{"thread-last_line": last}) == 422
    assert not ReviewThread.objects.exists()


def test_a_question_waits_is_answered_and_resolved(world: World) -> None:
    ada, tina = client_for(world.ada), client_for(world.tina)
    assert _add(ada, world, "Why *this*?", 1) == 302
    thread = ReviewThread.objects.get()
    assert (thread.file, thread.line, thread.is_question) == ("a.py", 1, True)
    assert "Why *this*?" in _get_queue(world.tina, world)
    assert "Waiting for an answer" in _get_page(world.tina, world.submission)

    question = thread.messages.get()
    assert _reply(tina, thread, "Because.", question.pk) == 302
    assert "Why *this*?" not in _get_queue(world.tina, world)
    assert "Why *this*?" in _get_queue(world.tina, world, "answered")
    page = _get_page(world.ada, world.submission)
    assert "Because." in page
    assert "Waiting for an answer" not in page

    ada.post(reverse("review:thread-resolve", args=[thread.pk]))
    assert "Why *this*?" in _get_queue(world.tina, world, "resolved")
    answer = thread.messages.get(by_staff=True)
    _reply(ada, thread, "And this?", answer.pk)
    assert "And this?" in _get_queue(world.tina, world), "a follow-up reopens it"
    actions = [entry.action for entry in AuditEntry.objects.order_by("pk")]
    assert actions == ["thread.open", "thread.reply", "thread.resolve", "thread.reply"]


def test_a_teachers_comment_does_not_wait(world: World) -> None:
    assert _add(client_for(world.tina), world, "Nice.") == 302
    thread = ReviewThread.objects.get()
    assert (thread.file, thread.line, thread.is_question) == ("", None, False)
    assert thread.waiting_since is None
    assert "Nice." in _get_page(world.ada, world.submission)
    assert "Nice." not in _get_queue(world.tina, world)


@pytest.mark.parametrize(
    ("text", "line", "file"),
    [
        ("", "", "a.py"),
        ("x" * (discussion.MAX_TEXT + 1), "", "a.py"),
        ("x", "0", "a.py"),
        ("x", "2", "a.py"),
        ("x", "9" * 30, "a.py"),
        ("x", "1", "other.py"),
        ("x", "one", "a.py"),
        ("nul\0", "", "a.py"),
    ],
)
def test_invalid_comments_are_refused(world: World, text: str, line: str, file: str) -> None:
    status = _add(client_for(world.tina), world, text, line, **{"thread-file": file})
    assert status == 422
    assert not ReviewThread.objects.exists()


def test_markup_of_students_is_harmless(world: World) -> None:
    _add(client_for(world.ada), world, "<script>alert(1)</script> [x](javascript:alert(1))")
    page = _get_page(world.tina, world.submission)
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert "<script>alert" not in _get_queue(world.tina, world)


def test_a_student_asks_only_in_a_course_that_they_take(world: World) -> None:
    Membership.objects.filter(user=world.ada).delete()
    assert _add(client_for(world.ada), world, "Hello?") == 404
    assert "Ask a question" not in _get_page(world.ada, world.submission)


def test_a_teacher_of_another_course_finds_nothing(world: World) -> None:
    Membership.objects.create(user=world.cleo, course=world.secret_course, role=MemberRole.TEACHER)
    thread = discussion.open_thread(world.submission, world.ada, "Why?")
    cleo = client_for(world.cleo)
    message = thread.messages.get()
    assert _add(cleo, world, "x") == 404
    assert _reply(cleo, thread, "x", message.pk) == 404
    assert cleo.post(reverse("review:thread-resolve", args=[thread.pk])).status_code == 404
    assert cleo.get(reverse("review:questions", args=[world.course.slug])).status_code == 404


def test_an_assistant_answers(world: World) -> None:
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    thread = discussion.open_thread(world.submission, world.ada, "Why?")
    assert _reply(client_for(world.cleo), thread, "So.", thread.messages.get().pk) == 302
    assert ThreadMessage.objects.get(text="So.").by_staff


def test_messages_are_edited_and_deleted_by_their_authors_only(world: World) -> None:
    thread = discussion.open_thread(world.submission, world.ada, "Why?")
    message = thread.messages.get()
    edit = reverse("review:message-edit", args=[message.pk])
    delete = reverse("review:message-delete", args=[message.pk])
    tina, ada = client_for(world.tina), client_for(world.ada)
    assert tina.post(edit, {"text": "Hm"}).status_code == 404
    assert tina.post(delete).status_code == 404
    ada.post(edit, {"text": "Why not?"})
    message.refresh_from_db()
    assert (message.text, message.edited_at is None) == ("Why not?", False)
    assert "edited" in _get_page(world.tina, world.submission)
    ada.post(delete)
    assert not ReviewThread.objects.exists(), "the thread goes with its last message"


def test_deleting_an_answer_makes_the_question_wait_again(world: World) -> None:
    thread = discussion.open_thread(world.submission, world.ada, "Why?")
    answer = discussion.reply(thread, world.tina, "So.", seen=thread.messages.get().pk)
    discussion.delete_message(answer)
    thread.refresh_from_db()
    assert thread.waiting_since is not None


def test_the_author_of_an_outdated_reply_reads_the_new_message_first(world: World) -> None:
    thread = discussion.open_thread(world.submission, world.ada, "Why?")
    seen = thread.messages.get().pk
    discussion.reply(thread, world.root, "Read chapter 2.", seen=seen)
    address = reverse("review:thread-reply", args=[thread.pk])
    response = client_for(world.tina).post(address, {"text": "My answer", "seen": seen})
    assert response.status_code == 409
    page = response.content.decode()
    assert "My answer" in page
    assert "Read chapter 2." in page
    last = thread.messages.order_by("pk").last()
    assert last is not None
    assert f'value="{last.pk}"' in page, "it can be sent as it is"


def test_sending_a_form_twice_adds_one_message(world: World) -> None:
    first = discussion.open_thread(world.submission, world.ada, "Why?")
    assert discussion.open_thread(world.submission, world.ada, "Why?").pk == first.pk
    seen = first.messages.get().pk
    answer = discussion.reply(first, world.tina, "So.", seen=seen)
    assert discussion.reply(first, world.tina, "So.", seen=seen).pk == answer.pk


def test_threads_and_messages_are_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discussion, "MAX_THREADS", 2)
    monkeypatch.setattr(discussion, "MAX_MESSAGES", 2)
    thread = discussion.open_thread(world.submission, world.ada, "1")
    discussion.open_thread(world.submission, world.ada, "2")
    with pytest.raises(DiscussionFullError):
        discussion.open_thread(world.submission, world.ada, "3")
    last = discussion.reply(thread, world.ada, "x", seen=thread.messages.get().pk)
    with pytest.raises(DiscussionFullError):
        discussion.reply(thread, world.ada, "y", seen=last.pk)


@pytest.mark.django_db(transaction=True)
def test_of_two_teachers_who_answer_at_once_one_reads_the_other(world: World) -> None:
    thread = discussion.open_thread(world.submission, world.ada, "Why?")
    seen = thread.messages.get().pk
    outcomes: list[str] = []
    start = Barrier(2)

    def answer(author: User) -> None:
        start.wait()
        try:
            discussion.reply(thread, author, f"{author.username} says so", seen=seen)
            outcomes.append("stored")
        except OutdatedThreadError:
            outcomes.append("outdated")
        finally:
            connection.close()

    threads = [Thread(target=answer, args=[author]) for author in (world.tina, world.root)]
    for worker in threads:
        worker.start()
    for worker in threads:
        worker.join()
    assert sorted(outcomes) == ["outdated", "stored"]
    assert thread.messages.count() == 2


def test_the_number_of_queries_does_not_grow(
    world: World, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    for number in range(12):
        discussion.open_thread(world.submission, world.ada, f"Question {number}")
    client = client_for(world.tina)
    address = reverse("submission", args=[world.submission.pk])
    client.get(address)
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        client.get(address)
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        client.get(reverse("review:questions", args=[world.course.slug]))
