"""No sandbox: a plain process with some limits, for those who ask for exactly that.

It may read, write and reach whatever its user may. It is never chosen automatically.
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager

from kriterion.errors import MachineError, OperatorError
from kriterion.sandbox.backends.process.process_tree import ProcessTree
from kriterion.sandbox.backends.process.relocated_run import relocate
from kriterion.sandbox.backends.process.run_directory import make_root, run_directory
from kriterion.sandbox.cgroups.available_groups import find_groups
from kriterion.sandbox.cgroups.run_group import Groups, RunGroup
from kriterion.sandbox.execution.conversation import Conversation, NotStarted, RunProcesses
from kriterion.sandbox.execution.pidfd_process import start
from kriterion.sandbox.execution.results import Results
from kriterion.sandbox.execution.run_environment import build_environment
from kriterion.sandbox.execution.session_process import open_session
from kriterion.sandbox.execution.shell_script import GO, READY, STARTED, render_stub
from kriterion.sandbox.execution.start_diagnosis import explain
from kriterion.sandbox.execution.started_run import StartedRun, run_to_end
from kriterion.sandbox.execution.wiring import SECCOMP, Wiring
from kriterion.sandbox.image import HOST, ImageKind
from kriterion.sandbox.run import Outcome, Probe, Run, RunCancelled, discard_output
from kriterion.sandbox.session import REQUESTS, Session
from kriterion.sandbox.users.available_users import DEFAULT_UIDS, LeasedUids, SharedUid, Users
from kriterion.sandbox.users.uids import UidRange, kill_processes
from kriterion.sandbox.users.user import RunUser
from kriterion_tools.errors import KriterionError

WARNING = (
    "warning: this run is NOT confined: it may read, change and send away all that its user may"
)

_BACKEND = "process"
_ENFORCED = {
    "wall time": "clock",
    "output": "counted while written",
    "files": "nothing",
    "network": "nothing",
    "system calls": "nothing",
}


class UnconfinedSandbox:
    """Runs commands as plain processes, each below a directory of its own.

    `warn` is called for every unconfined run. `uids` are those of runs if we are root; otherwise
    runs have our own.
    """

    backend = _BACKEND

    def __init__(
        self,
        *,
        warn: Callable[[str], None],
        uids: UidRange = DEFAULT_UIDS,
        groups: Groups | None = None,
    ) -> None:
        self._users: Users = LeasedUids(uids) if os.geteuid() == 0 else SharedUid("")
        self._warn = warn
        self._groups = groups
        self._lock = threading.Lock()

    def make_root(self) -> str:
        """Return the root of the next run, which has no file system of its own."""
        return make_root()

    def probe(self) -> Probe:
        """Run something harmless. Never raises."""
        try:
            outcome = self.run(Run(command=("/bin/true",), image=HOST))
        except KriterionError as error:
            fix = error.fix if isinstance(error, OperatorError) else ""
            return Probe(backend=self.backend, fault=str(error), fix=fix)
        return Probe(backend=self.backend, enforced=outcome.enforced, fix="leave out --unsafe")

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = discard_output,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Run to the end. Raises as every Sandbox does, and whatever `receive` raises."""
        return run_to_end(
            run,
            self._start,
            receive=receive,
            cancelled=cancelled,
            backend=self.backend,
            enforced=self._list_enforced_limits,
        )

    def open(self, run: Run, *, requests: int = REQUESTS) -> Session:
        return open_session(self._start_with_open_input, run, requests)

    @contextmanager
    def _start(
        self, run: Run, cancelled: threading.Event, *, more_input: bool = False
    ) -> Iterator[StartedRun]:
        """Start a run up to its command; leaving the context kills what can be found."""
        _refuse(run)
        self._warn(WARNING)
        groups = self._find_groups()
        run = relocate(run, self.make_root())
        if cancelled.is_set():
            raise RunCancelled
        with (
            self._users.lease(None if more_input else run.submitter, cancelled) as user,
            run_directory(run, user),
            _kill_leftovers(user),
            closing(groups.open(run.limits)) as group,
            closing(Wiring(run, user=user, more_input=more_input)) as wiring,
            closing(Results(run)) as results,
        ):
            results.hold(os.getpid())
            try:
                with self._launch(run, user, wiring, group, cancelled) as tree:
                    yield StartedRun(
                        confined=tree,
                        wiring=wiring,
                        group=group,
                        results=results,
                        enforced=self._list_enforced_limits(),
                    )
            except NotStarted as failure:
                raise _diagnose_failure(failure, run, user) from failure

    def _start_with_open_input(self, run: Run) -> AbstractContextManager[StartedRun]:
        return self._start(run, threading.Event(), more_input=True)

    @contextmanager
    def _launch(
        self, run: Run, user: RunUser, wiring: Wiring, group: RunGroup, cancelled: threading.Event
    ) -> Iterator[RunProcesses]:
        """Start the processes of a run up to its command; kill them when the context ends."""
        shell = render_stub(
            limits=run.limits,
            trees=wiring.trees,
            working_directory=run.working_directory,
            rlimit_memory=self._find_groups().rlimit_memory,
            rlimit_processes=False,
        )
        variables = (f"{name}={value}" for name, value in build_environment(run).items())
        command = (
            *user.command,
            *("/usr/bin/env", "--ignore-environment", *variables),
            *("/bin/sh", "-c", shell, "sh", *run.command),
        )
        given = {number: ours for number, ours in wiring.given.items() if number < SECCOMP}
        tree = ProcessTree(start(command, given))
        try:
            wiring.close_given()
            talk = Conversation(wiring, cancelled)
            talk.wait_for(READY)
            tree.set_init(talk.speaker)
            group.attach(talk.speaker)
            talk.send(GO)
            talk.wait_for(STARTED)
            yield tree
        finally:
            tree.close()

    def _list_enforced_limits(self) -> Mapping[str, str]:
        enforced = {
            **self._find_groups().enforced,
            **_ENFORCED,
            "other runs": self._users.separation,
        }
        if enforced["processes"] == "rlimit":  # which counts all of a user's processes
            enforced["processes"] = "nothing"
        return enforced

    def _find_groups(self) -> Groups:
        with self._lock:
            if self._groups is None:
                self._groups = find_groups()
            return self._groups


@contextmanager
def _kill_leftovers(user: RunUser) -> Iterator[None]:
    """Kill processes that left their session and cgroup, if the user has this run only."""
    try:
        yield
    finally:
        if user.owner is not None and (left := kill_processes(user.owner)):
            raise MachineError(f"processes {left} cannot be ended")


def _refuse(run: Run) -> None:
    """Refuse an image of another kind than the host, which a plain process cannot imitate."""
    image = run.image
    if image.kind is not ImageKind.HOST:
        raise OperatorError(
            f"image {image.name}: a plain process has no image of kind {image.kind.value}",
            fix="leave out --unsafe",
        )


def _diagnose_failure(failure: NotStarted, run: Run, user: RunUser) -> KriterionError:
    said = failure.complaint or "no reason"
    return explain(failure.complaint, run, uid=user.uid) or MachineError(
        f"a run could not be prepared: {said}"
    )
