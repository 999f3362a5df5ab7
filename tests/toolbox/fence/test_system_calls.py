"""The filter is read as the kernel reads it, for every machine; and tried on this one."""

import errno
import fcntl
import os
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion_tools.fence import system_calls
from kriterion_tools.fence.fence import Fence
from tests.toolbox.fence.behind import try_actions

ALLOWED = "allowed"
KILLED = "killed"
PROTECTED = (4711, 4700)
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


def decide_call(program: bytes, number: int, *arguments: int, audit: int) -> str:
    """What a kernel does about a call: an interpreter of the few instructions that are used."""
    padded = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    data = struct.pack("=iIQ6Q", number, audit, 0, *(argument % (1 << 64) for argument in padded))
    instructions = list(struct.iter_unpack("=HBBI", program))
    place = accumulator = 0
    while True:
        code, if_true, if_false, operand = instructions[place]
        place += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("=I", data, operand)
        elif code == 0x54:
            accumulator &= operand
        elif code == 0x05:
            place += operand
        elif code in (0x15, 0x35):
            holds = accumulator == operand if code == 0x15 else accumulator >= operand
            place += if_true if holds else if_false
        else:
            assert code == 0x06
            if operand == 0x7FFF0000:
                return ALLOWED
            return KILLED if operand == 0x80000000 else errno.errorcode[operand & 0xFFFF]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("call", "arguments", "decided"),
    [
        ("ptrace", (16, 1), "EPERM"),
        ("mount", (), "EPERM"),
        ("clone", (0x11,), ALLOWED),
        ("clone", (0x10000011,), "EPERM"),
        ("clone3", (), "ENOSYS"),
        ("socket", (1, 1), ALLOWED),
        ("socket", (2, 1), "EAFNOSUPPORT"),
        ("socket", (40, 1), "EAFNOSUPPORT"),
        ("socketpair", (1, 1), ALLOWED),
        ("ioctl", (0, 0x5401), ALLOWED),
        ("ioctl", (0, 0x5412), "EPERM"),
        ("ioctl", (0, 0x1_0000_5412), "EPERM"),
        ("ioctl", (0, 0x8901), "EPERM"),
        ("fcntl", (3, 4), ALLOWED),
        ("fcntl", (3, 8, 4711), "EPERM"),
        ("fcntl", (3, 15), "EPERM"),
        ("kill", (4712, 9), ALLOWED),
        ("kill", (0, 9), ALLOWED),
        ("kill", (4711, 9), "EPERM"),
        ("kill", (-4711, 9), "EPERM"),
        ("kill", (4700, 9), "EPERM"),
        ("kill", (-1, 9), "EPERM"),
        ("tgkill", (4711, 4711, 9), "EPERM"),
        ("tgkill", (4712, 4712, 9), ALLOWED),
        ("pidfd_open", (4711,), "EPERM"),
        ("prlimit64", (0, 7), ALLOWED),
        ("prlimit64", (4712, 7), "EPERM"),
        ("setpriority", (0, 4711), "EPERM"),
        ("setpriority", (0, 0), ALLOWED),
        ("sched_setaffinity", (4711,), "EPERM"),
        ("userfaultfd", (), "EPERM"),
        ("shmget", (5, 4096), "ENOSYS"),
        ("semget", (5, 1), "ENOSYS"),
        ("msgget", (5,), "ENOSYS"),
        ("mq_open", (), "ENOSYS"),
        ("setxattr", (), "ENOTSUP"),
        ("fsetxattr", (3,), "ENOTSUP"),
        ("removexattrat", (3,), "ENOTSUP"),
    ],
)
def test_the_filter_decides_alike_for_every_machine(
    machine: str, call: str, arguments: tuple[int, ...], decided: str
) -> None:
    program = system_calls.build_filter(protected=PROTECTED, machine=machine)
    number = system_calls.NUMBERS[call][list(MACHINES).index(machine)]
    assert decide_call(program, number, *arguments, audit=MACHINES[machine]) == decided


def test_with_the_network_only_rare_sockets_are_refused() -> None:
    program = system_calls.build_filter(network=True, machine="x86_64")
    families = {1: ALLOWED, 2: ALLOWED, 10: ALLOWED, 16: ALLOWED, 17: "EAFNOSUPPORT"}
    for family, decided in families.items():
        assert decide_call(program, 41, family, audit=MACHINES["x86_64"]) == decided


@pytest.mark.parametrize("call", ["shmget", "semget", "msgget", "mq_open"])
def test_persistent_objects_can_be_allowed(call: str) -> None:
    program = system_calls.build_filter(lasting_ipc=True, machine="x86_64")
    assert decide_call(program, system_calls.NUMBERS[call][0], audit=MACHINES["x86_64"]) == ALLOWED


def test_calls_with_foreign_numbers_kill_the_process() -> None:
    program = system_calls.build_filter(machine="x86_64")
    assert decide_call(program, 20, audit=0x40000003) == KILLED  # i386
    assert decide_call(program, 0x40000000 + 39, audit=MACHINES["x86_64"]) == KILLED  # x32
    assert decide_call(program, 39, audit=MACHINES["x86_64"]) == ALLOWED


def test_only_the_number_is_loaded_up_to_the_last_rule() -> None:
    program = system_calls.build_filter(protected=tuple(range(1000, 1100)), machine="aarch64")
    for number in range(500):
        decide_call(program, number, 1050, 1050, 1050, audit=MACHINES["aarch64"])
    assert decide_call(program, 98, 1050, 1050, audit=MACHINES["aarch64"]) == ALLOWED


def _headers() -> Iterator[tuple[int, str]]:
    for column, file in enumerate(("x86_64-linux-gnu/asm/unistd_64.h", "asm-generic/unistd.h")):
        if (place := Path("/usr/include", file)).is_file():
            yield column, place.read_text()


@pytest.mark.skipif(not list(_headers()), reason="the kernel's headers are not installed")
def test_the_numbers_match_the_kernel() -> None:
    for column, text in _headers():
        known = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text))
        for name, row in system_calls.NUMBERS.items():
            assert int(known.get(name, row[column])) == row[column], name


needs_filters = pytest.mark.skipif(
    not system_calls.can_be_filtered(), reason="this kernel has no filters, or another machine"
)


@needs_filters
def test_a_real_process_is_refused_what_the_filter_refuses(tmp_path: Path) -> None:
    sleeper = subprocess.Popen((sys.executable, "-c", "input()"), stdin=subprocess.PIPE)
    fence = Fence(write=(str(tmp_path),), protected=(sleeper.pid,))
    outcomes = try_actions(
        fence,
        lambda: os.kill(sleeper.pid, 0),
        lambda: os.kill(os.getpid(), 0),
        lambda: os.pidfd_open(sleeper.pid),
        lambda: signal.pidfd_send_signal(os.pidfd_open(os.getpid()), 0),
        lambda: fcntl.fcntl(0, fcntl.F_SETOWN, sleeper.pid),
        lambda: socket.socket(),
        lambda: len(socket.socketpair()),
        lambda: os.setpriority(os.PRIO_PROCESS, sleeper.pid, 19),
        lambda: subprocess.run(("true",), check=True).returncode,
    )
    sleeper.communicate()
    refused = "PermissionError"
    assert outcomes == [
        *(refused, "None", refused, "OSError", refused),
        *("OSError", "2", refused, "0"),
    ]
