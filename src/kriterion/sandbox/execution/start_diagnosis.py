"""Why a run did not start, and what the operator can do: symptoms with exact fixes."""

import errno
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kriterion.errors import OperatorError, SandboxUnavailable
from kriterion.sandbox.execution.shell import COPY
from kriterion.sandbox.host_programs import find_program
from kriterion.sandbox.run import Run

_SETTINGS = (
    "kernel/apparmor_restrict_unprivileged_userns",
    "kernel/unprivileged_userns_clone",
    "user/max_user_namespaces",
)
_CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")


@dataclass(frozen=True, kw_only=True, slots=True)
class Machine:
    """The properties of a machine on which bubblewrap depends; `settings` are from /proc/sys."""

    bubblewrap: str | None
    setpriv: str | None
    is_root: bool
    is_container: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)


def examine_machine() -> Machine:
    """Inspect this machine."""
    settings = {}
    for name in _SETTINGS:
        try:
            settings[name] = Path("/proc/sys", name).read_text().strip()
        except OSError:
            continue
    return Machine(
        bubblewrap=find_program("bwrap"),
        setpriv=find_program("setpriv"),
        is_root=os.geteuid() == 0,
        is_container=any(map(os.path.exists, _CONTAINER_MARKS)),
        settings=settings,
    )


# --- the machine


_PROFILE = """\
this machine's AppArmor forbids it; allow it for bubblewrap, as root:
cat >/etc/apparmor.d/bwrap <<'END'
abi <abi/4.0>,
include <tunables/global>
profile bwrap {bubblewrap} flags=(unconfined) {{
  userns,
  include if exists <local/bwrap>
}}
END
apparmor_parser -r /etc/apparmor.d/bwrap"""

_IN_CONTAINER = """\
Kriterion is in a container that keeps it from making sandboxes; start that container with
podman run --security-opt unmask=ALL …
docker run --security-opt systempaths=unconfined --security-opt seccomp=unconfined …"""

# Source: Linux, mount_too_revealing: no new /proc if parts of the existing one are covered.
_IN_SERVICE = """\
the service that Kriterion runs in hides part of /proc; take out of its unit what does so:
ProtectKernelTunables=, ProtectKernelLogs=, ProtectProc=, ProcSubset="""


def diagnose(complaint: str, machine: Machine) -> SandboxUnavailable:
    """Translate bubblewrap's error message into a cause with its fix on this machine."""
    settings = machine.settings
    if machine.bubblewrap is None:
        return SandboxUnavailable(
            "bubblewrap is not installed", fix="sudo apt-get install bubblewrap"
        )
    if machine.is_root and machine.setpriv is None:
        return SandboxUnavailable(
            "setpriv is not installed; without it, a run would be root",
            fix="sudo apt-get install util-linux",
        )
    if "disable-userns" in complaint and "nknown option" in complaint:
        return SandboxUnavailable(
            "bubblewrap is older than 0.8",
            fix="install bubblewrap 0.8 or newer: Debian 12 and Ubuntu 24.04 have it",
        )
    message = f"bubblewrap cannot make a sandbox: {complaint or 'it wrote nothing'}"
    if settings.get("user/max_user_namespaces") == "0":
        fix = "sudo sysctl -w user.max_user_namespaces=10000"
        return SandboxUnavailable(message, fix=_make_permanent(fix))
    if settings.get("kernel/unprivileged_userns_clone") == "0":
        fix = "sudo sysctl -w kernel.unprivileged_userns_clone=1"
        return SandboxUnavailable(message, fix=_make_permanent(fix))
    if settings.get("kernel/apparmor_restrict_unprivileged_userns") == "1":
        return SandboxUnavailable(message, fix=_PROFILE.format(bubblewrap=machine.bubblewrap))
    if machine.is_container:
        return SandboxUnavailable(message, fix=_IN_CONTAINER)
    if "mount proc" in complaint:
        return SandboxUnavailable(message, fix=_IN_SERVICE)
    return SandboxUnavailable(
        message,
        fix="find out why this fails, as an ordinary user:\n"
        f"{machine.bubblewrap} --unshare-all --ro-bind / / --proc /proc true",
    )


def _make_permanent(command: str) -> str:
    """Return a fix for now and for the next boot."""
    setting = command.rpartition(" ")[2]
    return f"{command}\necho {setting} | sudo tee /etc/sysctl.d/60-kriterion.conf"


# --- the run: errors of bubblewrap or the run's own shell about a wrong image or wrong files


# "No space left on device" is not one: those file systems are the run's own, with its limits.
_SHORTAGES = tuple(
    os.strerror(number) for number in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
)


def is_shortage(complaint: str) -> bool:
    """Whether a run did not start because the machine lacks descriptors, processes or memory."""
    return any(words in complaint for words in _SHORTAGES)


def explain(complaint: str, run: Run, *, uid: int) -> OperatorError | None:
    """Translate an error message about one run; None if it is not about the run."""
    name = f"image {run.image.name}"
    if match := re.search(r"Can't find source path (.+): (.+)", complaint):
        return explain_hidden(name, Path(match[1]), uid)
    if match := re.search(r"Can't (?:mkdir|create file at|make symlink at) ([^:]+)", complaint):
        return OperatorError(
            f"{name}: has no directory {match[1]}, and none can be made in what is read-only",
            fix=f"make it in the root file system: mkdir -p {run.image.directory}{match[1]}",
        )
    if match := re.search(rf"execvp {COPY}: (.+)", complaint):
        return OperatorError(
            f"{name}: its /bin/sh cannot be started: {match[1]}",
            fix="add to the root file system of the image what its shell needs, or a static shell",
        )
    if re.search(r"/bin/tar: (not found|No such file or directory)", complaint):
        return OperatorError(
            f"{name}: has no /bin/tar", fix="add tar to the root file system of the image"
        )
    if "No space left on device" in complaint or "Wrote only" in complaint:
        size = sum(len(tree.archive) for tree in run.trees.values())
        return OperatorError(
            f"{name}: what the run starts with ({size:,} bytes) does not fit into its writable"
            f" file systems of {run.limits.scratch_bytes:,} bytes",
            fix="leave out files that are not needed, or raise the limit",
        )
    if match := re.search(r"cd: (?:can't cd to )?(.+)", complaint):
        return OperatorError(f"{name}: the working directory cannot be entered: {match[1]}")
    return None


def explain_hidden(name: str, path: Path, uid: int) -> OperatorError:
    """Explain why a user cannot see a path: name the first directory that denies access."""
    for step in (*reversed(path.parents), path):
        try:
            status = step.stat()
        except OSError:
            break
        shift = 6 if status.st_uid == uid else 3 if status.st_gid == uid else 0
        if not status.st_mode >> shift & 0o1:
            return OperatorError(
                f"{name}: {path} cannot be read by a run (user {uid}): {step} shuts it out",
                fix=f"chmod a+rx {step}\nor move it to where any user may read it",
            )
    return OperatorError(
        f"{name}: {path} is not there", fix="correct the path in kriterion.toml, or make it"
    )
