"""The local engine wakes the other processes of its machine."""

import os
import threading
from pathlib import Path

import pytest

from kriterion.web.submissions.engines.doorbell import Doorbell, ring_doorbells
from kriterion.web.submissions.engines.engine import Lane
from kriterion.web.submissions.engines.local_engine import LocalEngine
from tests.web.rehearsal import wait_until
from tests.web.submissions.engines.test_engines import (  # noqa: F401  a fixture
    Backlog,
    Rehearsed,
    never_looks,
    run_engine,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("never_looks")]


def test_an_offer_of_another_process_arrives_at_once(tmp_path: Path) -> None:
    """Two engines that share only a directory stand for two processes."""
    backlog = Backlog()
    consumer = Rehearsed(backlog)
    with run_engine(LocalEngine(tmp_path), consumer):
        wait_until(lambda: list((tmp_path / "wake-ups").glob("*.socket")))
        backlog.add(LocalEngine(tmp_path), Lane.LIVE)
        wait_until(lambda: backlog.done)
        LocalEngine(tmp_path).withdraw(7)
        wait_until(lambda: consumer.cancelled == [7])
    assert not list((tmp_path / "wake-ups").iterdir())


def test_a_withdrawal_reaches_the_consumers_of_this_process() -> None:
    consumer = Rehearsed(Backlog())
    engine = LocalEngine()
    with run_engine(engine, consumer):
        engine.offer(Lane.LIVE)
        wait_until(lambda: consumer.tries)
        engine.withdraw(7)
        assert consumer.cancelled == [7]


def test_messages_reach_every_listener_and_sockets_of_dead_processes_are_removed(
    tmp_path: Path,
) -> None:
    deep = tmp_path / ("long" * 30)  # longer than the address of a socket may be
    heard: list[bytes] = []
    dead = Doorbell(deep, heard.append)
    with dead:
        assert dead._socket is not None
        os.link(deep / dead._name, deep / "dead.socket")
    with Doorbell(deep, heard.append), Doorbell(deep, heard.append):
        ring_doorbells(deep, b"news")
        wait_until(lambda: heard == [b"news"] * 2)
        assert not (deep / "dead.socket").exists()
    ring_doorbells(deep, b"nobody hears this")
    ring_doorbells(tmp_path / "missing", b"nor this")
    assert not list(deep.iterdir())


def test_a_machine_without_room_for_a_socket_goes_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    heard = threading.Event()
    with Doorbell(tmp_path / "file", lambda _: heard.set()):
        ring_doorbells(tmp_path / "file", b"news")
    assert not heard.is_set()
    assert "cannot wake this worker at once" in caplog.text
