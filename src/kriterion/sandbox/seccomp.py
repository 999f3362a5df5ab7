"""The system calls that a run is refused, and the filter program that says so to the kernel.

What namespaces already confine is not repeated here. The table refuses what they do not cover
(keyrings, kernel interfaces, sockets that ignore network namespaces), what would look into or
change the confinement itself, and what has been the way in for attacks on the kernel. Everything
else is allowed: compilers, virtual machines and interpreters must feel at home.
"""

import errno
import platform
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kriterion.errors import SandboxUnavailable
from kriterion.sandbox.syscalls import ARCHITECTURES, Architecture


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """The lower half of an argument, under a mask, has this value (or not).

    All the arguments looked at are 32 bits wide for the kernel: it ignores the upper half too.
    """

    argument: int
    value: int
    mask: int = 0xFFFFFFFF
    equal: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """System calls that fail with this error when all conditions hold."""

    calls: tuple[str, ...]
    error: int = errno.EPERM
    when: tuple[Condition, ...] = ()


def _equal(argument: int, value: int) -> Condition:
    return Condition(argument=argument, value=value)


def _none_of(argument: int, *values: int) -> tuple[Condition, ...]:
    return tuple(Condition(argument=argument, value=value, equal=False) for value in values)


def _any_bit(argument: int, mask: int) -> Condition:
    return Condition(argument=argument, value=0, mask=mask, equal=False)


_CLONE_NEW = 0x7E020000  # every CLONE_NEW… that clone(2) takes
_SET_ID = 0o6000
_CREATES = 0o100 | 0o20000000  # O_CREAT, O_TMPFILE: only then does the mode argument count
_UNIX, _INET, _INET6, _NETLINK, _ROUTE = 1, 2, 10, 16, 0
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_ADDR_NO_RANDOMIZE = 0x0040000

RULES: tuple[Rule, ...] = (
    # The view: mounts and roots stay as they were made.
    Rule(
        calls=(
            *("mount", "umount2", "move_mount", "open_tree", "open_tree_attr", "mount_setattr"),
            *("fsopen", "fsconfig", "fsmount", "fspick", "pivot_root", "chroot"),
        )
    ),
    # New namespaces give rights over parts of the kernel that are seldom attacked otherwise.
    Rule(calls=("unshare", "setns")),
    Rule(calls=("clone",), when=(_any_bit(0, _CLONE_NEW),)),
    # Its flags lie in memory, where no filter can look; libraries then use clone instead.
    Rule(calls=("clone3",), error=errno.ENOSYS),
    # Other processes: pid 1 could be held for ever, or made to do things.
    Rule(
        calls=(
            *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise"),
            *("kcmp", "pidfd_getfd"),
        )
    ),
    # Keyrings belong to the user, not to a namespace: two runs could speak through them.
    Rule(calls=("add_key", "keyctl", "request_key")),
    # Kernel interfaces with a long record of holes, and no use here.
    Rule(
        calls=(
            *("bpf", "perf_event_open", "userfaultfd", "vmsplice", "memfd_secret", "modify_ldt"),
            *("mbind", "migrate_pages", "move_pages", "lookup_dcookie", "nfsservctl", "uselib"),
        )
    ),
    # It does what other calls do, behind the back of this filter; libraries do without it.
    Rule(calls=("io_uring_setup", "io_uring_enter", "io_uring_register"), error=errno.ENOSYS),
    # Files by handle reach outside the view.
    Rule(calls=("name_to_handle_at", "open_by_handle_at", "fanotify_init", "fanotify_mark")),
    # The machine as a whole.
    Rule(
        calls=(
            *("acct", "adjtimex", "clock_adjtime", "clock_settime", "settimeofday", "syslog"),
            *("delete_module", "finit_module", "init_module", "kexec_file_load", "kexec_load"),
            *("ioperm", "iopl", "quotactl", "quotactl_fd", "reboot", "swapoff", "swapon"),
            *("setdomainname", "sethostname", "vhangup"),
        )
    ),
    # READ_IMPLIES_EXEC and old behaviours; asking, and switching off randomisation, is fine.
    Rule(calls=("personality",), when=_none_of(0, 0, 0xFFFFFFFF, _ADDR_NO_RANDOMIZE)),
    # Typing into the terminal of whoever started us.
    Rule(calls=("ioctl",), when=(_equal(1, _TIOCSTI),)),
    Rule(calls=("ioctl",), when=(_equal(1, _TIOCLINUX),)),
    # vsock reaches the hypervisor whatever the network namespace; others reach rare drivers.
    Rule(
        calls=("socket", "socketpair"),
        error=errno.EAFNOSUPPORT,
        when=_none_of(0, _UNIX, _INET, _INET6, _NETLINK),
    ),
    Rule(
        calls=("socket",),
        error=errno.EAFNOSUPPORT,
        when=(_equal(0, _NETLINK), *_none_of(2, _ROUTE)),
    ),
    # Nothing gets the right to be somebody else, wherever a file may end up.
    Rule(calls=("chmod", "fchmod", "mkdir", "creat", "mknod"), when=(_any_bit(1, _SET_ID),)),
    Rule(
        calls=("fchmodat", "fchmodat2", "mkdirat", "mknodat"),
        when=(_any_bit(2, _SET_ID),),
    ),
    Rule(calls=("open",), when=(_any_bit(1, _CREATES), _any_bit(2, _SET_ID))),
    Rule(calls=("openat",), when=(_any_bit(2, _CREATES), _any_bit(3, _SET_ID))),
    Rule(calls=("openat2",), error=errno.ENOSYS),  # its mode lies in memory
)

# Memory that may belong to no process: where only processes are looked at, nobody would see it.
UNSEEN_MEMORY = (Rule(calls=("memfd_create", "shmget"), error=errno.ENOSYS),)


@cache
def filter_program(machine: str | None = None, rules: tuple[Rule, ...] = RULES) -> bytes:
    """The filter for this machine (or another one). Raises as `find_architecture` does."""
    return b"".join(_program(find_architecture(machine), rules))


def find_architecture(machine: str | None = None) -> Architecture:
    """That of this machine (or the one named as platform.machine() does).

    Raises SandboxUnavailable on a machine whose system calls are not in the table.
    """
    machine = machine or platform.machine()
    if machine not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        raise SandboxUnavailable(
            f"{machine}: the system calls of this machine are not known",
            fix=f"run Kriterion on one of: {known}",
        )
    return ARCHITECTURES[machine]


# Classic BPF. Source: Linux, include/uapi/linux/{bpf_common,filter,seccomp}.h.
_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_JUMP_EQUAL, _JUMP_AT_LEAST = 0x15, 0x35
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data


def _instruction(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)


def _program(architecture: Architecture, rules: tuple[Rule, ...]) -> Iterator[bytes]:
    """The instructions. Between rules, the number of the call is what is loaded."""
    yield _instruction(_LOAD, _ARCHITECTURE)
    yield _instruction(_JUMP_EQUAL, architecture.audit, if_true=1)
    yield _instruction(_RETURN, _KILL)  # i386: other numbers, and so a way round every rule
    yield _instruction(_LOAD, _NUMBER)
    if architecture.first_foreign is not None:
        yield _instruction(_JUMP_AT_LEAST, architecture.first_foreign, if_false=1)
        yield _instruction(_RETURN, _KILL)
    for rule in rules:
        for call in rule.calls:
            if call in architecture.numbers:
                yield from _refusal(architecture.numbers[call], rule)
    yield _instruction(_RETURN, _ALLOW)


def _refusal(number: int, rule: Rule) -> Iterator[bytes]:
    refuse = [_instruction(_RETURN, _ERROR | rule.error)]
    if rule.when:
        refuse.append(_instruction(_LOAD, _NUMBER))
    for condition in reversed(rule.when):
        # Past everything up to the last instruction, which loads the number again.
        past = len(refuse) - 1
        skip = {"if_false": past} if condition.equal else {"if_true": past}
        refuse = [
            _instruction(_LOAD, _ARGUMENTS + 8 * condition.argument),
            _instruction(_AND, condition.mask),
            _instruction(_JUMP_EQUAL, condition.value, **skip),
            *refuse,
        ]
    yield _instruction(_JUMP_EQUAL, number, if_false=len(refuse))
    yield from refuse
