"""How soon another worker runs what a worker ran whose whole machine has died.

The machine is cut off before its processes are killed, so nothing tells the others of its death:
its lease must expire. Machines are namespaces, which needs root, PostgreSQL and iproute2.
"""

import os
import statistics
import time
from functools import partial

from tests.scale.deployment import Deployment, deployment
from tests.scale.machines import list_missing, wait_until
from tests.scale.solutions import SLOW

ROUNDS = 10
_STATE = "SELECT attempt, state FROM submissions_submission WHERE id = %s"


def main() -> None:
    if missing := list_missing():
        print("\n".join(missing))
        return
    with deployment() as machines:
        for name in ("worker-1", "worker-2"):
            machines.add_worker(name)
        seconds: list[float] = []
        while len(seconds) < ROUNDS:
            seconds.extend(_measure(machines))
    print(
        f"  {statistics.median(seconds):.1f} s median, {max(seconds):.1f} s at most, from a"
        f" machine's death to the next run of its submission, {ROUNDS} times,"
        f" load {os.getloadavg()[0]:.1f}"
    )


def _measure(machines: Deployment) -> list[float]:
    """Return the seconds until a dead machine's submission runs again; none if it was judged."""
    worker = machines.workers["worker-2"]
    for name in machines.workers:
        wait_until(partial(machines.can_assess, name))
    machines.submit_until_running("worker-2", [SLOW])
    [submission, *_] = machines.list_running("worker-2")
    [(attempt, _)] = machines.database.query(_STATE, submission)
    machines.network.disconnect(worker.machine)
    worker.machine.signal_all("KILL")
    began = time.monotonic()
    row = (attempt, "running")
    while row[0] == attempt and row[1] != "finished":
        time.sleep(0.02)
        [row] = machines.database.query(_STATE, submission)
    seconds = time.monotonic() - began
    worker.kill()
    wait_until(worker.machine.is_silent)
    machines.network.reconnect(worker.machine)
    worker.start()
    machines.expect_all_right()
    return [seconds] if row[0] > attempt else []
