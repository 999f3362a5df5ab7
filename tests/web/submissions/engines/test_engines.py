"""Every engine keeps the contract: what is offered is taken, whatever becomes of a wake-up."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.db import transaction

from kriterion.web.submissions.engines import local_engine, wake_up_sweep
from kriterion.web.submissions.engines.engine import Engine, Lane
from tests.web.rehearsal import PATIENCE_SECONDS, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

LIVE, BACKGROUND = Lane.LIVE, Lane.BACKGROUND


class Backlog:
    """Work of several consumers."""

    def __init__(self) -> None:
        self.waiting: list[Lane] = []
        self.done: list[str] = []  # the names of those that did it
        self.lock = threading.Lock()

    def add(self, engine: Engine, lane: Lane) -> None:
        with self.lock:
            self.waiting.append(lane)
        engine.offer(lane)


class Rehearsed:
    """A consumer of a backlog; `do` is what it does with a piece of work."""

    background_slots = 3
    is_ready = True

    def __init__(self, backlog: Backlog, name: str = "a", slots: int = 3) -> None:
        self.slots = slots
        self.cancelled: list[int] = []
        self.tries = 0
        self._backlog = backlog
        self._name = name
        self.can_claim = True
        self.do: Callable[[], object] = lambda: None

    def take(self, on_claim: Callable[[], object] = lambda: None) -> bool:
        with self._backlog.lock:
            self.tries += 1
            if not self.can_claim or not self._backlog.waiting:
                return False
            self._backlog.waiting.pop(0)
        on_claim()
        self.do()
        with self._backlog.lock:
            self._backlog.done.append(self._name)
        return True

    def has_work(self, lane: Lane) -> bool:
        return lane in self._backlog.waiting

    def cancel(self, submission_id: int) -> None:
        self.cancelled.append(submission_id)


@contextmanager
def run_engine(engine: Engine, *consumers: Rehearsed) -> Iterator[None]:
    """Let consumers work, and drain them at the end."""
    drained = threading.Event()
    threads = [threading.Thread(target=engine.work, args=(each, drained)) for each in consumers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        drained.set()
        for thread in threads:
            thread.join()


@pytest.fixture
def never_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only wake-ups make consumers work."""
    monkeypatch.setattr(local_engine, "POLL_SECONDS", 1e6)
    monkeypatch.setattr(wake_up_sweep, "SWEEP_SECONDS", 1e6)


@pytest.fixture
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_engine, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(wake_up_sweep, "SWEEP_SECONDS", 0.05)


@pytest.mark.parametrize("lane", Lane)
def test_work_that_is_offered_is_done(engine: Engine, never_looks: None, lane: Lane) -> None:
    backlog = Backlog()
    with run_engine(engine, Rehearsed(backlog)):
        backlog.add(engine, lane)
        wait_until(lambda: len(backlog.done) == 1)
        backlog.add(engine, lane)
        wait_until(lambda: len(backlog.done) == 2)


def test_work_that_was_offered_before_a_consumer_came_is_done(
    engine: Engine, looks_often: None
) -> None:
    backlog = Backlog()
    for _ in range(5):
        backlog.add(engine, LIVE)
    with run_engine(engine, Rehearsed(backlog)):
        wait_until(lambda: len(backlog.done) == 5)


def test_work_whose_wake_up_was_lost_is_done(engine: Engine, looks_often: None) -> None:
    backlog = Backlog()
    with run_engine(engine, Rehearsed(backlog)):
        backlog.waiting.append(BACKGROUND)
        wait_until(lambda: len(backlog.done) == 1)
        backlog.waiting.append(LIVE)
        wait_until(lambda: len(backlog.done) == 2)


def test_wake_ups_without_work_do_no_harm(engine: Engine, never_looks: None) -> None:
    backlog = Backlog()
    consumer = Rehearsed(backlog)
    with run_engine(engine, consumer):
        for _ in range(10):
            engine.offer(LIVE)
        wait_until(lambda: consumer.tries)
        backlog.add(engine, LIVE)
        wait_until(lambda: len(backlog.done) == 1)
    assert backlog.done == ["a"]


def test_one_wake_up_brings_a_backlog_to_all_slots(engine: Engine, never_looks: None) -> None:
    backlog = Backlog()
    consumer = Rehearsed(backlog)
    together = threading.Barrier(3)
    consumer.do = lambda: together.wait(PATIENCE_SECONDS)
    with run_engine(engine, consumer):
        backlog.waiting = [BACKGROUND] * 12
        engine.offer(BACKGROUND)
        wait_until(lambda: len(backlog.done) == 12)


def test_an_offer_counts_once_its_transaction_is_committed(
    engine: Engine, never_looks: None
) -> None:
    backlog = Backlog()
    consumer = Rehearsed(backlog)
    with run_engine(engine, consumer):
        with transaction.atomic():
            engine.offer(LIVE)
            tries = consumer.tries
            backlog.waiting.append(LIVE)
        wait_until(lambda: len(backlog.done) == 1)
    assert consumer.tries > tries


def test_a_transaction_that_is_rolled_back_offers_nothing_and_harms_no_later_one(
    engine: Engine, never_looks: None
) -> None:
    backlog = Backlog()
    with run_engine(engine, Rehearsed(backlog)):
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            engine.offer(LIVE)
            raise ZeroDivisionError
        backlog.add(engine, LIVE)
        wait_until(lambda: len(backlog.done) == 1)


def test_a_consumer_that_can_do_nothing_leaves_work_to_others(
    engine: Engine, never_looks: None
) -> None:
    backlog = Backlog()
    unready, healthy = Rehearsed(backlog, "unready"), Rehearsed(backlog, "able")
    unready.is_ready = unready.can_claim = False
    with run_engine(engine, unready, healthy):
        for count in range(1, 6):
            backlog.add(engine, LIVE)
            wait_until(lambda count=count: len(backlog.done) == count)  # type: ignore[misc]
    assert backlog.done == ["able"] * 5


def test_a_consumer_that_cannot_claim_passes_a_wake_up_on(
    engine: Engine, never_looks: None
) -> None:
    """It lacks what this work needs; another one has it."""
    backlog = Backlog()
    unready, healthy = Rehearsed(backlog, "lacking"), Rehearsed(backlog, "able")
    unready.can_claim = False
    with run_engine(engine, unready, healthy):
        for count in range(1, 6):
            backlog.add(engine, LIVE)
            wait_until(lambda count=count: len(backlog.done) == count)  # type: ignore[misc]
    assert backlog.done == ["able"] * 5


def test_a_consumer_that_becomes_able_again_gets_work(engine: Engine, looks_often: None) -> None:
    backlog = Backlog()
    consumer = Rehearsed(backlog)
    with run_engine(engine, consumer):
        backlog.add(engine, LIVE)
        wait_until(lambda: len(backlog.done) == 1)
        consumer.is_ready = consumer.can_claim = False
        backlog.add(engine, LIVE)
        consumer.is_ready = consumer.can_claim = True
        wait_until(lambda: len(backlog.done) == 2)


def test_a_drained_consumer_ends_its_work_and_takes_no_more(
    engine: Engine, never_looks: None
) -> None:
    backlog = Backlog()
    consumer = Rehearsed(backlog, slots=1)
    began, goes_on = threading.Event(), threading.Event()

    def do() -> None:
        began.set()
        assert goes_on.wait(PATIENCE_SECONDS)

    consumer.do = do
    drained = threading.Event()
    thread = threading.Thread(target=engine.work, args=(consumer, drained))
    with ExitStack() as stack:
        stack.callback(thread.join)
        stack.callback(goes_on.set)
        stack.callback(drained.set)
        thread.start()
        for _ in range(3):
            backlog.add(engine, LIVE)
        assert began.wait(PATIENCE_SECONDS)
        drained.set()
        assert thread.is_alive()
        goes_on.set()
        thread.join()
    assert backlog.done == ["a"]
    assert len(backlog.waiting) == 2
    with run_engine(engine, Rehearsed(backlog, "next")):
        engine.offer(LIVE)
        wait_until(lambda: backlog.done == ["a", "next", "next"])
