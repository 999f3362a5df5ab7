"""Where the values of a JSON text stand in it.

The decoder is fast and forgets places. This second pass is made only when there is a fault to tell.
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
    """Offsets of a value and of its key; they are equal where there is no key."""

    key: int
    value: int


_Wanted = dict[Step, "_Wanted"]


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """What people call an offset; both count from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def locate(text: str, paths: Iterable[Path]) -> dict[Path, JsonPlace]:
    """The places of the values at these paths, of a repeated key the last.

    `text` holds a value no deeper than the decoder takes. A path that leads nowhere is left out.
    """
    wanted: _Wanted = {}
    for path in paths:
        node = wanted
        for step in path:
            node = node.setdefault(step, {})
    search = _Search(text)
    begin = search.after_blanks(0)
    search.found[()] = JsonPlace(begin, begin)
    search.look(begin, (), wanted)
    return search.found


class _Search:
    """One pass over a text; what is on no wanted path is skipped by the decoder, at its speed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[Path, JsonPlace] = {}

    def look(self, offset: int, path: Path, wanted: _Wanted) -> int:
        """Find what is wanted in the value at `offset`, and where that value ends."""
        if not wanted or self.text[offset] not in "{[":
            return self._decoded(offset)[1]
        in_object = self.text[offset] == "{"
        closing = "}" if in_object else "]"
        offset = self.after_blanks(offset + 1)
        index = 0
        while self.text[offset] != closing:
            key, step = offset, index
            if in_object:
                step, offset = self._decoded(offset)
                offset = self.after_blanks(self.after_blanks(offset) + 1)  # the colon
            if step in wanted:
                here = (*path, step)
                self.found[here] = JsonPlace(key, offset)
                offset = self.look(offset, here, wanted[step])
            else:
                offset = self._decoded(offset)[1]
            offset = self.after_blanks(offset)
            if self.text[offset] == ",":
                offset = self.after_blanks(offset + 1)
            index += 1
        return offset + 1

    def after_blanks(self, offset: int) -> int:
        blanks = _BLANK.match(self.text, offset)
        return blanks.end() if blanks else offset

    def _decoded(self, offset: int) -> tuple[Any, int]:
        return _decoder.raw_decode(self.text, offset)
