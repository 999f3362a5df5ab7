"""Runs in a real sandbox: how they end, what they get, and what they cannot reach."""

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.directory_tree import load_tree, make_tree
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import MIB, Ending, Outcome
from tests.places import open_to_all
from tests.sandbox.conftest import (
    Execute,
    execute_in,
    find_processes,
    make_own_mark,
    wait_until_gone,
)

pytestmark = pytest.mark.machine

PYTHON = "/usr/bin/python3"


def make_python_command(code: str) -> tuple[str, ...]:
    return (PYTHON, "-c", code)


# --- how a run ends


@pytest.mark.parametrize(
    ("script", "exit_status", "number"),
    [
        ("exit 0", 0, None),
        ("exit 3", 3, None),
        ("exit 127", 127, None),
        ("kill -ABRT $$", 134, signal.SIGABRT),
        ("kill -KILL $$", 137, signal.SIGKILL),
        ("kill -SEGV $$", 139, signal.SIGSEGV),
        ("kill -TERM $$", 143, signal.SIGTERM),
    ],
)
def test_the_exit_status_is_that_of_the_shell(
    execute: Execute, script: str, exit_status: int, number: int | None
) -> None:
    outcome = execute(script)
    assert (outcome.exit_status, outcome.signal) == (exit_status, number)
    assert outcome.ending is (Ending.SIGNALLED if number else Ending.EXITED)
    assert outcome.stderr == b""  # the shell that waits keeps quiet about it


def test_a_missing_command_is_a_result(execute: Execute) -> None:
    assert execute(("/nowhere/judge",)).exit_status == 127


def test_a_sleeping_run_is_idle_and_is_ended(sandbox: Bubblewrap) -> None:
    # Ended for its idleness: pytest does not wait for the other limit.
    outcome = execute_in(sandbox, "sleep 3600", idle_seconds=0.4, wall_seconds=3600)
    assert outcome.ending is Ending.WALL_LIMIT
    assert outcome.exit_status is None
    assert outcome.wall_seconds < 3600


def test_a_computing_run_is_never_idle(sandbox: Bubblewrap) -> None:
    code = "import time; end = time.process_time() + 1\nwhile time.process_time() < end: pass"
    outcome = execute_in(sandbox, make_python_command(code), idle_seconds=0.5, wall_seconds=60)
    assert outcome.ending is Ending.EXITED


# As after vfork, its parent goes on only when the child ends. Its state is that of a disk's wait.
LENT = """
import ctypes, os, time
number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]  # clone
vfork = 0x4000 | 17
if ctypes.CDLL(None).syscall(number, vfork, 0, 0, 0, 0) == 0:
    time.sleep(3600)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="the kernel may tell root only what a run waits for")
@pytest.mark.parametrize("clock", ["idle_seconds", "window_seconds"])
def test_a_parent_waiting_for_its_child_is_idle(sandbox: Bubblewrap, clock: str) -> None:
    """Else one call would keep a place busy until real time ends the run."""
    outcome = execute_in(sandbox, make_python_command(LENT), wall_seconds=300, **{clock: 0.5})
    assert outcome.ending is Ending.WALL_LIMIT
    assert outcome.wall_seconds < 300


def test_real_time_is_always_limited(sandbox: Bubblewrap) -> None:
    outcome = execute_in(sandbox, "while :; do :; done", wall_seconds=0.5, cpu_seconds=60)
    assert outcome.ending is Ending.WALL_LIMIT


def test_computing_time_is_limited_for_all_processes_together(sandbox: Bubblewrap) -> None:
    spin = "for i in 1 2 3 4; do (trap '' TERM INT HUP; while :; do :; done) & done; wait"
    outcome = execute_in(sandbox, spin, cpu_seconds=0.5, wall_seconds=60)
    assert outcome.ending is Ending.CPU_LIMIT
    assert outcome.cpu_seconds is not None
    assert 0.5 <= outcome.cpu_seconds < 10  # they are looked at when there is time for it


def test_memory_is_limited_and_its_peak_reported(sandbox: Bubblewrap) -> None:
    code = "import time; b = bytearray(300 << 20); time.sleep(5)"
    outcome = execute_in(sandbox, make_python_command(code), memory_bytes=100 * MIB)
    if outcome.enforced["memory"].startswith("cgroup"):
        assert outcome.ending is Ending.MEMORY_LIMIT
        assert outcome.peak_memory_bytes is not None
        assert 90 * MIB < outcome.peak_memory_bytes <= 100 * MIB
    else:
        assert outcome.exit_status == 1
        assert b"MemoryError" in outcome.stderr


def test_the_memory_of_many_small_processes_adds_up(sandbox: Bubblewrap) -> None:
    code = (
        "import os, time\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        b = bytearray(os.urandom(1 << 20) * 60); time.sleep(600); os._exit(0)\n"
        "os.wait()"  # with cgroups, the kernel ends one of them
    )
    limits = {"cpu_seconds": 30, "wall_seconds": 3600, "idle_seconds": 300}
    outcome = execute_in(sandbox, make_python_command(code), memory_bytes=150 * MIB, **limits)
    assert outcome.ending is Ending.MEMORY_LIMIT


def test_a_judge_outlives_a_child_that_used_too_much_memory(bubblewrap: Bubblewrap) -> None:
    code = (
        "import subprocess, sys\n"
        "child = subprocess.run([sys.executable, '-c', 'b = bytearray(300 << 20)'])\n"
        "print(child.returncode)"
    )
    outcome = execute_in(bubblewrap, make_python_command(code), memory_bytes=100 * MIB)
    if not outcome.enforced["memory"].startswith("cgroup"):
        pytest.skip("only the kernel ends one process of several")
    assert (outcome.ending, outcome.exit_status) == (Ending.MEMORY_LIMIT, 0)
    assert outcome.stdout == b"-9\n"


def test_a_run_may_read_its_own_limit_and_no_other_group(bubblewrap: Bubblewrap) -> None:
    script = (
        "cat /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes;"
        "find /sys/fs/cgroup -mindepth 2 -type d;"
        "for file in $(find /sys -type f -name 'memory.*' -o -name cgroup.procs);"
        " do echo 1 >$file && echo WROTE; done"
    )
    outcome = execute_in(bubblewrap, f"({script}) 2>/dev/null; ls /sys/", memory_bytes=80 * MIB)
    if not outcome.enforced["memory"].startswith("cgroup"):
        pytest.skip("there are no cgroups here")
    assert outcome.stdout == f"{80 * MIB}\nfs\n".encode()


@pytest.mark.skipif(not Path("/usr/bin/java").exists(), reason="java is not installed")
def test_a_java_virtual_machine_finds_the_memory_limit(bubblewrap: Bubblewrap) -> None:
    command = ("/usr/bin/java", "-XshowSettings:system", "-version")
    outcome = execute_in(bubblewrap, command, memory_bytes=200 * MIB)
    if not outcome.enforced["memory"].startswith("cgroup"):
        pytest.skip("there are no cgroups here")
    assert b"Memory Limit: 200.00M" in outcome.stderr, outcome.stderr


def test_processes_are_limited(sandbox: Bubblewrap) -> None:
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
    outcome = execute_in(sandbox, make_python_command(code), processes=20)
    assert 10 <= int(outcome.stdout) <= 20


def test_a_fork_bomb_ends_and_leaves_nothing(sandbox: Bubblewrap) -> None:
    # The shell itself makes one process, for the parentheses. Without them it would make both of
    # the pipe, and end with "Cannot fork" when the first was quicker than its second.
    mark = make_own_mark("1f0e3dad-")
    bomb = f"bomb() {{ ( bomb | bomb ) & }}; bomb; while :; do :; done # {mark}"
    outcome = execute_in(sandbox, bomb, processes=32, cpu_seconds=1, wall_seconds=10)
    assert outcome.ending in (Ending.CPU_LIMIT, Ending.WALL_LIMIT)
    assert find_processes(mark) == []


def test_output_is_cut_while_it_is_written(sandbox: Bubblewrap) -> None:
    received: list[bytes] = []
    outcome = execute_in(
        sandbox, "exec yes", output_bytes=MIB, wall_seconds=60, receive=received.append
    )
    assert outcome.ending is Ending.OUTPUT_LIMIT
    assert len(outcome.stdout) == MIB == sum(map(len, received))


def test_stdout_and_stderr_share_one_limit(execute: Execute) -> None:
    outcome = execute("echo 12345; echo 12345 >&2; sleep 20", output_bytes=11)
    assert outcome.ending is Ending.OUTPUT_LIMIT
    assert len(outcome.stdout) + len(outcome.stderr) == 11


def test_output_of_exactly_the_limit_is_accepted(execute: Execute) -> None:
    assert execute("printf 12345", output_bytes=5).ending is Ending.EXITED


def test_file_sizes_are_limited(execute: Execute) -> None:
    outcome = execute("head -c 2M /dev/zero >/tmp/file; stat -c %s /tmp/file", file_bytes=MIB)
    assert outcome.stdout == f"{MIB}\n".encode()


def test_a_writable_file_system_is_limited(execute: Execute) -> None:
    for place in ("/tmp", "/home/runner", "/mnt/x", "/dev/shm"):
        outcome = execute(
            f"head -c 20M /dev/zero >{place}/file",
            scratch_bytes=8 * MIB,
            trees={"/mnt/x": make_tree({})},
        )
        assert b"No space left" in outcome.stderr, place


def test_open_files_are_limited(execute: Execute) -> None:
    code = "import os\ntry:\n    while True: print(os.dup(1), flush=True)\nexcept OSError: pass"
    assert execute(make_python_command(code), open_files=50).stdout.split()[-1] == b"49"


def test_a_run_can_be_cancelled(sandbox: Bubblewrap) -> None:
    cancelled = threading.Event()
    outcome = execute_in(
        sandbox,
        "echo begun; sleep 3600",  # pytest does not wait for its end
        cancelled=cancelled,
        receive=lambda _: cancelled.set(),
        wall_seconds=3600,
        idle_seconds=3600,
    )
    assert (outcome.ending, outcome.exit_status) == (Ending.CANCELLED, None)
    assert outcome.stdout == b"begun\n"


def test_a_run_cancelled_beforehand_does_not_start(execute: Execute) -> None:
    cancelled = threading.Event()
    cancelled.set()
    assert execute("echo begun", cancelled=cancelled).ending is Ending.CANCELLED


# --- what a run writes, and what it is given


def test_output_arrives_during_the_run(execute: Execute) -> None:
    arrived: list[bytes] = []
    first_arrived = threading.Event()

    def receive(piece: bytes) -> None:
        arrived.append(piece)
        first_arrived.set()

    script = "echo first; exec sleep 3600"
    limits = {"wall_seconds": 3600, "idle_seconds": 3600}
    outcome = execute(script, receive=receive, cancelled=first_arrived, **limits)
    assert arrived == [b"first\n"]
    assert outcome.ending is Ending.CANCELLED, "it went on when its output had arrived"


def test_output_may_be_any_bytes(execute: Execute) -> None:
    code = r"import os; os.write(1, b'\0\xff\xfe{\xed\xa0\x80'); os.write(2, b'\x80\0')"
    outcome = execute(make_python_command(code))
    assert outcome.stdout == b"\0\xff\xfe{\xed\xa0\x80"
    assert outcome.stderr == b"\x80\0"


def test_up_to_64_kib_of_input_can_be_read_at_once(execute: Execute) -> None:
    outcome = execute(
        make_python_command("import os; print(len(os.read(0, 1 << 20)))"), stdin=b"x" * 65536
    )
    assert outcome.stdout == b"65536\n"


def test_longer_input_arrives_completely_and_ends(execute: Execute) -> None:
    assert execute("wc -c", stdin=b"x" * 3_000_000).stdout == b"3000000\n"


def test_unread_input_does_no_harm(execute: Execute) -> None:
    assert execute("exec <&-; sleep 0.2; exit 5", stdin=b"x" * 3_000_000).exit_status == 5


def test_a_run_has_only_the_given_variables(
    execute: Execute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "hunter2")
    image = Image(path=("/opt/x/bin",), variables={"A": "image", "B": "image"})
    outcome = execute(
        ("/usr/bin/env",), image=image, variables={"A": "run"}, working_directory="/tmp"
    )
    variables = dict(line.split("=", 1) for line in outcome.stdout.decode().splitlines())
    assert variables.pop("PATH").startswith("/opt/x/bin:/usr/local/sbin:")
    assert variables == {
        "A": "run",
        "B": "image",
        "HOME": "/home/runner",
        "LANG": "C.UTF-8",
        "PWD": "/tmp",
        "USER": "runner",
    }
    everything = execute("cat /proc/*/environ /proc/*/cmdline").stdout
    assert b"PATH" in everything
    assert b"hunter2" not in everything


def test_a_run_has_only_three_descriptors(execute: Execute) -> None:
    inherited = os.open("/etc/hostname", os.O_RDONLY)
    os.set_inheritable(inherited, True)
    try:
        outcome = execute(
            make_python_command("import os; print(sorted(os.listdir('/proc/self/fd')))"),
            trees={f"/mnt/{n}": make_tree({"a": b""}) for n in range(6)},
        )
    finally:
        os.close(inherited)
    assert outcome.stdout == b"['0', '1', '2', '3']\n"  # 3 is the listing itself


def test_streams_can_be_opened_by_name(execute: Execute) -> None:
    outcome = execute("cat /dev/stdin >/dev/stdout; echo b >/dev/stderr", stdin=b"a\n")
    assert (outcome.stdout, outcome.stderr) == (b"a\n", b"b\n")


def test_trees_are_fresh_private_and_writable(execute: Execute, tmp_path: Path) -> None:
    (tmp_path / "tool" / "lib").mkdir(parents=True)
    (tmp_path / "tool" / "run").write_text("#!/bin/sh\necho ran; echo changed >lib/data; rm run\n")
    (tmp_path / "tool" / "run").chmod(0o755)
    (tmp_path / "tool" / "lib" / "data").write_text("original")
    tmp_path.chmod(0o700)  # nobody else may look in
    run = {
        "command": ("./run",),
        "trees": {"/mnt/q/judge": load_tree(tmp_path / "tool"), "/home/runner/w": make_tree({})},
        "working_directory": "/mnt/q/judge",
    }
    for _ in range(2):
        assert execute(**run).stdout == b"ran\n"
    assert (tmp_path / "tool" / "lib" / "data").read_text() == "original"


def test_a_tree_may_be_mounted_anywhere(execute: Execute) -> None:
    trees = {"/opt/analyzer": make_tree({"a": b"1"}), "/usr/local/tool/x": make_tree({"b": b"2"})}
    outcome = execute(
        "cat /opt/analyzer/a /usr/local/tool/x/b; >/opt/analyzer/new; ls /usr/bin/env", trees=trees
    )
    assert outcome.stdout == b"12/usr/bin/env\n"


def test_homes_are_writable_and_listed_in_the_password_file(execute: Execute) -> None:
    outcome = execute("touch ~/x; id -un; echo ~; getent passwd runner", home="/home/other")
    assert outcome.stdout.splitlines()[:2] == [b"runner", b"/home/other"]
    assert b":/home/other:" in outcome.stdout


def test_initial_files_must_fit_into_their_file_system(execute: Execute) -> None:
    with pytest.raises(OperatorError, match="does not fit"):
        execute("true", trees={"/mnt/x": make_tree({"a": bytes(4 * MIB)})}, scratch_bytes=MIB)


def test_initial_files_must_fit_into_memory(execute: Execute) -> None:
    tree = make_tree({"a": bytes(64 * MIB)})
    try:
        outcome = execute("true", trees={"/mnt/x": tree}, memory_bytes=16 * MIB)
    except OperatorError as error:
        assert "memory limit" in str(error)
    else:
        assert not outcome.enforced["memory"].startswith("cgroup")


def test_a_missing_working_directory_is_reported(execute: Execute) -> None:
    with pytest.raises(OperatorError, match="working directory"):
        execute("true", working_directory="/usr/nowhere")


# --- what a run cannot reach


def test_a_run_is_never_root_and_cannot_change_its_user(execute: Execute) -> None:
    code = (
        "import os\n"
        "assert os.getuid() == os.geteuid() == 1000\n"
        "for what, value in ((os.setuid, 0), (os.setgroups, [0]), (os.chroot, '/tmp')):\n"
        "    try: what(value)\n"
        "    except OSError: print('refused')\n"
        "print([line for line in open('/proc/self/status') if line.startswith('CapEff')])"
    )
    outcome = execute(make_python_command(code))
    assert outcome.stdout.count(b"refused") == 3
    assert b"0000000000000000" in outcome.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else outside")
def test_a_run_of_root_has_another_uid_outside_too(bubblewrap: Bubblewrap) -> None:
    seen: list[int] = []
    mark = make_own_mark("6f4922f4-")
    looked = threading.Event()

    def look(_: bytes) -> None:
        seen.extend(Path(f"/proc/{pid}").stat().st_uid for pid in find_processes(mark))
        looked.set()

    execute_in(bubblewrap, f"# {mark}\necho here; sleep 60", receive=look, cancelled=looked)
    assert seen
    assert 0 not in seen


def test_the_host_is_neither_visible_nor_writable(execute: Execute, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2")
    outcome = execute(
        f"cat {tmp_path}/secret /etc/shadow /root/* /etc/hostname; ls -A /home /tmp /mnt /run /opt;"
        " for place in / /etc /usr /dev /proc/sys/kernel /var; do touch $place/new 2>/dev/null"
        " && echo WROTE $place; done"
    )
    assert b"hunter2" not in outcome.stdout
    assert b"WROTE" not in outcome.stdout
    assert b"root:" not in outcome.stdout
    assert outcome.stderr.count(b"No such file") >= 4


def test_a_run_has_only_its_own_loopback_network(execute: Execute) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = (
            "import socket\n"
            f"for place in (('127.0.0.1', {port}), ('192.0.2.1', 80)):\n"
            "    try: socket.create_connection(place, 1); print('CONNECTED')\n"
            "    except OSError as error: print('refused')\n"
            "own = socket.create_server(('127.0.0.1', 0))\n"
            "socket.create_connection(own.getsockname()); print('own loopback')"
        )
        outcome = execute(make_python_command(code))
    assert outcome.stdout == b"refused\nrefused\nown loopback\n"


def test_the_kernel_refuses_what_the_filter_refuses(execute: Execute) -> None:
    code = r"""
import ctypes, errno, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    ctypes.set_errno(0)
    result = getattr(libc, name)(*arguments)
    print(name, errno.errorcode.get(ctypes.get_errno(), result), flush=True)
call("ptrace", 16, 1, 0, 0)
call("unshare", 0x10000000)
call("mount", b"none", b"/tmp", b"tmpfs", 0, None)
call("umount", b"/tmp")
call("keyctl", 0, -3, 0) if hasattr(libc, "keyctl") else print("keyctl EPERM")
call("syscall", 250, 0, -3, 0)
call("personality", 0x0400000)
call("chmod", b"/tmp", 0o4755)
call("creat", b"/tmp/set", 0o4755)
try: socket.socket(socket.AF_VSOCK)
except OSError as error: print("vsock", errno.errorcode[error.errno])
print("sound", os.system("true"), flush=True)
"""
    lines = execute(make_python_command(code)).stdout.decode().splitlines()
    assert [line.split()[1] for line in lines] == [
        *["EPERM"] * 9,
        "EAFNOSUPPORT",
        "0",
    ]


def test_signals_cannot_leave_the_sandbox(execute: Execute) -> None:
    outcome = execute("kill -9 -1; kill -9 1; echo alive")
    assert outcome.exit_status in (0, 137)


# --- what is left


def test_a_daemon_does_not_survive_its_run(sandbox: Bubblewrap) -> None:
    mark = make_own_mark("70.25")
    execute_in(sandbox, f"(setsid sh -c 'sleep {mark}' >/dev/null 2>&1 </dev/null &) &")
    assert find_processes(mark) == []


def test_a_process_that_keeps_stdout_open_is_not_waited_for(sandbox: Bubblewrap) -> None:
    mark = make_own_mark("3600.25")  # who waited would wait until pytest's own limit
    outcome = execute_in(sandbox, f"echo done; setsid sleep {mark} & exit 0")
    assert (outcome.ending, outcome.stdout) == (Ending.EXITED, b"done\n")
    assert find_processes(mark) == []


def test_a_run_dies_with_its_host(tmp_path: Path, bubblewrap: Bubblewrap) -> None:
    mark = make_own_mark("72.25")
    code = (
        "from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap\n"
        "from kriterion.sandbox.run import Run\n"
        "from kriterion.sandbox.image import HOST\n"
        f"script = 'setsid sleep {mark} & echo up; while :; do :; done'\n"
        "Bubblewrap().run(Run(command=('/bin/sh', '-c', script), image=HOST),"
        " receive=lambda piece: print('up', flush=True))"
    )
    host = subprocess.Popen((sys.executable, "-c", code), stdout=subprocess.PIPE)
    assert host.stdout is not None
    assert host.stdout.readline() == b"up\n"
    assert find_processes(mark) != []
    host.kill()
    host.wait()
    host.stdout.close()
    wait_until_gone(mark)
    left_behind = [place for place in list_cgroups() if f"-{host.pid}-" in place.name]
    Bubblewrap().probe()  # sweeps
    assert not any(place.exists() for place in left_behind)


def list_cgroups() -> list[Path]:
    """Return the cgroups of all runs; those of other runs may disappear meanwhile."""
    return [
        Path(parent, name)
        for parent, names, _ in os.walk("/sys/fs/cgroup")
        for name in names
        if name.startswith("kriterion-run-")
    ]


def open_descriptors() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


def test_a_callback_that_raises_ends_the_run_and_leaks_nothing(sandbox: Bubblewrap) -> None:
    class Full(Exception):
        pass

    def refuse(_: bytes) -> None:
        raise Full

    mark = make_own_mark("73.25")
    before = open_descriptors()
    with pytest.raises(Full):
        execute_in(sandbox, f"echo x; sleep {mark}", receive=refuse)
    assert open_descriptors() == before
    assert find_processes(mark) == []
    assert [place for place in list_cgroups() if f"-{os.getpid()}-" in place.name] == []


def test_concurrent_runs_do_not_disturb_each_other(sandbox: Bubblewrap) -> None:
    outcomes: dict[int, list[Outcome]] = {}

    def work(number: int) -> None:
        script = f"mkdir /tmp/build; echo {number} >/tmp/build/x; sleep 0.05; cat /tmp/build/x"
        outcomes[number] = [execute_in(sandbox, script) for _ in range(5)]

    before = open_descriptors()
    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(4):
        assert [outcome.stdout for outcome in outcomes[number]] == [f"{number}\n".encode()] * 5
    assert open_descriptors() == before


# --- images


def test_a_readable_directory_is_mounted_read_only_at_its_place(
    execute: Execute, tmp_path: Path
) -> None:
    place = open_to_all(tmp_path)
    (place / "file").write_text("shown")
    image = Image(readable=(place,), mounts={"/opt/elsewhere": place})
    outcome = execute(f"cat {place}/file /opt/elsewhere/file; touch {place}/new", image=image)
    assert outcome.stdout == b"shownshown"
    assert b"Read-only" in outcome.stderr


def test_a_missing_directory_is_named(execute: Execute) -> None:
    with pytest.raises(OperatorError, match="/nowhere/at/all is not there"):
        execute("true", image=Image(name="broken", readable=(Path("/nowhere/at/all"),)))


@pytest.mark.skipif(os.geteuid() != 0, reason="we are the user of the run, and it may read this")
def test_the_inaccessible_directory_is_named(execute: Execute, tmp_path: Path) -> None:
    (tmp_path / "home" / "tool").mkdir(parents=True)
    place = open_to_all(tmp_path)
    (place / "home").chmod(0o700)
    with pytest.raises(OperatorError, match="home shuts it out") as caught:
        execute("true", image=Image(readable=(place / "home" / "tool",)))
    assert caught.value.fix.startswith(f"chmod a+rx {place / 'home'}")


@pytest.mark.parametrize("shell", ["dash", "bash"])
def test_a_run_in_a_root_file_system_sees_only_that(
    execute: Execute, tmp_path: Path, shell: str
) -> None:
    root = open_to_all(tmp_path) / "root"
    for name in ("usr/bin", "etc", "opt/tool", "home/somebody"):
        (root / name).mkdir(parents=True)
    (root / "etc" / "passwd").write_text("strange:x:7:7::/:/bin/sh\n")
    (root / "etc" / "marker").write_text("mine\n")
    (root / "bin").symlink_to("usr/bin")
    for program in (shell, "cat", "ls", "tar"):
        copy_with_libraries(Path("/usr/bin") / program, root)
    (root / "usr" / "bin" / "sh").symlink_to(shell)
    image = Image(name="small", kind=ImageKind.ROOTFS, directory=root)
    outcome = execute(
        "cat /etc/marker /etc/passwd; ls /proc/self/fd; cat /opt/tool/x/f; ls /home",
        image=image,
        trees={"/opt/tool/x": make_tree({"f": b"tree\n"})},
    )
    lines = outcome.stdout.splitlines()
    assert lines[0] == b"mine"
    assert lines[-6:] == [b"0", b"1", b"2", b"3", b"tree", b"runner"]
    assert any(line.startswith(b"runner:x:1000") for line in lines)
    killed = execute("ulimit -a >&2; kill -SEGV $$", image=image, processes=33, open_files=77)
    assert (killed.exit_status, killed.signal) == (139, signal.SIGSEGV)
    assert {b"34", b"77"} <= set(killed.stderr.split())
    assert b"Segmentation" not in killed.stderr


def copy_with_libraries(program: Path, root: Path) -> None:
    listed = subprocess.run(("ldd", program), capture_output=True, check=True, text=True).stdout
    files = [word for line in listed.splitlines() for word in line.split() if word[0] == "/"]
    for file in (str(program), *files):
        target = root / file.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            target.write_bytes(Path(file).read_bytes())
            target.chmod(0o755)


def test_an_image_without_a_shell_is_named(execute: Execute, tmp_path: Path) -> None:
    root = open_to_all(tmp_path)
    (root / "usr").mkdir()
    image = Image(name="empty", kind=ImageKind.ROOTFS, directory=root)
    with pytest.raises(OperatorError, match="image empty: has no /bin/sh"):
        execute("true", image=image)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"image": Image(name="r", kind=ImageKind.ENGINE)}, "container engine"),
        ({"image": Image(name="r", kind=ImageKind.ROOTFS)}, "without a directory"),
        ({"variables": {"A": "\0"}}, "NUL"),
    ],
)
def test_a_run_is_never_confined_less_than_requested(
    execute: Execute, options: dict[str, object], text: str
) -> None:
    with pytest.raises(OperatorError, match=text) as caught:
        execute("true", **options)
    assert caught.value.fix


PROGRAMS = {
    "python3": "print(sum(range(5)))",
    "swipl": ":- X is 5+5, print(X), nl, halt.",
    "node": "console.log(10)",
    "Rscript": "cat(10, '\\n')",
    "bash": "echo 10",
    "runghc": "main = print 10",
    "perl": "print 10",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_programming_languages_run_normally(execute: Execute, program: str) -> None:
    if not Path("/usr/bin", program).exists():
        pytest.skip(f"{program} is not installed")
    files = {"/mnt/x": make_tree({"program.hs": PROGRAMS[program].encode()})}
    outcome = execute((f"/usr/bin/{program}", "/mnt/x/program.hs"), trees=files)
    assert outcome.stdout.strip() == b"10", outcome.stderr


@pytest.mark.skipif(not Path("/usr/bin/gcc").exists(), reason="gcc is not installed")
def test_c_compiles_and_runs(execute: Execute) -> None:
    source = b'#include <stdio.h>\nint main(void) { return puts("10") < 0; }'
    script = "gcc -O1 -o /tmp/program main.c && /tmp/program"
    outcome = execute(
        script, trees={"/mnt/x": make_tree({"main.c": source})}, working_directory="/mnt/x"
    )
    assert outcome.stdout == b"10\n", outcome.stderr


@pytest.mark.skipif(not Path("/usr/bin/javac").exists(), reason="java is not installed")
def test_java_compiles_and_runs(sandbox: Bubblewrap) -> None:
    source = b"class Main { public static void main(String[] a) { System.out.println(10); } }"
    outcome = execute_in(
        sandbox,
        "javac -d /tmp Main.java && java -cp /tmp Main",
        trees={"/mnt/x": make_tree({"Main.java": source})},
        working_directory="/mnt/x",
        cpu_seconds=60,
        memory_bytes=1024 * MIB,
    )
    assert outcome.stdout == b"10\n", outcome.stderr


# --- another user


@pytest.mark.skipif(os.geteuid() != 0, reason="these tests are run by an ordinary user anyway")
def test_an_ordinary_user_has_a_sandbox_too(tmp_path: Path, bubblewrap: Bubblewrap) -> None:
    """In a copy of the sources: the clone may lie where that user cannot enter."""
    place = open_to_all(tmp_path)
    package = Path(sys.modules["kriterion"].__path__[0])
    copied = place / "src" / "kriterion"
    subprocess.run(("mkdir", "-p", copied), check=True)
    for name in ("__init__.py", "errors.py", "sandbox"):
        subprocess.run(("cp", "-rL", package / name, copied), check=True)
    tools = Path(sys.modules["kriterion_tools"].__path__[0])
    (copied.parent / tools.name).mkdir()
    for name in ("__init__.py", "errors.py"):
        subprocess.run(("cp", "-L", tools / name, copied.parent / tools.name), check=True)
    subprocess.run(("chmod", "-R", "a+rX", place / "src"), check=True)
    code = """
import sys
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.image import HOST
from kriterion.sandbox.run import Limits, Run
from kriterion.sandbox.directory_tree import make_tree
from kriterion.errors import OperatorError
from pathlib import Path
sandbox = Bubblewrap()
probe = sandbox.probe()
assert probe.works, probe
def run(script, **limits):
    trees = {"/mnt/q/x": make_tree({"f": b"tree"})}
    return sandbox.run(Run(command=("/bin/sh", "-c", script), image=HOST, trees=trees,
                           limits=Limits(**limits)))
outcome = run("id -u; cat /mnt/q/x/f; echo e >/dev/stderr")
assert (outcome.stdout, outcome.stderr) == (b"1000\\ntree", b"e\\n"), outcome
assert run("while :; do :; done", cpu_seconds=0.3).ending == "cpu time limit"
assert run("sleep 9", idle_seconds=0.3).ending == "wall time limit"
assert run("yes", output_bytes=1000).ending == "output limit"
print(probe.enforced["memory"], "|", probe.fix.splitlines()[0] if probe.fix else "")
"""
    user = ("setpriv", "--reuid", "4242", "--regid", "4242", "--clear-groups")
    result = subprocess.run(
        (*user, PYTHON, "-c", code),
        env={"PYTHONPATH": str(place / "src"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        cwd="/",
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()


def test_no_process_of_a_run_leaves_a_core_file(sandbox: Bubblewrap) -> None:
    limit = "grep core /proc/self/limits; ulimit -c unlimited; ulimit -Hc"
    outcome = execute_in(sandbox, limit)
    assert outcome.stdout.split() == [*b"Max core file size 0 0 bytes 0".split()]
