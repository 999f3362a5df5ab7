"""Make a tool's directory readable for runs: outside private homes, and without git's data."""

import hashlib
import os
import shutil
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.tools.build_cache import build_once
from kriterion.tools.readable_directory import is_usable, make_passable, open_place

MAXIMUM_FILES = 200_000

_OMITTED_NAME = ".git"


def copy_if_private(directory: Path, data: Path) -> Path:
    """Return the directory itself if everybody can read it, else a copy below `data`.

    A clone is copied without its `.git`, which names people and may hold a password. The copy is
    reused until something in the directory changes. Raises OperatorError if it cannot be read or is
    too large.
    """
    real = Path(os.path.realpath(directory))
    if _is_open(real) and not os.path.lexists(real / _OMITTED_NAME):
        return real

    def fill(copy: Path) -> None:
        shutil.copytree(
            real,
            copy,
            symlinks=True,
            ignore=shutil.ignore_patterns(_OMITTED_NAME),
            dirs_exist_ok=True,
        )

    tools = open_place(data) / "tools"
    make_passable(tools)
    return build_once(
        tools / _name_copy(real),
        compute_directory_fingerprint(real),
        fill,
        what=f"a copy of {real}",
    )


def _is_open(directory: Path) -> bool:
    """Whether every user can enter a directory and list it. Doctor checks its content."""
    try:
        return bool(directory.stat().st_mode & 0o004) and is_usable(directory)
    except OSError as error:
        raise OperatorError(f"{directory}: cannot be read: {error.strerror}") from error


def _name_copy(directory: Path) -> str:
    """Return a name that no other directory's copy has."""
    return f"{directory.name}-{hashlib.sha256(os.fsencode(directory)).hexdigest()[:8]}"


def compute_directory_fingerprint(directory: Path) -> str:
    """Return a name that changes with any file below a directory, by name, size, time and mode."""
    digest = hashlib.sha256()
    files = 0
    for place, directories, names in os.walk(directory):
        directories[:] = sorted(name for name in directories if name != _OMITTED_NAME)
        for name in sorted(names):
            files += 1
            if files > MAXIMUM_FILES:
                raise OperatorError(
                    f"{directory}: holds more than {MAXIMUM_FILES:,} files",
                    fix="name the directory of the tool itself",
                )
            path = os.path.join(place, name)  # noqa: PTH118 - many of them
            status = os.lstat(path)
            entry_line = f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0{status.st_mode}\0"
            digest.update(os.fsencode(entry_line))
    return digest.hexdigest()[:16]
