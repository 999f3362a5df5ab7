"""The filter is run here as the kernel runs it; that the kernel agrees is in test_bubblewrap."""

import errno
import struct

import pytest

from kriterion.errors import SandboxUnavailable
from kriterion.sandbox.seccomp import RULES, UNSEEN_MEMORY, filter_program
from kriterion.sandbox.syscalls import AARCH64, ARCHITECTURES, X86_64, Architecture

ALLOW, KILL = 0x7FFF0000, 0x80000000


def decide(program: bytes, audit: int, number: int, *arguments: int) -> int:
    """What a classic BPF program returns for a system call."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=IIQ6Q", number, audit, 0, *(value & (2**64 - 1) for value in padded))
    code = list(struct.iter_unpack("=HBBI", program))
    accumulator = position = 0
    while True:
        operation, if_true, if_false, operand = code[position]
        position += 1
        match operation:
            case 0x20:
                (accumulator,) = struct.unpack_from("=I", data, operand)
            case 0x54:
                accumulator &= operand
            case 0x15:
                position += if_true if accumulator == operand else if_false
            case 0x35:
                position += if_true if accumulator >= operand else if_false
            case 0x06:
                return int(operand)
            case _:
                raise AssertionError(hex(operation))


def on(machine: str, call: str, *arguments: int) -> int:
    architecture = ARCHITECTURES[machine]
    program = filter_program(machine)
    return decide(program, architecture.audit, architecture.numbers[call], *arguments)


def refused(error: int) -> int:
    return 0x00050000 | error


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_every_call_of_a_rule_without_condition_fails_with_its_error(machine: str) -> None:
    for rule in RULES:
        for call in rule.calls:
            if not rule.when and call in ARCHITECTURES[machine].numbers:
                assert on(machine, call) == refused(rule.error), call


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize(
    ("call", "arguments", "decision"),
    [
        ("clone", (0x003D0F00,), ALLOW),  # a thread
        ("clone", (0x01200011,), ALLOW),  # a fork
        ("clone", (0x10000011,), refused(errno.EPERM)),  # a user namespace
        ("clone", (0x00020011,), refused(errno.EPERM)),  # a mount namespace
        ("ioctl", (0, 0x5412), refused(errno.EPERM)),  # TIOCSTI
        ("ioctl", (0, 0x1_0000_5412), refused(errno.EPERM)),  # the kernel ignores the upper half
        ("ioctl", (0, 0x541C), refused(errno.EPERM)),
        ("ioctl", (0, 0x5401), ALLOW),  # isatty
        ("socket", (1, 1, 0), ALLOW),
        ("socket", (2, 1, 6), ALLOW),
        ("socket", (10, 2, 0), ALLOW),
        ("socket", (16, 3, 0), ALLOW),  # which interfaces there are
        ("socket", (16, 3, 9), refused(errno.EAFNOSUPPORT)),  # the audit log
        ("socket", (40, 1, 0), refused(errno.EAFNOSUPPORT)),  # vsock
        ("socket", (38, 5, 0), refused(errno.EAFNOSUPPORT)),  # the kernel's ciphers
        ("socketpair", (1, 1, 0), ALLOW),
        ("personality", (0xFFFFFFFF,), ALLOW),
        ("personality", (0x0040000,), ALLOW),
        ("personality", (0x0400000,), refused(errno.EPERM)),  # READ_IMPLIES_EXEC
        ("fchmod", (3, 0o755), ALLOW),
        ("fchmod", (3, 0o4755), refused(errno.EPERM)),
        ("fchmodat", (3, 0, 0o2755), refused(errno.EPERM)),
        ("fchmodat2", (3, 0, 0o4755), refused(errno.EPERM)),
        ("mkdirat", (3, 0, 0o2755), refused(errno.EPERM)),
        ("openat", (3, 0, 0o101, 0o4755), refused(errno.EPERM)),
        ("openat", (3, 0, 0o20000001, 0o4755), refused(errno.EPERM)),  # O_TMPFILE
        ("openat", (3, 0, 0, 0o6000), ALLOW),  # nothing is created: the mode is left over
        ("openat", (3, 0, 0o101, 0o644), ALLOW),
    ],
)
def test_conditions_look_at_the_arguments_that_matter(
    machine: str, call: str, arguments: tuple[int, ...], decision: int
) -> None:
    assert on(machine, call, *arguments) == decision


@pytest.mark.parametrize("architecture", [X86_64, AARCH64])
def test_another_numbering_is_no_way_round_the_rules(architecture: Architecture) -> None:
    machine = "x86_64" if architecture is X86_64 else "aarch64"
    program = filter_program(machine)
    assert decide(program, 0x40000003, 11) == KILL  # i386
    if architecture.first_foreign is not None:
        assert decide(program, architecture.audit, architecture.first_foreign + 1) == KILL


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_calls_that_are_in_no_rule_are_allowed(machine: str) -> None:
    known = set(ARCHITECTURES[machine].numbers.values())
    for number in set(range(462)) - known:
        assert decide(filter_program(machine), ARCHITECTURES[machine].audit, number) == ALLOW


def test_the_fence_inside_a_fence_stays_possible() -> None:
    """A judge confines its student further with Landlock and a filter of its own."""
    for number in (317, 444, 445, 446, 157):  # seccomp, landlock_*, prctl
        assert decide(filter_program("x86_64"), X86_64.audit, number) == ALLOW


def test_an_unknown_machine_is_told_rather_than_left_open() -> None:
    with pytest.raises(SandboxUnavailable, match="sparc64"):
        filter_program("sparc64")


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_memory_that_nobody_would_see_is_refused_where_nobody_counts_it(machine: str) -> None:
    strict = filter_program(machine, (*RULES, *UNSEEN_MEMORY))
    architecture = ARCHITECTURES[machine]
    for call in ("memfd_create", "shmget"):
        assert on(machine, call) == ALLOW
        number = architecture.numbers[call]
        assert decide(strict, architecture.audit, number) == refused(errno.ENOSYS)
