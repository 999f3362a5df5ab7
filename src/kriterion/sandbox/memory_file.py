"""Files in memory, which nobody finds and which are gone with whoever holds them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


def memory_file(content: bytes) -> int:
    """The descriptor of a file with this content, to be read from its start."""
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
def named_file(content: bytes) -> Iterator[str]:
    """A path that leads to a file with this content for other processes of our user."""
    descriptor = memory_file(content)
    try:
        yield f"/proc/{os.getpid()}/fd/{descriptor}"
    finally:
        os.close(descriptor)
