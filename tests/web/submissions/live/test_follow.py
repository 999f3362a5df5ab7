"""Following a submission: every change arrives once and in order, whenever a reader joins."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TypeVar

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.web.accounts.models import User
from kriterion.web.submissions.live import hub, poll
from kriterion.web.submissions.live.follow import (
    AttemptRestart,
    FollowerEvent,
    LiveStep,
    StateChange,
    follow,
)
from kriterion.web.submissions.models import FeedbackBatch, Submission, SubmissionState
from kriterion.web.submissions.queue.attempt_conclusion import finish, requeue_attempt
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.services.cancel import cancel
from kriterion.web.submissions.worker import live_writer
from kriterion_tools.contracts.dodona_judge.batches import encode_change, pack
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import Message
from tests.web.queue_fixtures import HandIn, Start
from tests.web.rehearsal import PATIENCE_SECONDS, Watch, assess_until_stopped, make_assessment

pytestmark = pytest.mark.django_db(transaction=True)

_Any = TypeVar("_Any")
RUNNING, FINISHED = SubmissionState.RUNNING, SubmissionState.FINISHED


def added_message(text: str) -> Change:
    return Change(ChangeKind.ADDED, (), Message(description=text))


def run(read_all: Callable[[], Awaitable[_Any]]) -> _Any:
    """Run a follower with a timeout."""

    async def run_with_timeout() -> _Any:
        return await asyncio.wait_for(read_all(), PATIENCE_SECONDS)

    return asyncio.run(run_with_timeout())


async def read_all(stream: AsyncIterator[FollowerEvent]) -> list[FollowerEvent]:
    return [change async for change in stream]


def follow_in_thread(function: Callable[..., _Any]) -> Callable[..., Awaitable[_Any]]:
    """Call it in a thread, which keeps no connection."""

    def call(*values: object, **named: object) -> _Any:
        try:
            return function(*values, **named)
        finally:
            connection.close()

    return sync_to_async(call)


def numbers(events: list[FollowerEvent]) -> list[tuple[int, int]]:
    return [(event.attempt, event.number) for event in events if isinstance(event, LiveStep)]


def texts(events: list[FollowerEvent]) -> list[str]:
    steps = [event.change.record for event in events if isinstance(event, LiveStep)]
    return [record.description for record in steps if isinstance(record, Message)]


def states(events: list[FollowerEvent]) -> list[SubmissionState]:
    return [event.state for event in events if isinstance(event, StateChange)]


def write(submission: Submission, first: int, *said: str) -> None:
    """A batch, as the worker of another process writes it: nobody here is told."""
    last = first + len(said) - 1
    FeedbackBatch.objects.create(
        submission=submission,
        attempt=submission.attempt,
        first=first,
        last=last,
        document=pack(encode_change(added_message(text)) for text in said),
    )
    Submission.objects.filter(pk=submission.pk).update(changes=last)


def test_a_judge_is_followed_while_it_runs(start: Start, submit: HandIn, anna: User) -> None:
    """It goes on only when its last change has been seen: so nothing is kept back until the end."""
    seen = threading.Semaphore(0)

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        for number in range(10):
            watch(added_message(str(number)))
            assert seen.acquire(timeout=PATIENCE_SECONDS)
        return make_assessment(submission)

    given = submit(anna)
    start(assess)

    async def watch() -> list[FollowerEvent]:
        events = []
        async for event in follow(given.pk):
            events.append(event)
            if isinstance(event, LiveStep):
                seen.release()
        return events

    events = run(watch)
    assert texts(events) == [str(number) for number in range(10)]
    assert numbers(events) == [(1, number) for number in range(1, 11)]
    assert states(events)[-2:] == [RUNNING, FINISHED]
    assert not FeedbackBatch.objects.exists()  # the assessment has it all


def test_a_submission_assessed_by_another_process_is_followed_by_polling(
    submit: HandIn, anna: User
) -> None:
    submit(anna)
    taken = claim_next("another")
    assert taken is not None
    write(taken, 1, "a", "b")

    async def watch() -> list[FollowerEvent]:
        events: list[FollowerEvent] = []
        async for event in follow(taken.pk):
            events.append(event)
            if numbers(events) == [(1, 1), (1, 2)]:
                await follow_in_thread(write)(taken, 3, "c")
            if len(numbers(events)) == 3:
                await follow_in_thread(Submission.objects.filter(pk=taken.pk).update)(
                    state=FINISHED
                )
        return events

    events = run(watch)
    assert texts(events) == ["a", "b", "c"]
    assert states(events) == [RUNNING, FINISHED]


@pytest.mark.parametrize("cut", range(7))
def test_a_reconnect_loses_and_repeats_nothing(submit: HandIn, anna: User, cut: int) -> None:
    submit(anna)
    taken = claim_next("another")
    assert taken is not None
    write(taken, 1, "a")
    write(taken, 2, "b", "c", "d")
    write(taken, 5, "e", "f")

    async def watch() -> list[FollowerEvent]:
        events: list[FollowerEvent] = []
        after = (0, 0)
        for enough in (cut, 6):
            if len(numbers(events)) == enough:
                continue
            async for event in follow(taken.pk, after):
                events.append(event)
                if isinstance(event, LiveStep):
                    after = (event.attempt, event.number)
                if len(numbers(events)) == enough:
                    break
        return events

    events = run(watch)
    assert texts(events) == list("abcdef")
    assert not any(isinstance(event, AttemptRestart) for event in events)


def test_a_new_attempt_restarts_the_stream(submit: HandIn, anna: User) -> None:
    submit(anna)
    first = claim_next("w")
    assert first is not None
    write(first, 1, "old")

    async def watch() -> list[FollowerEvent]:
        events: list[FollowerEvent] = []
        async for event in follow(first.pk):
            events.append(event)
            if isinstance(event, LiveStep) and event.attempt == 1:
                await follow_in_thread(requeue_attempt)(first)
                second = await follow_in_thread(claim_next)("w")
                assert second is not None
                await follow_in_thread(write)(second, 1, "new")
            elif isinstance(event, LiveStep):
                second = await Submission.objects.aget(pk=first.pk)
                await follow_in_thread(finish)(second, make_assessment(second))
        return events

    events = run(watch)
    assert texts(events) == ["old", "new"]
    assert numbers(events) == [(1, 1), (2, 1)]
    steps = [event for event in events if not isinstance(event, StateChange)]
    assert steps[1] == AttemptRestart(attempt=2)


def test_a_reconnect_during_a_new_attempt_restarts_the_stream(submit: HandIn, anna: User) -> None:
    given = submit(anna)
    assert claim_next("w")
    Submission.objects.filter(pk=given.pk).update(attempt=2)
    given.refresh_from_db()
    write(given, 1, "new")

    async def watch() -> list[FollowerEvent]:
        events: list[FollowerEvent] = []
        async for event in follow(given.pk, (1, 5)):
            events.append(event)
            if isinstance(event, LiveStep):
                return events
        return events

    assert [type(event) for event in run(watch)] == [StateChange, AttemptRestart, LiveStep]


def test_a_finished_or_unknown_submission_ends_the_stream_at_once(
    submit: HandIn, anna: User
) -> None:
    given = submit(anna)
    assert cancel(given, anna)
    assert run(lambda: read_all(follow(given.pk, (1, 3)))) == [
        StateChange(state=SubmissionState.CANCELLED)
    ]
    assert run(lambda: read_all(follow(given.pk + 1))) == []


def test_the_place_in_the_queue_is_reported(submit: HandIn, anna: User) -> None:
    submit(anna)
    given = submit(anna)

    async def watch() -> FollowerEvent:
        return await anext(follow(given.pk))

    events = run(watch)
    assert isinstance(events, StateChange)
    assert events.state == SubmissionState.QUEUED
    assert events.waiting is not None
    assert events.waiting.ahead == 1


def test_many_followers_cost_one_query(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    poll_sizes = []

    def count(known: Mapping[int, poll.ChangePosition]) -> dict[int, poll.PollResult]:
        poll_sizes.append(len(known))
        return poll.poll(known)

    monkeypatch.setattr(hub, "poll", count)
    submit(anna)
    taken = claim_next("another")
    assert taken is not None
    write(taken, 1, "a")

    async def watch() -> list[list[FollowerEvent]]:
        followers = [asyncio.create_task(read_all(follow(taken.pk))) for _ in range(200)]
        await asyncio.sleep(0)
        await follow_in_thread(finish)(taken, make_assessment(taken))
        return await asyncio.gather(*followers)

    for event in run(watch):
        assert states(event)[-1] == FINISHED
    assert set(poll_sizes) == {1}
    assert len(poll_sizes) < 20


def test_endless_feedback_is_bounded(
    start: Start, submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_writer, "MAXIMUM_BYTES", 10_000)
    goes_on = threading.Event()

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        for _ in range(1000):
            watch(added_message("x" * 100))
        goes_on.wait()
        return make_assessment(submission)

    given = submit(anna)
    start(assess)

    async def watch() -> list[FollowerEvent]:
        events = []
        async for event in follow(given.pk):
            events.append(event)
            if len(numbers(events)) == 50:
                goes_on.set()
        return events

    events = run(watch)
    assert 50 <= len(numbers(events)) < 100
    assert states(events)[-1] == FINISHED


def test_a_cancellation_is_reported(start: Start, submit: HandIn, anna: User) -> None:
    given = submit(anna)
    start(assess_until_stopped)

    async def watch() -> list[FollowerEvent]:
        events = []
        async for event in follow(given.pk):
            events.append(event)
            if states(events)[-1] == RUNNING:
                await follow_in_thread(cancel)(given, anna)
        return events

    assert states(run(watch))[-1] == SubmissionState.CANCELLED
