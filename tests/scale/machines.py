"""Machines that share only this one's kernel: each has its own network, processes, name and disk.

They are namespaces that end with the process that made them, so nothing of them stays behind. A
hub routes between them.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = {
    "unshare": "util-linux",
    "nsenter": "util-linux",
    "setpriv": "util-linux",
    "mount": "mount",
    "ip": "iproute2",
}
_NETWORK = "10.77"  # addresses 10.77.NUMBER.2; they exist in our namespaces only
_FILLER = "filler"  # what fills a disk
_FIRST_RUN_UID, _LAST_RUN_UID = 70_000, 70_999  # of the sandbox, which runs as root here

_PROBE = (
    *("unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--uts", "sh", "-c"),
    "ip link add probe type veth && ip rule add from 10.77.0.0/16 blackhole"
    " && mount -t tmpfs none /mnt",
)

# The first process of a machine. It adopts orphans, as init does.
_INIT = """
import os, signal, socket, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
socket.sethostname(sys.argv[1])
print("ready", flush=True)
while True:
    signal.sigwait([signal.SIGCHLD])
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
"""


def list_missing() -> list[str]:
    """Return what this machine lacks to make other machines, with the remedies."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    missing = [
        f"{program} is missing: apt-get install {package}"
        for program, package in PROGRAMS.items()
        if shutil.which(program, path=path) is None
    ]
    if os.geteuid():
        missing.append("network namespaces need root: run it as root")
    if not missing:
        made = subprocess.run(_PROBE, capture_output=True, text=True, check=False)
        if made.returncode:
            missing.append(f"the kernel refuses namespaces with networks: {made.stderr.strip()}")
    return missing


def wait_until(is_so: Callable[[], object]) -> None:
    """Wait for a state; the test's own limit ends what never comes."""
    while not is_so():
        time.sleep(0.1)


@dataclass(frozen=True, kw_only=True, slots=True)
class MachineProcess:
    """What runs on a machine, as that machine's processes list it."""

    pid: int
    uid: int
    command: str

    @property
    def is_run(self) -> bool:
        """Whether it belongs to a run in the sandbox."""
        return _FIRST_RUN_UID <= self.uid <= _LAST_RUN_UID or self.command.startswith("bwrap")


class Daemon:
    """A program that runs on a machine until it ends or is killed."""

    def __init__(self, entered: "subprocess.Popen[bytes]", log: Path) -> None:
        self._entered = entered  # nsenter, whose child is the program
        self.log = log
        self.pid = _wait_for_child(entered)

    @property
    def is_alive(self) -> bool:
        return self._entered.poll() is None

    def send(self, number: int) -> None:
        os.kill(self.pid, number)

    def resume(self) -> None:
        """Continue after all of its machine was suspended: nsenter stops with its child."""
        self._entered.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it as a power cut does."""
        if self.is_alive:
            with suppress(ProcessLookupError):  # it has just ended
                self.send(signal.SIGKILL)
        self._entered.wait()

    def end(self) -> int:
        """Stop it as systemd does; return the exit status."""
        self.send(signal.SIGTERM)
        return self._entered.wait()


class Machine:
    """A machine of its own: `address` in the network, and a disk at `disk` that no other sees."""

    pid: int  # of its first process, as it is numbered here

    def __init__(
        self, name: str, number: int, root: Path, *, beside: "Machine | None" = None
    ) -> None:
        """`beside`: a machine whose mounts are there, too, such as a shared disk."""
        self.name = name
        self.number = number
        self.address = f"{_NETWORK}.{number}.2"
        self.disk = root / "disk"
        self._root = root
        self._boot(beside)

    def _boot(self, beside: "Machine | None") -> None:
        mounts = () if beside is None else ("nsenter", f"--target={beside.pid}", "--mount")
        apart = ("unshare", "--fork", "--kill-child", "--pid", "--mount-proc", "--uts", "--net")
        init = (sys.executable, "-I", "-S", "-c", _INIT, self.name)
        self._holder = subprocess.Popen(
            ("setpriv", "--pdeathsig", "KILL", *mounts, *apart, *init),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._holder.stdout is not None
        assert self._holder.stdout.readline() == "ready\n", f"{self.name} did not boot"
        self.pid = _wait_for_child(self._holder)
        self.run("ip", "link", "set", "lo", "up")

    def mount_own_disk(self, megabytes: int) -> None:
        """Mount an empty disk of that size."""
        self.mount_memory(self.disk, megabytes)
        self._make_temporary()

    def mount_memory(self, place: Path, megabytes: int) -> None:
        self.run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0711", "none", str(place))

    def fill_disk(self) -> None:
        """Leave no space on the disk, until `free_disk`."""
        script = f"head -c 1T /dev/zero >{self.disk}/{_FILLER} 2>/dev/null"
        subprocess.run(self.enter("sh", "-c", script), check=False)  # fails when it is full

    def free_disk(self) -> None:
        self.run("rm", "-f", f"{self.disk}/{_FILLER}")

    def mount_shared_disk(self, directory: Path) -> None:
        """Mount a directory that other machines may mount, too."""
        self.run("mount", "--bind", str(directory), str(self.disk))
        self._make_temporary()

    def _make_temporary(self) -> None:
        self.run("mkdir", "-p", "-m", "0711", str(self.disk / "tmp"))

    def look_inside(self, path: Path) -> Path:
        """Return where this process finds a path of the machine."""
        return Path(f"/proc/{self.pid}/root{path}")

    def enter(self, *command: str) -> tuple[str, ...]:
        """Return the command that runs another one on the machine."""
        spaces = ("--pid", "--uts", "--net", "--mount")
        return ("nsenter", f"--target={self.pid}", *spaces, f"--wdns={Path.cwd()}", *command)

    def run(self, *command: str, variables: Mapping[str, str] | None = None, text: str = "") -> str:
        """Return what a program on the machine prints."""
        done = subprocess.run(
            self.enter(*command),
            env=None if variables is None else dict(variables),
            input=text,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout

    def start(self, *command: str, variables: Mapping[str, str], log: Path) -> Daemon:
        with log.open("ab") as output:
            entered = subprocess.Popen(
                self.enter(*command),
                env=dict(variables),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        return Daemon(entered, log)

    def signal_all(self, name: str) -> None:
        """Send a signal to all processes of the machine but its first."""
        subprocess.run(self.enter("sh", "-c", f"kill -s {name} -- -1"), check=False)

    def shut_down(self) -> None:
        """Cut its power: everything on it ends, and what was on its own disk is gone."""
        self._holder.kill()
        self._holder.wait()

    def list_processes(self) -> list[MachineProcess]:
        """Return what runs on the machine besides its first process."""
        found = []
        for place in self.look_inside(Path("/proc")).glob("[0-9]*"):
            if place.name == "1":
                continue
            try:
                status = (place / "status").read_text()
                words = (place / "cmdline").read_bytes().split(b"\0")
            except OSError:  # it has just ended
                continue
            fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
            if fields["State"][0] in "ZX":
                continue
            found.append(
                MachineProcess(
                    pid=int(place.name),
                    uid=int(fields["Uid"].split()[0]),
                    command=b" ".join(words).decode(errors="replace").rpartition("/")[2]
                    if len(words) == 1
                    else fields["Name"],
                )
            )
        return found

    def is_silent(self) -> bool:
        """Whether nothing runs on the machine."""
        return not self.list_processes()

    def list_runs(self) -> list[MachineProcess]:
        return [process for process in self.list_processes() if process.is_run]


class Network:
    """A router and the machines that it joins."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._machines: list[Machine] = []
        self.hub: Machine = Machine("hub", 1, root)
        self._machines.append(self.hub)
        self.hub.run("sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward")

    def add(self, name: str) -> Machine:
        """Boot a machine, with the hub's mounts, and connect it to the hub."""
        machine = Machine(name, len(self._machines) + 1, self._root, beside=self.hub)
        self._machines.append(machine)
        link = f"to-{machine.number}"
        gateway = self.find_gateway(machine)
        self._configure(
            "link", "add", link, "type", "veth", "peer", "eth0", "netns", str(machine.pid)
        )
        self._configure("addr", "add", f"{gateway}/24", "dev", link)
        self._configure("link", "set", link, "up")
        machine.run("ip", "addr", "add", f"{machine.address}/24", "dev", "eth0")
        machine.run("ip", "link", "set", "eth0", "up")
        machine.run("ip", "route", "add", "default", "via", gateway)
        return machine

    def find_gateway(self, machine: Machine) -> str:
        """Return the hub's address in the machine's network."""
        return f"{_NETWORK}.{machine.number}.1"

    def disconnect(self, machine: Machine) -> None:
        """Drop all packets from and to a machine silently."""
        self._change_rules("add", machine)

    def reconnect(self, machine: Machine) -> None:
        self._change_rules("del", machine)

    def disturb(self, machine: Machine) -> bool:
        """Delay and lose packets to a machine; return False if the kernel cannot."""
        enter = ("nsenter", f"--target={self.hub.pid}", "--net", "tc", "qdisc", "add")
        words = ("dev", f"to-{machine.number}", "root", "netem", "delay", "30ms", "20ms")
        done = subprocess.run((*enter, *words, "loss", "5%"), capture_output=True, check=False)
        return not done.returncode

    def end_disturbance(self, machine: Machine) -> None:
        enter = ("nsenter", f"--target={self.hub.pid}", "--net", "tc", "qdisc", "del")
        subprocess.run((*enter, "dev", f"to-{machine.number}", "root"), check=True)

    def _change_rules(self, action: str, machine: Machine) -> None:
        for direction in ("from", "to"):
            self._configure(
                "rule", action, direction, f"{_NETWORK}.{machine.number}.0/24", "blackhole"
            )

    def _configure(self, *words: str) -> None:
        # Not in the hub's processes: a machine is named by the id that its first process has here.
        enter = ("nsenter", f"--target={self.hub.pid}", "--net")
        subprocess.run((*enter, "ip", *words), check=True)

    def shut_down(self) -> None:
        for machine in reversed(self._machines):
            machine.shut_down()


@contextmanager
def network(root: Path) -> Iterator[Network]:
    """Yield a network without machines; shut down the machines that were added afterwards."""
    (root / "disk").mkdir(mode=0o711)
    made = Network(root)
    try:
        yield made
    finally:
        made.shut_down()


def _wait_for_child(process: "subprocess.Popen[bytes] | subprocess.Popen[str]") -> int:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while True:
        found = children.read_text().split()
        if found:
            return int(found[0])
        assert process.poll() is None, f"{process.args!r} ended"
        time.sleep(0.01)
