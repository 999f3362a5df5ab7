"""Text that is no JSON and looks like a command all the same: torn, glued, or quoted oddly."""

import re

from kriterion.contracts.dodona_judge.commands import NAMES

LONGEST_COMMAND = 200  # bytes, at least as many as one match has

_SPACE = rb"[ \t\r\n]{0,64}"
_NAMES = "|".join(sorted(NAMES)).encode()

# The key "command" in an object, or a key of that name in any notation before a command's name:
# {'command': 'close-tab'} of Python, {:command=>"close-tab"} of Ruby, { command: 'close-tab' }.
_COMMAND = re.compile(
    rb'[{,]%(space)b"command"%(space)b:'
    rb"|[\"']?command[\"']?%(space)b(?:=>|[:=])%(space)b[\"']?(?:%(names)b)"
    % {b"space": _SPACE, b"names": _NAMES}
)


def find_command(text: bytes | bytearray) -> int | None:
    """The index of the first thing that looks like a command; None when nothing does."""
    if b"command" not in text:
        return None
    found = _COMMAND.search(text)
    return None if found is None else found.start()
