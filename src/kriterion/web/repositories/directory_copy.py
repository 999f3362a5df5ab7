"""Copy a repository from a directory of this machine, within bounds.

Only directories that the operator listed are read. Other users may write in them, so nothing there
is trusted: no symbolic link is followed, not even one that appears while the copy is made.
"""

import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.utils.translation import gettext_noop

from kriterion.refusals import Refusal, RefusalKind
from kriterion.web.repositories import archive_bounds, git_clone
from kriterion.web.repositories.archive_bounds import (
    DEFAULT_LIMITS,
    ArchiveBounds,
    ArchiveRefused,
    UploadLimits,
    keep_executable,
)

_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC

_Identity = tuple[int, int]  # of the device and the directory on it

NOT_ALLOWED = RefusalKind(
    "directory.not-allowed",
    gettext_noop("%(place)s is not in a directory that repositories may be read from here"),
)
NO_DIRECTORY = RefusalKind(
    "directory.missing", gettext_noop("%(place)s is not a directory that can be read here")
)
EMPTY = RefusalKind("directory.empty", gettext_noop("%(place)s is empty"))

# Refusals for archives, worded for repositories.
_REPOSITORY_REFUSALS = {
    archive_bounds.TOO_MANY_FILES: git_clone.TOO_MANY_FILES,
    archive_bounds.TOO_MANY_DIRECTORIES: git_clone.TOO_MANY_DIRECTORIES,
    archive_bounds.FILES_TOO_LARGE: git_clone.FILES_TOO_LARGE,
    archive_bounds.TOO_DEEP: git_clone.TOO_DEEP,
}


def find_allowed(directory: Path, allowed: Iterable[Path]) -> Path | None:
    """Return which of the allowed directories contains the directory by its plain path, or None."""
    if not directory.is_absolute() or ".." in directory.parts:
        return None
    return next((root for root in allowed if directory.is_relative_to(root)), None)


def copy_directory(
    directory: Path,
    target: Path,
    *,
    allowed: Iterable[Path],
    private: Path,
    limits: UploadLimits = DEFAULT_LIMITS,
) -> Refusal | None:
    """Copy the plain files of a directory to `target`, which does not exist yet.

    Symbolic links, special files and `.git` are left out, and so is everything in `private`, even
    if the operator allows a directory around it. A refusal leaves nothing behind. Raises OSError if
    the disk fails.
    """
    values = {"place": str(directory)}
    base = find_allowed(directory, allowed)
    if base is None:
        return Refusal(NOT_ALLOWED, values)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        hidden = _identify(private)
        with _open_directory(base, directory.relative_to(base), hidden) as opened:
            _copy_files(opened, target, ArchiveBounds(limits), hidden)
    except ArchiveRefused as refused:
        shutil.rmtree(target, ignore_errors=True)
        refusal = refused.refusal
        return Refusal(_REPOSITORY_REFUSALS.get(refusal.kind, refusal.kind), refusal.values)
    except NotADirectoryError:
        return Refusal(NO_DIRECTORY, values)
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    return None if target.is_dir() else Refusal(EMPTY, values)


@contextmanager
def _open_directory(base: Path, inner: Path, hidden: _Identity | None) -> Iterator[int]:
    """Open a directory below `base` step by step.

    No step may be a symbolic link or the hidden directory. Raises NotADirectoryError if one is, or
    if the directory cannot be opened.
    """
    opened = _open_step(str(base), os.O_RDONLY | os.O_CLOEXEC)
    try:
        for part in inner.parts:
            deeper = _open_step(part, _OPEN, opened)
            os.close(opened)
            opened = deeper
            if _identify(opened) == hidden:
                raise NotADirectoryError(part)
        yield opened
    finally:
        os.close(opened)


def _open_step(name: str, flags: int, directory: int | None = None) -> int:
    try:
        return os.open(name, flags | os.O_DIRECTORY, dir_fd=directory)
    except OSError as error:  # ELOOP for a symbolic link
        raise NotADirectoryError(name) from error


def _identify(directory: Path | int) -> _Identity | None:
    """Return an identity of a directory that is the same under all its names, or None if it is
    missing.
    """
    try:
        about = directory.stat() if isinstance(directory, Path) else os.fstat(directory)
    except OSError:
        return None
    return about.st_dev, about.st_ino


def _copy_files(opened: int, target: Path, bounds: ArchiveBounds, hidden: _Identity | None) -> None:
    limits = bounds.limits
    walk = os.fwalk(".", dir_fd=opened)
    for number, (place, folders, names, descriptor) in enumerate(walk):
        if number > limits.files:
            raise ArchiveRefused(archive_bounds.TOO_MANY_DIRECTORIES, {"most": limits.files})
        if len(Path(place).parts) > limits.depth:  # each level of the walk holds a descriptor
            raise ArchiveRefused(archive_bounds.TOO_DEEP, {"most": limits.depth})
        if _identify(descriptor) == hidden:
            folders.clear()
            continue
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            copied = bounds.place(str(Path(place, name)), target)
            if copied is not None:
                _copy_file(name, descriptor, copied, bounds)


def _copy_file(name: str, directory: int, target: Path, bounds: ArchiveBounds) -> None:
    """Copy a plain file; leave out anything else, and what disappeared meanwhile."""
    try:
        # Without O_NONBLOCK, opening a named pipe waits for a writer.
        entry = os.open(name, _OPEN | os.O_NONBLOCK, dir_fd=directory)
    except OSError:
        return
    with os.fdopen(entry, "rb") as source:
        about = os.fstat(entry)
        if stat.S_ISREG(about.st_mode):
            bounds.copy(source, target)
            keep_executable(target, about.st_mode)
