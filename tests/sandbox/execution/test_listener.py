"""The seccomp listener around an unsandboxed process: its notifications, and no interference."""

import errno
import os
import threading
from pathlib import Path

import pytest

from kriterion.errors import MachineError
from kriterion.sandbox.execution import listener
from kriterion.sandbox.execution.listener import Listener, can_listen
from kriterion.sandbox.findings import FindingKind
from tests.sandbox.foreign import make_i386_program

pytestmark = [
    pytest.mark.machine,
    pytest.mark.skipif(os.uname().machine != "x86_64", reason="i386 programs are for x86_64"),
]


@pytest.fixture(autouse=True)
def listening() -> None:
    if not can_listen():
        pytest.skip("this kernel, or this user, has no listeners")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "thirty-two"
    file.write_bytes(make_i386_program())
    file.chmod(0o755)
    return file


def test_a_native_program_triggers_no_notification() -> None:
    threads = threading.active_count()
    heard = Listener(("/bin/sh", "-c", "exit 7"), {})
    status, _ = heard.process.wait()
    heard.process.close()
    heard.close()
    assert (status, heard.findings) == (7, ())
    assert threading.active_count() == threads


def test_a_notification_holds_the_program_and_the_call(program: Path) -> None:
    heard = Listener(("/bin/sh", "-c", f"{program}; ({program}); exit 3"), {})
    status, _ = heard.process.wait()
    heard.process.close()
    heard.close()
    (finding,) = heard.findings
    assert (status, finding.kind, finding.count) == (3, FindingKind.UNSUPPORTED_PROGRAM, 2)
    assert finding.what.startswith(
        "system-call filter: the program 'thirty-two' made the system call 'write' of i386"
    )


def test_a_process_killed_while_it_waits_is_handled() -> None:
    heard = Listener(("/bin/sleep", "60"), {})
    heard.process.kill()
    heard.process.close()
    heard.close()
    heard.close()
    assert heard.findings == ()


def test_a_command_that_cannot_start_is_reported_and_leaves_no_thread() -> None:
    threads = threading.active_count()
    with pytest.raises(MachineError, match="/bin/nothing-there"):
        Listener(("/bin/nothing-there",), {})
    assert threading.active_count() == threads


@pytest.mark.parametrize("code", [errno.EMFILE, errno.ENOMEM])
def test_a_lack_of_resources_is_not_taken_for_missing_kernel_support(
    monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise OSError(code, os.strerror(code))

    can_listen.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(listener, "_listen", fail)
        with pytest.raises(MachineError, match="cannot be watched"):
            can_listen()
    assert can_listen()


def test_it_survives_when_no_descriptor_is_left(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of its thread would end the run as well."""
    failures: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)
    monkeypatch.setattr(listener, "_MAX_CALLS", 1)
    heard = Listener(("/bin/sh", "-c", f"{program}; {program}; exit 3"), {})

    def refuse(*_: object, **__: object) -> int:
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(os, "open", refuse)
    status, _ = heard.process.wait()
    heard.process.close()
    heard.close()
    assert (status, failures) == (3, [])
