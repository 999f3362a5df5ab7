"""A run: its command, limits and outcome; and the interface of a sandbox."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Protocol

from kriterion.sandbox.directory_tree import Tree
from kriterion.sandbox.findings import RunFinding
from kriterion.sandbox.image import Image

MIB = 1024 * 1024


@unique
class Ending(StrEnum):
    """Why a run stopped. A bad ending is a result, not an exception.

    If several apply, the first of OUTPUT_LIMIT, WALL_LIMIT, CPU_LIMIT, MEMORY_LIMIT counts.
    """

    EXITED = "exited"  # by itself: `exit_status` says how
    SIGNALLED = "signalled"  # by a signal not sent by the sandbox: `signal` says which
    OUTPUT_LIMIT = "output limit"
    WALL_LIMIT = "wall time limit"
    CPU_LIMIT = "cpu time limit"
    MEMORY_LIMIT = "memory limit"  # the kernel killed a process, even if others went on
    CANCELLED = "cancelled"


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """What a run may use: its whole process tree together, unless noted.

    `window_seconds` is real time as on an idle machine (docs/decisions/0017); with it,
    `idle_seconds` has no effect.
    """

    cpu_seconds: float = 10.0
    wall_seconds: float = 30.0  # from start to end, regardless of the machine's load
    idle_seconds: float = 30.0  # time in which the tree hardly computes
    window_seconds: float | None = None
    memory_bytes: int = 512 * MIB
    processes: int = 256  # including threads
    output_bytes: int = 10 * MIB  # stdout and stderr together
    file_bytes: int = 64 * MIB  # per file
    scratch_bytes: int = 256 * MIB  # per writable file system; its content also counts as memory
    open_files: int = 1024  # per process


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """One execution of a command in a sandbox.

    `trees` maps a directory inside to its initial files: fresh, private, writable. Six of them may
    hold files. `command`, `working_directory` and the keys of `trees` are paths inside the sandbox.
    `root` is their common directory, for a sandbox without a file system of its own. `network`
    provides a network; `network_refused` records that one was requested and the image does not
    allow it. `stdin` is written at once, then closed. `collect` are files inside, in writable
    places, to be returned at the end. `submitter` is the person on whose behalf it runs: where runs
    share a uid, those for different people do not overlap.
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


class RunCancelled(Exception):
    """The run was cancelled before its command started."""


@dataclass(frozen=True, slots=True)
class RejectedFile:
    """A file of a run that was not read."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """How a run went.

    `exit_status` is as in a shell: 128 + N after signal N; None if the sandbox ended the run.
    `cpu_seconds` and `peak_memory_bytes` are of the whole tree; None if unknown. `enforced` says
    how each limit was enforced ("memory": "cgroup v1"), or "nothing". `image_digest` identifies a
    container's image. `files` are those of `Run.collect` that existed at the end. `findings` list
    what was done to processes of the run, whatever its ending.
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
    files: Mapping[str, bytes | RejectedFile] = field(default_factory=dict)
    findings: tuple[RunFinding, ...] = ()
    image_digest: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Probe:
    """What a sandbox can do here, found by running something in it.

    `fault` is empty if it works; `fix` says what the operator should do (possibly to improve a
    working one).
    """

    backend: str
    enforced: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    fix: str = ""

    @property
    def works(self) -> bool:
        return not self.fault


def discard_output(_: bytes) -> None:
    """Discard output."""


class Sandbox(Protocol):
    """Executes runs."""

    @property
    def backend(self) -> str:
        """Its name, as in outcomes."""

    def probe(self) -> Probe:
        """Run something harmless, and report what is enforced. Never raises."""

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = discard_output,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Run to the end; on return, no process of it is left.

        `receive` gets pieces of stdout in order as soon as they are written, in the calling thread.
        Setting `cancelled` ends the run within a tenth of a second. Raises SandboxUnavailable if
        nothing can be confined, OperatorError if the image or the run's input is set up wrongly,
        MachineError if the machine failed.
        """
