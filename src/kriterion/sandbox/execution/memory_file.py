"""Anonymous files in memory, which are gone with their holder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


def open_memory_file(content: bytes) -> int:
    """Return the descriptor of a file with this content, positioned at its start."""
    descriptor = os.memfd_create("file")
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.lseek(descriptor, 0, os.SEEK_SET)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


@contextmanager
def open_named_file(content: bytes) -> Iterator[str]:
    """Yield a path to a file with this content, for other processes of our user."""
    descriptor = open_memory_file(content)
    try:
        yield f"/proc/{os.getpid()}/fd/{descriptor}"
    finally:
        os.close(descriptor)
