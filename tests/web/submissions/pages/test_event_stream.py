"""The event stream: what a judge writes, for the one who reads it, without loss or repetition."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from concurrent.futures import Future
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from kriterion.feedback.viewer import Viewer
from kriterion.feedback.withholding import NOTHING_WITHHELD, Withholding
from kriterion.rendering.pool import Pool
from kriterion.translators import load_translator
from kriterion.web.submissions.live.follow import AttemptRestart, LiveStep, StateChange
from kriterion.web.submissions.models import SubmissionState
from kriterion.web.submissions.pages import live_transcript, server_events
from kriterion.web.submissions.pages.event_stream import event_stream
from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput
from tests.web.conftest import World

COMMANDS = (
    {"command": "start-judgement"},
    {"command": "start-tab", "title": "first"},
    {"command": "start-context", "description": "f(1)"},
    {
        "command": "append-message",
        "message": {"format": "plain", "description": "for staff", "permission": "staff"},
    },
    {"command": "close-context", "accepted": False},
    {"command": "close-tab"},
    {"command": "start-tab", "title": "secret", "permission": "zeus"},
    {"command": "close-tab"},
    {"command": "start-tab", "title": "last"},
    {"command": "close-tab"},
    {"command": "close-judgement"},
)
QUEUED = StateChange(state=SubmissionState.QUEUED)
RUNNING = StateChange(state=SubmissionState.RUNNING)
FINISHED = StateChange(state=SubmissionState.FINISHED)


def make_steps(attempt: int = 1) -> list[LiveStep]:
    changes: list[Change] = []
    output = JudgeOutput(changes.append)
    output.feed("".join(map(json.dumps, COMMANDS)).encode())
    output.close()
    return [
        LiveStep(attempt=attempt, number=number, change=change)
        for number, change in enumerate(changes, start=1)
    ]


class Events:
    """What a browser makes of a stream."""

    def __init__(self, sent: bytes) -> None:
        self.text = sent.decode()
        self.all: list[tuple[str, str, Any]] = []
        for block in self.text.split("\n\n"):
            fields = dict(re.findall(r"^(id|event|data): (.*)$", block, re.MULTILINE))
            if "event" in fields:
                data = json.loads(fields["data"])
                self.all.append((fields["event"], fields.get("id", ""), data))

    @property
    def inserted_ids(self) -> list[str]:
        return [
            fragment["id"] for name, _, data in self.all if name == "insert" for fragment in data
        ]

    @property
    def event_names(self) -> list[str]:
        return [name for name, _, _ in self.all]

    @property
    def last_id(self) -> str:
        return [identity for _, identity, _ in self.all if identity][-1]


def stream_events(
    monkeypatch: pytest.MonkeyPatch,
    *new_events: Any,
    after: tuple[int, int] = (0, 0),
    role: Permission = Permission.STUDENT,
    language: str = "en",
    withholding: Withholding = NOTHING_WITHHELD,
) -> Events:
    async def follow(_: int, after: tuple[int, int]) -> AsyncGenerator[Any, None]:
        for new in new_events:
            yield new

    async def read_stream() -> bytes:
        reader = Viewer(role=role, translator=load_translator(language), withholding=withholding)
        return b"".join([piece async for piece in event_stream(1, after, reader)])

    monkeypatch.setattr(live_transcript, "follow", follow)
    return Events(asyncio.run(read_stream()))


def test_the_page_grows_as_the_judge_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    events = stream_events(monkeypatch, RUNNING, *make_steps(), FINISHED)
    assert events.event_names[0] == "moved"
    assert events.event_names[-1] == "over"
    assert events.inserted_ids[:3] == ["tab-1-item", "tab-1", "tab-1-context-1"]
    assert events.inserted_ids[-3:] == ["tab-2-item", "tab-2", "tab-2-item"]


@pytest.mark.parametrize(
    ("role", "unseen"),
    [
        (Permission.STUDENT, ("secret", "for staff")),
        (Permission.STAFF, ("secret",)),
        (Permission.ZEUS, ()),
    ],
)
def test_hidden_feedback_is_not_sent(
    monkeypatch: pytest.MonkeyPatch, role: Permission, unseen: tuple[str, ...]
) -> None:
    events = stream_events(monkeypatch, RUNNING, *make_steps(), FINISHED, role=role)
    for text in ("secret", "for staff"):
        assert (text in events.text.lower()) == (text not in unseen)


@pytest.mark.parametrize(
    ("withholding", "tabs"),
    [
        (Withholding(verdict=True, tabs=True), []),
        (Withholding(verdict=True, tabs=True, exceptions=frozenset({"last"})), ["Last"]),
        (Withholding(verdict=True, exceptions=frozenset({"first"})), ["Last"]),
        (Withholding(exceptions=frozenset({"last"})), ["First"]),
    ],
)
def test_withheld_tabs_are_not_sent(
    monkeypatch: pytest.MonkeyPatch, withholding: Withholding, tabs: list[str]
) -> None:
    """For the same attempt, another reader may follow everything at the same time."""
    role = Permission.STAFF
    seen = stream_events(monkeypatch, RUNNING, *make_steps(), FINISHED, withholding=withholding)
    whole = stream_events(monkeypatch, RUNNING, *make_steps(), FINISHED, role=role)
    for title in ("First", "Last"):
        assert (title in seen.text) == (title in tabs)
        assert title in whole.text
    assert ("f(1)" in seen.text) == ("First" in tabs)
    assert ("wrong" in seen.text) == ("First" in tabs)
    assert (seen.event_names[0], seen.event_names[-1]) == ("moved", "over")


def test_a_reconnect_misses_and_repeats_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = stream_events(monkeypatch, RUNNING, *make_steps(), FINISHED)
    ids = [identity for _, identity, _ in whole.all if identity]
    for seen in ids:
        attempt, _, number = seen.partition(".")
        rest = stream_events(
            monkeypatch, RUNNING, *make_steps(), FINISHED, after=(int(attempt), int(number))
        )
        expected = [
            event for event in whole.all if event[1] and ids.index(event[1]) > ids.index(seen)
        ]
        assert [event for event in rest.all if event[1]] == expected


def test_another_attempt_restarts_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    events = stream_events(
        monkeypatch,
        RUNNING,
        *make_steps()[:4],
        AttemptRestart(attempt=2),
        *make_steps(attempt=2),
        FINISHED,
    )
    restarted = events.event_names.index("restarted")
    after = [
        fragment["id"]
        for name, _, data in events.all[restarted:]
        if name == "insert"
        for fragment in data
    ]
    assert after[0] == "tab-1-item"
    assert events.last_id.startswith("2.")


def test_many_readers_share_one_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered = []
    before = Pool.submit

    def counting_render(pool: Pool, key: str, *job: Any) -> Any:
        rendered.append(key)
        return before(pool, key, *job)

    async def follow(_: int, after: tuple[int, int]) -> AsyncGenerator[Any, None]:
        for event in (RUNNING, *make_steps(), FINISHED):
            await asyncio.sleep(0)
            yield event

    async def read_stream(language: str) -> bytes:
        reader = Viewer(translator=load_translator(language))
        return b"".join([piece async for piece in event_stream(7, (0, 0), reader)])

    async def read_all() -> list[bytes]:
        return list(
            await asyncio.gather(*[read_stream("en") for _ in range(50)], read_stream("nl"))
        )

    monkeypatch.setattr(live_transcript, "follow", follow)
    monkeypatch.setattr(Pool, "submit", counting_render)
    *alike, other = asyncio.run(read_all())
    assert len(set(alike)) == 1
    assert other != alike[0]
    assert len(rendered) == 2 * len(make_steps())


def test_a_reader_who_joins_later_gets_only_the_newest_attempt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also one who followed an earlier attempt, while another reader is further."""
    has_grown, is_over = asyncio.Event(), asyncio.Event()

    async def follow(_: int, after: tuple[int, int]) -> AsyncGenerator[Any, None]:
        for event in (RUNNING, *make_steps()[:4], QUEUED, RUNNING, AttemptRestart(attempt=2)):
            yield event
        for event in make_steps(attempt=2)[:4]:
            yield event
        has_grown.set()
        await is_over.wait()
        yield FINISHED

    async def read_stream(after: tuple[int, int]) -> bytes:
        return b"".join([piece async for piece in event_stream(8, after, Viewer())])

    async def read_all() -> list[Events]:
        first = asyncio.create_task(read_stream((0, 0)))
        await has_grown.wait()
        later = [asyncio.create_task(read_stream(after)) for after in ((0, 0), (1, 4), (2, 2))]
        for _ in range(10):
            await asyncio.sleep(0)
        is_over.set()
        return [Events(sent) for sent in await asyncio.gather(first, *later)]

    monkeypatch.setattr(live_transcript, "follow", follow)
    _, new, returned, current = asyncio.run(read_all())
    assert new.event_names.count("restarted") == current.event_names.count("restarted") == 0
    assert returned.event_names[:2] == ["moved", "restarted"]
    ids = [identity for _, identity, _ in new.all if identity]
    assert ids and all(identity.startswith("2.") for identity in ids)
    assert [identity for _, identity, _ in returned.all if identity] == ids
    expected = [identity for identity in ids if identity > "2.2"]
    assert [identity for _, identity, _ in current.all if identity] == expected


def test_events_use_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    events = stream_events(monkeypatch, RUNNING, *make_steps(), FINISHED, language="nl")
    assert "Fout" in events.text
    assert "Wrong" not in events.text


def test_a_quiet_stream_is_kept_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def follow(_: int, after: tuple[int, int]) -> AsyncGenerator[Any, None]:
        await asyncio.sleep(0.2)
        yield FINISHED

    async def read_stream() -> bytes:
        return b"".join([piece async for piece in event_stream(1, (0, 0), Viewer())])

    monkeypatch.setattr(live_transcript, "follow", follow)
    monkeypatch.setattr(server_events, "HEARTBEAT_SECONDS", 0.02)
    sent = asyncio.run(read_stream())
    assert b": still here\n\n" in sent
    assert Events(sent).event_names == ["over"]


def test_a_disconnected_reader_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = []

    async def follow(_: int, after: tuple[int, int]) -> AsyncGenerator[Any, None]:
        try:
            yield RUNNING
            await asyncio.sleep(1000)
        finally:
            ended.append(True)

    async def read_and_close() -> None:
        opened = event_stream(1, (0, 0), Viewer())
        await anext(opened)
        await anext(opened)
        await opened.aclose()

    monkeypatch.setattr(live_transcript, "follow", follow)
    asyncio.run(read_and_close())
    assert ended == [True]


def test_a_reader_who_leaves_cancels_no_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    pending: Future[Any] = Future()
    is_asked = asyncio.Event()

    def wait(pool: Pool, key: str, *job: Any) -> Future[Any]:
        is_asked.set()
        return pending

    async def follow(_: int, after: tuple[int, int]) -> AsyncGenerator[Any, None]:
        for event in (RUNNING, *make_steps()):
            yield event

    async def read_and_leave() -> None:
        opened = event_stream(9, (0, 0), Viewer())
        await anext(opened)
        await anext(opened)
        await is_asked.wait()
        await opened.aclose()
        for _ in range(3):
            await asyncio.sleep(0)

    monkeypatch.setattr(live_transcript, "follow", follow)
    monkeypatch.setattr(Pool, "submit", wait)
    asyncio.run(read_and_leave())
    assert not pending.cancelled()


@pytest.mark.parametrize(
    ("most", "pieces"),
    [(1, [b"state", b"restarted", b"1", b"2", b"3"]), (13, [b"staterestarted", b"123"])],
)
def test_a_reader_who_reads_slowly_gets_bounded_pieces(
    monkeypatch: pytest.MonkeyPatch, most: int, pieces: list[bytes]
) -> None:
    monkeypatch.setattr(live_transcript, "PIECE_BYTES", most)
    transcript = live_transcript.Transcript(1, Viewer(), dict)
    transcript.state, transcript.is_running = b"state", True
    transcript.attempt, transcript.restarted = 2, b"restarted"
    transcript.steps = [(number, b"%d" % number) for number in (1, 2, 3)]
    position = live_transcript.Position(1, 3)
    assert list(iter(lambda: position.advance(transcript), b"")) == pieces


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("who", "status"), [("ada", 200), ("tina", 200), ("root", 200), ("ben", 404), ("cleo", 404)]
)
def test_only_permitted_users_can_follow_a_submission(world: World, who: str, status: int) -> None:
    world.submission.state = SubmissionState.FINISHED
    world.submission.save()

    async def request_stream() -> tuple[int, str, bytes]:
        client = AsyncClient()
        await sync_to_async(client.force_login)(
            getattr(world, who), backend="django.contrib.auth.backends.ModelBackend"
        )
        response = await client.get(reverse("events", args=[world.submission.pk]))
        if response.status_code != 200:
            return response.status_code, "", b""
        sent = b"".join([piece async for piece in response.streaming_content])  # type: ignore[attr-defined]
        return response.status_code, response.headers["Content-Type"], sent

    found, kind, sent = asyncio.run(request_stream())
    assert found == status
    if status == 200:
        assert kind.startswith("text/event-stream")
        assert Events(sent).event_names == ["over"]


async def _open_stream(
    user_id: int, ended: asyncio.Event
) -> tuple[bytes, AsyncGenerator[bytes, None]]:
    async def events() -> AsyncGenerator[bytes, None]:
        yield b"first"
        await ended.wait()

    opened = server_events.limit_streams(user_id, events())
    return await anext(opened), opened


def test_a_user_with_too_many_streams_is_told_to_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_events, "STREAMS_PER_USER", 2)

    async def open_streams() -> list[bytes]:
        ended = asyncio.Event()
        opened = [await _open_stream(user, ended) for user in (1, 1, 1, 2)]
        await opened[0][1].aclose()
        opened.append(await _open_stream(1, ended))
        for _, each in opened:
            await each.aclose()
        return [first for first, _ in opened]

    later = f"retry: {server_events.BUSY_RETRY_MILLISECONDS}\n\n".encode()
    assert asyncio.run(open_streams()) == [b"first", b"first", later, b"first", b"first"]
    assert not server_events._open_streams
