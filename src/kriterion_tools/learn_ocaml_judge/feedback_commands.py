"""Writes feedback as commands of the partial format, one per line, each sent at once.

Source: dodona-edu/dodona e7be6f0d2, public/schemas/partial_output.json.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

Message = Mapping[str, str]


class Commands:
    """Writes the judgement to a stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, command: str, **fields: Any) -> None:
        """Write a command; fields that are None are left out."""
        document = {
            "command": command,
            **{key: value for key, value in fields.items() if value is not None},
        }
        try:
            self._stream.write(json.dumps(document).encode() + b"\n")
            self._stream.flush()
        except BrokenPipeError:
            raise SystemExit(0) from None  # the reader has gone

    @contextmanager
    def open(self, level: str, **fields: Any) -> Iterator[dict[str, Any]]:
        """Open a level of the judgement; the dictionary holds fields of its closing command."""
        self.write(f"start-{level}", **fields)
        at_end: dict[str, Any] = {}
        try:
            yield at_end
        finally:
            self.write(f"close-{level}", **at_end)

    def message(self, message: Message) -> None:
        """Write a message at the open level."""
        self.write("append-message", message=message)
