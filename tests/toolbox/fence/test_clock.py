"""What of a process's time is judged; each of these is a real one, with real descendants."""

import os
import select
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kriterion_tools.fence import user_processes as processes
from kriterion_tools.fence.clock import Clock

# As the nursery does it: the first process is nobody's student, and reaps whatever comes to it.
ROOT = """
import contextlib, os, signal, sys, time
from kriterion_tools.fence import user_processes as processes
processes.adopt_orphans()
def compute(seconds):
    while time.process_time() < seconds:
        pass
if os.fork() == 0:
    exec(sys.argv[1])
    os.write(1, b'x')
    os._exit(0)
with contextlib.suppress(ChildProcessError):
    while True:
        os.wait()
time.sleep(600)
"""

ENDLESS = {
    "computes": "while True: pass",
    "sleeps": "time.sleep(600)",
    "stops itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "waits for one that computes": """
        if os.fork() == 0:
            while True: pass
        os.wait()
    """,
    "has orphans compute": """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                while True: pass
            os._exit(0)
        time.sleep(600)
    """,
    "computes in a thread": """
        import threading
        threading.Thread(target=compute, args=(600,)).start()
        time.sleep(600)
    """,
    "has children compute that nobody waits for": """
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            if os.fork() == 0:
                compute(0.2)
                os._exit(0)
            with contextlib.suppress(ChildProcessError):
                os.wait()
    """,
    "has many children compute a little": """
        while True:
            if os.fork() == 0:
                compute(0.01)
                os._exit(0)
            os.wait()
    """,
}


@contextmanager
def run_code(code: str) -> Iterator[subprocess.Popen[bytes]]:
    command = (sys.executable, "-c", ROOT, textwrap.dedent(code))
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            # The root reaps them; those that fork meanwhile need another go.
            while any(processes.list_descendants(process.pid)):
                processes.kill_descendants(process.pid)
            process.kill()


def follow(process: subprocess.Popen[bytes], until: float) -> Clock:
    """The clock when it shows this, or when the code has come to its end."""
    clock = Clock(process.pid)
    assert process.stdout is not None
    deadline = time.monotonic() + 60
    with clock.count_idle_time():
        while clock.seconds_left(until) > 0 and time.monotonic() < deadline:
            ready = select.select([process.stdout], [], [], clock.seconds_until_update(until))[0]
            if ready:
                break
            clock.update(until, quiet=True)
    return clock


@pytest.mark.long(reason="each computes until its time is used up")
@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS)
def test_a_computing_program_uses_up_its_time(code: str) -> None:
    with run_code(code) as process:
        assert follow(process, until=0.5).seconds >= 0.5


@pytest.mark.long(reason="keeps all processors busy")
def test_waiting_for_a_processor_uses_up_no_time() -> None:
    one = min(os.sched_getaffinity(0))
    pinned = f"import os; os.sched_setaffinity(0, {{{one}}})\n"
    others = [subprocess.Popen((sys.executable, "-c", pinned + "while True: pass")) for _ in "123"]
    try:
        with run_code(pinned + "compute(0.5)") as process:
            started = time.monotonic()
            judged = follow(process, until=60).seconds
            real = time.monotonic() - started
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert judged < 0.75 * real


def test_nothing_is_left_when_real_time_is_up() -> None:
    clock = Clock(os.getpid())
    assert clock.seconds_left(10) > 0
    clock.last_resort = time.monotonic()
    assert clock.seconds_left(10) < 0
