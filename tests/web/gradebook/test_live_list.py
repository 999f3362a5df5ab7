"""An open list of submissions: hints when something has changed, and what is new in the list."""

import asyncio
import re
from collections.abc import AsyncIterator, Collection
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import CourseGroup, MemberRole, Membership
from kriterion.web.gradebook.pages import live_list
from kriterion.web.submissions.live import list_hub
from kriterion.web.submissions.models import Submission, SubmissionState
from tests.web.conftest import World, client_for
from tests.web.gradebook.test_results import build_url, submit
from tests.web.rehearsal import PATIENCE_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)


def shown_rows(world: World, **query: str | int) -> str:
    page = client_for(world.tina).get(build_url("submissions", world), query).content.decode()
    rows = re.findall(r'data-row="(\d+)" data-mark="(\w+)"', page)
    return ",".join(f"{row}.{mark}" for row, mark in rows)


def get_news(world: World, user: User, **query: str | int) -> dict[str, Any]:
    answer: dict[str, Any] = client_for(user).get(build_url("submission-news", world), query).json()
    return answer


def test_new_submissions_and_changed_rows_are_news(world: World) -> None:
    queued = submit(world, world.ben, state=SubmissionState.QUEUED)
    rows = shown_rows(world)
    assert get_news(world, world.tina, rows=rows) == {"text": "", "rows": []}
    submit(world, world.ben)
    submit(world, world.cleo, course=world.secret_course, series=None)
    Submission.objects.filter(pk=queued.pk).update(
        state="finished", status="correct", accepted=True
    )
    answer = get_news(world, world.tina, rows=rows)
    assert answer["text"] == "1 new submission"
    [row] = answer["rows"]
    assert row["id"] == queued.pk
    assert "Correct" in row["html"]


def test_a_submission_that_comes_to_match_a_filter_is_news(world: World) -> None:
    old = submit(world, world.ben, state=SubmissionState.RUNNING)
    submit(world, world.ben)
    rows = shown_rows(world, status="wrong")
    Submission.objects.filter(pk=old.pk).update(state="finished", status="wrong")
    assert get_news(world, world.tina, status="wrong", rows=rows)["text"] == "1 new submission"
    assert get_news(world, world.tina, status="correct", rows=rows)["text"] == ""


def test_news_stay_within_the_page(world: World) -> None:
    created = [submit(world, world.ben).pk for _ in range(4)]
    page: dict[str, str | int] = {
        "before": created[2],
        "from": created[1],
        "rows": f"{created[1]}.x",
    }
    assert get_news(world, world.tina, **page)["text"] == ""
    unreadable = f"x,{created[-1] + 1}.,99999999999999999999.1"
    assert get_news(world, world.tina, rows=unreadable)["text"] == "5 new submissions"


def test_a_mentor_reads_only_news_of_their_groups(world: World) -> None:
    group = CourseGroup.objects.create(course=world.course, name="1A")
    Membership.objects.get(user=world.ada, course=world.course).groups.add(group)
    mentor = User.objects.create(username="mentor")
    member = Membership.objects.create(user=mentor, course=world.course, role=MemberRole.STUDENT)
    group.mentors.add(member)
    of_ben = submit(world, world.ben)
    answer = get_news(world, mentor, rows=f"{of_ben.pk}.x")
    assert answer == {"text": "1 new submission", "rows": []}  # ada's


def test_an_open_list_gets_a_hint_after_a_change(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_hub, "POLL_SECONDS", 0.01)
    row = world.submission

    def change_row() -> None:
        Submission.objects.filter(pk=row.pk).update(state="finished", attempt=7)
        connection.close()

    def add_row() -> None:
        submit(world, world.ben)
        connection.close()

    async def read_hints() -> int:
        stream = live_list.stream_hints(world.course.pk, [row.pk])
        assert (await anext(stream)).startswith(b"retry")
        hints = [await anext(stream)]
        for change in (change_row, add_row):
            await sync_to_async(change)()
            hints.append(await anext(stream))
        await stream.aclose()
        return len([hint for hint in hints if hint.startswith(b"event: changed")])

    assert asyncio.run(asyncio.wait_for(read_hints(), PATIENCE_SECONDS)) == 3


def test_hints_are_about_submissions_that_the_reader_sees(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise they told everybody who mentors somewhere when any submission is assessed."""
    others = submit(world, world.cleo, course=world.secret_course, series=None)
    watched: list[Collection[int]] = []

    async def end_at_once() -> AsyncIterator[bytes]:
        yield b""

    def stream_hints(course_id: int, shown: Collection[int]) -> AsyncIterator[bytes]:
        watched.append(shown)
        return end_at_once()

    monkeypatch.setattr(live_list, "stream_hints", stream_hints)
    rows = f"{world.submission.pk}.x,{others.pk}.x"
    client_for(world.tina).get(build_url("submission-events", world), {"rows": rows})
    assert watched == [[world.submission.pk]]
