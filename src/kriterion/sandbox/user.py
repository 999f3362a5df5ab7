"""Who a run is outside of it: never root, and nobody whom another run is at the same time."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class User:
    """The user of one run.

    `uid` is who it is outside. `owner` is the same where we may give files to that user, and None
    where we may not, or are that user. `command` begins every command that is to be this user's.
    `limits` are those that its processes get besides: rlimit → most.
    """

    uid: int
    owner: int | None = None
    command: tuple[str, ...] = ()
    limits: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_another(self) -> bool:
        """Whether it is somebody else than we are."""
        return self.uid != os.geteuid()

    def make_directory(self, path: Path) -> None:
        """Make a directory that is nobody else's."""
        path.mkdir(mode=0o700)
        if self.owner is not None:
            os.chown(path, self.owner, self.owner)
