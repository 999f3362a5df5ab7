"""Decoding the files of a solution."""

import re
from collections.abc import Mapping

from kriterion_tools.solution.solution_files import MAXIMUM_BYTES
from kriterion_tools.solution.unusable import UnusableSolution

_LINE_END = re.compile("\r\n?")


def read_texts(files: Mapping[str, bytes]) -> dict[str, str] | UnusableSolution:
    """Decode files, without byte order marks and with `\\n` as the only line end."""
    if not files:
        return UnusableSolution("no files")
    if sum(map(len, files.values())) > MAXIMUM_BYTES:
        return UnusableSolution(f"the solution is larger than {MAXIMUM_BYTES:,} bytes")
    texts = {}
    for path, content in files.items():
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            return UnusableSolution(
                f"{path}: byte {error.start} ({content[error.start]:#04x}) is not UTF-8"
            )
        if "\0" in text:
            return UnusableSolution(f"{path}: byte {content.index(0)} is NUL: not a text file")
        texts[path] = _LINE_END.sub("\n", text)
    return texts
