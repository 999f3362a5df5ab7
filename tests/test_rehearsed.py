import threading
from dataclasses import replace

import pytest

from kriterion.errors import MachineError
from kriterion.sandbox.image import HOST
from kriterion.sandbox.run import Ending, Probe, Run, Sandbox
from kriterion.sandbox.session import SessionAnswer, SessionSandbox
from tests.rehearsed import FINE, Rehearsed

RUN = Run(command=("judge",), image=HOST)


def test_it_is_a_sandbox_with_scripted_outcomes() -> None:
    sandbox = Rehearsed(replace(FINE, exit_status=3, stdout=b"all"))
    as_sandbox: Sandbox = sandbox
    received: list[bytes] = []
    assert as_sandbox.run(RUN, receive=received.append).exit_status == 3
    assert received == [b"all"]
    assert sandbox.runs == [RUN]


def test_pieces_arrive_one_by_one_and_form_the_output() -> None:
    received: list[bytes] = []
    outcome = Rehearsed(pieces=(b"a", 0.001, b"b")).run(RUN, receive=received.append)
    assert (received, outcome.stdout) == ([b"a", b"b"], b"ab")


def test_it_can_fail_after_writing_something() -> None:
    received: list[bytes] = []
    with pytest.raises(MachineError):
        Rehearsed(MachineError("disk full"), pieces=(b"a",)).run(RUN, receive=received.append)
    assert received == [b"a"]


def test_it_can_be_cancelled_during_a_pause() -> None:
    cancelled = threading.Event()
    sandbox = Rehearsed(pieces=(b"a", 60.0, b"b"))
    outcome = sandbox.run(RUN, receive=lambda _: cancelled.set(), cancelled=cancelled)
    assert (outcome.ending, outcome.stdout) == (Ending.CANCELLED, b"a")


def test_its_probe_is_scripted() -> None:
    assert Rehearsed().probe().works
    assert not Rehearsed(probe=Probe(backend="x", fault="broken")).probe().works


def test_a_rehearsed_session_replaces_processes_like_a_real_one() -> None:
    sandbox = Rehearsed(
        answers=[SessionAnswer(content=b"1"), SessionAnswer(content=None, ending=Ending.CPU_LIMIT)]
        * 2
    )
    as_session_sandbox: SessionSandbox = sandbox
    with as_session_sandbox.open(RUN) as session:
        assert [session.ask(request).content for request in (b"a", b"b", b"c")] == [
            b"1",
            None,
            b"1",
        ]
    assert sandbox.requests == [b"a", b"b", b"c"]
    assert len(sandbox.runs) == 2
