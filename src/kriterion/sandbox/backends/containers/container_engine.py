"""A sandbox of containers: podman or docker runs the image that a tool names."""

import os
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace

from kriterion.errors import EngineUnavailable, MachineError, OperatorError
from kriterion.sandbox import host_files
from kriterion.sandbox.backends.containers.container import Container, ask
from kriterion.sandbox.backends.containers.container_group import find_container_group
from kriterion.sandbox.backends.containers.engine_command import (
    DIALECTS,
    LABEL,
    EngineName,
    make_engine_command,
)
from kriterion.sandbox.backends.containers.engine_diagnosis import diagnose_engine, explain_engine
from kriterion.sandbox.backends.containers.engine_filter import filter_profile
from kriterion.sandbox.backends.containers.engine_stub import OURS, pad_archives, write_stub
from kriterion.sandbox.cgroups.cgroup_files import is_leftover, make_name
from kriterion.sandbox.cgroups.run_processes import count_filters
from kriterion.sandbox.directory_tree import make_tree
from kriterion.sandbox.execution.clocks import Clocks
from kriterion.sandbox.execution.conversation import NotStarted
from kriterion.sandbox.execution.listener import can_listen
from kriterion.sandbox.execution.memory_file import open_named_file
from kriterion.sandbox.execution.relaxations import FILTERED, choose_filter, describe_confinement
from kriterion.sandbox.execution.results import Results
from kriterion.sandbox.execution.run_conclusion import (
    NOTHING,
    conclude,
    conclude_not_started,
    find_filter_kills,
)
from kriterion.sandbox.host_programs import find_program
from kriterion.sandbox.run import Ending, Outcome, Probe, Run, RunCancelled, discard_output
from kriterion.sandbox.run_output import Output
from kriterion.sandbox.users.available_users import DEFAULT_UIDS, LeasedUids, SharedUid, Users
from kriterion.sandbox.users.uids import UidRange
from kriterion.sandbox.users.user import RunUser
from kriterion_tools.errors import KriterionError

_ENFORCED = {
    "wall time": "clock",
    "output": "counted while written",
}
_KILLED = 137
_OURS_AND_THE_ENGINES = 2  # filters


class _NotInherited(Exception):
    """The container's processes are not children of the command that started it."""


class ContainerEngine:
    """Runs commands in containers, using the command of one engine.

    `name` is the engine; by default, the first one installed. `uids` are those of runs in root's
    own podman. Otherwise all containers share a user, so runs for different people do not overlap.
    """

    def __init__(self, name: EngineName | None = None, *, uids: UidRange = DEFAULT_UIDS) -> None:
        self._wanted = (name,) if name else tuple(EngineName)
        self._own_uids = LeasedUids(uids)
        self._shared_uid = SharedUid("")
        self._lock = threading.Lock()
        self._swept = False
        self._inherits = (
            True  # whether filters around the engine's command reach the container, as far as known
        )

    @property
    def backend(self) -> str:
        """The name of the engine."""
        return self._find_engine()[0].value

    def probe(self) -> Probe:
        """Ask the engine for its version. Only a run in an image shows what it enforces."""
        try:
            name, engine = self._find_engine()
            try:
                ask(engine, "version")
            except NotStarted as failure:
                raise diagnose_engine(failure.complaint, name.value) from failure
        except OperatorError as error:
            return Probe(backend="engine", fault=error.what, fix=error.fix)
        except KriterionError as error:
            return Probe(backend="engine", fault=str(error))
        return Probe(backend=name.value)

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = discard_output,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Run to the end. Raises as every Sandbox does, and whatever `receive` raises."""
        name, engine = self._find_engine()
        _refuse_unenforceable(run, name)
        try:
            self._remove_leftovers(engine)
            return self._execute_listening(
                run, name, engine, receive, cancelled or threading.Event()
            )
        except RunCancelled:
            return conclude_not_started(backend=name.value, enforced=_ENFORCED)
        except NotStarted as failure:
            raise explain_engine(failure.complaint, name.value, run) from failure

    def _execute_listening(
        self,
        run: Run,
        name: EngineName,
        engine: str,
        receive: Callable[[bytes], None],
        cancelled: threading.Event,
    ) -> Outcome:
        """Run with a listener around the engine's command, if the container inherits it.

        Raises OperatorError if that is impossible and its image needs one.
        """
        if self._inherits and name is EngineName.PODMAN and can_listen(no_new_privs=False):
            try:
                return self._execute(run, name, engine, receive, cancelled, has_listener=True)
            except _NotInherited:  # a service runs the containers
                self._inherits = False
        if run.image.foreign_architectures:
            raise OperatorError(
                f"image {run.image.name}: foreign_architectures needs a system-call filter"
                f" around the engine, which only podman run by root has; here it is {name.value}",
                fix='unpack the image, and set kind = "rootfs" with its directory\n'
                "or remove foreign_architectures from it in kriterion.toml",
            )
        return self._execute(run, name, engine, receive, cancelled, has_listener=False)

    def _execute(
        self,
        run: Run,
        name: EngineName,
        engine: str,
        receive: Callable[[bytes], None],
        cancelled: threading.Event,
        *,
        has_listener: bool,
    ) -> Outcome:
        output = Output(run.limits.output_bytes, receive)
        users = self._choose_users(name)
        with (
            users.lease(run.submitter, cancelled) as user,
            closing(Results(run)) as results,
            _open_container(run, name, engine, output, has_listener, user) as (container, pieces),
        ):
            container.wait_for_shell(cancelled)
            _hold_results(results, container, run, name)
            group = find_container_group(
                container.pid,
                engine=name.value,
                memory_bytes=run.limits.memory_bytes,
                processes=run.limits.processes + OURS,
            )
            filters = count_filters(container.pid)
            if has_listener and filters < _OURS_AND_THE_ENGINES:
                raise _NotInherited
            container.prepare(pieces, cancelled)
            clocks = Clocks(group.group, run.limits, container.pid)
            container.start_command()
            ended_for = _watch_container(container, output, clocks, cancelled)
            clocks.stop()
            if ended_for is None and container.has_lost_shell:
                ended_for = _explain_loss(container, name)
            outcome = conclude(
                ended_for=ended_for,
                exit_status=container.exit_status,
                limits=run.limits,
                clocks=clocks,
                group=group.group,
                output=output,
                backend=name.value,
                enforced={
                    **group.enforced,
                    **_ENFORCED,
                    "other runs": users.separation,
                    **describe_confinement(run, has_listener=has_listener),
                    **({} if filters else dict.fromkeys(FILTERED, NOTHING)),
                },
            )
            container.end()
            return replace(
                outcome,
                files=results.collect(),
                image_digest=container.image_digest,
                findings=(*outcome.findings, *find_filter_kills(outcome, container.findings)),
            )

    def _choose_users(self, name: EngineName) -> Users:
        """Return the users for runs.

        Only podman run by root keeps the uids of a container unmapped, so runs can differ in them.
        """
        has_own = name is EngineName.PODMAN and os.geteuid() == 0
        return self._own_uids if has_own else self._shared_uid

    def _find_engine(self) -> tuple[EngineName, str]:
        """Return the engine and its program. Raises EngineUnavailable."""
        for name in self._wanted:
            program = find_program(name.value)
            if program is not None:
                return name, program
        names = " or ".join(self._wanted)
        raise EngineUnavailable(
            f"an image is for a container engine, and there is no {names}",
            fix=f"sudo apt-get install {self._wanted[0].value}\n"
            'or map the image in kriterion.toml: kind = "host" or kind = "rootfs"',
        )

    def _remove_leftovers(self, engine: str) -> None:
        """Remove containers that dead Kriterion processes left, once."""
        with self._lock:
            if self._swept:
                return
            listed = ask(
                engine, "ps", "--all", "--filter", f"label={LABEL}", "--format", "{{.Names}}"
            )
            for name in filter(is_leftover, listed.split()):
                with suppress(NotStarted):  # already gone
                    ask(engine, "rm", "--force", name)
            self._swept = True


@contextmanager
def _open_container(
    run: Run, name: EngineName, engine: str, output: Output, has_listener: bool, user: RunUser
) -> Iterator[tuple[Container, tuple[bytes, ...]]]:
    """Yield a container that waits for its files, and those files for its shell."""
    word, container_name = secrets.token_hex(16), make_name()
    letterbox = f"/tmp/{word}"  # noqa: S108 - a path inside
    trees = {**run.trees, letterbox: make_tree({"stdin": run.stdin})}
    archives = {place: tree.archive for place, tree in trees.items() if tree.archive}
    shell = write_stub(
        word=word,
        limits=run.limits,
        archives={place: len(archive) for place, archive in archives.items()},
        directories=(run.home, *run.trees),
        letterbox=letterbox,
        working_directory=run.working_directory,
        path=run.image.path,
    )
    filter_ = choose_filter(run.image, has_listener=has_listener)
    with open_named_file(filter_profile(filter_=filter_)) as profile:
        command = make_engine_command(
            run,
            engine=engine,
            dialect=DIALECTS[name],
            name=container_name,
            shell=shell,
            profile=profile,
            uid=user.owner or host_files.UID,
        )
        with closing(
            Container(
                command,
                engine=engine,
                name=container_name,
                word=word,
                output=output,
                has_listener=filter_ if has_listener else None,
            )
        ) as container:
            yield container, tuple(pad_archives(archives.values()))


def _hold_results(results: Results, container: Container, run: Run, name: EngineName) -> None:
    try:
        results.hold(container.pid)
    except MachineError as error:
        raise OperatorError(
            f"image {run.image.name}: this user may not read what containers of {name.value} leave",
            fix='use podman as this user: [sandbox] engine = "podman" in kriterion.toml',
        ) from error


def _watch_container(
    container: Container, output: Output, clocks: Clocks, cancelled: threading.Event
) -> Ending | None:
    """Watch a run to its end; return why we must end it, None if it ended by itself."""
    while not container.is_over:
        container.pass_on(clocks.seconds_until_tick())
        if output.full:
            return Ending.OUTPUT_LIMIT
        if cancelled.is_set():
            return Ending.CANCELLED
        ending = clocks.tick()
        if ending is not None:
            return ending
    container.pass_on(0)  # output of a client that has exited
    return Ending.OUTPUT_LIMIT if output.full else None


def _explain_loss(container: Container, name: EngineName) -> Ending:
    """Return why a shell ended without reporting on its command. Raises MachineError.

    It is the first process of a pid namespace: nothing inside can kill it. Only the kernel can,
    when memory is so full that killing everything else is not enough.
    """
    exit_status, _ = container.process.wait()
    if exit_status == _KILLED:
        return Ending.MEMORY_LIMIT
    raise MachineError(f"{name.value} lost a container, and ended with {exit_status}")


def _refuse_unenforceable(run: Run, name: EngineName) -> None:
    """Refuse a run rather than confine it less than requested."""
    if run.network and not DIALECTS[name].network:
        raise OperatorError(
            f"image {run.image.name}: the run requests the network, but that of {name.value}"
            " reaches this machine's services",
            fix='use podman: [sandbox] engine = "podman" in kriterion.toml\n'
            "or remove network_enabled from the exercise's evaluation",
        )
