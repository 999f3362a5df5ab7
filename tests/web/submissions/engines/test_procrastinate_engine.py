"""Wake-ups in PostgreSQL: few stand for any backlog, and none is left behind."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection

from kriterion.host.settings.site_environment import QueueEngine
from kriterion.web.submissions.engines.engine import Lane
from tests.web.rehearsal import wait_until
from tests.web.submissions.engines.test_engines import Backlog, Rehearsed, run_engine

if settings.ENGINE != "procrastinate":
    pytest.skip("test_postgresql.py runs these with PostgreSQL", allow_module_level=True)

from kriterion.web.submissions.engines import procrastinate_engine, wake_up_sweep
from kriterion.web.submissions.engines.procrastinate_engine import ProcrastinateEngine
from tests.web.queue_fixtures import make_engine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def engine(transactional_db: None) -> Iterator[ProcrastinateEngine]:
    made = make_engine(QueueEngine.PROCRASTINATE)
    assert isinstance(made, ProcrastinateEngine)
    yield made


def list_statuses() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT status FROM procrastinate_jobs")
        return [row[0] for row in cursor.fetchall()]


def test_few_wake_ups_stand_for_a_long_backlog_and_none_is_left(
    engine: ProcrastinateEngine,
) -> None:
    backlog = Backlog()
    for _ in range(procrastinate_engine.MAX_WAITING + 50):
        backlog.add(engine, Lane.BACKGROUND)
    assert list_statuses() == ["todo"] * procrastinate_engine.MAX_WAITING
    engine.offer(Lane.LIVE)  # is not held up by them
    assert len(list_statuses()) == procrastinate_engine.MAX_WAITING + 1
    with run_engine(engine, Rehearsed(backlog)):
        wait_until(lambda: not backlog.waiting and not list_statuses())


def test_the_wake_ups_of_dead_workers_are_dropped(
    engine: ProcrastinateEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wake_up_sweep, "SWEEP_SECONDS", 0.05)
    engine.offer(Lane.LIVE)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET status = 'doing'")
    with run_engine(engine, Rehearsed(Backlog())):
        wait_until(lambda: not list_statuses())


def test_one_process_sweeps_at_a_time(
    engine: ProcrastinateEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    backlog = Backlog()
    backlog.waiting.append(Lane.LIVE)
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [wake_up_sweep._LOCK])
        engine._sweep.sweep(Rehearsed(backlog))
        assert list_statuses() == []
        cursor.execute("SELECT pg_advisory_unlock(%s)", [wake_up_sweep._LOCK])
    other.close()
    engine._sweep.sweep(Rehearsed(backlog))
    engine._sweep.sweep(Rehearsed(backlog))
    assert list_statuses() == ["todo"]
