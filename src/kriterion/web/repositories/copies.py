"""Keep copies of remote content: a new one beside those in use, older ones removed."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from django.utils import timezone

from kriterion.host.installation import Installation
from kriterion.refusals import Refusal
from kriterion.web.repositories.git_address import read_address
from kriterion.web.repositories.git_clone import DEFAULT_LIMITS, Clone, CloneLimits, clone
from kriterion.web.repositories.git_login import GitLogin
from kriterion.web.repositories.git_program import CloneAccess, Tell
from kriterion.web.repositories.ssh_access import SshAccess


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies of one repository or tool, each in its own directory in `home`."""

    home: Path

    def new_place(self) -> Path:
        """Return the path for the next copy, which does not exist yet."""
        return self.home / f"copy-{timezone.now():%Y%m%d-%H%M%S-%f}"

    @property
    def ssh(self) -> SshAccess:
        """The ssh key for cloning."""
        return SshAccess(self.home)

    def clone(
        self,
        url: str,
        branch: str,
        tell: Tell | None = None,
        *,
        allow_ssh: bool = False,
        limits: CloneLimits = DEFAULT_LIMITS,
        login: GitLogin | None = None,
    ) -> Clone | Refusal:
        """Clone a new copy from an address that this installation allows."""
        settings = Installation().settings
        address = read_address(url, settings.git_hosts, allow_ssh=allow_ssh)
        if isinstance(address, Refusal):
            return address
        access = None
        if address.is_ssh:
            self.ssh.make_key()
            refusal = self.ssh.recognize(address, settings.ssh_known_hosts)
            if refusal is not None:
                return refusal
            access = CloneAccess(environment=self.ssh.environment(address))
        elif login is not None:
            access = CloneAccess(login=login)
        return clone(
            address, self.new_place(), branch=branch, limits=limits, tell=tell, access=access
        )

    def keep(self, copy: Path) -> None:
        """Remove all copies but this and the previous one, which may still be read."""
        others = sorted(path for path in self.home.glob("copy-*") if path != copy)
        for old in others[:-1]:
            shutil.rmtree(old, ignore_errors=True)

    def remove(self, copy: Path) -> None:
        """Remove a copy, if it is one of these."""
        if copy.is_relative_to(self.home):
            shutil.rmtree(copy, ignore_errors=True)

    def remove_all(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
