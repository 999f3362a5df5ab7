"""No sandbox: a plain process with some limits, for those who ask for exactly that.

It may read, write and reach whatever its user may. Nothing chooses this by itself.
"""

import os
import secrets
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from kriterion.errors import KriterionError, MachineError, OperatorError
from kriterion.sandbox import processes
from kriterion.sandbox.cgroup_files import left_behind, new_name
from kriterion.sandbox.conclusion import not_begun
from kriterion.sandbox.confinement import environment
from kriterion.sandbox.diagnosis import explain
from kriterion.sandbox.group import Group, Groups
from kriterion.sandbox.groups import find_groups
from kriterion.sandbox.image import HOST, Image, ImageKind
from kriterion.sandbox.launch import Cancelled, Confined, Conversation, NotStarted
from kriterion.sandbox.process import start
from kriterion.sandbox.resident import open_session
from kriterion.sandbox.results import Results
from kriterion.sandbox.run import Outcome, Probe, Run, nobody
from kriterion.sandbox.session import REQUESTS, Session
from kriterion.sandbox.started import Started, see_to_its_end
from kriterion.sandbox.stub import GO, READY, STARTED, stub
from kriterion.sandbox.user import User
from kriterion.sandbox.wiring import SECCOMP, Wiring

WARNING = (
    "warning: this run is NOT confined: it may read, change and send away all that its user may"
)

_BACKEND = "process"
_PATIENCE_SECONDS = 5.0  # for the killed to die
_ENFORCED = {
    "wall time": "clock",
    "output": "counted while written",
    "files": "nothing",
    "network": "nothing",
    "system calls": "nothing",
}


class Unconfined:
    """Runs commands as plain processes, below a directory that is made for each.

    `warn` is told of every run that it is not confined.
    """

    backend = _BACKEND

    def __init__(
        self, user: User, *, warn: Callable[[str], None], groups: Groups | None = None
    ) -> None:
        self._user = user
        self._warn = warn
        self._groups = groups
        self._lock = threading.Lock()

    def new_root(self) -> str:
        """Where the places of the next run begin: it has no file system of its own."""
        return str(Path(tempfile.gettempdir()) / f"{new_name()}-{secrets.token_hex(8)}")

    def probe(self) -> Probe:
        """Run something harmless. Never raises."""
        try:
            outcome = self.run(Run(command=("/bin/true",), image=HOST))
        except KriterionError as error:
            fix = error.fix if isinstance(error, OperatorError) else ""
            return Probe(backend=self.backend, fault=str(error), fix=fix)
        return Probe(backend=self.backend, enforced=outcome.enforced, fix="do without --unsafe")

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = nobody,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Execute it to its end. Raises as every Sandbox does, and whatever `receive` raises."""
        cancelled = cancelled or threading.Event()
        try:
            with self._start(run, cancelled) as started:
                return see_to_its_end(
                    started,
                    run.limits,
                    receive=receive,
                    cancelled=cancelled,
                    backend=self.backend,
                )
        except Cancelled:
            return not_begun(backend=self.backend, enforced=self._enforced())

    def open(self, run: Run, *, requests: int = REQUESTS) -> Session:
        """Start a tool that stays. Raises as `run` does."""
        return open_session(self._start_for_more, run, requests)

    @contextmanager
    def _start(
        self, run: Run, cancelled: threading.Event, *, more_input: bool = False
    ) -> Iterator[Started]:
        """Start a run up to its command; when the context ends, what can be found is dead."""
        _refuse(run)
        self._warn(WARNING)
        groups = self._find_groups()
        placed = _placed(run, self.new_root())
        with (
            self._directory(placed),
            closing(groups.open(placed.limits)) as group,
            closing(Wiring(placed, owner=self._user.owner, more_input=more_input)) as wiring,
            closing(Results(placed)) as results,
        ):
            results.hold(os.getpid())
            try:
                with self._launch(placed, wiring, group, cancelled) as loose:
                    yield Started(
                        confined=loose,
                        wiring=wiring,
                        group=group,
                        results=results,
                        enforced=self._enforced(),
                    )
            except NotStarted as failure:
                raise _error(failure, placed, self._user) from failure

    def _start_for_more(self, run: Run) -> AbstractContextManager[Started]:
        return self._start(run, threading.Event(), more_input=True)

    @contextmanager
    def _launch(
        self, run: Run, wiring: Wiring, group: Group, cancelled: threading.Event
    ) -> Iterator[Confined]:
        """What runs and waits for nothing any more."""
        shell = stub(
            limits=run.limits,
            trees=wiring.trees,
            working_directory=run.working_directory,
            rlimit_memory=self._find_groups().rlimit_memory,
            rlimit_processes=False,
        )
        variables = (f"{name}={value}" for name, value in environment(run).items())
        command = (
            *self._user.command(),
            *("/usr/bin/env", "--ignore-environment", *variables),
            *("/bin/sh", "-c", shell, "sh", *run.command),
        )
        given = {number: ours for number, ours in wiring.given.items() if number < SECCOMP}
        loose = _Loose(start(command, given))
        try:
            wiring.close_given()
            talk = Conversation(wiring, cancelled)
            talk.hear(READY)
            loose.know(talk.speaker)
            group.attach(talk.speaker)
            talk.say(GO)
            talk.hear(STARTED)
            yield loose
        finally:
            loose.close()

    @contextmanager
    def _directory(self, run: Run) -> Iterator[None]:
        """Make the directories of a run, for its user only; remove them in the end."""
        root = Path(run.root)
        self._sweep(root.parent)
        try:
            try:
                self._make(root, (run.home, *run.trees))
            except OSError as error:
                raise MachineError(f"{root}: cannot be made: {error.strerror}") from error
            yield
        finally:
            _remove(root)

    def _make(self, root: Path, places: Iterable[str]) -> None:
        self._user.make_directory(root)
        for place in map(Path, places):
            for step in (*reversed(place.parents), place):
                if step.is_relative_to(root) and not step.exists():
                    self._user.make_directory(step)

    def _sweep(self, directory: Path) -> None:
        """Remove the directories of those Kriterions that died without doing so."""
        for place in directory.glob("kriterion-run-*"):
            if left_behind(place.name):
                _remove(place)

    def _enforced(self) -> Mapping[str, str]:
        enforced = {**self._find_groups().enforced, **_ENFORCED}
        if enforced["processes"] == "rlimit":  # which counts all of a user's
            enforced["processes"] = "nothing"
        return enforced

    def _find_groups(self) -> Groups:
        with self._lock:
            if self._groups is None:
                self._groups = find_groups()
            return self._groups


def _remove(directory: Path) -> None:
    """Remove all of it: also what is deeper than Python can call, or closed to its own user."""
    for preparation in ((), ("/usr/bin/chmod", "-R", "u+rwX")):
        if preparation:
            subprocess.run((*preparation, "--", directory), capture_output=True)
        subprocess.run(("/usr/bin/rm", "-rf", "--", directory), capture_output=True)
        if not os.path.lexists(directory):
            return


class _Loose(Confined):
    """Processes that nothing holds together but descent, a session and, perhaps, a cgroup."""

    def kill(self) -> None:
        """End what descends from the first."""
        _kill(processes.descendants(self.process.pid))
        super().kill()

    def end(self) -> None:
        """End what is left of its session, too. Its number is not given to another so soon."""
        super().end()
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while alive := list(processes.of_session(self.process.pid)):
            _kill(alive)
            if time.monotonic() > deadline:
                raise MachineError(f"processes {alive} cannot be ended")
            time.sleep(0.001)


def _kill(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _refuse(run: Run) -> None:
    """What it cannot even pretend."""
    image = run.image
    if image.kind is not ImageKind.HOST:
        raise OperatorError(
            f"image {image.name}: a plain process cannot be in one of kind {image.kind.value}",
            fix="do without --unsafe",
        )


def _placed(run: Run, root: str) -> Run:
    """The run with all its places where they really are."""
    moved = replace(
        run.image,
        path=tuple(_moved(path, run.image) for path in run.image.path),
        variables={name: _moved(value, run.image) for name, value in run.image.variables.items()},
    )
    command = tuple(_moved(word, run.image) for word in run.command)
    if run.root:
        return replace(run, command=command, image=moved)
    if places := (*run.trees, *run.collect):
        raise OperatorError(
            f"image {run.image.name}: a plain process cannot have files at {', '.join(places)}",
            fix='use a sandbox: neither --unsafe, nor backend = "process" in kriterion.toml',
        )
    return replace(
        run,
        command=command,
        image=moved,
        root=root,
        home=f"{root}/home/runner",
        working_directory=root,
    )


def _moved(text: str, image: Image) -> str:
    """A path of the image, where the directory that should be mounted there really is."""
    for place, directory in image.mounts.items():
        if Path(text).is_relative_to(place):
            return str(directory / Path(text).relative_to(place))
    return text


def _error(failure: NotStarted, run: Run, user: User) -> KriterionError:
    said = failure.complaint or "no reason"
    return explain(failure.complaint, run, uid=user.uid) or MachineError(
        f"a run could not be prepared: {said}"
    )
