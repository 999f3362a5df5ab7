"""The user of a run on the host: never root, and never that of another run at the same time."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class RunUser:
    """The user of one run.

    `uid` is its uid outside. `owner` is the same if we may give files to that user; None if we may
    not, or are that user. `command` is the prefix of every command run as this user. `limits` are
    further limits of its processes: rlimit → maximum.
    """

    uid: int
    owner: int | None = None
    command: tuple[str, ...] = ()
    limits: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_other_user(self) -> bool:
        """Whether it is another user than that of this process."""
        return self.uid != os.geteuid()

    def make_directory(self, path: Path) -> None:
        """Create a directory that only this user may access."""
        path.mkdir(mode=0o700)
        if self.owner is not None:
            os.chown(path, self.owner, self.owner)
