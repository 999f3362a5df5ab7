"""Requests, one after the other: what would be in INPUT/, answered by what would be in OUTPUT/.

Each is a frame, and so is its answer: docs/representers.md says what is in them. This process is
started once for many solutions; who starts it bounds what each may take of time and memory, and
starts another one when this one dies.
"""

import json
import os
from base64 import b64decode
from typing import BinaryIO

from kriterion.toolbox.representer.program import output_of, represent_files

HEADER_BYTES = 4  # before a request and before an answer: its length


def answer_requests() -> None:
    """Answer what comes on stdin until it ends."""
    # What any library prints must not get between the answers.
    with os.fdopen(os.dup(1), "wb") as answers, os.fdopen(os.dup(0), "rb") as requests:
        os.dup2(2, 1)
        while (request := _next(requests)) is not None:
            content = answer(request)
            answers.write(len(content).to_bytes(HEADER_BYTES) + content)
            answers.flush()


def answer(request: bytes) -> bytes:
    """The files of one solution's representation, as a JSON object: name → text."""
    asked = json.loads(request)
    files = {path: b64decode(content) for path, content in asked["files"].items()}
    written = output_of(represent_files(asked["slug"], files))
    return json.dumps({name: content.decode() for name, content in written.items()}).encode()


def _next(requests: BinaryIO) -> bytes | None:
    """The next request; None when there is none."""
    header = requests.read(HEADER_BYTES)
    length = int.from_bytes(header)
    content = requests.read(length)
    return content if len(header) == HEADER_BYTES and len(content) == length else None
