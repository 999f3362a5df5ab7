"""Repositories cloned with git, within bounds, as if their hosts and authors meant us harm.

Git is told to trust nobody: no configuration but ours, no hooks, filters, submodules, helpers,
prompts or redirects. What comes is looked at in the object store before any of it is written out:
a few kilobytes of packed objects can stand for a billion files.
"""

import contextlib
import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kriterion.errors import MachineError
from kriterion.work.git_address import GitAddress

_BRANCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,199}")
_PROGRESS = re.compile(rb"(Receiving objects|Resolving deltas):\s+(\d+)%")
_OFTEN = 0.2  # seconds between two looks at how much there is


@dataclass(frozen=True, kw_only=True, slots=True)
class CloneLimits:
    """How much a repository may be."""

    seconds: float = 300.0
    packed_bytes: int = 1_000_000_000
    bytes: int = 2_000_000_000
    files: int = 100_000


USUAL = CloneLimits()


@dataclass(frozen=True, slots=True)
class CloneRefusal:
    """Why there is no clone, for the one who asked for it."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Clone:
    """What was cloned: the files of `commit` are in `directory`, without git's own."""

    directory: Path
    commit: str


def clone(
    address: GitAddress,
    directory: Path,
    *,
    branch: str = "",
    limits: CloneLimits = USUAL,
    tell: Callable[[str, int], None] | None = None,
) -> Clone | CloneRefusal:
    """Clone the newest version of a branch (the repository's own choice by default).

    `directory` must not exist yet, and does not when this is refused. `tell` hears what is going
    on, and how many per cent of it are done. Raises MachineError when git cannot be run.
    """
    if branch and (not _BRANCH.fullmatch(branch) or ".." in branch):
        return CloneRefusal(f"there is no branch {branch!r}")
    directory.parent.mkdir(parents=True, exist_ok=True)
    store = Path(tempfile.mkdtemp(prefix=".clone-", dir=directory.parent))
    try:
        return _clone(address, store / "git", directory, branch, limits, tell)
    finally:
        shutil.rmtree(store, ignore_errors=True)


def _clone(
    address: GitAddress,
    store: Path,
    directory: Path,
    branch: str,
    limits: CloneLimits,
    tell: Callable[[str, int], None] | None,
) -> Clone | CloneRefusal:
    git = _Git(store, time.monotonic() + limits.seconds, limits.packed_bytes, address)
    chosen = ("--branch", branch) if branch else ()
    received = git.run(
        *("clone", "--bare", "--depth", "1", "--single-branch", "--no-tags", "--template="),
        *("--progress", *chosen, "--", address.url, str(store)),
        tell=tell,
    )
    if isinstance(received, CloneRefusal):
        return received
    found = git.run("rev-parse", "--verify", "HEAD^{commit}")
    if isinstance(found, CloneRefusal):
        return CloneRefusal("the repository is empty: push a commit first")
    refusal = _too_much(git, limits)
    if refusal is not None:
        return refusal
    directory.mkdir()
    written = git.run("--work-tree", str(directory), "checkout", "--force", "HEAD", "--", ".")
    if isinstance(written, CloneRefusal):
        shutil.rmtree(directory, ignore_errors=True)
        return written
    for link in _links_leading_out(directory):
        link.unlink()
    return Clone(directory=directory, commit=found.decode().strip())


def _too_much(git: "_Git", limits: CloneLimits) -> CloneRefusal | None:
    """Why the files of the commit may not be written out, if they may not."""
    size = 0
    for files, entry in enumerate(git.lines("ls-tree", "-r", "-l", "-z", "HEAD"), start=1):
        described = entry.partition(b"\t")[0].split()
        size += int(described[3]) if len(described) > 3 and described[3].isdigit() else 0
        if files > limits.files:
            return CloneRefusal(f"the repository has more than {limits.files:,} files")
        if size > limits.bytes:
            return CloneRefusal(f"the repository has more than {limits.bytes:,} bytes of files")
    if git.is_late:
        return CloneRefusal(_LATE)
    return None


def _links_leading_out(directory: Path) -> Iterator[Path]:
    """The symbolic links that lead out of the directory, or nowhere."""
    root = os.path.realpath(directory)
    for place, folders, names in os.walk(directory):
        for name in (*folders, *names):
            path = Path(place) / name
            if stat.S_ISLNK(path.lstat().st_mode):
                target = os.path.realpath(path)
                if target != root and not target.startswith(root + os.sep):
                    yield path


_LATE = "it took too long; try again, or make the repository smaller"
_SETTINGS = (
    *("protocol.allow=never", "protocol.https.allow=always", "protocol.http.allow=always"),
    *("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.askPass=", "credential.helper="),
    *("http.followRedirects=false", "http.lowSpeedLimit=1000", "http.lowSpeedTime=30"),
    *("transfer.fsckObjects=true", "submodule.recurse=false", "core.protectNTFS=true"),
    *("fetch.fsckObjects=true", "gc.auto=0", "maintenance.auto=false", "advice.detachedHead=false"),
    # Such are common in old repositories, and harm nobody.
    *("fsck.zeroPaddedFilemode=ignore", "fetch.fsck.zeroPaddedFilemode=ignore"),
    *("fsck.missingSpaceBeforeDate=ignore", "fetch.fsck.missingSpaceBeforeDate=ignore"),
    *("fsck.badTimezone=ignore", "fetch.fsck.badTimezone=ignore"),
)


class _Git:
    """Runs of git on one object store, all of them over by one moment."""

    def __init__(self, store: Path, until: float, room: int, address: GitAddress) -> None:
        self.store = store
        self.until = until
        self.room = room
        ip = f"[{address.ip}]" if ":" in address.ip else address.ip
        pinned = f"http.curloptResolve={address.host}:{address.port}:{ip}"
        self.settings = [word for one in (*_SETTINGS, pinned) for word in ("-c", one)]
        self.is_late = False
        self.is_large = False

    def run(
        self, *words: str, tell: Callable[[str, int], None] | None = None
    ) -> bytes | CloneRefusal:
        """What git prints, or why it would not."""
        process = self._start(words)
        said: list[bytes] = []
        listener = threading.Thread(target=self._listen, args=(process, said, tell), daemon=True)
        listener.start()
        watcher = self._watch(process)
        assert process.stdout is not None
        printed = process.stdout.read(1_000_000)
        process.stdout.read()
        status = process.wait()
        watcher.join()
        listener.join()
        if self.is_late:
            return CloneRefusal(_LATE)
        if self.is_large or _size(self.store.parent) > self.room:
            return CloneRefusal(f"the repository is larger than {self.room:,} bytes")
        return printed if status == 0 else CloneRefusal(_told(b"".join(said)))

    def lines(self, *words: str) -> Iterator[bytes]:
        """What git prints, piece by piece as NUL ends them; who stops reading stops git."""
        process = self._start(words, stderr=subprocess.DEVNULL)
        watcher = self._watch(process)
        assert process.stdout is not None
        rest = b""
        try:
            while more := process.stdout.read(65_536):
                *pieces, rest = (rest + more).split(b"\0")
                yield from pieces
        finally:
            _stop(process)
            process.stdout.close()
            process.wait()
            watcher.join()

    def _start(
        self, words: tuple[str, ...], stderr: int = subprocess.PIPE
    ) -> subprocess.Popen[bytes]:
        where = () if words[0] == "clone" else (f"--git-dir={self.store}",)
        try:
            return subprocess.Popen(
                ("git", *self.settings, *where, *words),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                start_new_session=True,
                env=_environment(self.store.parent),
            )
        except OSError as error:
            raise MachineError(f"git cannot be run: {error}") from error

    def _watch(self, process: subprocess.Popen[bytes]) -> threading.Thread:
        watcher = threading.Thread(target=self._hold_in_bounds, args=(process,), daemon=True)
        watcher.start()
        return watcher

    def _hold_in_bounds(self, process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None:
            if time.monotonic() > self.until:
                self.is_late = True
            elif _size(self.store.parent) > self.room:
                self.is_large = True
            if self.is_late or self.is_large:
                _stop(process)
                return
            time.sleep(_OFTEN)

    def _listen(
        self,
        process: subprocess.Popen[bytes],
        said: list[bytes],
        tell: Callable[[str, int], None] | None,
    ) -> None:
        assert process.stderr is not None
        while more := os.read(process.stderr.fileno(), 4096):
            said[:] = [b"".join((*said, more))[-4096:]]
            if tell is not None:
                for what, done in _PROGRESS.findall(more)[-1:]:
                    tell(what.decode(), int(done))
        process.stderr.close()


def _environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "SSL_CERT_FILE") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "no_proxy": "*",
    }


def _size(directory: Path) -> int:
    """The bytes of all files in a directory that is being written to."""
    total = 0
    for place, _, names in os.walk(directory):
        for name in names:
            try:
                total += (Path(place) / name).lstat().st_size
            except OSError:  # it was renamed meanwhile
                continue
    return total


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End git and the helpers that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _told(said: bytes) -> str:
    """The last thing that git complained of, without its own prefix."""
    lines = said.decode(errors="replace").replace("\r", "\n").splitlines()
    faults = [
        line.removeprefix(prefix).strip()
        for line in lines
        for prefix in ("fatal: ", "error: ", "remote: ")
        if line.startswith(prefix)
    ]
    return f"git says: {faults[-1][:300]}" if faults else "git could not clone it"
