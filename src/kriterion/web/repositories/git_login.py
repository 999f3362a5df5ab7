"""Give git the login of a private repository, where no list of processes shows it.

Git's own ways show it: a URL or a setting is among the words of a command, a variable is in its
environment, and a file outlives a crash. A credential helper reads it from an anonymous file, which
only git and its helper processes have open.
"""

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_REMOVED = "[removed]"


@dataclass(frozen=True, kw_only=True, slots=True)
class GitLogin:
    """A username and an access token, none of which contains a line break."""

    username: str
    token: str = field(repr=False)

    @contextmanager
    def open_file(self) -> Iterator[int]:
        """Open an anonymous file with the answer of a credential helper; yield its descriptor."""
        descriptor = os.memfd_create("git-login")
        try:
            os.write(descriptor, f"username={self.username}\npassword={self.token}\n".encode())
            yield descriptor
        finally:
            os.close(descriptor)

    def remove_from(self, text: str) -> str:
        """Replace the token in a text, also in the form in which it is sent to the host."""
        sent = base64.b64encode(f"{self.username}:{self.token}".encode()).decode()
        return text.replace(self.token, _REMOVED).replace(sent, _REMOVED)


def describe_helper(descriptor: int) -> str:
    """Return the setting `credential.helper` that answers with an open file.

    Git appends what it wants: it asks with `get`; what it would store or erase is ignored.
    """
    return f'!f() {{ test "$1" = get && cat /dev/fd/{descriptor}; }}; f'
