"""Write a document to a file or to standard output."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kriterion.errors import MachineError


def write_output(document: bytes, file: Path | None) -> None:
    """Write the document; None is standard output. Raises MachineError if that fails."""
    with raise_write_errors("standard output" if file is None else file):
        if file is None:
            sys.stdout.buffer.write(document)
            sys.stdout.buffer.flush()
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(document)


@contextmanager
def raise_write_errors(place: Path | str) -> Iterator[None]:
    """Turn OSError in the body, which must only write to `place`, into MachineError."""
    try:
        yield
    except BrokenPipeError:  # the reader stopped early, which is not an error
        raise
    except OSError as error:
        raise MachineError(f"{place}: cannot be written: {error.strerror}") from error
