"""Let git clone over ssh, with a key for each repository.

A key for the whole site would let every teacher clone what a Git host gave it for another teacher's
repository. The key of the host itself must be known (`host_keys.py`).
"""

import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from kriterion.errors import MachineError
from kriterion.refusals import Refusal
from kriterion.web.repositories.git_address import GitAddress
from kriterion.web.repositories.host_keys import name_host, write_known_hosts

_KEY = "ssh-key"
_KNOWN_HOSTS = "ssh-hosts"
_ACCEPTED = "ssh-known-hosts"  # written by version 0.2.0
_SECONDS = 60.0  # to make a key
_OPTIONS = {
    "BatchMode": "yes",
    "ClearAllForwardings": "yes",
    "ConnectTimeout": "30",
    "ControlMaster": "no",
    "GlobalKnownHostsFile": "/dev/null",
    "IdentitiesOnly": "yes",
    "IdentityAgent": "none",
    "LogLevel": "ERROR",
    "PermitLocalCommand": "no",
    "PreferredAuthentications": "publickey",
    "ProxyCommand": "none",
    "StrictHostKeyChecking": "yes",
    "UpdateHostKeys": "no",
}


def is_ssh_installed() -> bool:
    return all(map(shutil.which, ("ssh", "ssh-keygen")))


@dataclass(frozen=True, slots=True)
class SshAccess:
    """The key of a repository, in the directory `home` that only Kriterion reads."""

    home: Path

    @property
    def public_key(self) -> str:
        """The public key, for the Git host; empty if there is none yet."""
        try:
            return (self.home / f"{_KEY}.pub").read_text(encoding="utf-8").strip()
        except OSError:
            return ""

    def make_key(self) -> None:
        """Make a key unless there is one. Raises MachineError if ssh-keygen cannot be run."""
        if self.public_key:
            return
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.home / _KEY).unlink(missing_ok=True)  # without its public part
        words = ("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "kriterion")
        try:
            subprocess.run(
                (*words, "-f", str(self.home / _KEY)),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=True,
                timeout=_SECONDS,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise MachineError(f"ssh-keygen cannot be run: {error}") from error

    def recognize(self, address: GitAddress, known_hosts: Path | None) -> Refusal | None:
        """Refuse a host whose key is not known; `known_hosts` is the operator's file."""
        return write_known_hosts(
            self.home / _KNOWN_HOSTS,
            address,
            operator_file=known_hosts,
            accepted=self.home / _ACCEPTED,
        )

    def environment(self, address: GitAddress) -> dict[str, str]:
        """Return the variables that make git use this key, and connect to the checked IP only.

        `recognize` has found the key of the host.
        """
        options = {
            **_OPTIONS,
            "HostKeyAlias": name_host(address),
            "HostName": address.ip,
            "UserKnownHostsFile": str(self.home / _KNOWN_HOSTS),
        }
        words = ["ssh", "-F", os.devnull, "-i", str(self.home / _KEY)]
        words += [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return {"GIT_SSH_COMMAND": shlex.join(words), "GIT_SSH_VARIANT": "ssh"}
