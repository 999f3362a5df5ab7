"""Clone repositories with git, within bounds, treating hosts and authors as hostile.

Git uses only our configuration: no hooks, filters, submodules, helpers, prompts or
redirects. The objects are inspected before any file is written: a few kilobytes of packed objects
can expand to a billion files.
"""

import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from django.utils.translation import gettext_noop

from kriterion.refusals import Refusal, RefusalKind
from kriterion.web.repositories.git_address import GitAddress
from kriterion.web.repositories.git_program import (
    TOO_LARGE,
    CloneAccess,
    Git,
    GitFailure,
    Tell,
)

_BRANCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,199}")


@dataclass(frozen=True, kw_only=True, slots=True)
class CloneLimits:
    """How large a repository may be."""

    seconds: float = 300.0
    packed_bytes: int = 1_000_000_000
    bytes: int = 2_000_000_000
    files: int = 100_000  # and as many directories
    depth: int = 100  # nested directories

    def reduce_to(self, room: int) -> "CloneLimits":
        """Return limits by which neither objects nor files take more bytes than that."""
        sizes = {"packed_bytes": min(room, self.packed_bytes), "bytes": min(room, self.bytes)}
        return replace(self, **sizes)


DEFAULT_LIMITS = CloneLimits()


NO_BRANCH = RefusalKind("clone.no-branch", gettext_noop("branch %(name)s does not exist"))
EMPTY = RefusalKind("clone.empty", gettext_noop("the repository is empty: push a commit first"))
TOO_MANY_FILES = RefusalKind(
    "clone.too-many-files", gettext_noop("the repository contains more than %(most)s files")
)
TOO_MANY_DIRECTORIES = RefusalKind(
    "clone.too-many-directories",
    gettext_noop("the repository contains more than %(most)s directories"),
)
FILES_TOO_LARGE = RefusalKind(
    "clone.files-too-large", gettext_noop("the files in the repository exceed %(most)s bytes")
)
TOO_DEEP = RefusalKind(
    "clone.too-deep",
    gettext_noop("directories in the repository are nested more than %(most)s levels deep"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Clone:
    """A clone: the files of `commit` are in `directory`, without git's own."""

    directory: Path
    commit: str


def clone(
    address: GitAddress,
    directory: Path,
    *,
    branch: str = "",
    limits: CloneLimits = DEFAULT_LIMITS,
    tell: Tell | None = None,
    access: CloneAccess | None = None,
) -> Clone | Refusal:
    """Clone the newest version of a branch (by default, the repository's own).

    `directory` must not exist; after a refusal it does not. `tell` receives progress messages with
    percentages. `access` is for a private repository. Raises MachineError if git cannot be run.
    """
    if branch and (not _BRANCH.fullmatch(branch) or ".." in branch):
        return Refusal(NO_BRANCH, {"name": repr(branch)})
    directory.parent.mkdir(parents=True, exist_ok=True)
    store = Path(tempfile.mkdtemp(prefix=".clone-", dir=directory.parent))
    try:
        git = Git(
            store / "git",
            until=time.monotonic() + limits.seconds,
            room=limits.packed_bytes,
            address=address,
            access=access,
        )
        return _clone(git, address, directory, branch, limits, tell)
    except GitFailure as failure:
        shutil.rmtree(directory, ignore_errors=True)
        return failure.refusal
    finally:
        shutil.rmtree(store, ignore_errors=True)


def _clone(
    git: Git,
    address: GitAddress,
    directory: Path,
    branch: str,
    limits: CloneLimits,
    tell: Tell | None,
) -> Clone:
    chosen = ("--branch", branch) if branch else ()
    git.run(
        *("clone", "--bare", "--depth", "1", "--single-branch", "--no-tags", "--template="),
        *("--progress", *chosen, "--", address.url, str(git.store)),
        tell=tell,
    )
    commit = git.run("rev-list", "--max-count=1", "--all").decode().strip()
    if not commit:
        raise GitFailure(EMPTY)
    _refuse_too_much(git, limits)
    directory.mkdir()
    _check_out(git, directory, limits)
    for link in _find_escaping_links(directory):
        link.unlink()
    return Clone(directory=directory, commit=commit)


def _refuse_too_much(git: Git, limits: CloneLimits) -> None:
    """Raise GitFailure if the files and directories of the commit exceed the limits."""
    size = files = directories = 0
    for entry in git.lines("ls-tree", "-r", "-t", "-l", "-z", "HEAD"):
        described, _, path = entry.partition(b"\t")
        words = described.split()
        if words[1] == b"tree":
            directories += 1
        else:
            files += 1
        size += int(words[3]) if len(words) > 3 and words[3].isdigit() else 0
        if files > limits.files:
            raise GitFailure(TOO_MANY_FILES, {"most": limits.files})
        if directories > limits.files:
            raise GitFailure(TOO_MANY_DIRECTORIES, {"most": limits.files})
        if size > limits.bytes:
            raise GitFailure(FILES_TOO_LARGE, {"most": limits.bytes})
        if path.count(b"/") > limits.depth:
            raise GitFailure(TOO_DEEP, {"most": limits.depth})


def _check_out(git: Git, directory: Path, limits: CloneLimits) -> None:
    """Write the files. `.gitattributes` can make them up to 40 times as large as their objects."""
    git.measured, git.room = directory, limits.bytes
    try:
        git.run("--work-tree", str(directory), "checkout", "--force", "HEAD", "--", ".")
    except GitFailure as failure:
        if failure.refusal.kind is TOO_LARGE:
            raise GitFailure(FILES_TOO_LARGE, {"most": limits.bytes}) from None
        raise


def _find_escaping_links(directory: Path) -> Iterator[Path]:
    """Yield symbolic links that are broken or lead out of the directory."""
    root = os.path.realpath(directory)
    for place, folders, names in os.walk(directory):
        for name in (*folders, *names):
            path = Path(place) / name
            if stat.S_ISLNK(path.lstat().st_mode):
                target = os.path.realpath(path)
                if target != root and not target.startswith(root + os.sep):
                    yield path
