"""The main loop of a renderer process: jobs on standard input, answers on standard output.

Each message is preceded by its length in four bytes. CPU time is limited per job, memory per
process; a process that exceeds a limit dies, and its parent starts another one.
"""

import os
import resource
import signal
import sys
import traceback
from typing import BinaryIO

from kriterion.rendering.jobs import decode_job, encode
from kriterion.rendering.process_limits import CANNOT_RENDER, ProcessBounds
from kriterion.rendering.render_job import render

MEMORY_BYTES = 1536 * 1024 * 1024
_NICENESS = 10  # pages and judges come first
_LENGTH = 4


def main(bounds: ProcessBounds) -> None:
    """Render jobs until the end of the input."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it, too, and ends this
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    with os.fdopen(os.dup(0), "rb") as jobs, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # nothing that is printed is taken for an answer
        while (message := read_message(jobs)) is not None:
            # By default the signal kills: no code of ours has to run for it.
            signal.setitimer(signal.ITIMER_PROF, bounds.process_seconds)
            write_message(answers, _answer(message, bounds))
            signal.setitimer(signal.ITIMER_PROF, 0)


def _answer(message: bytes, bounds: ProcessBounds) -> bytes:
    """Return the answer to a job; on an error, exit with CANNOT_RENDER.

    Other statuses mean that Python could not start or import a module: the machine's fault.
    """
    try:
        return encode(render(decode_job(message), bounds))
    except Exception:  # such as a lack of memory
        try:
            traceback.print_exc()
        finally:
            os._exit(CANNOT_RENDER)


def read_message(stream: BinaryIO) -> bytes | None:
    """Read the next message, or None at the end."""
    length = stream.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    expected = int.from_bytes(length)
    message = stream.read(expected)
    return message if len(message) == expected else None


def write_message(stream: BinaryIO, message: bytes) -> None:
    """Write one message."""
    stream.write(len(message).to_bytes(_LENGTH))
    stream.write(message)
    stream.flush()


if __name__ == "__main__":
    main(ProcessBounds.from_arguments(sys.argv[1:]))
