"""The filter in an emulation of the kernel; test_bubblewrap shows that the kernel agrees."""

import errno
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion.errors import OperatorError, SandboxUnavailable
from kriterion.sandbox.seccomp.filter_program import (
    STRICT,
    Filter,
    ForeignArchitecture,
    compile_filter,
    compile_listener_filter,
    find_architecture,
)
from kriterion.sandbox.seccomp.policy import (
    ABSENT,
    ALLOWED,
    RULES,
    UNSEEN_MEMORY,
    CallGroup,
    Relaxation,
)
from kriterion.sandbox.seccomp.syscalls import (
    AARCH64,
    ARCHITECTURES,
    I386,
    X86_64,
    Architecture,
)

ALLOW, KILL, NOTIFY = 0x7FFF0000, 0x80000000, 0x7FC00000
HEADERS = Path("/usr/include")
Programmer = Callable[[str, Filter], bytes]
ONLY_ON_32_BITS = range(403, 424)  # calls with a time of 64 bits
MAX_INSTRUCTIONS = 4096  # BPF_MAXINSNS


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
            case 0x05:
                position += operand
            case 0x15:
                position += if_true if accumulator == operand else if_false
            case 0x35:
                position += if_true if accumulator >= operand else if_false
            case 0x06:
                return int(operand)
            case _:
                raise AssertionError(hex(operation))


def decide_call(machine: str, call: str, *arguments: int, filter_: Filter = STRICT) -> int:
    architecture = ARCHITECTURES[machine]
    program = compile_filter(machine, filter_)
    return decide(program, architecture.audit, architecture.numbers[call], *arguments)


def encode_refusal(error: int) -> int:
    return 0x00050000 | error


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_calls_of_an_unconditional_rule_fail_with_its_error(machine: str) -> None:
    for rule in RULES:
        for call in rule.calls:
            if not rule.when and call in ARCHITECTURES[machine].numbers:
                assert decide_call(machine, call) == encode_refusal(rule.error), call


@pytest.mark.parametrize("group", ALLOWED, ids=lambda group: group.reason[:30])
@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_calls_of_an_allowed_group_are_allowed(machine: str, group: CallGroup) -> None:
    conditional = {call for rule in RULES for call in rule.calls}
    numbers = ARCHITECTURES[machine].numbers
    for call in set(group.calls) & numbers.keys() - conditional:
        assert decide_call(machine, call) == ALLOW, call


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_absent_and_unknown_calls_fail_with_enosys(machine: str) -> None:
    architecture = ARCHITECTURES[machine]
    absent = {call for group in ABSENT for call in group.calls} & architecture.numbers.keys()
    unknown = {*range(1024), 0x3FFFFFFF} - set(architecture.numbers.values())
    for number in {architecture.numbers[call] for call in absent} | unknown:
        decision = decide(compile_filter(machine), architecture.audit, number)
        assert decision == encode_refusal(errno.ENOSYS), number


def test_every_call_is_decided_once() -> None:
    allowed = [call for group in ALLOWED for call in group.calls]
    absent = [call for group in ABSENT for call in group.calls]
    always = [call for rule in RULES if not rule.when for call in rule.calls]
    conditional = {call for rule in RULES if rule.when for call in rule.calls}
    decided = [*allowed, *absent, *always]
    assert sorted(decided) == sorted(set(decided))
    assert conditional <= set(allowed)
    known = {call for architecture in (X86_64, AARCH64, I386) for call in architecture.numbers}
    assert set(decided) == known


@pytest.mark.parametrize(
    ("architecture", "header"),
    [
        (X86_64, "x86_64-linux-gnu/asm/unistd_64.h"),
        (I386, "x86_64-linux-gnu/asm/unistd_32.h"),
        (AARCH64, "aarch64-linux-gnu/asm/unistd_64.h"),
        (AARCH64, "asm-generic/unistd.h"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_the_numbers_match_the_kernel_headers(architecture: Architecture, header: str) -> None:
    """All that the headers have are decided. Newer headers may have more, which are absent."""
    if not (HEADERS / header).exists():
        pytest.skip(f"{header} is not installed")
    newest = max(architecture.numbers.values())
    names = {"fstatat": "newfstatat"} if header.startswith("asm-generic") else {}
    # The generic table names calls by what they become on 32 and on 64 bits.
    pattern = r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$"
    others = {"syscalls", "arch_specific_syscall", "sync_file_range2"}
    for found, number in re.findall(pattern, (HEADERS / header).read_text(), re.MULTILINE):
        name = names.get(found, found)
        is_32_bit = architecture is AARCH64 and int(number) in ONLY_ON_32_BITS
        if name in others or is_32_bit or int(number) > newest:
            continue
        assert architecture.numbers.get(name) == int(number), name


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize("foreign", ForeignArchitecture)
def test_a_filter_fits_the_kernels_limit(machine: str, foreign: ForeignArchitecture) -> None:
    if foreign is ForeignArchitecture.ALLOWED and not ARCHITECTURES[machine].foreign:
        pytest.skip("no other numbering is known there")
    every = Filter(relaxations=frozenset(Relaxation), foreign=foreign, further=UNSEEN_MEMORY)
    for program in (compile_filter(machine, every), compile_listener_filter(machine, every)):
        assert len(program) // 8 < MAX_INSTRUCTIONS


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize(
    ("call", "arguments", "decision"),
    [
        ("clone", (0x003D0F00,), ALLOW),  # a thread
        ("clone", (0x01200011,), ALLOW),  # a fork
        ("clone", (0x10000011,), encode_refusal(errno.EPERM)),  # a user namespace
        ("clone", (0x00020011,), encode_refusal(errno.EPERM)),  # a mount namespace
        ("ioctl", (0, 0x5412), encode_refusal(errno.EPERM)),  # TIOCSTI
        (
            "ioctl",
            (0, 0x1_0000_5412),
            encode_refusal(errno.EPERM),
        ),  # the kernel ignores the upper half
        ("ioctl", (0, 0x541C), encode_refusal(errno.EPERM)),
        ("ioctl", (0, 0x541D), encode_refusal(errno.EPERM)),  # TIOCCONS
        ("ioctl", (0, 0x5423), encode_refusal(errno.EPERM)),  # TIOCSETD
        ("ioctl", (0, 0x5401), ALLOW),  # isatty
        ("socket", (1, 1, 0), ALLOW),
        ("socket", (2, 1, 6), ALLOW),
        ("socket", (2, 0x80801, 0), ALLOW),  # SOCK_NONBLOCK, SOCK_CLOEXEC
        ("socket", (10, 2, 0), ALLOW),
        ("socket", (2, 2, 1), ALLOW),  # ping
        ("socket", (2, 3, 6), encode_refusal(errno.EPERM)),  # SOCK_RAW
        ("socket", (10, 0x80003, 58), encode_refusal(errno.EPERM)),
        ("socket", (2, 5, 132), encode_refusal(errno.ESOCKTNOSUPPORT)),  # SCTP
        ("socket", (2, 1, 132), encode_refusal(errno.EPROTONOSUPPORT)),
        ("socket", (2, 1, 262), encode_refusal(errno.EPROTONOSUPPORT)),  # MPTCP
        ("socket", (2, 2, 136), encode_refusal(errno.EPROTONOSUPPORT)),  # UDPLITE
        ("socket", (2, 2, 115), encode_refusal(errno.EPROTONOSUPPORT)),  # L2TP
        ("setsockopt", (3, 1, 26), encode_refusal(errno.EPERM)),  # SO_ATTACH_FILTER
        ("setsockopt", (3, 1, 50), encode_refusal(errno.EPERM)),  # SO_ATTACH_BPF
        ("setsockopt", (3, 1, 2), ALLOW),  # SO_REUSEADDR
        ("setsockopt", (3, 6, 26), ALLOW),  # TCP_SAVE_SYN… of another level
        ("setsockopt", (3, 6, 31), encode_refusal(errno.ENOPROTOOPT)),  # TCP_ULP
        ("setsockopt", (3, 17, 100), encode_refusal(errno.ENOPROTOOPT)),  # UDP_ENCAP
        ("prctl", (15,), ALLOW),  # PR_SET_NAME
        ("prctl", (4, 0), ALLOW),  # PR_SET_DUMPABLE
        ("prctl", (0x53564D41,), ALLOW),
        ("prctl", (35,), encode_refusal(errno.EINVAL)),  # PR_SET_MM
        ("prctl", (59,), encode_refusal(errno.EINVAL)),  # PR_SET_SYSCALL_USER_DISPATCH
        ("prctl", (12345,), encode_refusal(errno.EINVAL)),
        ("seccomp", (1, 0), ALLOW),
        ("seccomp", (1, 8), encode_refusal(errno.EPERM)),  # a listener
        ("seccomp", (2, 0), ALLOW),  # which actions there are
        ("socket", (16, 3, 0), ALLOW),  # which interfaces there are
        ("socket", (16, 3, 9), encode_refusal(errno.EAFNOSUPPORT)),  # the audit log
        ("socket", (40, 1, 0), encode_refusal(errno.EAFNOSUPPORT)),  # vsock
        ("socket", (38, 5, 0), encode_refusal(errno.EAFNOSUPPORT)),  # the kernel's ciphers
        ("socketpair", (1, 1, 0), ALLOW),
        ("personality", (0xFFFFFFFF,), ALLOW),
        ("personality", (0x0040000,), ALLOW),
        ("personality", (0x0400000,), encode_refusal(errno.EPERM)),  # READ_IMPLIES_EXEC
        ("fchmod", (3, 0o755), ALLOW),
        ("fchmod", (3, 0o4755), encode_refusal(errno.EPERM)),
        ("fchmodat", (3, 0, 0o2755), encode_refusal(errno.EPERM)),
        ("fchmodat2", (3, 0, 0o4755), encode_refusal(errno.EPERM)),
        ("mkdirat", (3, 0, 0o2755), encode_refusal(errno.EPERM)),
        ("openat", (3, 0, 0o101, 0o4755), encode_refusal(errno.EPERM)),
        ("openat", (3, 0, 0o20000001, 0o4755), encode_refusal(errno.EPERM)),  # O_TMPFILE
        ("openat", (3, 0, 0, 0o6000), ALLOW),  # nothing is created: the mode is left over
        ("openat", (3, 0, 0o101, 0o644), ALLOW),
    ],
)
def test_conditions_compare_the_relevant_arguments(
    machine: str, call: str, arguments: tuple[int, ...], decision: int
) -> None:
    assert decide_call(machine, call, *arguments) == decision


@pytest.mark.parametrize("architecture", [X86_64, AARCH64])
def test_another_syscall_numbering_does_not_bypass_the_rules(architecture: Architecture) -> None:
    machine = "x86_64" if architecture is X86_64 else "aarch64"
    program = compile_filter(machine)
    assert decide(program, 0x40000003, 11) == KILL  # i386
    if architecture.first_foreign is not None:
        assert decide(program, architecture.audit, architecture.first_foreign + 1) == KILL


def test_watched_calls_pass_the_inner_filter_and_notify_the_outer() -> None:
    inner = compile_filter("x86_64", Filter(foreign=ForeignArchitecture.WATCHED))
    outer = compile_listener_filter("x86_64")
    foreign = ((I386.audit, 11), (X86_64.audit, 0x40000000), (X86_64.audit, 0x40000203))
    for audit, number in foreign:
        assert (decide(inner, audit, number), decide(outer, audit, number)) == (ALLOW, NOTIFY)
    for number in (*range(512), 0x3FFFFFFF):
        assert decide(outer, X86_64.audit, number) == ALLOW
        assert decide(inner, X86_64.audit, number) == decide(
            compile_filter("x86_64"), X86_64.audit, number
        )


@pytest.mark.parametrize("program", [compile_filter, compile_listener_filter])
def test_allowed_i386_programs_follow_the_policy_by_their_own_numbers(program: Programmer) -> None:
    relaxed = program("x86_64", Filter(foreign=ForeignArchitecture.ALLOWED))

    def called(call: str, *arguments: int) -> int:
        return decide(relaxed, I386.audit, I386.numbers[call], *arguments)

    assert called("execve") == called("waitpid") == called("mmap2") == ALLOW
    assert called("ptrace") == called("mount") == called("umount") == encode_refusal(errno.EPERM)
    assert called("vm86") == called("stime") == encode_refusal(errno.EPERM)
    assert called("clone", 0x10000011) == encode_refusal(errno.EPERM)
    assert called("chmod", 0, 0o4755) == encode_refusal(errno.EPERM)
    assert called("socket", 40, 1, 0) == encode_refusal(errno.EAFNOSUPPORT)
    # Their arguments lie in memory.
    assert called("socketcall", 1) == called("socketcall", 14) == encode_refusal(errno.ENOSYS)
    assert called("socketcall", 9) == ALLOW
    # x32 and others are in no table.
    end = KILL if program is compile_filter else NOTIFY
    assert decide(relaxed, X86_64.audit, 0x40000001) == decide(relaxed, 0x40000028, 1) == end


def test_unknown_secondary_architectures_are_not_allowed() -> None:
    with pytest.raises(OperatorError, match="foreign_architectures"):
        compile_filter("aarch64", Filter(foreign=ForeignArchitecture.ALLOWED))


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_a_relaxation_lifts_only_its_own_rules(machine: str) -> None:
    tracing = Filter(relaxations=frozenset({Relaxation.PTRACE}))
    marking = Filter(relaxations=frozenset({Relaxation.SET_ID}))
    for call in ("ptrace", "process_vm_readv", "process_vm_writev", "kcmp"):
        assert decide_call(machine, call, filter_=tracing) == ALLOW
        assert decide_call(machine, call, filter_=marking) == encode_refusal(errno.EPERM)
    assert decide_call(machine, "pidfd_getfd", filter_=tracing) == encode_refusal(errno.EPERM)
    for call, arguments in (("fchmod", (3, 0o4755)), ("openat", (3, 0, 0o101, 0o2755))):
        assert decide_call(machine, call, *arguments, filter_=marking) == ALLOW
        assert decide_call(machine, call, *arguments, filter_=tracing) == encode_refusal(
            errno.EPERM
        )


def test_nested_sandboxing_by_our_own_fence_stays_possible() -> None:
    """A judge confines its student further with Landlock and a filter of its own."""
    for call in ("landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"):
        assert decide_call("x86_64", call) == ALLOW
    assert decide_call("x86_64", "seccomp", 1, 0) == ALLOW
    for option in (4, 22, 36, 38):  # DUMPABLE, SECCOMP, CHILD_SUBREAPER, NO_NEW_PRIVS
        assert decide_call("x86_64", "prctl", option) == ALLOW


def test_an_unknown_machine_is_reported_instead_of_left_open() -> None:
    with pytest.raises(SandboxUnavailable, match="sparc64"):
        compile_filter("sparc64")


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_uncountable_memory_is_refused_without_memory_accounting(machine: str) -> None:
    strict = Filter(further=UNSEEN_MEMORY)
    for call in ("memfd_create", "shmget"):
        assert decide_call(machine, call) == ALLOW
        assert decide_call(machine, call, filter_=strict) == encode_refusal(errno.ENOSYS)
    if find_architecture(machine).foreign:
        relaxed = compile_filter(
            machine, Filter(foreign=ForeignArchitecture.ALLOWED, further=UNSEEN_MEMORY)
        )
        assert decide(relaxed, I386.audit, I386.numbers["ipc"], 23) == encode_refusal(errno.ENOSYS)
