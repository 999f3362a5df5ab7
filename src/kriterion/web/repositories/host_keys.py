"""The keys by which hosts are recognized over ssh.

A host whose key is not known here is refused: accepting the key that it shows first would trust
whoever answers. The operator names a file with keys; those of the large public hosts are built in.

Source: the fingerprints that GitHub, GitLab, Bitbucket and Codeberg publish.
"""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from django.utils.translation import gettext_noop

from kriterion.errors import MachineError, OperatorError
from kriterion.refusals import Refusal, RefusalKind
from kriterion.web.repositories.git_address import GitAddress

_SSH_PORT = 22
_SECONDS = 60.0
_MAX_BYTES = 1_000_000  # of a file of known hosts

_ED25519 = {
    "github.com": "AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl",
    "gitlab.com": "AAAAC3NzaC1lZDI1NTE5AAAAIAfuCHKVTjquxvt6CM6tdG4SLp1Btn/nOeHHE5UOzRdf",
    "bitbucket.org": "AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO",
    "codeberg.org": "AAAAC3NzaC1lZDI1NTE5AAAAIIVIC02vnjFyL+I4RHfvIGNtOgJMe769VTF1VR4EB3ZB",
}

UNKNOWN_KEY = RefusalKind(
    "git-address.unknown-host-key",
    gettext_noop(
        "the ssh key of %(host)s is not known here; an administrator of the server must add it to "
        "the file that ssh_known_hosts in kriterion.toml names"
    ),
)


def name_host(address: GitAddress) -> str:
    """Return a host's name as files of known hosts spell it."""
    return address.host if address.port == _SSH_PORT else f"[{address.host}]:{address.port}"


def write_known_hosts(
    target: Path, address: GitAddress, *, operator_file: Path | None, accepted: Path
) -> Refusal | None:
    """Write a file of known hosts for a connection, unless the key of its host is not known.

    `accepted` holds keys that version 0.2.0 accepted on a first clone, under names of its own; they
    count where no other key of the host is known. Raises OperatorError if the operator's file
    cannot be read, MachineError if ssh-keygen cannot be run.
    """
    lines = [f"{host} ssh-ed25519 {key}" for host, key in _ED25519.items()]
    if operator_file is not None:
        lines += _read_operator_file(operator_file).splitlines()
    name = name_host(address)
    for known in (lines, list(_read_accepted(accepted, address))):
        target.write_text("\n".join((*known, "")), encoding="utf-8")
        if _has_key(target, name):
            return None
    target.unlink()
    return Refusal(UNKNOWN_KEY, {"host": name})


def _read_operator_file(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(_MAX_BYTES).decode(errors="replace")
    except OSError as error:
        raise OperatorError(
            f"{file}: the keys of hosts cannot be read: {error.strerror}",
            fix="write it, for example with ssh-keyscan, and let Kriterion read it; "
            "or remove ssh_known_hosts from kriterion.toml",
        ) from error


def _read_accepted(file: Path, address: GitAddress) -> Iterable[str]:
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.splitlines():
        name, _, key = line.partition(" ")
        if name == f"{address.host}-{address.port}":
            yield f"{name_host(address)} {key}"


def _has_key(file: Path, name: str) -> bool:
    """Whether a file of known hosts has a key of a host; ssh-keygen reads hashed names, too."""
    program = shutil.which("ssh-keygen")
    if program is None:
        raise MachineError("ssh-keygen cannot be run: it is not installed")
    try:
        found = subprocess.run(
            (program, "-F", name, "-f", str(file)),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise MachineError(f"ssh-keygen cannot be run: {error}") from error
    return found.returncode == 0
