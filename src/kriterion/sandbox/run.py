"""A run: what is to be executed, within which limits, how it ended; and what a sandbox is."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Protocol

from kriterion.sandbox.findings import RunFinding
from kriterion.sandbox.image import Image
from kriterion.sandbox.tree import Tree

MIB = 1024 * 1024


@unique
class Ending(StrEnum):
    """Why a run stopped. A bad ending is a result, not an exception.

    When several apply, the first of OUTPUT_LIMIT, WALL_LIMIT, CPU_LIMIT, MEMORY_LIMIT counts.
    """

    EXITED = "exited"  # by itself: `exit_status` says how
    SIGNALLED = "signalled"  # by a signal that the sandbox did not send: `signal` says which
    OUTPUT_LIMIT = "output limit"
    WALL_LIMIT = "wall time limit"
    CPU_LIMIT = "cpu time limit"
    MEMORY_LIMIT = "memory limit"  # the kernel killed something of it, even if the rest went on
    CANCELLED = "cancelled"


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """What a run may use, its whole process tree together, save where it says otherwise.

    `window_seconds` is real time on a machine that does nothing else (docs/decisions/0017); with
    it, `idle_seconds` means nothing.
    """

    cpu_seconds: float = 10.0
    wall_seconds: float = 30.0  # from start to end, however busy the machine is
    idle_seconds: float = 30.0  # time in which the tree hardly computed
    window_seconds: float | None = None
    memory_bytes: int = 512 * MIB
    processes: int = 256  # threads count
    output_bytes: int = 10 * MIB  # stdout and stderr together
    file_bytes: int = 64 * MIB  # one file
    scratch_bytes: int = 256 * MIB  # each writable file system; what is in it counts as memory too
    open_files: int = 1024  # one process


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """One execution of a command in a sandbox.

    `trees` maps a directory inside to the files it starts with: fresh, private, writable.
    Six of them may hold files.
    `command`, `working_directory` and the keys of `trees` are paths inside the sandbox.
    `root` is the directory they are all in, for a sandbox that has no file system of its own.
    `network` gives a way out; `network_refused` says that it was asked for and the image allows
    none.
    `stdin` is written at once, then closed. `collect` are files inside, in writable places, that
    are wanted when it is over. `submitter` is on whose behalf it is: where runs share a uid, those
    for different people do not overlap.
    """

    command: tuple[str, ...]
    image: Image
    trees: Mapping[str, Tree] = field(default_factory=dict)
    stdin: bytes = b""
    working_directory: str = "/tmp"  # noqa: S108 - a path inside
    home: str = "/home/runner"
    variables: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    network: bool = False
    network_refused: bool = False
    root: str = ""
    collect: tuple[str, ...] = ()
    submitter: str = ""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file that a run left, and that is not read."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """How a run went.

    `exit_status` follows the shell: 128 + N after signal N; None when the sandbox ended the run.
    `cpu_seconds` and `peak_memory_bytes` cover the whole tree; None when this machine cannot tell.
    `enforced` says by what each kind of limit was enforced ("memory": "cgroup v1"), and "nothing"
    where it was not. `image_digest` names the version of a container's image. `files` are those of
    `Run.collect` that were there in the end.
    `findings` tell what was done to processes of the run, whatever its ending.
    """

    ending: Ending
    exit_status: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    wall_seconds: float
    cpu_seconds: float | None
    peak_memory_bytes: int | None
    backend: str
    enforced: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, bytes | Rejected] = field(default_factory=dict)
    findings: tuple[RunFinding, ...] = ()
    image_digest: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Probe:
    """What a sandbox can do here, found out by really running something in it.

    `fault` is empty when it works; `fix` is what the operator should do (it may also improve a
    working one).
    """

    backend: str
    enforced: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    fix: str = ""

    @property
    def works(self) -> bool:
        return not self.fault


def nobody(_: bytes) -> None:
    """Receives output that nobody waits for."""


class Sandbox(Protocol):
    """Where runs happen."""

    @property
    def backend(self) -> str:
        """The name of it, as in every outcome."""

    def probe(self) -> Probe:
        """Run something harmless, and say what holds. Never raises."""

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = nobody,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Execute it to its end; when this returns, no process of it is left.

        `receive` gets pieces of stdout, in order, as soon as written, in the calling thread.
        Setting `cancelled` ends the run within a tenth of a second.
        Raises SandboxUnavailable when nothing can be confined, OperatorError when its image, or
        what it starts with, is set up wrongly, MachineError when the machine failed.
        """
