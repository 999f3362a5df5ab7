"""`make scale-demo`: two sites, three workers, many submissions, and some faults.

Each program runs on a machine of its own, in namespaces of this one. One worker has no OCaml, one
has a clock that is an hour ahead; a worker and then PostgreSQL are killed. The exit status is 0 if
every submission got one verdict, the right one.
"""

import argparse
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median, quantiles

from tests.scale.deployment import (
    OVER,
    Deployment,
    Row,
    deployment,
    find_fake_time,
    hide_ocaml,
)
from tests.scale.machines import list_missing
from tests.scale.solutions import OCAML, PYTHON, mix
from tests.web.postgresql import PROGRAMS

_PROGRESS_SECONDS = 10.0
_DOWN_SECONDS = 10.0  # from a kill to the next start
_GROUPS = 2  # programs of students that submit at the same time
_PASSED, _FAILED, _MISSING = 0, 1, 2


class Report:
    """Prints lines, each with the seconds since the start."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.events: list[str] = []

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    def say(self, text: str) -> None:
        print(f"{self.seconds:6.0f} s  {text}", flush=True)

    def note(self, text: str) -> None:
        """Print an event, now and again in the summary."""
        self.say(text)
        self.events.append(f"{self.seconds:6.0f} s  {text}")


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scale-demo", description=__doc__)
    parser.add_argument("--submissions", type=int, default=1000, metavar="N")
    count = parser.parse_args(words).submissions
    missing = [*list_missing(), *_list_missing_tools()]
    if missing:
        print("scale-demo: cannot run on this machine:", file=sys.stderr)
        for line in missing:
            print(f"  {line}", file=sys.stderr)
        return _MISSING
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_FAILED))  # the machines are shut down
    report = Report()
    report.say("starting PostgreSQL and two sites")
    with deployment() as machines:
        return _run(machines, report, count)


def _list_missing_tools() -> Iterator[str]:
    if not list(PROGRAMS.glob("*/bin/initdb")):
        yield "PostgreSQL is missing: apt-get install postgresql"
    if not shutil.which("ocamlc"):
        yield "OCaml is missing: apt-get install ocaml"
    if not find_fake_time():
        yield "libfaketime is missing: apt-get install faketime"


def _run(machines: Deployment, report: Report, count: int) -> int:
    report.say("starting three workers: worker-2 has no OCaml, worker-3 a clock an hour ahead")
    machines.add_worker("worker-1")
    hide_ocaml(machines.add_worker("worker-2", is_started=False))
    machines.workers["worker-2"].start()
    machines.add_worker("worker-3", variables=find_fake_time("+3600s"))
    solutions = mix(PYTHON, OCAML, count=count)
    report.say(f"students submit {count:,} solutions at both sites")
    share = -(-count // _GROUPS)
    groups = [
        machines.start_submitting(solutions[at : at + share]) for at in range(0, count, share)
    ]
    _watch(machines, report, groups, count)
    for group in groups:
        if group.wait():
            report.note("a program of students failed: what it did not submit counts as lost")
        else:
            machines.wait_for_students(group)
    report.say("all is over")
    return _summarise(machines, report, count)


def _watch(
    machines: Deployment, report: Report, groups: Sequence["subprocess.Popen[str]"], count: int
) -> None:
    """Print progress until all is over, and kill a worker and PostgreSQL on the way."""
    worker, faults, began = machines.workers["worker-1"], [0.3, 0.6], report.seconds
    while True:
        has_submitted = all(group.poll() is not None for group in groups)
        states = machines.count_states()
        over = sum(states[state] for state in OVER)
        report.say(_describe_progress(states, over, count, report.seconds - began))
        if faults and over >= faults[0] * count:
            if len(faults) == 2:
                report.note(f"worker-1 is killed while it runs {machines.list_running('worker-1')}")
                worker.kill()
                time.sleep(_DOWN_SECONDS)
                worker.start()
                report.note("worker-1 is started again")
            else:
                report.note("PostgreSQL is killed")
                machines.database.kill()
                time.sleep(_DOWN_SECONDS)
                machines.database.start()
                report.note("PostgreSQL is started again")
            del faults[0]
        # What was sent while PostgreSQL was killed may be stored twice: there may be more than
        # `count`. A program of students that failed has submitted less.
        if has_submitted and over == states.total():
            return
        for node in (*machines.sites, *machines.workers.values()):
            if not node.is_alive:
                raise SystemExit(f"{node.machine.name} ended:\n{node.log.read_text()[-4000:]}")
        time.sleep(_PROGRESS_SECONDS)


def _describe_progress(states: Counter[str], over: int, count: int, seconds: float) -> str:
    if not states:
        return "nothing has arrived yet"
    numbers = ", ".join(f"{number:,} {state}" for state, number in sorted(states.items()))
    if not over or over >= count:
        return numbers
    return f"{numbers}; {over / count:.0%}, some {seconds * (count - over) / over:.0f} s left"


def _summarise(machines: Deployment, report: Report, count: int) -> int:
    rows = machines.list_rows()
    stored = {row.number for row in rows}
    lost = count - len(stored) + len(set(machines.acknowledged) - {row.id for row in rows})
    double = sum(row.verdicts > 1 or row.assessments > 1 for row in rows)
    failed = sum(row.state != "finished" for row in rows)
    wrong = sum(row.status != machines.submitted[row.number].status for row in rows)
    tools = machines.count_tools()
    verdicts = sum(row.verdicts for row in rows)
    print("\nfaults")
    for line in report.events:
        print(line)
    print(f"\n{'':24}{'number':>8}{'wait, s':>26}{'run, s':>26}")
    print(f"{'':32}{'median     95 %      max':>26}{'median     95 %      max':>26}")
    ocaml = [row for row in rows if machines.submitted[row.number].repository == "ocaml-course"]
    python = [row for row in rows if machines.submitted[row.number].repository == "exercises"]
    for name, part in (("Dodona", python), ("learn-ocaml", ocaml), ("all", rows)):
        print(f"{name:24}{len(part):8,}{_spread(part, 'waited')}{_spread(part, 'lasted')}")
    print(f"\n{'with analyzer':24}{tools['analyzer']:8,}")
    print(f"{'with representer':24}{tools['representer']:8,}")
    print(f"{'with both':24}{tools['both']:8,}")
    for name in machines.workers:
        print(f"{'verdicts of ' + name:24}{machines.count_verdicts(name):8,}")
    again = sum(row.attempt > 1 for row in rows)
    print(f"{'run more than once':24}{again:8,}")
    print(f"\n{verdicts:,} verdicts, {lost} lost, {double} double, {failed} failed, {wrong} wrong,")
    print(f"in {report.seconds:.0f} s: {len(rows) / report.seconds:.2f} submissions a second")
    faults = machines.find_faults()
    for line in faults:
        print(line)
    runs = [process for node in machines.workers.values() for process in node.machine.list_runs()]
    if runs:
        print(f"runs go on: {runs}")
    held = not (faults or runs or lost or double or failed or wrong) and verdicts == len(rows)
    print("PASSED" if held else "FAILED")
    return _PASSED if held else _FAILED


def _spread(rows: Sequence[Row], name: str) -> str:
    known = [seconds for row in rows if (seconds := getattr(row, f"{name}_seconds")) is not None]
    if len(known) < 2:
        return f"{'':26}"
    return f"{median(known):8.1f}{quantiles(known, n=20)[-1]:9.1f}{max(known):9.1f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
