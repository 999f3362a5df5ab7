"""System calls that the standard library does not wrap."""

import ctypes
import os
import struct

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def system_call(number: int, *arguments: object) -> int:
    """Make a system call by its number. Raises OSError."""
    return _checked(_libc.syscall(ctypes.c_long(number), *map(_passed, arguments)))


def control_process(option: int, *arguments: object) -> int:
    """prctl(2). Raises OSError."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return _checked(_libc.prctl(ctypes.c_int(option), *map(_passed, padded)))


def drop_capabilities() -> None:
    """Drop all capabilities of this thread. Raises OSError."""
    version_3 = struct.pack("=II", 0x20080522, 0)  # 0: this thread
    _checked(_libc.capset(version_3, bytes(24)))


def _passed(argument: object) -> object:
    """Pass integers in full width: by default ctypes passes 32 bits."""
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
