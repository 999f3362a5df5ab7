"""A network for one run: it reaches all that this machine reaches, except the machine itself.

A user-mode helper, slirp4netns, forwards the run's traffic as an ordinary program of the same user.
It never connects to this machine's loopback.
"""

import fcntl
import os
import select
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kriterion.errors import MachineError, OperatorError
from kriterion.sandbox.cgroups.run_group import RunGroup
from kriterion.sandbox.execution.pidfd_process import Process, start
from kriterion.sandbox.host_programs import find_program
from kriterion.sandbox.run_output import read_piece

# The helper's address as a name server. Source: slirp4netns(1).
NAME_SERVER = "10.0.2.3"

_PROGRAM = "slirp4netns"
# udev gives it mode 0666; without udev it keeps the kernel's 0600.
_DEVICE = Path("/dev/net/tun")
_MTU = "65520"  # the helper's maximum: fewer packets
_PATIENCE_SECONDS = 20.0
# Finds the user namespace of a network namespace. Source: Linux, ioctl_ns(2).
_GET_USER_NAMESPACE = 0xB701

# The helper's descriptors.
_USER_NAMESPACE, _NETWORK_NAMESPACE, _READY, _END = range(3, 7)


def describe(requested: bool, *, refused: bool = False) -> str:
    """Describe the network of a run: its own, none, or refused."""
    if refused:
        return "namespace; the exercise asks for a way out, which its image does not allow"
    return "namespace, and a way out in user mode" if requested else "namespace"


def check_network() -> None:
    """Raise OperatorError if this machine cannot give a run a network."""
    find_helper()
    _check_device()


def _check_device() -> None:
    """Raise OperatorError unless the run's user may open the device that the helper needs."""
    try:
        mode = _DEVICE.stat().st_mode
    except OSError:
        raise OperatorError(
            f"the run requests the network, but this machine has no {_DEVICE}",
            fix=f"sudo modprobe tun\nor, where no udev runs: sudo mkdir -p {_DEVICE.parent} && "
            f"sudo mknod -m 666 {_DEVICE} c 10 200",
        ) from None
    others = stat.S_IROTH | stat.S_IWOTH
    if not (mode & others == others or _is_accessible(_DEVICE)):
        raise OperatorError(
            f"the run requests the network, but only some users may open {_DEVICE}",
            fix=f"sudo chmod 666 {_DEVICE}",
        )


def _is_accessible(device: Path) -> bool:
    """Whether a run may open the device because we may; root gives runs another user."""
    return os.geteuid() != 0 and os.access(device, os.R_OK | os.W_OK)


def find_helper() -> str:
    """Return the helper's program. Raises OperatorError if it is missing."""
    program = find_program(_PROGRAM)
    if program is None:
        raise OperatorError(
            f"the run requests the network, but {_PROGRAM} is not installed",
            fix=f"sudo apt-get install {_PROGRAM}\n"
            "or remove network_enabled from the exercise's evaluation",
        )
    return program


@contextmanager
def connect_network(pid: int, group: RunGroup, *, as_user: Sequence[str]) -> Iterator[None]:
    """Connect a process's network namespace, until the context ends.

    `as_user` is the command prefix to become the namespace's owner. The helper counts against the
    run's `group` and ends with us.
    """
    with ExitStack() as stack:

        def keep(descriptor: int) -> int:
            stack.callback(os.close, descriptor)
            return descriptor

        try:
            network = keep(os.open(f"/proc/{pid}/ns/net", os.O_RDONLY | os.O_CLOEXEC))
            user = keep(fcntl.ioctl(network, _GET_USER_NAMESPACE))
            os.set_inheritable(user, False)
        except OSError as error:
            raise MachineError(f"the network of a run: {error.strerror}") from error
        ready, its_ready = map(keep, os.pipe2(os.O_CLOEXEC))
        its_end, _ = map(keep, os.pipe2(os.O_CLOEXEC))
        ready_end, helper_ready_end = map(keep, os.pipe2(os.O_CLOEXEC))
        given = {
            1: helper_ready_end,
            2: helper_ready_end,
            _USER_NAMESPACE: user,
            _NETWORK_NAMESPACE: network,
        }
        given |= {_READY: its_ready, _END: its_end}
        helper = start((*as_user, *_build_helper_command()), given)
        stack.callback(helper.close)
        with suppress(MachineError):  # it has ended, so it is not ready either
            group.attach(helper.pid)
        if not _is_ready(ready, helper):
            os.set_blocking(ready_end, False)
            complaint = (read_piece(ready_end) or b"").decode(errors="replace").strip()
            raise MachineError(f"{_PROGRAM} gives a run no network: {complaint or 'no reason'}")
        yield


def _is_ready(ready: int, helper: Process) -> bool:
    """Wait for the helper to become ready or to end; return whether it is ready."""
    waiting = select.poll()
    waiting.register(ready, select.POLLIN)
    waiting.register(helper.descriptor, select.POLLIN)
    return any(descriptor == ready for descriptor, _ in waiting.poll(_PATIENCE_SECONDS * 1000))


def _build_helper_command() -> tuple[str, ...]:
    return (
        find_helper(),
        "--configure",
        *("--mtu", _MTU),
        "--disable-host-loopback",
        "--enable-seccomp",
        *("--ready-fd", str(_READY), "--exit-fd", str(_END)),
        *("--userns-path", f"/proc/self/fd/{_USER_NAMESPACE}"),
        *("--netns-type", "path", f"/proc/self/fd/{_NETWORK_NAMESPACE}"),
        "tap0",
    )
