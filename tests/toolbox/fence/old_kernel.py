"""`old_kernel.py PROGRAM ARGUMENT…`: become that program, on a kernel that has no Landlock."""

import ctypes
import errno
import os
import struct
import sys

_LOAD, _JUMP_AT_LEAST, _JUMP_GREATER, _RETURN = 0x20, 0x35, 0x25, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_INSTRUCTIONS = (
    (_LOAD, 0, 0, 0),
    (_JUMP_AT_LEAST, 0, 2, 444),  # landlock_create_ruleset
    (_JUMP_GREATER, 1, 0, 446),  # landlock_restrict_self
    (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
    (_RETURN, 0, 0, _ALLOW),
)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def main() -> None:
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in _INSTRUCTIONS)
    program = _Program(length=len(_INSTRUCTIONS), instructions=code)
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in ((38, 1, 0, 0, 0), (22, 2, ctypes.byref(program), 0, 0)):
        if libc.prctl(*arguments) != 0:
            raise OSError(ctypes.get_errno(), "prctl")
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
