"""Run git with a time limit, trusting nothing it reads, and report its progress."""

import contextlib
import os
import re
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation import gettext_noop

from kriterion.errors import MachineError
from kriterion.refusals import Refusal, RefusalKind
from kriterion.web.repositories.git_address import GitAddress
from kriterion.web.repositories.git_login import GitLogin, describe_helper

Tell = Callable[[str, int], None]  # receives a message and a percentage

_PROGRESS = re.compile(rb"(Receiving objects|Resolving deltas):\s+(\d+)%")
_OFTEN = 0.2  # seconds between checks of the size
# Git holds whole objects in memory, and a few kilobytes can describe one of many gigabytes.
_MEMORY_BYTES = 1 << 30
_SETTINGS = (
    *("protocol.allow=never", "protocol.https.allow=always", "protocol.http.allow=always"),
    *("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.askPass=", "credential.helper="),
    *("http.followRedirects=false", "http.lowSpeedLimit=1000", "http.lowSpeedTime=30"),
    *("transfer.fsckObjects=true", "submodule.recurse=false", "core.protectNTFS=true"),
    # With one thread, there are two objects in memory at most: one, and another that it describes.
    "pack.threads=1",
    *("fetch.fsckObjects=true", "gc.auto=0", "maintenance.auto=false", "advice.detachedHead=false"),
    # Common in old repositories, and harmless.
    *("fsck.zeroPaddedFilemode=ignore", "fetch.fsck.zeroPaddedFilemode=ignore"),
    *("fsck.missingSpaceBeforeDate=ignore", "fetch.fsck.missingSpaceBeforeDate=ignore"),
    *("fsck.badTimezone=ignore", "fetch.fsck.badTimezone=ignore"),
)


TOO_LARGE = RefusalKind(
    "clone.too-large", gettext_noop("the repository is larger than %(most)s bytes")
)
TOO_LATE = RefusalKind(
    "clone.timeout", gettext_noop("git took too long; try again, or make the repository smaller")
)
GIT_FAILED = RefusalKind("clone.failed", gettext_noop("git could not clone the repository"))
GIT_REPORTS = RefusalKind("clone.git-error", gettext_noop("git reports: %(what)s"))


LOGIN_REQUIRED = RefusalKind(
    "clone.login-required",
    gettext_noop(
        "the Git host asks for a login: the repository is private, or does not exist; enter an "
        "access token that may read it"
    ),
)
LOGIN_REFUSED = RefusalKind(
    "clone.login-refused",
    gettext_noop(
        "the Git host refuses the access token: it has expired, or may not read this repository"
    ),
)
KEY_REFUSED = RefusalKind(
    "clone.key-refused",
    gettext_noop("the Git host does not know the deploy key; add it there, for reading only"),
)
OTHER_HOST_KEY = RefusalKind(
    "clone.other-host-key",
    gettext_noop(
        "the Git host shows another ssh key than the one that is known here: it was replaced, or "
        "somebody else answers; an administrator of the server must compare the new key with "
        "the published one"
    ),
)

# What git, curl and ssh write to standard error, and what it means without and with a login.
_REFUSED_ACCESS = (
    (b"could not read Username for ", LOGIN_REQUIRED, LOGIN_REFUSED),
    (b"Authentication failed for ", LOGIN_REFUSED, LOGIN_REFUSED),
    (b"The requested URL returned error: 403", GIT_FAILED, LOGIN_REFUSED),
    (b"Permission denied (publickey", KEY_REFUSED, KEY_REFUSED),
    (b"Host key verification failed.", OTHER_HOST_KEY, OTHER_HOST_KEY),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class CloneAccess:
    """How git proves that it may read a private repository.

    `environment` holds variables besides the usual ones, `login` is sent over https.
    """

    environment: Mapping[str, str] = field(default_factory=dict)
    login: GitLogin | None = None


class GitFailure(Exception):
    """A failed git command; `refusal` explains it to the user who requested it."""

    def __init__(self, kind: RefusalKind, values: Mapping[str, int | str] | None = None) -> None:
        super().__init__(kind.code)
        self.refusal = Refusal(kind, values or {})


class Git:
    """Runs of git on one object store that share one deadline.

    It may write `room` bytes into the directory `measured`, and can only reach the host of
    `address`.
    """

    def __init__(
        self,
        store: Path,
        *,
        until: float,
        room: int,
        address: GitAddress,
        access: CloneAccess | None = None,
    ) -> None:
        self.store = store
        self.until = until
        self.room = room
        self.measured = store.parent
        ip = f"[{address.ip}]" if ":" in address.ip else address.ip
        pinned = f"http.curloptResolve={address.host}:{address.port}:{ip}"
        ssh = ("protocol.ssh.allow=always",) if address.is_ssh else ()
        self.settings = [word for setting in (*_SETTINGS, pinned, *ssh) for word in ("-c", setting)]
        self.access = access or CloneAccess()
        self.is_late = False
        self.is_large = False

    def run(self, *words: str, tell: Tell | None = None) -> bytes:
        """Return git's output. Raises GitFailure if the command fails."""
        process = self._start(words)
        error_output: list[bytes] = []
        listener = threading.Thread(
            target=self._listen, args=(process, error_output, tell), daemon=True
        )
        listener.start()
        watcher = self._watch(process)
        assert process.stdout is not None
        output = process.stdout.read(1_000_000)
        process.stdout.read()
        status = process.wait()
        watcher.join()
        listener.join()
        self._refuse_late()
        if self.is_large or _measure_directory(self.measured) > self.room:
            raise GitFailure(TOO_LARGE, {"most": self.room})
        if status:
            raise _find_error_message(b"".join(error_output), self.access.login)
        return output

    def lines(self, *words: str) -> Iterator[bytes]:
        """Yield git's NUL-terminated output; closing the iterator stops git.

        Raises GitFailure after the deadline.
        """
        process = self._start(words, stderr=subprocess.DEVNULL)
        watcher = self._watch(process)
        assert process.stdout is not None
        rest = b""
        try:
            while more := process.stdout.read(65_536):
                *pieces, rest = (rest + more).split(b"\0")
                yield from pieces
        finally:
            _stop_process(process)
            process.stdout.close()
            process.wait()
            watcher.join()
        self._refuse_late()

    def _refuse_late(self) -> None:
        if self.is_late:
            raise GitFailure(TOO_LATE)

    def _start(
        self, words: tuple[str, ...], stderr: int = subprocess.PIPE
    ) -> subprocess.Popen[bytes]:
        is_clone, login = words[0] == "clone", self.access.login
        where = () if is_clone else (f"--git-dir={self.store}",)
        settings, descriptors = self.settings, list[int]()
        with contextlib.ExitStack() as opened:
            if is_clone and login is not None:  # no other command talks to the host
                descriptor = opened.enter_context(login.open_file())
                settings = [*settings, "-c", f"credential.helper={describe_helper(descriptor)}"]
                descriptors.append(descriptor)
            try:
                process = subprocess.Popen(
                    ("git", *settings, *where, *words),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=stderr,
                    start_new_session=True,
                    env={**_build_environment(self.store.parent), **self.access.environment},
                    pass_fds=descriptors,
                )
            except OSError as error:
                raise MachineError(f"git cannot be run: {error}") from error
        # Its helpers inherit this: they start when the host has answered, at the earliest.
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(process.pid, resource.RLIMIT_DATA, (_MEMORY_BYTES, _MEMORY_BYTES))
        return process

    def _watch(self, process: subprocess.Popen[bytes]) -> threading.Thread:
        watcher = threading.Thread(target=self._hold_in_bounds, args=(process,), daemon=True)
        watcher.start()
        return watcher

    def _hold_in_bounds(self, process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None:
            if time.monotonic() > self.until:
                self.is_late = True
            elif _measure_directory(self.measured) > self.room:
                self.is_large = True
            if self.is_late or self.is_large:
                _stop_process(process)
                return
            time.sleep(_OFTEN)

    def _listen(
        self,
        process: subprocess.Popen[bytes],
        error_output: list[bytes],
        tell: Tell | None,
    ) -> None:
        assert process.stderr is not None
        while more := os.read(process.stderr.fileno(), 4096):
            error_output[:] = [b"".join((*error_output, more))[-4096:]]
            if tell is not None:
                for what, done in _PROGRESS.findall(more)[-1:]:
                    tell(what.decode(), int(done))
        process.stderr.close()


def _build_environment(home: Path) -> dict[str, str]:
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


def _measure_directory(directory: Path) -> int:
    """Return the size of all files in a directory that is being written to."""
    total = 0
    for place, _, names in os.walk(directory):
        for name in names:
            try:
                total += (Path(place) / name).lstat().st_size
            except OSError:  # renamed meanwhile
                continue
    return total


def _stop_process(process: subprocess.Popen[bytes]) -> None:
    """End git and its helper processes."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _find_error_message(error_output: bytes, login: GitLogin | None) -> GitFailure:
    """Return why access was refused, else git's last error message, without its prefix.

    The host may have repeated the login in its own messages.
    """
    for words, without_login, with_login in _REFUSED_ACCESS:
        if words in error_output:
            return GitFailure(without_login if login is None else with_login)
    text = error_output.decode(errors="replace")
    if login is not None:
        text = login.remove_from(text)
    lines = text.replace("\r", "\n").splitlines()
    faults = [
        line.removeprefix(prefix).strip()
        for line in lines
        for prefix in ("fatal: ", "error: ", "remote: ")
        if line.startswith(prefix)
    ]
    if not faults:
        return GitFailure(GIT_FAILED)
    return GitFailure(GIT_REPORTS, {"what": faults[-1][:300]})
