"""Answer requests one after the other: each holds the files of INPUT/, its answer those of OUTPUT/.

Requests and answers are frames; docs/author/representers.md defines their content. One process
serves many solutions. The parent bounds the time and memory of each request and starts a new
process when this one dies.
"""

import json
import os
from base64 import b64decode
from typing import BinaryIO

from kriterion_tools.representer.representer_program import build_output, represent_files

HEADER_BYTES = 4  # the length of a request or answer, sent before it


def answer_requests() -> None:
    """Answer the requests on stdin until it ends."""
    # Keep what a library prints out of the answers.
    with os.fdopen(os.dup(1), "wb") as answers, os.fdopen(os.dup(0), "rb") as requests:
        os.dup2(2, 1)
        while (request := _next(requests)) is not None:
            content = answer(request)
            answers.write(len(content).to_bytes(HEADER_BYTES) + content)
            answers.flush()


def answer(request: bytes) -> bytes:
    """Return the files of one solution's representation as a JSON object: name → text."""
    asked = json.loads(request)
    files = {path: b64decode(content) for path, content in asked["files"].items()}
    written = build_output(represent_files(asked["slug"], files))
    return json.dumps({name: content.decode() for name, content in written.items()}).encode()


def _next(requests: BinaryIO) -> bytes | None:
    """Return the next request, or None at the end of the stream."""
    header = requests.read(HEADER_BYTES)
    length = int.from_bytes(header)
    content = requests.read(length)
    return content if len(header) == HEADER_BYTES and len(content) == length else None
