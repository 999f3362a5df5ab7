"""Detect text that looks like a judge's object but is not JSON: torn, glued, wrongly quoted."""

import re

from kriterion_tools.contracts.dodona_judge.commands import NAMES

LONGEST_COMMAND = 200  # bytes; at least as long as any match

_SPACE = rb"[ \t\r\n]{0,64}"
_NAMES = "|".join(sorted(NAMES)).encode()

# A key of every command or full output; or one in another notation, with a command: {'command':
# 'close-tab'} of Python, {:command=>"close-tab"} of Ruby, { command: 'close-tab' }.
_COMMAND = re.compile(
    rb'[{,]%(space)b"(?:command|accepted)"%(space)b:'
    rb"|[\"']?command[\"']?%(space)b(?:=>|[:=])%(space)b[\"']?(?:%(names)b)"
    % {b"space": _SPACE, b"names": _NAMES}
)


def find_command(text: bytes | bytearray) -> int | None:
    """Return the index of the first text that looks like a judge's object, or None."""
    if b"command" not in text and b"accepted" not in text:
        return None
    command = _COMMAND.search(text)
    return None if command is None else command.start()
