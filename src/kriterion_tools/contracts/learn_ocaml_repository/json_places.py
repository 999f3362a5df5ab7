"""Find the places of values in a JSON text.

The decoder does not record places. This second pass is made only if there is a fault to report.
"""

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

Step = str | int
Path = tuple[Step, ...]

_BLANK = re.compile(r"[ \t\r\n]*")
_decoder = json.JSONDecoder()


class JsonPlace(NamedTuple):
    """The offsets of a value and of its key; they are equal if there is no key."""

    key: int
    value: int


_Wanted = dict[Step, "_Wanted"]


def find_line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of an offset; both count from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def locate(text: str, paths: Iterable[Path]) -> dict[Path, JsonPlace]:
    """Return the places of the values at these paths; for a duplicate key, the last place.

    `text` must be decodable. Paths that do not exist are left out.
    """
    wanted: _Wanted = {}
    for path in paths:
        node = wanted
        for step in path:
            node = node.setdefault(step, {})
    search = _Search(text)
    begin = search.skip_blanks(0)
    search.found[()] = JsonPlace(begin, begin)
    search.find(begin, (), wanted)
    return search.found


class _Search:
    """One pass over a text. The fast decoder skips the values that are on no wanted path."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[Path, JsonPlace] = {}

    def find(self, offset: int, path: Path, wanted: _Wanted) -> int:
        """Find the wanted values in the value at `offset`; return the offset of its end."""
        if not wanted or self.text[offset] not in "{[":
            return self._decode(offset)[1]
        in_object = self.text[offset] == "{"
        closing = "}" if in_object else "]"
        offset = self.skip_blanks(offset + 1)
        index = 0
        while self.text[offset] != closing:
            key, step = offset, index
            if in_object:
                step, offset = self._decode(offset)
                offset = self.skip_blanks(self.skip_blanks(offset) + 1)  # the colon
            if step in wanted:
                here = (*path, step)
                self.found[here] = JsonPlace(key, offset)
                offset = self.find(offset, here, wanted[step])
            else:
                offset = self._decode(offset)[1]
            offset = self.skip_blanks(offset)
            if self.text[offset] == ",":
                offset = self.skip_blanks(offset + 1)
            index += 1
        return offset + 1

    def skip_blanks(self, offset: int) -> int:
        blanks = _BLANK.match(self.text, offset)
        return blanks.end() if blanks else offset

    def _decode(self, offset: int) -> tuple[Any, int]:
        return _decoder.raw_decode(self.text, offset)
