"""Answer requests on standard input, one after the other.

A request holds the files of INPUT/, its answer those of OUTPUT/; docs/author/representers.md
defines the format. One process represents many solutions. The parent limits the time and memory of
each request and starts a new process when this one dies.
"""

import json
import os
from base64 import b64decode
from typing import BinaryIO

from kriterion_tools.representer.representer_program import build_output, represent_files

HEADER_BYTES = 4  # the length of a request or answer, sent before its content


def answer_requests(*, by_spelling: bool = False) -> None:
    """Answer the requests on stdin until it ends."""
    # A library that prints must not write into the answers: redirect its output to stderr.
    with os.fdopen(os.dup(1), "wb") as answers, os.fdopen(os.dup(0), "rb") as requests:
        os.dup2(2, 1)
        while (request := _read_request(requests)) is not None:
            content = answer_request(request, by_spelling=by_spelling)
            answers.write(len(content).to_bytes(HEADER_BYTES) + content)
            answers.flush()


def answer_request(request: bytes, *, by_spelling: bool = False) -> bytes:
    """Return the files of one solution's representation as a JSON object: name → text."""
    document = json.loads(request)
    files = {path: b64decode(content) for path, content in document["files"].items()}
    represented = represent_files(document["slug"], files, by_spelling=by_spelling)
    output = build_output(represented)
    return json.dumps({name: content.decode() for name, content in output.items()}).encode()


def _read_request(requests: BinaryIO) -> bytes | None:
    """Return the next request, or None at the end of the stream."""
    header = requests.read(HEADER_BYTES)
    length = int.from_bytes(header)
    content = requests.read(length)
    return content if len(header) == HEADER_BYTES and len(content) == length else None
