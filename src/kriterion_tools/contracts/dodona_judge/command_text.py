"""Text that is no JSON and looks like a judge's object all the same: torn, glued, quoted oddly."""

import re

from kriterion_tools.contracts.dodona_judge.commands import NAMES

LONGEST_COMMAND = 200  # bytes, at least as many as one match has

_SPACE = rb"[ \t\r\n]{0,64}"
_NAMES = "|".join(sorted(NAMES)).encode()

# A key that every command or every full output has; or one in another notation, with a command:
# {'command': 'close-tab'} of Python, {:command=>"close-tab"} of Ruby, { command: 'close-tab' }.
_COMMAND = re.compile(
    rb'[{,]%(space)b"(?:command|accepted)"%(space)b:'
    rb"|[\"']?command[\"']?%(space)b(?:=>|[:=])%(space)b[\"']?(?:%(names)b)"
    % {b"space": _SPACE, b"names": _NAMES}
)


def find_command(text: bytes | bytearray) -> int | None:
    """The index of the first thing that looks like such an object; None when nothing does."""
    if b"command" not in text and b"accepted" not in text:
        return None
    found = _COMMAND.search(text)
    return None if found is None else found.start()
