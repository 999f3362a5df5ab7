"""Sessions of long-lived tools: a failing request affects no other."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.backends.process.unconfined import UnconfinedSandbox
from kriterion.sandbox.image import HOST, Image
from kriterion.sandbox.run import MIB, Ending, Limits, Run
from kriterion.sandbox.session import Session, SessionAnswer
from kriterion.sandbox.sessions import Sessions
from tests.rehearsed import Rehearsed
from tests.sandbox.conftest import find_processes, make_own_mark, wait_until_gone

pytestmark = pytest.mark.machine

# A tool of the protocol, in the least code: it does what the request says.
TOOL = """
import os, subprocess, struct, sys, threading, time
def read(count):
    got = b""
    while len(got) < count:
        piece = os.read(0, count - len(got))
        if not piece: sys.exit(0)
        got += piece
    return got
def answer(content):
    framed = memoryview(struct.pack(">I", len(content)) + content)
    while framed:
        framed = framed[os.write(1, framed):]
number = 0
while True:
    request = read(struct.unpack(">I", read(4))[0])
    number += 1  # MARK
    exec(request)
"""


def make_run(**limits: float) -> Run:
    return Run(
        command=("/usr/bin/python3", "-c", TOOL.replace("MARK", make_own_mark("number-"))),
        image=HOST,
        limits=Limits(**{"memory_bytes": 200 * MIB, **limits}),  # type: ignore[arg-type]
    )


def test_one_process_answers_many_requests(sandbox: Bubblewrap) -> None:
    with sandbox.open(make_run()) as session:
        answers = [session.ask(b"answer(b'%d' % number)") for _ in range(3)]
        assert [answer.content for answer in answers] == [b"1", b"2", b"3"]
        assert answers[0].ending is None


def test_the_guarantees_of_a_run_hold_for_an_answer_and_are_reported(sandbox: Bubblewrap) -> None:
    with sandbox.open(make_run()) as session:
        response, outcome = session.ask(b"answer(b'')"), sandbox.run(make_run())
    # Refused programs are not named: nobody listens to a tool that stays.
    assert response.enforced == {**outcome.enforced, "foreign architectures": "refused"}
    assert outcome.enforced


def test_frames_may_be_long_and_hold_any_bytes(bubblewrap: Bubblewrap) -> None:
    with bubblewrap.open(make_run()) as session:
        content = bytes(range(256)) * 8192
        request = b"answer(%r)" % content
        assert session.ask(request).content == content
        assert session.ask(b"answer(b'')").content == b""


@pytest.mark.parametrize(
    ("request_", "ending", "violation"),
    [
        (b"while True: pass", Ending.CPU_LIMIT, ""),
        (b"time.sleep(30)", Ending.WALL_LIMIT, ""),
        (b"os.write(2, b'x' * 200_000); time.sleep(9)", Ending.OUTPUT_LIMIT, ""),
        (b"os.abort()", Ending.SIGNALLED, ""),
        (b"sys.exit(3)", Ending.EXITED, ""),
        (b"os.write(1, b'\\0\\0\\0\\5par'); sys.exit(3)", Ending.EXITED, ""),
        (b"print('Warning: deprecated', flush=True); time.sleep(9)", None, "announces"),
        (b"os.write(1, b'\\0\\0\\0\\1ab'); time.sleep(9)", None, "1 bytes to stdout beyond"),
        (b"subprocess.Popen(['sleep', 'LEFT']); os._exit(1)", Ending.EXITED, ""),
    ],
)
def test_a_fault_affects_only_its_request(
    sandbox: Bubblewrap, request_: bytes, ending: Ending | None, violation: str
) -> None:
    left = make_own_mark("74.25")
    request_ = request_.replace(b"LEFT", left.encode())
    run = make_run(cpu_seconds=1, idle_seconds=1, wall_seconds=20, output_bytes=100_000)
    with sandbox.open(run) as session:
        assert session.ask(b"answer(b'%d' % number)").content == b"1"
        failed = session.ask(b"os.write(2, b'reason')\n" + request_)
        assert failed.content is None
        assert failed.ending is ending
        assert violation in failed.violation
        assert failed.stderr.startswith(b"reason") or len(failed.stderr) == 16 * 1024
        assert find_processes(left) == []
        fresh = session.ask(b"answer(b'%d' % number)")
        assert (fresh.content, fresh.stderr) == (b"1", b"")


def test_memory_is_limited_per_process(bubblewrap: Bubblewrap) -> None:
    with bubblewrap.open(make_run()) as session:
        failed = session.ask(b"kept = bytearray(300 << 20); answer(b'')")
        assert failed.content is None
        assert failed.ending in (Ending.MEMORY_LIMIT, Ending.EXITED)  # a MemoryError
        assert session.ask(b"answer(b'fresh')").content == b"fresh"


@pytest.mark.parametrize(
    "afterwards",
    [
        b"time.sleep(0.2); os.write(1, b'psst')",
        b"time.sleep(0.2); [os.write(2, bytes(60_000)) for _ in range(40)]",
        b"sys.exit()",
        b"threading.Thread(target=lambda: [0 for _ in iter(int, 1)], daemon=True).start()",
    ],
)
def test_a_process_that_writes_between_requests_is_replaced(
    bubblewrap: Bubblewrap, afterwards: bytes
) -> None:
    with bubblewrap.open(make_run(cpu_seconds=0.5, output_bytes=1000)) as session:
        assert session.ask(b"answer(b'first'); " + afterwards).content == b"first"
        content: bytes | None = b"first"
        pause = 1.0
        while content != b"1" and pause < 100:  # on a busy machine, it may need time for that
            time.sleep(pause)
            pause *= 2
            content = session.ask(b"answer(b'%d' % number)").content
        assert content == b"1"


def test_late_stderr_output_is_not_shown_to_the_next_request(bubblewrap: Bubblewrap) -> None:
    with bubblewrap.open(make_run()) as session:
        session.ask(b"answer(b''); os.write(2, b'secret of the first')")
        time.sleep(2)
        response = session.ask(b"os.write(2, b'second'); answer(b'%d' % number)")
        assert (response.content, response.stderr) == (b"2", b"second")


def test_a_process_serves_a_limited_number_of_requests(bubblewrap: Bubblewrap) -> None:
    with bubblewrap.open(make_run(cpu_seconds=1), requests=2) as session:
        answers = [session.ask(b"answer(b'%d' % number)").content for _ in range(5)]
        assert answers == [b"1", b"2", b"1", b"2", b"1"]


@pytest.mark.long(reason="computes until the limit")
def test_each_request_has_the_full_computing_time(bubblewrap: Bubblewrap) -> None:
    compute = b"e = time.process_time() + .6\nwhile time.process_time() < e: pass\n"
    with bubblewrap.open(make_run(cpu_seconds=2)) as session:
        answers = [session.ask(compute + b"answer(b'%d' % number)") for _ in range(4)]
        assert [answer.content for answer in answers] == [b"1", b"2", b"3", b"4"]
        assert all(0.5 < (answer.cpu_seconds or 0) < 2 for answer in answers)


def test_closing_ends_everything_even_during_a_request(sandbox: Bubblewrap) -> None:
    session = sandbox.open(make_run())
    answers: list[SessionAnswer] = []
    mark = make_own_mark("75.25")
    long = b"subprocess.Popen(['setsid', 'sleep', '%b']); time.sleep(20)" % mark.encode()
    asking = threading.Thread(target=lambda: answers.append(session.ask(long)))
    asking.start()
    deadline = time.monotonic() + 60
    while not find_processes(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    session.close()
    asking.join()
    assert answers[0].ending is Ending.CANCELLED
    assert find_processes(mark) == []
    with pytest.raises(ValueError, match="closed"):
        session.ask(b"")


def test_threads_take_turns_in_a_session(bubblewrap: Bubblewrap) -> None:
    with bubblewrap.open(make_run()) as session:
        contents: list[bytes | None] = []
        threads = [
            threading.Thread(
                target=lambda: contents.append(session.ask(b"answer(b'%d' % number)").content)
            )
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(contents) == {b"%d" % n for n in range(1, 9)}


def test_the_thread_that_opened_a_session_does_not_matter(bubblewrap: Bubblewrap) -> None:
    opened: list[Session] = []
    thread = threading.Thread(target=lambda: opened.append(bubblewrap.open(make_run())))
    thread.start()
    thread.join()
    time.sleep(0.1)
    with opened[0] as session:
        assert session.ask(b"answer(b'%d' % os.getpid())").ending is None


def test_a_tool_that_cannot_start_is_reported_at_once(bubblewrap: Bubblewrap) -> None:
    before = set(Path("/proc/self/fd").iterdir())
    with pytest.raises(OperatorError, match="nowhere"):
        bubblewrap.open(Run(command=("x",), image=Image(readable=(Path("/nowhere"),))))
    assert set(Path("/proc/self/fd").iterdir()) == before


def test_a_tool_can_keep_running_in_a_plain_process() -> None:
    warnings: list[str] = []
    sandbox = UnconfinedSandbox(warn=warnings.append)
    with sandbox.open(make_run(cpu_seconds=1)) as session:
        assert [session.ask(b"answer(b'%d' % number)").content for _ in range(2)] == [b"1", b"2"]
        assert session.ask(b"while True: pass").ending is Ending.CPU_LIMIT
        assert session.ask(b"answer(b'%d' % number)").content == b"1"
    assert len(warnings) == 2  # one for each process


def test_sessions_are_kept_per_tool(bubblewrap: Bubblewrap) -> None:
    count = b"answer(b'%d' % number)"
    with Sessions(bubblewrap, maximum=2) as sessions:
        assert [sessions.ask("a", make_run(), count).content for _ in range(2)] == [b"1", b"2"]
        assert sessions.ask("b", make_run(), count).content == b"1"
        assert sessions.ask("a", make_run(), count).content == b"3"
        assert sessions.ask("c", make_run(), count).content == b"1"  # b makes room
        assert sessions.ask("a", make_run(), count).content == b"4"
        assert sessions.ask("b", make_run(), count).content == b"1"
        assert sessions.ask("b", make_run(open_files=99), count).content == b"1"  # it has changed
    assert find_processes(make_own_mark("number-")) == []


def test_the_number_of_sessions_is_limited() -> None:
    sandbox = Rehearsed(answers=[SessionAnswer(content=b"%d" % n) for n in range(40)])
    with Sessions(sandbox, maximum=3) as sessions:
        threads = [
            threading.Thread(target=sessions.ask, args=(f"tool {n % 2}", make_run(), b"x"))
            for n in range(40)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(sandbox.requests) == 40


def test_sessions_and_their_resources_die_with_their_host(bubblewrap: Bubblewrap) -> None:
    mark = make_own_mark("77.25")
    code = (
        "from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap\n"
        "from kriterion.sandbox.run import Run\n"
        "from kriterion.sandbox.image import HOST\n"
        f"tool = 'setsid sleep {mark} & read x'\n"
        "session = Bubblewrap().open(Run(command=('/bin/sh', '-c', tool), image=HOST))\n"
        "print('up', flush=True)\n"
        "session.ask(bytes(9))"
    )
    host = subprocess.Popen((sys.executable, "-c", code), stdout=subprocess.PIPE)
    assert host.stdout is not None
    assert host.stdout.readline() == b"up\n"
    deadline = time.monotonic() + 60
    while not find_processes(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    host.kill()
    host.wait()
    host.stdout.close()
    wait_until_gone(mark)
    left_behind = list(Path("/sys/fs/cgroup").glob(f"**/kriterion-run-*-{host.pid}-*"))
    Bubblewrap().probe()  # the next start sweeps
    assert not any(place.exists() for place in left_behind)
