"""The default sandbox: bubblewrap's namespaces, cgroups where available, seccomp."""

import stat
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

from kriterion.errors import MachineError, OperatorError, ResourceShortage
from kriterion.sandbox.backends.bubblewrap.launch import launch
from kriterion.sandbox.cgroups.available_groups import find_groups
from kriterion.sandbox.cgroups.run_group import Groups, RunGroup
from kriterion.sandbox.execution.conversation import NotStarted
from kriterion.sandbox.execution.listener import can_listen
from kriterion.sandbox.execution.network import check_network, connect_network
from kriterion.sandbox.execution.relaxations import choose_filter, describe_confinement
from kriterion.sandbox.execution.results import Results
from kriterion.sandbox.execution.session_process import open_session
from kriterion.sandbox.execution.start_diagnosis import (
    diagnose,
    examine_machine,
    explain,
    is_shortage,
)
from kriterion.sandbox.execution.started_run import StartedRun, run_to_end
from kriterion.sandbox.execution.wiring import Wiring
from kriterion.sandbox.host_programs import find_program
from kriterion.sandbox.image import HOST, ImageKind
from kriterion.sandbox.run import (
    MIB,
    Ending,
    Limits,
    Outcome,
    Probe,
    Run,
    RunCancelled,
    discard_output,
)
from kriterion.sandbox.session import REQUESTS, Session
from kriterion.sandbox.users.available_users import DEFAULT_UIDS, AvailableUsers, Users
from kriterion.sandbox.users.uids import UidRange
from kriterion.sandbox.users.user import RunUser
from kriterion_tools.errors import KriterionError

_BACKEND = "bubblewrap"
_ENFORCED = {
    "wall time": "clock",
    "output": "counted while written",
}


class Bubblewrap:
    """Runs commands in bubblewrap, each as a user of its own where possible.

    `uids` are the uids for runs when we are root. `users` supplies the users of runs, `groups`
    limits and measures process trees; the default is the best available here.
    """

    backend = _BACKEND

    def __init__(
        self,
        *,
        uids: UidRange = DEFAULT_UIDS,
        users: Users | None = None,
        groups: Groups | None = None,
    ) -> None:
        self._users = (
            AvailableUsers(uids) if users is None else AvailableUsers(find=lambda _: users)
        )
        self._groups = groups
        self._lock = threading.Lock()

    def make_root(self) -> str:
        """Return "": runs have a file system of their own."""
        return ""

    def probe(self) -> Probe:
        """Run something harmless, and something that exceeds its memory. Never raises."""
        try:
            enforced = self._try_out()
        except OperatorError as error:
            return Probe(backend=self.backend, fault=error.what, fix=error.fix)
        except KriterionError as error:
            return Probe(backend=self.backend, fault=str(error))
        advice = filter(None, (self._find_groups().advice, self._users.find().advice))
        return Probe(backend=self.backend, enforced=enforced, fix="\n".join(advice))

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
            enforced=lambda: self._list_enforced_limits(run, self._users.find()),
        )

    def open(self, run: Run, *, requests: int = REQUESTS) -> Session:
        """Start a tool that stays. Raises as `run` does."""
        return open_session(self._start_with_open_input, run, requests)

    @contextmanager
    def _start(
        self, run: Run, cancelled: threading.Event, *, more_input: bool = False
    ) -> Iterator[StartedRun]:
        """Start a run up to its command; leaving the context ends and removes everything."""
        _refuse(run)
        if cancelled.is_set():
            raise RunCancelled
        groups = self._find_groups()
        has_listener = not more_input and _can_listen(run)
        filter_ = choose_filter(run.image, further=groups.rules, has_listener=has_listener)
        users = self._users.find()
        with (
            users.lease(None if more_input else run.submitter, cancelled) as user,
            closing(groups.open(run.limits)) as group,
            closing(Wiring(run, user=user, filter_=filter_, more_input=more_input)) as wiring,
            closing(Results(run)) as results,
        ):
            try:
                with launch(
                    run,
                    wiring,
                    group,
                    bubblewrap=_build_command(user),
                    user_limits=user.limits,
                    rlimit_memory=groups.rlimit_memory,
                    has_listener=has_listener,
                    meanwhile=partial(_prepare, run, user, group, results),
                    cancelled=cancelled,
                ) as confined:
                    yield StartedRun(
                        confined=confined,
                        wiring=wiring,
                        group=group,
                        results=results,
                        enforced=self._list_enforced_limits(run, users, has_listener=has_listener),
                    )
            except NotStarted as failure:
                raise _diagnose_failure(failure, run, user, group) from failure

    def _start_with_open_input(self, run: Run) -> AbstractContextManager[StartedRun]:
        return self._start(run, threading.Event(), more_input=True)

    def _list_enforced_limits(
        self, run: Run, users: Users, *, has_listener: bool = False
    ) -> Mapping[str, str]:
        return {
            **self._find_groups().enforced,
            **_ENFORCED,
            **describe_confinement(run, has_listener=has_listener),
            "other runs": users.separation,
        }

    def _find_groups(self) -> Groups:
        with self._lock:
            if self._groups is None:
                self._groups = find_groups()
            return self._groups

    def _try_out(self) -> Mapping[str, str]:
        outcome = self.run(Run(command=("/bin/true",), image=HOST))
        if outcome.exit_status != 0:
            error_output = outcome.stderr.decode(errors="replace").strip()
            raise MachineError(
                f"/bin/true ended with {outcome.exit_status} in a sandbox: {error_output}"
            )
        if outcome.enforced["memory"].startswith("cgroup"):
            self._take_too_much_memory()
        return outcome.enforced

    def _take_too_much_memory(self) -> None:
        fill = ("/usr/bin/head", "-c", str(64 * MIB), "/dev/zero")
        outcome = self.run(
            Run(
                command=("/bin/sh", "-c", 'exec "$@" >/tmp/zeros', "sh", *fill),
                image=HOST,
                limits=Limits(memory_bytes=24 * MIB),
            )
        )
        if outcome.ending is not Ending.MEMORY_LIMIT:
            raise OperatorError(
                "the memory limit of a run is set on its cgroup, but not enforced",
                fix="boot with the memory controller: cgroup_enable=memory on the kernel's"
                " command line",
            )


def _build_command(user: RunUser) -> tuple[str, ...]:
    """Return the command prefix that starts bubblewrap: never as root, who could escape."""
    bubblewrap = find_program("bwrap")
    if bubblewrap is None:
        raise diagnose("", examine_machine())
    return (*user.command, bubblewrap)


@contextmanager
def _prepare(
    run: Run, user: RunUser, group: RunGroup, results: Results, pid: int
) -> Iterator[None]:
    """Set up what a run needs while its shell, `pid`, waits; undo it at the end."""
    results.hold(pid)
    with ExitStack() as stack:
        if run.network:
            stack.enter_context(connect_network(pid, group=group, as_user=user.command))
        yield


def _diagnose_failure(
    failure: NotStarted, run: Run, user: RunUser, group: RunGroup
) -> KriterionError:
    """Decide whose fault it is that a run did not start."""
    if group.has_exceeded_memory():
        return OperatorError(
            f"image {run.image.name}: what the run starts with does not fit into its memory"
            f" limit of {run.limits.memory_bytes:,} bytes",
            fix="raise the memory limit of the exercise",
        )
    if is_shortage(failure.complaint):
        return ResourceShortage(f"the machine has no room for a run: {failure.complaint}")
    about_run = explain(failure.complaint, run, uid=user.uid)
    if about_run is not None:
        return about_run
    if failure.confined:
        return MachineError(f"a run could not be prepared: {failure.complaint or 'no reason'}")
    return diagnose(failure.complaint, examine_machine())


def _can_listen(run: Run) -> bool:
    """Whether the run's system calls can be observed, to name programs that make forbidden ones.

    A set-user-id bubblewrap needs new privileges, which listening removes unless we are root.
    """
    program = find_program("bwrap")
    if program is None or run.image.foreign_architectures:
        return False
    return can_listen(no_new_privs=not Path(program).stat().st_mode & stat.S_ISUID)


def _refuse(run: Run) -> None:
    """Refuse a run rather than confine it less than requested."""
    name = run.image.name
    if run.image.kind is ImageKind.ENGINE:
        raise OperatorError(
            f"image {name}: is for a container engine, and bubblewrap runs none",
            fix=f'map it in kriterion.toml: [images."{name}"] kind = "host" or kind = "rootfs"',
        )
    if run.image.kind is ImageKind.ROOTFS and run.image.directory is None:
        raise OperatorError(
            f"image {name}: is a root file system without a directory",
            fix=f'add in kriterion.toml to [images."{name}"]: directory = "/path/to/tree"',
        )
    if run.network:
        check_network()
    texts = (*run.command, *run.variables.values(), *run.image.variables.values())
    if any("\0" in text for text in texts):
        raise OperatorError(
            f"image {name}: its command or variables hold a NUL character",
            fix="remove it from kriterion.toml",
        )
