"""The seccomp filter of the fence: the system calls that processes behind it may not make.

The filter adds to those of the sandbox; the strictest result counts. So it refuses only what the
fence itself must prevent: escaping, reaching the processes that the fence guards, and accessing
files or sockets in ways that Landlock does not cover.
Source: Linux, arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h,
include/uapi/linux/{bpf_common,filter,seccomp}.h.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from kriterion_tools.fence.kernel import control_process

TYPE_CHECKING = False  # `typing` takes longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Iterator

# name: (x86_64, aarch64)
NUMBERS = {
    "add_key": (248, 217),
    "bpf": (321, 280),
    "chroot": (161, 51),
    "clone": (56, 220),
    "clone3": (435, 435),
    "fanotify_init": (300, 262),
    "fcntl": (72, 25),
    "fremovexattr": (199, 16),
    "fsconfig": (431, 431),
    "fsetxattr": (190, 7),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioctl": (16, 29),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "keyctl": (250, 219),
    "kill": (62, 129),
    "lremovexattr": (198, 15),
    "lsetxattr": (189, 6),
    "migrate_pages": (256, 238),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pivot_root": (155, 41),
    "prlimit64": (302, 261),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "removexattr": (197, 14),
    "removexattrat": (466, 466),
    "request_key": (249, 218),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "semget": (64, 190),
    "setns": (308, 268),
    "setpriority": (141, 140),
    "setxattr": (188, 5),
    "setxattrat": (463, 463),
    "shmget": (29, 194),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "tgkill": (234, 131),
    "tkill": (200, 130),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}  # fmt: skip

# os.uname().machine: (AUDIT_ARCH constant, column in NUMBERS, first number of a second ABI)
_MACHINES = {"x86_64": (0xC000003E, 0, 0x40000000), "aarch64": (0xC00000B7, 1, None)}

_CLONE_NEW = 0x7E020000  # every CLONE_NEW… that clone(2) takes
_UNIX, _INET, _INET6, _NETLINK = 1, 2, 10, 16
_SETOWN, _SETOWN_EX = 8, 15
_FIOSETOWN, _SIOCSPGRP, _TIOCSTI = 0x8901, 0x8902, 0x5412


class CallBan:
    """System calls that fail with `error`.

    With the number of an `argument`, only calls fail whose argument is among `values` (or, without
    `among`, is not). Only the lower 32 bits of the argument are compared, under `mask`.
    """

    def __init__(
        self,
        calls: tuple[str, ...],
        error: int = errno.EPERM,
        *,
        argument: int | None = None,
        values: tuple[int, ...] = (),
        among: bool = True,
        mask: int = 0xFFFFFFFF,
    ) -> None:
        self.calls = calls
        self.error = error
        self.argument = argument
        self.values = values
        self.among = among
        self.mask = mask


def can_be_filtered() -> bool:
    """Tell whether the kernel supports filters and the table covers this machine."""
    try:
        control_process(_PR_SET_SECCOMP, _MODE_FILTER, 0)
    except OSError as error:
        return error.errno == errno.EFAULT and os.uname().machine in _MACHINES
    return False


def build_filter(
    *,
    network: bool = False,
    lasting_ipc: bool = False,
    protected: tuple[int, ...] = (),
    machine: str | None = None,
) -> bytes:
    """Return the filter; `protected` are the ids of processes and groups to protect.

    `machine` is a name as in os.uname(), by default this machine's.
    """
    audit, column, second = _MACHINES[machine or os.uname().machine]
    bans = list_bans(network=network, lasting_ipc=lasting_ipc, protected=protected)
    return b"".join(_write_instructions(bans, audit, column, second))


def install(program: bytes) -> None:
    """Install the filter for this process and its descendants. Requires no_new_privs.

    Raises OSError if the kernel does not support filters.
    """
    buffer = ctypes.create_string_buffer(program, len(program))
    pointer = _Program(length=len(program) // 8, instructions=ctypes.addressof(buffer))
    control_process(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(pointer))


def list_bans(*, network: bool, lasting_ipc: bool, protected: tuple[int, ...]) -> Iterator[CallBan]:
    """Yield the bans of the filter."""
    # Reading other processes, and taking their descriptors.
    yield CallBan(("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise"))
    yield CallBan(("kcmp", "pidfd_getfd", "move_pages", "migrate_pages"))
    # Changing the view of the file system, on which Landlock's rules depend.
    yield CallBan(("mount", "umount2", "move_mount", "open_tree", "mount_setattr", "fsopen"))
    yield CallBan(("fsconfig", "fsmount", "fspick", "pivot_root", "chroot", "unshare", "setns"))
    yield CallBan(("clone",), argument=0, values=(0,), among=False, mask=_CLONE_NEW)
    # Its flags are in memory, which a filter cannot read; libraries fall back to clone.
    yield CallBan(("clone3",), errno.ENOSYS)
    # Access to files without a path, and calls that bypass this filter.
    yield CallBan(("name_to_handle_at", "open_by_handle_at", "fanotify_init"))
    yield CallBan(("io_uring_setup", "io_uring_enter", "io_uring_register"), errno.ENOSYS)
    # State of the user rather than of a process, and large attack surfaces of the kernel.
    yield CallBan(("add_key", "keyctl", "request_key", "bpf", "perf_event_open", "userfaultfd"))
    # Objects that outlive all processes, in no directory that could be emptied.
    if not lasting_ipc:
        yield CallBan(("shmget", "semget", "msgget", "mq_open"), errno.ENOSYS)
    # Extended attributes of any of the user's files, which Landlock does not cover. To programs
    # that copy files, this looks like a file system without extended attributes.
    yield CallBan(("setxattr", "lsetxattr", "fsetxattr", "setxattrat"), errno.EOPNOTSUPP)
    yield CallBan(
        ("removexattr", "lremovexattr", "fremovexattr", "removexattrat"), errno.EOPNOTSUPP
    )
    # Injecting input into the terminal that the judge was started from.
    yield CallBan(("ioctl",), argument=1, values=(_TIOCSTI,))
    # Programs talk to their own children over pairs of connected sockets.
    families = (_UNIX, _INET, _INET6, _NETLINK) if network else (_UNIX,)
    yield CallBan(("socket",), errno.EAFNOSUPPORT, argument=0, values=families, among=False)
    yield CallBan(("socketpair",), errno.EAFNOSUPPORT, argument=0, values=(_UNIX,), among=False)
    # Signals that the kernel sends on behalf of a file to any process.
    yield CallBan(("fcntl",), argument=1, values=(_SETOWN, _SETOWN_EX))
    yield CallBan(("ioctl",), argument=1, values=(_FIOSETOWN, _SIOCSPGRP))
    # It also accepts a directory in /proc, which a filter cannot check. Libraries then use kill.
    yield CallBan(("pidfd_send_signal",), errno.ENOSYS)
    # Processes of the same user may change one another's limits.
    yield CallBan(("prlimit64",), argument=0, values=(0,), among=False)
    # Signals to all processes, to a protected one, or to the group that it leads.
    groups = tuple(-group & 0xFFFFFFFF for group in (1, *protected))
    yield CallBan(("kill",), argument=0, values=(*protected, *groups))
    yield CallBan(
        (
            *("tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open"),
            *("sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler"),
        ),
        argument=0,
        values=protected,
    )
    yield CallBan(("setpriority", "ioprio_set"), argument=1, values=protected)


_PR_SET_SECCOMP = 22
_MODE_FILTER = 2

_LOAD, _AND, _RETURN, _JUMP = 0x20, 0x54, 0x06, 0x05
_JUMP_EQUAL, _JUMP_AT_LEAST = 0x15, 0x35
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def _encode_instruction(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)


def _write_instructions(
    bans: Iterator[CallBan], audit: int, column: int, second: int | None
) -> Iterator[bytes]:
    """Yield the instructions. At the start of each ban, the number of the call is loaded."""
    yield _encode_instruction(_LOAD, _ARCHITECTURE)
    yield _encode_instruction(_JUMP_EQUAL, audit, if_true=1)
    yield _encode_instruction(_RETURN, _KILL)  # another numbering would bypass every rule
    yield _encode_instruction(_LOAD, _NUMBER)
    if second is not None:
        yield _encode_instruction(_JUMP_AT_LEAST, second, if_false=1)
        yield _encode_instruction(_RETURN, _KILL)
    for ban in bans:
        refusal = _build_refusal(ban)
        for call in ban.calls:
            yield _encode_instruction(_JUMP_EQUAL, NUMBERS[call][column], if_false=len(refusal))
            yield from refusal
    yield _encode_instruction(_RETURN, _ALLOW)


def _build_refusal(ban: CallBan) -> list[bytes]:
    """Return the instructions that refuse a call of the ban; the last one reloads its number."""
    refuse = _encode_instruction(_RETURN, _ERROR | ban.error)
    if ban.argument is None:
        return [refuse]
    count = len(ban.values)
    tests = [
        _encode_instruction(_JUMP_EQUAL, value, if_true=count - position)
        for position, value in enumerate(ban.values)
    ]
    if ban.among:  # listed values jump to the refusal, others over it
        tests.append(_encode_instruction(_JUMP, 1))
    return [
        _encode_instruction(_LOAD, _ARGUMENTS + 8 * ban.argument),
        _encode_instruction(_AND, ban.mask),
        *tests,
        refuse,
        _encode_instruction(_LOAD, _NUMBER),
    ]
