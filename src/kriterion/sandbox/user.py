"""Who a run is outside of it: never root."""

import os
from pathlib import Path

from kriterion.errors import SandboxUnavailable
from kriterion.sandbox.diagnosis import find_program

# Nobody's on a Debian system, and below the numbers that are given to containers.
DEFAULT_UID = 64_999


class User:
    """The user with that `uid` when we are root, else ourselves.

    `uid` is who it is then; `owner` the same when that is somebody else, and None when it is us.
    """

    def __init__(self, uid: int = DEFAULT_UID) -> None:
        if uid <= 0:
            raise ValueError(f"uid {uid}: a run is never root")
        self.owner = uid if os.geteuid() == 0 else None
        self.uid = self.owner or os.geteuid()

    def command(self) -> tuple[str, ...]:
        """The beginning of a command that is to be this user's. Raises SandboxUnavailable."""
        if self.owner is None:
            return ()
        setpriv = find_program("setpriv")
        if setpriv is None:
            raise SandboxUnavailable(
                "setpriv is not installed, and a run is never root",
                fix="sudo apt-get install util-linux",
            )
        user = str(self.owner)
        return (setpriv, "--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs")

    def make_directory(self, path: Path) -> None:
        """Make a directory that is nobody else's."""
        path.mkdir(mode=0o700)
        if self.owner is not None:
            os.chown(path, self.owner, self.owner)
