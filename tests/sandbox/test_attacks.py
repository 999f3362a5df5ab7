"""Attacks: how each ends, that it gains nothing, and that it leaves nothing behind.

They are made on every backend that confines, where this machine has it. A plain process confines
nothing, so nobody may attack from one: it is left out on purpose.
"""

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox import DEFAULT_UIDS
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.backends.containers.engine_command import EngineName
from kriterion.sandbox.cgroups.sampled_groups import SampledGroups
from kriterion.sandbox.directory_tree import make_tree
from kriterion.sandbox.findings import FindingKind
from kriterion.sandbox.image import HOST, Image
from kriterion.sandbox.registry import (
    Backend,
    BackendOptions,
    BackendSandbox,
    create_backend,
    is_confining,
)
from kriterion.sandbox.run import MIB, Ending, Limits, Outcome, Run
from tests.places import open_to_all
from tests.sandbox.conftest import find_processes
from tests.sandbox.engines import NAME, InContainers, engine_on_this_host
from tests.sandbox.foreign import make_i386_program
from tests.sandbox.ordinary import Ordinary

pytestmark = pytest.mark.machine

PROGRAMS = Path(__file__).with_name("fixtures") / "attacks"
LIMITS = Limits(
    cpu_seconds=1.0,
    wall_seconds=30.0,
    idle_seconds=1.0,
    memory_bytes=128 * MIB,
    processes=32,
    output_bytes=MIB,
    file_bytes=32 * MIB,
    scratch_bytes=24 * MIB,
)


class Executes(Protocol):
    def run(self, run: Run) -> Outcome: ...


@pytest.fixture(
    scope="module",
    params=[
        Backend.BUBBLEWRAP,
        *(
            pytest.param(name, marks=pytest.mark.long(reason="every attack on another backend"))
            for name in (
                *("sampled groups", "bubblewrap, an ordinary user"),
                *(name for name in Backend if is_confining(name) and name != Backend.BUBBLEWRAP),
                *EngineName,
            )
        ),
    ],
)
def backend(
    request: pytest.FixtureRequest,
    bubblewrap: Bubblewrap,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Executes]:
    """Every way in which untrusted programs are run on this machine."""
    if request.param in list(EngineName):
        with engine_on_this_host(EngineName(request.param), tmp_path_factory) as engine:
            yield InContainers(engine)
    elif request.param == Backend.BUBBLEWRAP:
        yield bubblewrap
    elif request.param in list(Backend):
        yield _skip_if_unusable(Backend(request.param))
    elif request.param == "sampled groups":
        yield Bubblewrap(groups=SampledGroups(""))
    elif os.geteuid() != 0:
        pytest.skip("we are an ordinary user anyway")
    else:
        with Ordinary() as ordinary:
            probe = ordinary.probe()
            if not probe.works:
                pytest.skip(f"an ordinary user has no sandbox here: {probe.fault}")
            yield ordinary


def _skip_if_unusable(backend: Backend) -> BackendSandbox:
    sandbox = create_backend(backend, BackendOptions(uids=DEFAULT_UIDS, warn=print))
    probe = sandbox.probe()
    if not probe.works:
        pytest.skip(f"NO {backend.upper()} ON THIS MACHINE: {probe.fault}\n{probe.fix}")
    return sandbox


# --- what is outside, and stays as it is

MARK = f"kriterion-attack-{uuid4().hex}"
_SETTINGS = (
    *("kernel/core_pattern", "kernel/hostname", "kernel/domainname", "kernel/sysrq"),
    *("vm/overcommit_memory", "vm/swappiness", "net/ipv4/ip_forward", "fs/suid_dumpable"),
)
_PLACES = (
    "/",
    "/dev",
    "/dev/shm",
    "/etc",
    "/home",
    "/mnt",
    "/run",
    "/tmp",
    "/usr",
    "/usr/bin",
    "/var",
)


def describe_host() -> dict[str, object]:
    """What an attack could have changed, and nothing else changes meanwhile."""
    settings = {name: _list_lines(f"/proc/sys/{name}") for name in _SETTINGS}
    found = [path for place in _PLACES for path in Path(place).iterdir()]
    return {
        **settings,
        "mounts": [line for line in _list_lines("/proc/self/mounts") if not _is_of_engine(line)],
        "programs": {
            place: Path(place).stat().st_mtime_ns for place in ("/etc/passwd", "/usr/bin")
        },
        "names": sorted(str(path) for path in found if path.name.startswith("kriterion-attack")),
        "keys": [line for line in _list_lines("/proc/keys") if "kriterion-attack" in line],
        "shared memory": sorted(_list_shared_memory()),
        "cgroups": sorted(_list_own_cgroups()),
        "children": sorted(_list_children()),
        "descriptors": sorted(path.name for path in Path("/proc/self/fd").iterdir()),
    }


def _list_shared_memory() -> Iterator[str]:
    """That of users who may be runs; a database beside makes some whenever it starts."""
    head, *segments = map(str.split, _list_lines("/proc/sysvipc/shm") or [""])
    for segment in segments:
        fields = dict(zip(head, segment, strict=False))
        maker = int(fields["cuid"])
        if maker >= 60_000 or maker == os.geteuid() != 0:
            yield f"{fields['key']} {fields['shmid']}"


def _is_of_engine(mount: str) -> bool:
    """Other tests may be running containers."""
    return "/containers/" in mount or "netns" in mount


def _list_lines(file: str) -> list[str]:
    return Path(file).read_text().splitlines() if Path(file).exists() else []


def _list_own_cgroups() -> Iterator[str]:
    own = re.compile(rf"kriterion-run-.*-{os.getpid()}-")
    for place, names, _ in os.walk("/sys/fs/cgroup"):  # which copes with what others remove
        yield from (f"{place}/{name}" for name in names if own.match(name))


def _list_children() -> list[str]:
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()


@pytest.fixture(autouse=True)
def assert_nothing_outside_changes() -> Iterator[None]:
    before, clocks = describe_host(), time.time() - time.monotonic()
    yield
    assert find_processes(MARK) == [], "something survived"
    assert describe_host() == before
    assert abs(time.time() - time.monotonic() - clocks) < 1, "the clock was set"


def attack(
    backend: Executes,
    program: str,
    name: str,
    *arguments: str,
    limits: Limits = LIMITS,
) -> Outcome:
    """Run an attack; the mark is found in the command line of whatever it starts."""
    command = ("/usr/bin/python3", f"/mnt/attack/{program}", name, *arguments)
    tree = make_tree({program: (PROGRAMS / program).read_bytes()})
    script = 'exec "$0" "$@"'
    return backend.run(
        Run(
            command=("/bin/sh", "-c", f"{script} # {MARK}", *command),
            image=HOST,
            trees={"/mnt/attack": tree},
            variables={"PYTHONDONTWRITEBYTECODE": MARK},
            limits=limits,
        )
    )


# --- taking more than there is


@dataclass(frozen=True, kw_only=True)
class Exhaustion:
    """How an attack may end. A bound that is only looked at now and then has more endings."""

    endings: tuple[Ending, ...]
    statuses: tuple[int | None, ...] = (None,)
    without_cgroups: tuple[Ending, ...] | None = None
    limits: dict[str, float] = field(default_factory=dict)
    limits_without_cgroups: dict[str, float] | None = None


OUT_OF_TIME = (Ending.CPU_LIMIT, Ending.WALL_LIMIT)
OUT_OF_MEMORY = (Ending.MEMORY_LIMIT,)
# An allocation may fail before anybody looks, and the program ends by itself.
REFUSED_MEMORY = (Ending.MEMORY_LIMIT, Ending.EXITED, Ending.SIGNALLED)
# Files in memory belong to no process: only their file systems bound them.
NOT_COUNTED = (Ending.MEMORY_LIMIT, Ending.EXITED, Ending.SIGNALLED, *OUT_OF_TIME)

# For what ends before, however slow the machine is.
PATIENT = {"cpu_seconds": 20.0}

EXHAUSTIONS = {
    "fork_bomb": Exhaustion(endings=OUT_OF_TIME),
    "memory_of_one": Exhaustion(
        endings=OUT_OF_MEMORY, without_cgroups=REFUSED_MEMORY, limits=PATIENT
    ),
    "memory_of_many": Exhaustion(endings=OUT_OF_MEMORY, limits=PATIENT),
    "shared_memory": Exhaustion(endings=OUT_OF_MEMORY, limits=PATIENT),
    "memory_files": Exhaustion(
        endings=OUT_OF_MEMORY, without_cgroups=REFUSED_MEMORY, limits=PATIENT
    ),
    "system_v_memory": Exhaustion(
        endings=OUT_OF_MEMORY, without_cgroups=REFUSED_MEMORY, limits=PATIENT
    ),
    "socket_buffers": Exhaustion(
        endings=OUT_OF_MEMORY,
        without_cgroups=NOT_COUNTED,
        limits={"open_files": 8192, "cpu_seconds": 6.0},
    ),
    "a_million_files": Exhaustion(
        endings=OUT_OF_MEMORY, without_cgroups=NOT_COUNTED, limits=PATIENT
    ),
    "endless_output": Exhaustion(endings=(Ending.OUTPUT_LIMIT,)),
    "sleep_for_ever": Exhaustion(endings=(Ending.WALL_LIMIT,)),
    "stop_oneself": Exhaustion(endings=(Ending.WALL_LIMIT,)),
    "ignore_every_signal": Exhaustion(endings=(Ending.CPU_LIMIT,)),
    "compute_in_many": Exhaustion(endings=(Ending.CPU_LIMIT,)),
    # Who is gone and was not waited for has left no trace in /proc.
    "compute_in_short_lived_children": Exhaustion(
        endings=(Ending.CPU_LIMIT,),
        without_cgroups=OUT_OF_TIME,
        limits={"wall_seconds": 16.0},
        limits_without_cgroups={"wall_seconds": 4.0},  # all of which it computes
    ),
}


def has_cgroups(backend: Executes) -> bool:
    return _is_by_cgroup(backend.run(Run(command=("/bin/true",), image=HOST, limits=LIMITS)))


def _is_by_cgroup(outcome: Outcome) -> bool:
    return outcome.enforced["memory"].startswith("cgroup")


@pytest.mark.parametrize("name", EXHAUSTIONS)
def test_exhausting_a_resource_ends_the_run(backend: Executes, name: str) -> None:
    expected = EXHAUSTIONS[name]
    changed = expected.limits
    if expected.limits_without_cgroups is not None and not has_cgroups(backend):
        changed = expected.limits_without_cgroups
    limits = {key: getattr(LIMITS, key) for key in Limits.__slots__} | changed
    outcome = attack(backend, "exhaust.py", name, limits=Limits(**limits))
    is_counted = _is_by_cgroup(outcome)
    endings = expected.endings if is_counted else expected.without_cgroups or expected.endings
    assert outcome.ending in endings, outcome
    assert b"DONE" not in outcome.stdout
    assert outcome.wall_seconds < 9 * limits["wall_seconds"]  # pytest would wait no longer
    if is_counted:
        assert outcome.peak_memory_bytes is not None
        assert outcome.peak_memory_bytes <= LIMITS.memory_bytes
    if outcome.ending is Ending.CPU_LIMIT:
        assert outcome.cpu_seconds is not None
        # What two processors compute until a busy machine notices.
        assert outcome.cpu_seconds < limits["cpu_seconds"] + 3


def test_threads_count_as_processes(backend: Executes) -> None:
    assert int(attack(backend, "exhaust.py", "thread_bomb").stdout) < LIMITS.processes


def test_every_writable_file_system_is_small(backend: Executes) -> None:
    limits = Limits(memory_bytes=256 * MIB, scratch_bytes=24 * MIB)
    lines = attack(
        backend, "exhaust.py", "fill_every_file_system", limits=limits
    ).stdout.splitlines()
    assert [line.split()[0] for line in lines] == [
        *(b"/tmp", b"/home/runner", b"/mnt/attack", b"/dev/shm")
    ]
    assert all(line.endswith(b"No space left on device") for line in lines)
    assert all(int(line.split()[1]) <= 24 for line in lines)


def test_a_file_cannot_even_appear_huge(backend: Executes) -> None:
    assert attack(backend, "exhaust.py", "a_huge_sparse_file").stdout == b"File too large\n"


def test_memory_in_pipes_is_accounted(backend: Executes) -> None:
    outcome = attack(backend, "kernel.py", "wide_pipes")
    assert outcome.ending in (Ending.MEMORY_LIMIT, Ending.EXITED)
    if outcome.ending is Ending.EXITED:
        assert outcome.stdout.strip() in (b"Operation not permitted", b"Too many open files")


# --- outliving the run, and ending others


@pytest.mark.parametrize(
    ("name", "endings", "stdout"),
    [
        ("daemon", (Ending.EXITED,), b""),
        ("keep_stdout_open", (Ending.EXITED,), b"ended\n"),
        ("write_after_the_end", (Ending.EXITED,), None),
        ("kill_everybody", (Ending.EXITED,), b"alive\n"),
        ("kill_pid_1", (Ending.EXITED,), b"alive\n"),
        ("kill_the_group", (Ending.SIGNALLED,), b""),
        ("hang_in_a_pipe", (Ending.WALL_LIMIT,), b""),
        ("a_chain_of_children", (Ending.EXITED,), b""),
    ],
)
def test_no_process_outlives_its_run(
    backend: Executes, name: str, endings: tuple[Ending, ...], stdout: bytes | None
) -> None:
    outcome = attack(backend, "linger.py", name)
    assert outcome.ending in endings, outcome
    assert stdout is None or outcome.stdout == stdout


def test_faking_a_kill_is_not_reported_as_a_limit(backend: Executes) -> None:
    """An exit status tells nothing about limits; the sandbox's own findings do."""
    for name in ("exit_as_if_killed", "be_killed"):
        outcome = attack(backend, "linger.py", name)
        assert (outcome.ending, outcome.exit_status) == (Ending.SIGNALLED, 137)


# --- reaching out


def list_attempts(outcome: Outcome) -> list[bytes]:
    """What was tried; nothing of it may have worked."""
    lines = outcome.stdout.splitlines()
    assert outcome.exit_status == 0, outcome
    assert lines
    assert not any(b"DONE" in line for line in lines), lines
    return lines


@pytest.mark.parametrize(
    "name",
    [
        "write_elsewhere",
        "change_the_kernel",
        "find_other_processes",
        "find_open_descriptors",
        "look_into_the_first_process",
        "make_devices",
        "set_the_user_bit",
        "link_to_the_host",
        "gain_priority",
        "become_another",
        "change_ones_cgroup",
    ],
)
def test_nothing_outside_can_be_reached(backend: Executes, name: str) -> None:
    inherited = os.open("/etc/passwd", os.O_RDONLY)
    os.set_inheritable(inherited, True)
    try:
        list_attempts(attack(backend, "reach.py", name))
    finally:
        os.close(inherited)


def test_private_files_are_not_visible(backend: Executes, tmp_path: Path) -> None:
    secret = open_to_all(tmp_path) / "another submission"
    secret.write_text("hunter2")
    here = str(Path(__file__))
    lines = list_attempts(attack(backend, "reach.py", "read_what_is_private", str(secret), here))
    assert len(lines) >= 9


def test_the_kernel_reveals_nothing_about_the_machine(backend: Executes) -> None:
    outcome = attack(backend, "reach.py", "read_what_the_kernel_tells")
    if outcome.backend == EngineName.DOCKER:
        pytest.skip("docker shows it to every container, and can be told no better")
    assert len(list_attempts(outcome)) == 2


def test_the_environment_of_the_host_process_is_not_visible(
    backend: Executes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "hunter2")
    # Its own command line says what it looks for, so it is told in two halves.
    program = (PROGRAMS / "reach.py").read_text()
    assert "hunter2" not in program
    script = (
        "cat /proc/*/environ /proc/*/cmdline /proc/*/mountinfo /proc/*/maps 2>/dev/null"
        " | grep -a -c 'hunter[2]'"
    )
    outcome = backend.run(Run(command=("/bin/sh", "-c", script), image=HOST, limits=LIMITS))
    assert outcome.stdout == b"0\n"


def test_no_network_is_reachable(backend: Executes) -> None:
    name = f"kriterion-{uuid4().hex}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(f"\0{name}")
        local.listen()
        port = str(server.getsockname()[1])
        assert len(list_attempts(attack(backend, "reach.py", "connect", port, name))) == 12


def test_no_visible_directory_holds_sockets_of_the_host(backend: Executes) -> None:
    places = [line.split()[-1] for line in _list_lines("/proc/net/unix")[1:] if line[-1:] != " "]
    for place in {place for place in places if place.startswith("/")}:
        list_attempts(attack(backend, "reach.py", "find_sockets", place))


def test_calls_refused_by_the_filter_fail(backend: Executes) -> None:
    lines = list_attempts(attack(backend, "kernel.py", "refused_calls"))
    answers = {line.rpartition(b" ")[0].decode(): line.split()[-1] for line in lines}
    assert len(answers) >= 61
    allowed = {b"EPERM", b"ENOSYS"}
    assert {name: error for name, error in answers.items() if error not in allowed} == {}


def test_arguments_that_reach_rare_kernel_code_are_refused(backend: Executes) -> None:
    assert len(list_attempts(attack(backend, "kernel.py", "refused_options"))) == 35


def test_a_run_cannot_type_into_our_terminal(backend: Executes) -> None:
    lines = list_attempts(attack(backend, "kernel.py", "type_into_the_terminal"))
    assert lines[:3] == [b"ioctl EPERM"] * 3


@pytest.mark.parametrize(
    ("image", "reply"),
    [(HOST, b"FileNotFoundError\n"), (replace(HOST, pseudo_terminals=True), b"2\n")],
    ids=["refused", "allowed"],
)
def test_pseudo_terminals_exist_where_the_image_allows_them(
    backend: Executes, image: Image, reply: bytes
) -> None:
    outcome = run_relaxed(backend, image, "open_terminals")
    assert outcome.stdout == reply
    assert outcome.enforced["pseudo-terminals"] == (
        f"allowed by image {_make_name(outcome)}" if image.pseudo_terminals else "none"
    )


def test_limits_cannot_be_raised(backend: Executes) -> None:
    assert len(list_attempts(attack(backend, "kernel.py", "widen_ones_limits"))) == 4


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only there are other numberings")
def test_another_syscall_numbering_kills_the_process(backend: Executes) -> None:
    outcome = attack(backend, "kernel.py", "another_numbering")
    assert (outcome.ending, outcome.exit_status, outcome.stdout) == (Ending.SIGNALLED, 159, b"")


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only there are other numberings")
def test_a_process_that_survives_the_filters_signal_is_ended(backend: Executes) -> None:
    outcome = attack(backend, "kernel.py", "catch_the_signal_and_go_on")
    assert outcome.stdout == b""
    assert outcome.ending is Ending.SIGNALLED
    assert [finding.kind for finding in outcome.findings] == [FindingKind.FILTER_KILL]


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only there are other numberings")
def test_a_program_for_another_architecture_is_reported_at_any_depth(
    backend: Executes,
) -> None:
    outcome = run_i386(backend, HOST)
    assert (outcome.exit_status, outcome.stdout) == (0, b"ended with 159\n")
    if outcome.backend == EngineName.DOCKER:
        assert outcome.findings == ()  # a service runs it, and tells nobody
        return
    (finding,) = outcome.findings
    assert finding.kind is FindingKind.UNSUPPORTED_PROGRAM
    assert "'thirty-two'" in finding.what
    assert "'write' of i386" in finding.what


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only there are other numberings")
def test_a_program_for_another_architecture_runs_where_its_image_allows_it(
    backend: Executes,
) -> None:
    image = replace(HOST, foreign_architectures=True)
    if isinstance(backend, InContainers) and backend.engine.backend == EngineName.DOCKER:
        with pytest.raises(OperatorError, match="foreign_architectures"):
            run_i386(backend, image)
        return
    outcome = run_i386(backend, image)
    assert outcome.stdout == b"32 bits\nended with 0\n"
    assert outcome.findings == ()
    assert outcome.enforced["foreign architectures"].startswith("allowed by image")


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only there are other numberings")
def test_repeated_calls_are_answered_for_a_while_only(backend: Executes) -> None:
    outcome = run_i386(backend, HOST, times=500)
    assert outcome.stdout.count(b"ended with") == 500
    assert b"32 bits" not in outcome.stdout
    assert b"ended with 0" not in outcome.stdout
    assert sum(finding.count for finding in outcome.findings) in (0, 200)


def run_i386(backend: Executes, image: Image, times: int = 1) -> Outcome:
    """A 32-bit program, started by a shell of a shell, as judges start what students write."""
    once = '(/tmp/thirty-two); echo "ended with $?"'
    script = (
        "cp thirty-two /tmp; chmod +x /tmp/thirty-two; n=0;"
        f" while [ $n -lt {times} ]; do {once}; n=$((n + 1)); done; true"
    )
    return backend.run(
        Run(
            command=("/bin/sh", "-c", f"{script} # {MARK}"),
            image=image,
            trees={"/mnt/attack": make_tree({"thirty-two": make_i386_program()})},
            working_directory="/mnt/attack",
            limits=replace(LIMITS, cpu_seconds=20.0, idle_seconds=20.0),
        )
    )


@pytest.mark.parametrize(
    ("image", "lines"),
    [
        (HOST, [b"traceme EPERM", b"continue EPERM", b"ended 7"]),
        (replace(HOST, ptrace=True), [b"traceme DONE", b"continue DONE", b"ended 7"]),
    ],
    ids=["refused", "allowed"],
)
def test_programs_can_trace_others_where_the_image_allows_it(
    backend: Executes, image: Image, lines: list[bytes]
) -> None:
    outcome = run_relaxed(backend, image, "trace_a_child")
    assert outcome.stdout.splitlines() == lines
    assert outcome.enforced["ptrace"] == (
        f"allowed by image {_make_name(outcome)}" if image.ptrace else "refused"
    )


def test_the_first_process_can_never_be_traced(backend: Executes) -> None:
    outcome = run_relaxed(backend, replace(HOST, ptrace=True), "attach_to_the_first")
    assert outcome.stdout == b"attach EPERM\n"


@pytest.mark.skipif(not Path("/usr/bin/strace").exists(), reason="strace is not installed")
def test_strace_works_where_the_image_allows_it(backend: Executes) -> None:
    script = "strace -o /tmp/trace -f /bin/true && grep -c execve /tmp/trace"
    for image, said in ((HOST, b""), (replace(HOST, ptrace=True), b"1\n")):
        command = ("/bin/sh", "-c", script)
        assert backend.run(Run(command=command, image=image, limits=LIMITS)).stdout == said


@pytest.mark.parametrize(
    ("image", "reply"), [(HOST, b"EPERM"), (replace(HOST, set_id=True), b"DONE")]
)
def test_set_id_bits_are_kept_where_the_image_allows_them(
    backend: Executes, image: Image, reply: bytes
) -> None:
    outcome = run_relaxed(backend, image, "set_the_bits")
    assert outcome.stdout.split() == [reply] * 2
    assert outcome.enforced["set-id bits"].startswith("allowed" if image.set_id else "refused")


@pytest.mark.parametrize(
    ("limits", "program", "mebibytes", "reply"),
    [
        (Limits(), "write_a_file", 65, b"EFBIG"),
        (Limits(file_bytes=80 * MIB), "write_a_file", 65, b"DONE"),
        (Limits(), "write_files", 272, b"ENOSPC"),
        (Limits(scratch_bytes=320 * MIB), "write_files", 272, b"DONE"),
    ],
)
def test_file_size_limits_are_those_of_the_image(
    backend: Executes, limits: Limits, program: str, mebibytes: int, reply: bytes
) -> None:
    outcome = run_relaxed(backend, HOST, program, str(mebibytes), limits=limits)
    assert outcome.stdout.split() == [reply]
    assert f"{limits.file_bytes:,} bytes each" in outcome.enforced["files"]
    assert f"{limits.scratch_bytes:,} bytes" in outcome.enforced["files"]


def run_relaxed(backend: Executes, image: Image, *words: str, limits: Limits = LIMITS) -> Outcome:
    """What a program of relaxed.py does."""
    return backend.run(
        Run(
            command=("/usr/bin/python3", "/mnt/attack/relaxed.py", *words),
            image=image,
            trees={
                "/mnt/attack": make_tree({"relaxed.py": (PROGRAMS / "relaxed.py").read_bytes()})
            },
            limits=limits,
        )
    )


def _make_name(outcome: Outcome) -> str:
    return NAME if outcome.backend in list(EngineName) else HOST.name


@pytest.mark.skipif(
    os.uname().machine != "x86_64" or not Path("/usr/bin/gcc").exists(),
    reason="gcc is not installed, or there is no such numbering",
)
def test_calls_of_another_architecture_kill_the_process(backend: Executes, tmp_path: Path) -> None:
    program = tmp_path / "i386"
    subprocess.run(("gcc", "-o", program, PROGRAMS / "i386.c"), check=True)
    tree = make_tree({"i386": program.read_bytes()})
    script = "cp i386 /tmp/i386; chmod +x /tmp/i386; /tmp/i386"
    outcome = backend.run(
        Run(
            command=("/bin/sh", "-c", script),
            image=HOST,
            trees={"/mnt/attack": tree},
            working_directory="/mnt/attack",
            limits=LIMITS,
        )
    )
    assert (outcome.exit_status, outcome.stdout) == (159, b"")


def test_concurrent_runs_share_no_communication_channel(backend: Executes) -> None:
    """Names, shared memory and queues of one run are not there in the next."""
    leave = (
        "ipcmk -M 4096 >/dev/null; touch /tmp/kriterion-attack /dev/shm/kriterion-attack"
        " ~/kriterion-attack; mkfifo /tmp/kriterion-attack-pipe"
    )
    look = "ipcs -m | grep -c 0x; ls /tmp /dev/shm ~ | grep kriterion-attack"
    backend.run(Run(command=("/bin/sh", "-c", leave), image=HOST, limits=LIMITS))
    outcome = backend.run(Run(command=("/bin/sh", "-c", look), image=HOST, limits=LIMITS))
    assert outcome.stdout == b"0\n"


def test_terminal_escapes_are_passed_on_as_bytes(backend: Executes) -> None:
    script = r"printf '\033]0;title\007\033[2J\233'"
    outcome = backend.run(Run(command=("/bin/sh", "-c", script), image=HOST, limits=LIMITS))
    assert outcome.stdout == b"\033]0;title\007\033[2J\x9b"
