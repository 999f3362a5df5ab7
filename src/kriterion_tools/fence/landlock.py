"""Landlock: restricts the files that a process and its descendants may access, and the processes
that they may signal.

Every process may restrict itself, and cannot undo it. Newer versions of the kernel's interface
restrict more.
Source: Linux, include/uapi/linux/landlock.h and Documentation/userspace-api/landlock.rst.
"""

from __future__ import annotations

import ctypes
import os
import stat

from kriterion_tools.fence.kernel import make_system_call

TYPE_CHECKING = False  # `typing` takes longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NEWEST = 7  # of the versions that this module knows

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # on every machine
_ASK_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIR, _REMOVE_FILE, _MAKE_CHAR, _MAKE_DIR = 1 << 4, 1 << 5, 1 << 6, 1 << 7
_MAKE_REG, _MAKE_SOCK, _MAKE_FIFO, _MAKE_BLOCK = 1 << 8, 1 << 9, 1 << 10, 1 << 11
_MAKE_SYM, _REFER, _TRUNCATE, _IOCTL_DEV = 1 << 12, 1 << 13, 1 << 14, 1 << 15

_READ_RIGHTS = _EXECUTE | _READ_FILE | _READ_DIR
_WRITE_RIGHTS = (
    (_READ_RIGHTS | _WRITE_FILE | _TRUNCATE | _REFER | _REMOVE_DIR | _REMOVE_FILE)
    | (_MAKE_DIR | _MAKE_REG | _MAKE_SOCK | _MAKE_FIFO | _MAKE_SYM)
)  # fmt: skip
_FILE_RIGHTS = _EXECUTE | _READ_FILE | _WRITE_FILE | _TRUNCATE | _IOCTL_DEV

_SINCE = {1: (1 << 13) - 1, 2: _REFER, 3: _TRUNCATE, 5: _IOCTL_DEV}
_TCP_BIND_AND_CONNECT = 0b11  # since 4
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11  # since 6


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("directory", ctypes.c_int32))


def read_version() -> int:
    """Return the version of the kernel's Landlock, at most the newest known; 0 without Landlock."""
    try:
        return min(make_system_call(_CREATE_RULESET, 0, 0, _ASK_VERSION), NEWEST)
    except OSError:
        return 0


def restrict(*, read: Iterable[str], write: Iterable[str], network: bool, version: int) -> None:
    """Restrict this process permanently to reading and writing below these paths.

    Reading includes executing, writing includes both; missing paths are ignored. Signals and
    abstract sockets reach only processes started from now on. Requires no_new_privs.
    Raises OSError.
    """
    handled = _combine_supported_rights(version)
    ruleset = _Ruleset(
        files=handled,
        network=_TCP_BIND_AND_CONNECT if version >= 4 and not network else 0,
        scoped=_ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0,
    )
    # Older kernels know a shorter record, and accept a longer one whose rest is zero.
    rules = make_system_call(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.sizeof(ruleset), 0)
    try:
        for places, rights in ((read, _READ_RIGHTS), (write, _WRITE_RIGHTS)):
            for place in places:
                _allow_access(rules, place, rights & handled)
        make_system_call(_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def split_around(place: str, hidden: Iterable[str]) -> Iterator[str]:
    """Yield paths that together cover `place` without the hidden paths. All are real paths."""
    inside = [path for path in hidden if path == place or path.startswith(place.rstrip("/") + "/")]
    if not inside:
        yield place
    elif place not in inside:
        try:
            for entry in os.scandir(place):
                if not entry.is_symlink():  # its target has rules of its own
                    yield from split_around(entry.path, inside)
        except OSError:  # a directory that we cannot list gets no rules
            return


def _combine_supported_rights(version: int) -> int:
    return sum(rights for since, rights in _SINCE.items() if since <= version)


def _allow_access(rules: int, place: str, rights: int) -> None:
    try:
        opened = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # missing or not accessible: nothing to allow
        return
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            rights &= _FILE_RIGHTS
        beneath = _PathBeneath(allowed=rights, directory=opened)
        make_system_call(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(beneath), 0)
    finally:
        os.close(opened)
