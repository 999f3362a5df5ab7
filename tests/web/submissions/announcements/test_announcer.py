"""Announcing changes to other processes: few announcements stand for many changes."""

from collections.abc import Collection
from itertools import pairwise
from types import SimpleNamespace

import pytest

from kriterion.web.submissions.announcements import announcer
from kriterion.web.submissions.announcements.announcer import (
    MAX_IDS,
    Announcer,
    decode_announcement,
    encode_announcement,
)


@pytest.mark.parametrize("changed", [set(), {1}, {3, 20, 100}, set(range(10**18, 10**18 + 350))])
def test_an_announcement_names_what_has_changed(changed: set[int]) -> None:
    payload = encode_announcement("0123456789abcdef", changed)
    assert decode_announcement(payload) == ("0123456789abcdef", frozenset(changed))
    assert len(payload) < 8000  # PostgreSQL's limit


def test_an_announcement_of_too_many_changes_names_none() -> None:
    payload = encode_announcement("a", range(MAX_IDS + 1))
    assert decode_announcement(payload) == ("a", None)


@pytest.mark.parametrize("payload", ["", " ", "a", "a b", "a -1 2.0 * 5", "\N{SUPERSCRIPT TWO} ²"])
def test_what_others_send_on_the_channel_does_no_harm(payload: str) -> None:
    _, changed = decode_announcement(payload)
    assert changed is not None and changed <= {5}


def test_changes_that_come_together_are_announced_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[set[int]] = []

    def keep(_: Announcer, changed: Collection[int]) -> None:
        sent.append(set(changed))

    monkeypatch.setattr(Announcer, "_send", keep)
    monkeypatch.setattr(announcer, "_IDLE_SECONDS", 0.05)
    made = Announcer()
    for _ in range(50):
        for submission_id in range(100):
            made.announce(submission_id)
    thread = made._thread
    if thread is not None:
        thread.join()
    assert set().union(*sent) == set(range(100))
    assert len(sent) < 25  # 5,000 changes


def test_the_announcements_of_many_workers_are_bounded_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Announcer()
    assert made._interval == announcer.INTERVAL_SECONDS
    monkeypatch.setattr(announcer, "_count_workers", lambda: 1000)
    made._adapt_interval()
    assert 1000 / made._interval == announcer.MAX_PER_SECOND


def test_a_change_soon_after_a_pause_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """A submission starts, and its judge's first words follow at once."""
    clock, sent = [100.0], []

    def pass_time(seconds: float) -> None:
        clock[0] += seconds

    made = Announcer()

    def keep(_: Announcer, changed: Collection[int]) -> None:
        sent.append(clock[0])
        if len(sent) < 8:
            made._changed.add(len(sent))  # another change while this one is sent
            made._woken.set()

    monkeypatch.setattr(Announcer, "_send", keep)
    monkeypatch.setattr(announcer, "_IDLE_SECONDS", 0.05)
    monkeypatch.setattr(
        announcer, "time", SimpleNamespace(monotonic=lambda: clock[0], sleep=pass_time)
    )
    made._changed.add(0)
    made._woken.set()
    made._announce_until_idle()
    pauses = [round(later - sooner, 6) for sooner, later in pairwise(sent)]
    assert pauses[0] == 0
    assert sum(pauses) >= (len(sent) - announcer.AT_ONCE) * announcer.INTERVAL_SECONDS
