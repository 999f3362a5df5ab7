"""Faults of machines and networks: every submission has one verdict, the right one, and nothing
runs on.

The faults hit one deployment, one after the other. They run when KRITERION_OUTAGE_SECONDS is set,
because the deployment takes minutes to start; 15 is enough for each fault, 90 makes them long.
"""

import os
import time
from collections.abc import Iterator
from functools import partial

import pytest

from tests.scale.deployment import (
    Deployment,
    deployment,
    hide_ocaml,
)
from tests.scale.machines import list_missing, wait_until
from tests.scale.solutions import PYTHON, SLOW, mix
from tests.web.postgresql import PROGRAMS

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(1800),
    pytest.mark.long(reason="PostgreSQL, two sites and workers, each on a machine of its own"),
    pytest.mark.alone(reason="all trials share one deployment, which takes long to start"),
    pytest.mark.skipif(
        "KRITERION_OUTAGE_SECONDS" not in os.environ,
        reason="set KRITERION_OUTAGE_SECONDS=15 to try faults on machines made of namespaces",
    ),
]

# Longer than a lease, so that others take over what a silent worker runs.
SECONDS = float(os.environ.get("KRITERION_OUTAGE_SECONDS", "15"))
IS_LONG = SECONDS >= 60

# Holds the transaction of a worker open after a change of a submission's state.
_HOLD = """
CREATE FUNCTION hold_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
CREATE TRIGGER hold_transaction AFTER UPDATE ON submissions_submission FOR EACH ROW
WHEN (NEW.state = '{state}' AND OLD.state <> NEW.state
    AND (OLD.worker LIKE 'worker-2/%' OR NEW.worker LIKE 'worker-2/%'))
EXECUTE FUNCTION hold_transaction();
"""
_LET_GO = "DROP TRIGGER hold_transaction ON submissions_submission; DROP FUNCTION hold_transaction"
_IS_HELD = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"


@pytest.fixture(scope="module")
def started() -> Iterator[Deployment]:
    missing = list_missing()
    if missing:
        pytest.skip("; ".join(missing))
    if not list(PROGRAMS.glob("*/bin/initdb")):
        pytest.skip("PostgreSQL is not installed")
    with deployment() as made:
        made.add_worker("worker-1")
        lacking = made.add_worker("worker-2", megabytes=192, is_started=False)
        hide_ocaml(lacking)
        lacking.start()
        yield made


@pytest.fixture
def machines(started: Deployment) -> Deployment:
    """All machines, well, with nothing left to do."""
    for node in (*started.sites, *started.workers.values()):
        if not node.is_alive:
            node.start()
    for site in started.sites:
        started.wait_for_site(site)
    for name in started.workers:
        wait_until(partial(started.can_assess, name))
    wait_until(lambda: not started.count_unfinished())
    return started


def submit_until_running(machines: Deployment, name: str) -> None:
    """Hand in slow solutions until a worker runs some."""
    machines.submit([SLOW] * 8)
    while not machines.list_running(name):
        if not machines.count_states()["queued"]:
            machines.submit([SLOW] * 4)
        time.sleep(0.05)


def pass_time(began: float, seconds: float = SECONDS) -> None:
    """Wait until a fault has lasted so long."""
    time.sleep(max(0.0, began + seconds - time.monotonic()))


def test_a_killed_worker_loses_nothing_and_leaves_no_run_behind(machines: Deployment) -> None:
    worker = machines.workers["worker-2"]
    submit_until_running(machines, "worker-2")
    worker.kill()
    wait_until(worker.machine.is_silent)
    worker.start()
    machines.expect_all_right()


def test_a_killed_site_loses_nothing_that_it_acknowledged(machines: Deployment) -> None:
    submitting = machines.start_submitting(mix(PYTHON, count=24))
    site = machines.sites[0]
    wait_until(lambda: machines.count_unfinished() >= 2)
    site.kill()
    wait_until(site.machine.is_silent)
    machines.wait_for_students(submitting)
    site.start()
    machines.wait_for_site(site)
    machines.expect_all_right()


def test_a_killed_database_costs_no_attempt(machines: Deployment) -> None:
    submit_until_running(machines, "worker-2")
    submitting = machines.start_submitting(mix(PYTHON, count=6))
    before = len(machines.list_rows())
    machines.database.kill()
    time.sleep(min(SECONDS, 5) if not IS_LONG else SECONDS)
    machines.database.start()
    machines.wait_for_students(submitting)
    machines.expect_all_right()
    assert {row.attempt for row in machines.list_rows()[before - 8 : before]} == {1}


def test_a_power_cut_of_all_machines_loses_nothing(machines: Deployment) -> None:
    submit_until_running(machines, "worker-2")
    submitting = machines.start_submitting(mix(PYTHON, count=6))
    everything = (*machines.workers.values(), *machines.sites)
    for node in everything:
        node.machine.signal_all("KILL")
    machines.database.kill()
    for node in everything:
        node.kill()
        wait_until(node.machine.is_silent)
    machines.database.start()
    for node in everything:
        node.start()
    machines.wait_for_students(submitting)
    machines.expect_all_right()


def test_a_frozen_worker_does_not_spoil_what_others_judged_meanwhile(machines: Deployment) -> None:
    worker = machines.workers["worker-2"]
    submit_until_running(machines, "worker-2")
    began = time.monotonic()
    worker.freeze()
    machines.wait_for_verdicts()
    pass_time(began)
    worker.thaw()
    machines.submit(mix(PYTHON, count=4))
    machines.expect_all_right()


def test_a_cut_off_worker_does_not_spoil_what_others_judged_meanwhile(machines: Deployment) -> None:
    worker = machines.workers["worker-2"]
    submit_until_running(machines, "worker-2")
    began = time.monotonic()
    machines.network.disconnect(worker.machine)
    machines.wait_for_verdicts()
    pass_time(began)
    machines.network.reconnect(worker.machine)
    wait_until(lambda: not worker.machine.list_runs())
    machines.submit(mix(PYTHON, count=4))
    machines.expect_all_right()


@pytest.mark.parametrize("state", ["running", "finished"])
def test_a_worker_that_is_cut_off_within_a_transaction_blocks_nobody(
    machines: Deployment, state: str
) -> None:
    """PostgreSQL would keep its locks for two hours: on what it claims, or on what others reap."""
    worker = machines.workers["worker-2"]
    machines.database.execute(_HOLD.format(state=state))
    try:
        machines.submit(mix(PYTHON, count=6))
        while not machines.database.query(_IS_HELD):
            if not machines.count_states()["queued"]:
                machines.submit(mix(PYTHON, count=4))
        machines.network.disconnect(worker.machine)
        try:
            machines.wait_for_verdicts()
        finally:
            machines.network.reconnect(worker.machine)
    finally:
        machines.database.execute(_LET_GO)
    machines.expect_all_right()
