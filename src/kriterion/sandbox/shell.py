"""The shell of a run, pid 1, into which nobody else in the run can look.

It has the streams of the run open. Whoever opened these too, or wrote to its memory, would write in
the name of a judge that keeps others out of its own. The kernel keeps everybody out of a process
that was started from a file they may not read: so the shell of the image is started from a copy
that may only be executed.
Source: Linux, fs/exec.c, would_dump.
"""

import os
import stat
from pathlib import Path, PurePosixPath

from kriterion.errors import OperatorError
from kriterion.sandbox.image import Image, ImageKind

COPY = "/run/sh"  # named so, for busybox goes by that
_SHELL = "/bin/sh"
_MOST_STEPS = 100


def open_shell(image: Image) -> int:
    """The descriptor of the image's shell. Raises OperatorError."""
    root = image.directory if image.kind is ImageKind.ROOTFS and image.directory else Path("/")
    try:
        opened = os.open(place_in(root, _SHELL), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise OperatorError(
            f"image {image.name}: has no {_SHELL}: {error.strerror}",
            fix="add a shell to the root file system of the image",
        ) from error
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OperatorError(
            f"image {image.name}: its {_SHELL} is no file",
            fix="add a shell to the root file system of the image",
        )
    return opened


def place_in(root: Path, path: str) -> Path:
    """Where a path leads for those to whom `root` is the root: its links are theirs, too."""
    waiting = list(reversed(PurePosixPath(path).parts))
    found: list[str] = []
    for _ in range(_MOST_STEPS):
        if not waiting:
            break
        step = waiting.pop()
        if step == "/":
            found = []
        elif step == "..":
            del found[-1:]
        elif (place := root.joinpath(*found, step)).is_symlink():
            waiting.extend(reversed(place.readlink().parts))
        else:
            found.append(step)
    return root.joinpath(*found)
