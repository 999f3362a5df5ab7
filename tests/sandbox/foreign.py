"""An i386 program assembled byte by byte, without a compiler or library."""

import struct

_BASE = 0x08048000
_HEADERS = 52 + 32
WRITE, EXIT = 4, 1


def make_i386_program(content: bytes = b"32 bits\n") -> bytes:
    """A static ELF executable that writes to its stdout and exits with 0."""
    length = 34
    place = _BASE + _HEADERS + length
    code = b"".join(
        (
            *(b"\xb8", struct.pack("<I", WRITE)),  # mov eax, write
            *(b"\xbb", struct.pack("<I", 1)),  # mov ebx, stdout
            *(b"\xb9", struct.pack("<I", place)),  # mov ecx, text
            *(b"\xba", struct.pack("<I", len(content))),  # mov edx, length
            b"\xcd\x80",  # int 0x80
            *(b"\xb8", struct.pack("<I", EXIT)),  # mov eax, exit
            b"\x31\xdb",  # xor ebx, ebx
            b"\xcd\x80",
        )
    ).ljust(length, b"\x90")
    text = code + content
    size = _HEADERS + len(text)
    identity = b"\x7fELF" + bytes((1, 1, 1)) + bytes(9)
    header = struct.pack("<HHIIIIIHHHHHH", 2, 3, 1, _BASE + _HEADERS, 52, 0, 0, 52, 32, 1, 40, 0, 0)
    segment = struct.pack("<IIIIIIII", 1, 0, _BASE, _BASE, size, size, 5, 0x1000)
    return identity + header + segment + text
