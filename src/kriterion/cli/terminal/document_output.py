"""Where a document goes: into the file that was named, or to standard output."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kriterion.errors import MachineError


def write_output(document: bytes, file: Path | None) -> None:
    """Write it; None is standard output. Raises MachineError when it cannot be written."""
    with writing_to("standard output" if file is None else file):
        if file is None:
            sys.stdout.buffer.write(document)
            sys.stdout.buffer.flush()
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(document)


@contextmanager
def writing_to(place: Path | str) -> Iterator[None]:
    """What is done within writes there, and nothing else. Raises MachineError when it cannot."""
    try:
        yield
    except BrokenPipeError:  # nobody reads any more, which is no fault
        raise
    except OSError as error:
        raise MachineError(f"{place}: cannot be written: {error.strerror}") from error
