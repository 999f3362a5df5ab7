"""When changes of live feedback are written."""

import time
from typing import cast

import pytest

from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.worker import live_writer
from kriterion.web.submissions.worker.live_writer import LiveChanges, LiveWriter
from tests.web.submissions.live.test_follow import added_message


class SleepingWriter:
    """A writer that writes nothing."""

    def wake(self) -> None: ...


def test_the_first_batch_waits_a_moment_for_a_judges_first_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A judge begins with commands that show nothing; they are not written alone."""
    monkeypatch.setattr(live_writer, "FIRST_SECONDS", 1000.0)
    monkeypatch.setattr(live_writer, "INTERVAL_SECONDS", 1_000_000.0)
    changes = LiveChanges(Submission(), cast("LiveWriter", SleepingWriter()))
    assert changes.due_at == float("inf")
    before = time.monotonic()
    changes.watch(added_message("a"))
    due_at = changes.due_at
    assert before + 1000 <= due_at <= time.monotonic() + 1000
    changes.watch(added_message("b"))
    assert changes.due_at == due_at
