"""Measure how much memory a piece of work allocates, unaffected by the rest of the process."""

import os
import struct
import tracemalloc
from collections.abc import Callable

_SIZE = struct.Struct("=q")


def measure_peak(work: Callable[[], object]) -> int:
    """Return the most bytes that Python had allocated at once for `work`.

    It runs in a forked process without our other threads, whose allocations would count.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            tracemalloc.start()
            work()
            os.write(writer, _SIZE.pack(tracemalloc.get_traced_memory()[1]))
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as result:
        measured = result.read()
    os.waitpid(child, 0)
    assert measured, "the work failed: call it outside of measure_peak to see why"
    (peak,) = _SIZE.unpack(measured)
    return int(peak)
