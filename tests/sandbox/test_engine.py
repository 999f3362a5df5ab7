"""Runs in containers of a real engine: how they end, what they get, and what they leave."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kriterion.errors import OperatorError, SandboxUnavailable
from kriterion.sandbox.backends.containers.container_engine import ContainerEngine
from kriterion.sandbox.backends.containers.engine_command import EngineName
from kriterion.sandbox.directory_tree import make_tree
from kriterion.sandbox.run import MIB, Ending, Limits, Outcome, Run
from kriterion.sandbox.users.available_users import DEFAULT_UIDS
from tests.sandbox.engines import IMAGE, engine_on_this_host, list_containers

pytestmark = pytest.mark.machine

PYTHON = "/usr/bin/python3"
Execute = Callable[..., Outcome]


@pytest.fixture(scope="module", params=list(EngineName))
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ContainerEngine]:
    with engine_on_this_host(request.param, tmp_path_factory) as found:
        yield found


@pytest.fixture
def execute(engine: ContainerEngine) -> Execute:
    def run(command: str | tuple[str, ...], **options: Any) -> Outcome:
        limits = {key: options.pop(key) for key in Limits.__slots__ if key in options}
        watching = {key: options.pop(key) for key in ("receive", "cancelled") if key in options}
        if isinstance(command, str):
            command = ("/bin/sh", "-c", command)
        options = {"image": IMAGE, **options}
        return engine.run(Run(command=command, limits=Limits(**limits), **options), **watching)

    return run


@pytest.mark.parametrize(
    ("script", "ending", "exit_status"),
    [
        ("exit 0", Ending.EXITED, 0),
        ("exit 3", Ending.EXITED, 3),
        ("exit 125", Ending.EXITED, 125),
        ("kill -ABRT $$", Ending.SIGNALLED, 134),
        ("kill -KILL $$", Ending.SIGNALLED, 137),
    ],
)
def test_the_exit_status_is_that_of_the_shell(
    execute: Execute, script: str, ending: Ending, exit_status: int
) -> None:
    outcome = execute(script)
    assert (outcome.ending, outcome.exit_status) == (ending, exit_status)
    assert (outcome.stdout, outcome.stderr) == (b"", b"")


def test_an_image_is_found_by_its_reference(execute: Execute) -> None:
    known = replace(IMAGE, name="dodona-tested", reference=IMAGE.name)
    assert execute("exit 3", image=known).exit_status == 3
    missing = replace(known, reference="localhost/kriterion-missing")
    with pytest.raises(OperatorError, match="dodona-tested") as raised:
        execute("exit 0", image=missing)
    assert "localhost/kriterion-missing" in str(raised.value.fix)


def test_guarantees_are_reported_only_after_verification(execute: Execute) -> None:
    outcome = execute("exit 0")
    assert outcome.backend in list(EngineName)
    assert outcome.enforced["memory"].startswith("cgroup")
    assert outcome.enforced["processes"].startswith("cgroup")
    assert outcome.enforced["system calls"].startswith("seccomp")
    assert "nothing" not in outcome.enforced.values()


@pytest.mark.parametrize(
    ("script", "limits", "ending"),
    [
        ("while :; do :; done", {"cpu_seconds": 0.3}, Ending.CPU_LIMIT),
        (
            "for i in 1 2 3; do (trap '' TERM; while :; do :; done) & done; wait",
            {"cpu_seconds": 0.5},
            Ending.CPU_LIMIT,
        ),
        ("sleep 60", {"idle_seconds": 0.3}, Ending.WALL_LIMIT),
        ("while :; do :; done", {"wall_seconds": 0.3, "cpu_seconds": 60}, Ending.WALL_LIMIT),
        ("yes", {"output_bytes": 50_000}, Ending.OUTPUT_LIMIT),
        ("yes >&2", {"output_bytes": 50_000}, Ending.OUTPUT_LIMIT),
        (
            f"{PYTHON} -c 'b = bytearray(300 << 20)'",
            {"memory_bytes": 100 * MIB},
            Ending.MEMORY_LIMIT,
        ),
        (
            "head -c 90000000 /dev/zero >/tmp/big; exit 0",
            {"memory_bytes": 50 * MIB, "file_bytes": 100 * MIB},
            Ending.MEMORY_LIMIT,
        ),
    ],
)
def test_limits_are_enforced_and_nothing_is_left(
    engine: ContainerEngine, execute: Execute, script: str, limits: dict[str, Any], ending: Ending
) -> None:
    outcome = execute(script, **limits)
    assert outcome.ending is ending
    assert len(outcome.stdout) + len(outcome.stderr) <= 50_000
    assert list_containers(engine) == []


def test_processes_are_limited(execute: Execute) -> None:
    code = (
        "import os, time\n"
        "started = 0\n"
        "try:\n"
        "    for _ in range(100):\n"
        "        if os.fork() == 0: time.sleep(20); os._exit(0)\n"
        "        started += 1\n"
        "except OSError: pass\n"
        "print(started)"
    )
    outcome = execute((PYTHON, "-c", code), processes=20)
    assert 10 <= int(outcome.stdout) <= 20


def test_a_daemon_does_not_survive_its_run(execute: Execute) -> None:
    mark = f"{60_000 + os.getpid()}.5"
    outcome = execute(f"setsid sleep {mark} & setsid sh -c 'sleep {mark} & sleep {mark}' & echo on")
    assert outcome.stdout == b"on\n"
    alive = [
        entry.name
        for entry in Path("/proc").glob("[0-9]*")
        if mark.encode() in ((entry / "cmdline").read_bytes() if entry.exists() else b"")
    ]
    assert alive == []


def test_a_run_gets_its_trees_input_and_variables(execute: Execute) -> None:
    big = bytes(range(256)) * 4096
    outcome = execute(
        "cat big /mnt/x/judge/a/b; pwd; echo $HOME $USER $ONE; touch /mnt/x/new $HOME/new; cat",
        trees={
            "/mnt/x/judge": make_tree({"a/b": b"small\n"}),
            "/home/runner/workdir": make_tree({"big": big}),
            "/opt/tool": make_tree({"t": b""}),
            "/mnt/x/empty": make_tree({}),
        },
        stdin=b"input\0" * 50_000,
        working_directory="/home/runner/workdir",
        variables={"ONE": "1 2"},
    )
    assert outcome.stderr == b""
    text = b"small\n/home/runner/workdir\n/home/runner runner 1 2\n"
    assert outcome.stdout == big + text + b"input\0" * 50_000


def test_only_the_runs_own_paths_are_writable(execute: Execute) -> None:
    outcome = execute("touch /x /usr/x /etc/x /run/x /var/tmp/x /proc/sys/kernel/x; id -u")
    uid = int(outcome.stdout)
    own = outcome.enforced["other runs"] == "own uid"
    assert uid in DEFAULT_UIDS if own else uid == 1000
    assert outcome.stderr.count(b"cannot touch") == 6


def test_two_containers_have_different_users_or_wait_for_each_other(execute: Execute) -> None:
    first, second = execute("id -u; whoami"), execute("id -u; whoami")
    assert (first.exit_status, second.exit_status) == (0, 0), first  # each has an account
    if first.enforced["other runs"] == "own uid":
        assert first.stdout != second.stdout


def test_a_run_has_only_three_descriptors_and_no_network(execute: Execute) -> None:
    assert execute("ls /proc/self/fd").stdout == b"0\n1\n2\n3\n"  # the last is the listing
    code = "import socket; socket.create_connection(('192.0.2.1', 80), 2)"
    assert b"unreachable" in execute((PYTHON, "-c", code)).stderr


def test_nothing_about_the_host_is_revealed(
    execute: Execute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://secret@proxy.invalid")
    text = execute("env; cat /proc/1/environ /etc/hosts; hostname").stdout
    assert b"secret" not in text
    assert os.uname().nodename.encode() not in text.split()


def test_output_arrives_during_the_run(execute: Execute) -> None:
    arrived: list[float] = []
    outcome = execute(
        "echo one; sleep 3; echo two", receive=lambda _: arrived.append(time.monotonic())
    )
    assert outcome.stdout == b"one\ntwo\n"
    assert arrived[-1] - arrived[0] > 0.5


def test_a_run_can_be_cancelled(engine: ContainerEngine, execute: Execute) -> None:
    cancelled = threading.Event()
    outcome = execute("echo on; sleep 60", cancelled=cancelled, receive=lambda _: cancelled.set())
    assert outcome.ending is Ending.CANCELLED
    assert outcome.stdout == b"on\n"
    assert execute("true", cancelled=cancelled).ending is Ending.CANCELLED
    assert list_containers(engine) == []


def test_a_callback_that_raises_ends_the_run(engine: ContainerEngine, execute: Execute) -> None:
    def refuse(_: bytes) -> None:
        raise LookupError("enough")

    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(LookupError, match="enough"):
        execute("yes", receive=refuse)
    assert list_containers(engine) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_containers_of_a_killed_host_end_and_are_swept(engine: ContainerEngine) -> None:
    code = (
        "import sys\n"
        "from kriterion.sandbox.backends.containers.container_engine import ContainerEngine\n"
        "from kriterion.sandbox.backends.containers.engine_command import EngineName\n"
        "from kriterion.sandbox.run import Run\n"
        "from tests.sandbox.engines import IMAGE\n"
        # It ends who else would notice that the host has died.
        "script = 'kill -9 -1; echo on; exec sleep 61.25'\n"
        "run = Run(command=('/bin/sh', '-c', script), image=IMAGE)\n"
        "tell = lambda _: print('on', flush=True)\n"
        f"ContainerEngine(EngineName({engine.backend!r})).run(run, receive=tell)\n"
    )
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": f"{root}:{root / 'src'}"}
    host = subprocess.Popen((sys.executable, "-c", code), stdout=subprocess.PIPE, env=environment)
    assert host.stdout is not None
    assert host.stdout.readline() == b"on\n"
    host.kill()
    host.wait()
    host.stdout.close()
    assert len(list_containers(engine, host.pid)) == 1
    engine_again = ContainerEngine(EngineName(engine.backend))
    assert engine_again.run(Run(command=("/bin/true",), image=IMAGE)).exit_status == 0
    assert list_containers(engine, host.pid) == []


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"image": replace(IMAGE, name="localhost/nobody-made-this")}, "no image of that name"),
        ({"image": replace(IMAGE, readable=())}, "has no /bin/sh"),
        ({"image": replace(IMAGE, readable=(Path("/nowhere"),))}, "/nowhere is not there"),
        ({"working_directory": "/nowhere"}, "cannot be entered: /nowhere"),
        (
            {"trees": {"/mnt/x": make_tree({"f": bytes(3 * MIB)})}, "scratch_bytes": MIB},
            "file systems",
        ),
        (
            {"trees": {"/mnt/x": make_tree({"f": bytes(40 * MIB)})}, "memory_bytes": 20 * MIB},
            "memory",
        ),
    ],
)
def test_a_wrong_setup_is_named(execute: Execute, changes: dict[str, Any], what: str) -> None:
    with pytest.raises(OperatorError, match=what):
        execute("true", **changes)


def test_a_missing_engine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "kriterion.sandbox.backends.containers.container_engine.find_program", lambda name: None
    )
    with pytest.raises(SandboxUnavailable, match="there is no podman or docker"):
        ContainerEngine().run(Run(command=("true",), image=IMAGE))
    probe = ContainerEngine(EngineName.DOCKER).probe()
    assert "there is no docker" in probe.fault
    assert probe.fix


def test_no_process_of_a_run_leaves_a_core_file(execute: Execute) -> None:
    assert execute("ulimit -Hc; ulimit -Sc").stdout.split() == [b"0", b"0"]
