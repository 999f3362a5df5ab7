"""System calls that the standard library does not wrap."""

import ctypes
import os
import struct

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def make_system_call(number: int, *arguments: object) -> int:
    """Make a system call by its number. Raises OSError."""
    return _check_result(_libc.syscall(ctypes.c_long(number), *map(_widen_integer, arguments)))


def control_process(option: int, *arguments: object) -> int:
    """Call prctl(2). Raises OSError."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return _check_result(_libc.prctl(ctypes.c_int(option), *map(_widen_integer, padded)))


def drop_capabilities() -> None:
    """Drop all capabilities of this thread. Raises OSError."""
    version_3 = struct.pack("=II", 0x20080522, 0)  # 0: this thread
    _check_result(_libc.capset(version_3, bytes(24)))


def _widen_integer(argument: object) -> object:
    """Pass integers in full width: by default ctypes passes 32 bits."""
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def _check_result(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
