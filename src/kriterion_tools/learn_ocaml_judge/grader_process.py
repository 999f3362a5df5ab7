"""Run the grader as a process behind the fence, which reports on a private channel."""

# Imports here delay the start of the grader. Everything else is imported where it is used, while
# the grader works.
from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` imports `enum`, which takes 3 ms
import os
import time
from select import POLLIN, poll, select

from kriterion_tools.fence.allowed_environment import allowed_environment
from kriterion_tools.fence.fence import DEVICES, SYSTEM, Fence, enter
from kriterion_tools.fence.limits import FenceLimits
from kriterion_tools.fence.user_processes import kill_descendants, list_lineage
from kriterion_tools.learn_ocaml_judge.bundle import write_bundle

TYPE_CHECKING = False  # `typing` takes as long to import as everything else here
if TYPE_CHECKING:
    from typing import NoReturn, Self

    from kriterion_tools.learn_ocaml_judge.grader_configuration import GraderConfiguration
    from kriterion_tools.learn_ocaml_judge.grader_messages import GraderResult

PROGRAM = "grader"

_CHANNEL = 3
_MAXIMUM_CHANNEL_BYTES = 8 << 20  # a report of the public corpora has at most 84 kB
_MAXIMUM_STDERR_BYTES = 1 << 16
_RESERVE_BYTES = 64 << 20  # of memory, for the judge and for the grader's memory outside its heap
_FILE_BYTES = 64 << 20
# The kernel's limit on CPU time stops a grader whose judge has died. It counts whole ticks, which
# on a busy machine may exceed the time used by a seventh or more. So it is twice the time limit:
# otherwise a timeout could look like a crash.
_CPU_FACTOR = 2
_OPEN_FILES = 64
_NOT_STARTED = 125
_CANNOT_START = "the grader cannot be started"
_START_ERROR = "the grader could not be started"
_USAGE = b"--channel"  # in the program's usage message, when it is called without arguments
_TRIAL_SECONDS = 10.0
_HIDDEN = ("/proc", "/sys")  # would reveal the judge and its descriptors
_EXIT_SECONDS = 5.0  # between its last message and its end
_FIRST_PAUSE_SECONDS, _PAUSE_SECONDS = (
    0.0001,
    0.001,
)  # the grader exits right after it closes its channel


class Grader:
    """A running grader; a context manager that leaves no process or file behind."""

    def __init__(self, configuration: GraderConfiguration) -> None:
        """Start the grader with a configuration. Raises MachineFailure."""
        self._program = _find_program(PROGRAM)
        command = (
            self._program,
            *("--name", configuration.file_name),
            *("--channel", str(_CHANNEL)),
            *("--seed", str(configuration.seed)),
            *("--call-seconds", f"{configuration.call_seconds:g}"),
            *("--memory-bytes", str(_get_heap_bytes(configuration))),
            *_list_process_options(configuration),
        )
        self._seconds = configuration.time_seconds
        self._began = time.monotonic()
        self._nonce = os.urandom(16).hex()
        self._scratch = f"{os.environ.get('TMPDIR', '/tmp')}/grader-{os.urandom(8).hex()}"  # noqa: S108
        os.mkdir(self._scratch, 0o700)
        self._exit_status: int | None = None
        try:
            self._channel, channel = os.pipe()
            self._stderr, stderr = os.pipe()
            self._start_error, start_error = os.pipe()
            bundle = write_bundle(configuration, self._nonce)
            self._pid = os.fork()
        except OSError:
            from kriterion_tools.contracts.dodona_judge.machine_failure import machine_may_fail

            with machine_may_fail(_CANNOT_START):
                raise
        if self._pid == 0:
            _become_grader(
                command, configuration, (bundle, stderr, channel, start_error), self._scratch
            )
        for descriptor in (bundle, stderr, channel, start_error):
            os.close(descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def wait(self) -> GraderResult:
        """Collect the grader's reports until it ends or its time is up. Raises MachineFailure."""
        from kriterion_tools.fence.clock import Clock
        from kriterion_tools.learn_ocaml_judge.grader_messages import GraderResult, read_messages

        clock = Clock(os.getpid())
        until = clock.after(self._seconds - (time.monotonic() - self._began))
        lines, stderr = bytearray(), bytearray()
        sources = {
            self._channel: (lines, _MAXIMUM_CHANNEL_BYTES),
            self._stderr: (stderr, _MAXIMUM_STDERR_BYTES),
        }
        waiting = poll()
        for descriptor in sources:
            waiting.register(descriptor, POLLIN)
        with clock.count_idle_time():
            while (
                sources and clock.seconds_left(until) > 0 and len(lines) <= _MAXIMUM_CHANNEL_BYTES
            ):
                ready = waiting.poll(clock.seconds_until_update(until) * 1000)
                for descriptor, _ in ready:
                    if not _read_available(descriptor, *sources[descriptor]):
                        waiting.unregister(descriptor)
                        del sources[descriptor]
                clock.update(until, quiet=not ready)
        self._raise_start_error()
        timed_out = bool(sources) and clock.seconds_left(until) <= 0
        known = GraderResult(
            timed_out=timed_out,
            exit_status=self._stop(0.0 if sources else _EXIT_SECONDS),
            stderr=stderr.decode(errors="replace"),
        )
        outcome = read_messages(bytes(lines), known, nonce=self._nonce)
        if outcome.has_ended or outcome.timed_out:
            return outcome
        return outcome._replace(unusable=self._find_machine_fault(outcome))

    def _find_machine_fault(self, outcome: GraderResult) -> str:
        """Return why the grader cannot work here, unless the student's code ended it."""
        if outcome.exit_status == _NOT_STARTED and outcome.stderr.startswith(_START_ERROR):
            return outcome.stderr
        return try_program(self._program)

    def _raise_start_error(self) -> None:
        """Raise MachineFailure if the machine prevented the grader from starting.

        Only this judge's own code can write to the pipe: it closes when the grader starts.
        """
        if not select([self._start_error], [], [], 0)[0]:
            return
        if number := os.read(self._start_error, 16):
            from kriterion_tools.contracts.dodona_judge import machine_failure

            error = OSError(int(number), os.strerror(int(number)))
            if machine_failure.is_machine_failure(error):
                raise machine_failure.MachineFailure(f"{_CANNOT_START}: {error}")

    def _stop(self, patience_seconds: float = 0.0) -> int:
        """Kill the grader and its descendants, and return its exit status."""
        if self._exit_status is None:
            self._exit_status = _wait_or_kill(self._pid, patience_seconds)
            os.close(self._channel)
            os.close(self._stderr)
            os.close(self._start_error)
            _remove_directory(self._scratch)
        return self._exit_status


def _become_grader(
    command: tuple[str, ...],
    configuration: GraderConfiguration,
    descriptors: tuple[int, int, int, int],
    scratch: str,
) -> NoReturn:
    """Turn this new process into the grader, behind the fence. Never returns."""
    try:
        bundle, stderr, channel, fault = descriptors
        judge_processes = list_lineage(os.getppid())
        os.setsid()
        for descriptor, wanted in ((bundle, 0), (stderr, 1), (stderr, 2), (channel, _CHANNEL)):
            os.dup2(descriptor, wanted)
        os.closerange(_CHANNEL + 1, fault)
        os.closerange(fault + 1, 1 << 20)
        os.set_inheritable(_CHANNEL, True)
        os.chdir(scratch)
        enter(
            Fence(
                read=(
                    *(place for place in SYSTEM if place not in _HIDDEN),
                    os.path.dirname(command[0]),
                ),
                write=(*DEVICES, scratch),
                protected=judge_processes,
                limits=FenceLimits(
                    memory_bytes=_get_heap_bytes(configuration) + _RESERVE_BYTES,
                    cpu_seconds=_CPU_FACTOR * int(configuration.time_seconds + 1),
                    file_bytes=_FILE_BYTES,
                    open_files=_OPEN_FILES,
                ),
            )
        )
        _signal.signal(_signal.SIGPIPE, _signal.SIG_DFL)
        os.execve(command[0], command, {**allowed_environment(os.environ), "TMPDIR": scratch})  # noqa: S606
    except BaseException as error:  # this process must not return to the caller
        if isinstance(error, OSError):
            os.write(descriptors[-1], b"%d" % (error.errno or 0))
        os.write(2, f"{_START_ERROR}: {error}".encode())
    finally:
        os._exit(_NOT_STARTED)


def _list_process_options(configuration: GraderConfiguration) -> tuple[str, ...]:
    """Return options that say how the exercise is graded, so that the grader need not find out."""
    shared = configuration.shared_state
    state = () if shared is None else ("--shared-state", shared)
    if configuration.processes == "together":
        reason = configuration.together or "the exercise's own solution is graded this way"
        return ("--together", reason, *state)
    return ("--separate", *state) if configuration.processes == "separate" else ()


def _get_heap_bytes(configuration: GraderConfiguration) -> int:
    """Return the limit of the grader's heap, below the run's: so the grader can report who reached
    it.
    """
    return max(configuration.memory_bytes - 2 * _RESERVE_BYTES, _RESERVE_BYTES)


def _find_program(program: str) -> str:
    """Return the path of a program on this image's PATH."""
    for directory in os.environ.get("PATH", "").split(":"):
        path = f"{directory}/{program}"
        if os.access(path, os.X_OK):
            return path
    raise SystemExit(f"{program} is not on the PATH: use an image that contains it")


def try_program(program: str) -> str:
    """Return why the program cannot run on this machine, or "". Raises MachineFailure.

    The program uses the image's C library, which may be too old. Without arguments it prints its
    usage and reads nothing.
    """
    import subprocess  # 10 ms, only after a failure

    from kriterion_tools.contracts.dodona_judge.machine_failure import machine_may_fail

    try:
        with machine_may_fail("the grader cannot be tried"):
            completed = subprocess.run(
                (program,),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_TRIAL_SECONDS,
                check=False,
            )
    except subprocess.TimeoutExpired:
        return ""  # it was slow, not broken
    except OSError as error:
        return f"{program} cannot be run in this image: {error.strerror}"
    if _USAGE in completed.stderr:
        return ""
    output = (
        completed.stderr.decode(errors="replace").strip() or f"exit status {completed.returncode}"
    )
    return f"{program} cannot be run in this image, maybe because of its C library: {output}"


def _read_available(descriptor: int, collected: bytearray, limit: int) -> bool:
    """Append what can be read now; return False at the end of input.

    Collect at most `limit` bytes, and one more to show that there were more.
    """
    read = os.read(descriptor, 1 << 16)
    collected += read[: max(limit + 1 - len(collected), 0)]
    return bool(read)


def _remove_directory(scratch: str) -> None:
    try:
        os.rmdir(scratch)
    except OSError:
        import shutil  # takes 4 ms, and most gradings do not need it

        shutil.rmtree(scratch, ignore_errors=True)


def _wait_or_kill(pid: int, patience_seconds: float) -> int:
    """Wait for the process, kill it if it takes too long, and kill all its descendants."""
    deadline = time.monotonic() + patience_seconds
    pause_seconds = _FIRST_PAUSE_SECONDS
    ended, status = os.waitpid(pid, os.WNOHANG)
    while not ended and time.monotonic() < deadline:
        time.sleep(pause_seconds)
        pause_seconds = min(2 * pause_seconds, _PAUSE_SECONDS)
        ended, status = os.waitpid(pid, os.WNOHANG)
    if not ended:
        os.kill(pid, _signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    while True:  # the judge's remaining descendants are the grader's orphans
        kill_descendants(os.getpid())
        try:
            os.wait()
        except ChildProcessError:
            return os.waitstatus_to_exitcode(status)
