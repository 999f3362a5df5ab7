"""The shell of a run, pid 1, which nothing else in the run can inspect.

It holds the run's streams. A process that could open these, or write to its memory, could forge the
output of a judge that protects its own. The kernel denies access to a process started from an
unreadable file: so the image's shell is started from a copy that may only be executed. Source:
Linux, fs/exec.c, would_dump.
"""

import os
import stat
from pathlib import Path, PurePosixPath

from kriterion.errors import OperatorError
from kriterion.sandbox.image import Image, ImageKind

COPY = "/run/sh"  # the name matters to busybox
_SHELL = "/bin/sh"
_MAX_STEPS = 100


def open_shell(image: Image) -> int:
    """Return a descriptor of the image's shell. Raises OperatorError."""
    root = image.directory if image.kind is ImageKind.ROOTFS and image.directory else Path("/")
    try:
        opened = os.open(resolve_inside(root, _SHELL), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise OperatorError(
            f"image {image.name}: has no {_SHELL}: {error.strerror}",
            fix="add a shell to the root file system of the image",
        ) from error
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OperatorError(
            f"image {image.name}: its {_SHELL} is not a file",
            fix="add a shell to the root file system of the image",
        )
    return opened


def resolve_inside(root: Path, path: str) -> Path:
    """Resolve a path inside `root`, including its links."""
    waiting = list(reversed(PurePosixPath(path).parts))
    words: list[str] = []
    for _ in range(_MAX_STEPS):
        if not waiting:
            break
        step = waiting.pop()
        if step == "/":
            words = []
        elif step == "..":
            del words[-1:]
        elif (place := root.joinpath(*words, step)).is_symlink():
            waiting.extend(reversed(place.readlink().parts))
        else:
            words.append(step)
    return root.joinpath(*words)
