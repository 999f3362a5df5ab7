"""Where a document goes: into the file that was named, or to standard output."""

import sys
from pathlib import Path

from kriterion.errors import MachineError


def write_output(document: bytes, file: Path | None) -> None:
    """Write it; None is standard output. Raises MachineError when it cannot be written."""
    try:
        if file is None:
            sys.stdout.buffer.write(document)
            sys.stdout.buffer.flush()
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(document)
    except BrokenPipeError:  # nobody reads any more, which is no fault
        raise
    except OSError as error:
        where = "standard output" if file is None else str(file)
        raise MachineError(f"{where}: cannot be written: {error.strerror}") from error
