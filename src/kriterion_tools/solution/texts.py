"""What files of a solution say: their bytes as text, or why they are none."""

import re
from collections.abc import Mapping

from kriterion_tools.solution.refusal import Refusal
from kriterion_tools.solution.solution import MAXIMUM_BYTES

_LINE_END = re.compile("\r\n?")


def read_texts(files: Mapping[str, bytes]) -> dict[str, str] | Refusal:
    """The files as text, without byte order marks and with one kind of line end."""
    if not files:
        return Refusal("there is no file to read")
    if sum(map(len, files.values())) > MAXIMUM_BYTES:
        return Refusal(f"the solution is larger than {MAXIMUM_BYTES:,} bytes")
    texts = {}
    for path, content in files.items():
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            return Refusal(f"{path}: byte {error.start} ({content[error.start]:#04x}) is no UTF-8")
        if "\0" in text:
            return Refusal(f"{path}: byte {content.index(0)} is NUL, so this is no text")
        texts[path] = _LINE_END.sub("\n", text)
    return texts
