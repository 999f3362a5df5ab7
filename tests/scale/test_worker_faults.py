"""Faults of one worker that take some seconds: every submission has one verdict, the right one,
and nothing runs on.
"""

import os
import shutil
import time
from datetime import timedelta

import pytest

from tests.scale.deployment import Deployment, find_fake_time
from tests.scale.machines import wait_until
from tests.scale.solutions import ENDLESS, OCAML, PYTHON, SLOW, mix

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

_OCAML = "kriterion-learn-ocaml"
_MAX_LOSSES = 3  # before a submission is set aside


@pytest.mark.parametrize("offset", ["+3600s", "-3600s"])
def test_a_workers_wrong_clock_changes_nothing(machines: Deployment, offset: str) -> None:
    variables = find_fake_time(offset)
    if not variables:
        pytest.skip("libfaketime is not installed: apt-get install faketime")
    worker = machines.workers["worker-2"]
    before = len(machines.list_rows())
    worker.restart(**variables)
    began = machines.get_time()
    try:
        machines.submit_until_judged("worker-2", PYTHON)
        machines.expect_all_right()
    finally:
        worker.restart()
    rows = machines.list_rows()[before:]
    assert {row.attempt for row in rows} == {1}
    ended = machines.get_time()
    for row in rows:
        assert row.started_at is not None
        assert row.finished_at is not None
        # The end is the start and a duration, which the worker measures.
        assert began <= row.started_at <= row.finished_at <= ended + timedelta(seconds=1)


def test_a_full_disk_of_a_worker_costs_no_attempt_and_ends(machines: Deployment) -> None:
    worker = machines.workers["worker-2"]
    machines.submit_until_running("worker-2", [SLOW])
    worker.machine.fill_disk()
    try:
        wait_until(lambda: not machines.can_assess("worker-2"))
        machines.submit(mix(PYTHON, count=2))
        machines.wait_for_verdicts()
    finally:
        worker.machine.free_disk()
    wait_until(lambda: machines.can_assess("worker-2"))
    machines.submit_until_judged("worker-2", PYTHON)
    machines.expect_all_right()


@pytest.mark.skipif(not shutil.which("ocamlc"), reason="OCaml is missing: apt-get install ocaml")
def test_an_image_that_half_of_the_workers_lack_is_left_to_the_others(machines: Deployment) -> None:
    before = len(machines.list_rows())
    machines.submit(mix(OCAML, PYTHON, count=8))
    machines.expect_all_right()
    in_ocaml = {row.id for row in machines.list_rows()[before:] if row.image == _OCAML}
    assert len(in_ocaml) == 4
    assert in_ocaml <= {*machines.list_claimed("worker-1")}
    assert not in_ocaml & {*machines.list_claimed("worker-2")}
    wait_until(lambda: machines.list_lacking("worker-2", "image") == [_OCAML])


def test_a_submission_that_kills_workers_is_set_aside_and_holds_nobody_up(
    machines: Deployment,
) -> None:
    machines.submit([ENDLESS, *mix(PYTHON, count=3)])
    killer, killed = machines.acknowledged[-4], set()
    while (row := machines.get_row(killer)).state != "failed":
        if row.state == "running" and row.attempt not in killed:
            killed.add(row.attempt)
            worker = machines.workers[row.worker.partition("/")[0]]
            worker.machine.signal_all("KILL")  # as the kernel does when memory runs out
            worker.restart()
        machines.expect_alive()
        time.sleep(0.1)
    machines.set_aside.append(killer)
    machines.expect_all_right()
    assert len(killed) == _MAX_LOSSES
