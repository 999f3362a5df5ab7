"""A process has few database connections: no thread waits for another one and keeps its own."""

import threading

import pytest

from kriterion.web.database import pooled_connection
from kriterion.web.database.pooled_connection import hold_released


def test_who_waits_for_a_lock_holds_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(pooled_connection, "release_connection", released.set)
    lock = threading.Lock()
    held = []

    def hold() -> None:
        with hold_released(lock):
            held.append(lock.locked())

    hold()
    assert not released.is_set()  # it did not wait
    with lock:
        waiting = threading.Thread(target=hold)
        waiting.start()
        assert released.wait()
    waiting.join()
    assert held == [True, True]
