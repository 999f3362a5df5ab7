"""Repositories are cloned over ssh, with a key of their own and from the checked machine only."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.refusals import Refusal
from kriterion.web.repositories.copies import Copies
from kriterion.web.repositories.git_address import GitAddress, is_ssh_address, read_address
from kriterion.web.repositories.git_clone import Clone
from kriterion.web.repositories.ssh_access import SshAccess, is_ssh_installed
from kriterion.web.tools import machine
from tests.web.git_server import repository

# Records its words, and does on this machine what it is asked to do on the other one.
SSH = """\
#!/bin/sh
printf '%s\\n' "$@" > LOG
for last; do :; done
case $last in
"git-upload-pack '/"*) cd ROOT && path=${last#*\\'/} && exec git-upload-pack "${path%\\'}" ;;
esac
exit 1
"""


def read(url: str, allow_ssh: bool = True, ip: str = "140.82.121.3") -> GitAddress | Refusal:
    return read_address(url, resolve=lambda host, port: [ip], allow_ssh=allow_ssh)


@pytest.mark.parametrize(
    ("url", "read_as", "port"),
    [
        ("ssh://git@example.org/a/b.git", "ssh://git@example.org/a/b.git", 22),
        ("git@example.org:a/b.git", "ssh://git@example.org/a/b.git", 22),
        ("git@example.org:/a/b.git", "ssh://git@example.org/a/b.git", 22),
        ("git@example.org:~u/b.git", "ssh://git@example.org/~u/b.git", 22),
        ("ssh://git@example.org:2222/a", "ssh://git@example.org:2222/a", 2222),
    ],
)
def test_ssh_addresses_are_read(url: str, read_as: str, port: int) -> None:
    address = read(url)
    assert isinstance(address, GitAddress)
    assert (address.url, address.port, address.is_ssh) == (read_as, port, True)
    assert is_ssh_address(url)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("ssh://example.org/a", "git-address.ssh-user"),
        ("ssh://git:secret@example.org/a", "git-address.ssh-user"),
        ("ssh://-oProxyCommand=id@example.org/a", "git-address.ssh-user"),
        ("ssh://a@b@example.org/a", "git-address.ssh-user"),
        ("ssh://git@-oProxyCommand=id/a", "git-address.invalid-host"),
        ("ssh://git@0x7f.1/a", "git-address.invalid-host"),
        ("git@-oProxyCommand=id:a", "git-address.invalid-host"),
        ("ssh://git@example.org", "git-address.ssh-path"),
        ("ssh://git@example.org/", "git-address.ssh-path"),
        ("ssh://git@example.org/a'b", "git-address.ssh-path"),
        ("ssh://git@example.org/$(id)", "git-address.ssh-path"),
        ("ssh://git@example.org/a;id", "git-address.ssh-path"),
        ("ssh://git@example.org/../etc", "git-address.ssh-path"),
        ("ssh://git@example.org/a%20b", "git-address.ssh-path"),
        ("ssh://git@example.org:0/a", "git-address.port"),
        ("ssh://git@example.org/a?b", "git-address.query"),
        ("--upload-pack=x", "git-address.not-https-or-ssh"),
        ("ext::sh -c id", "git-address.invalid-characters"),
        ("git://example.org/a", "git-address.not-https-or-ssh"),
        ("git+ssh://git@example.org/a", "git-address.not-https-or-ssh"),
        ("file:///etc", "git-address.not-https-or-ssh"),
        ("/srv/a", "git-address.not-https-or-ssh"),
    ],
)
def test_other_addresses_are_refused(url: str, code: str) -> None:
    refusal = read(url)
    assert isinstance(refusal, Refusal), refusal
    assert refusal.kind.code == code


@pytest.mark.parametrize("url", ["ssh://git@example.org/a", "git@example.org:a"])
def test_ssh_is_refused_where_there_is_no_key(url: str) -> None:
    refusal = read(url, allow_ssh=False)
    assert isinstance(refusal, Refusal)
    assert refusal.kind.code == "git-address.not-https"


def test_internal_hosts_are_refused() -> None:
    refusal = read("git@example.org:a", ip="10.0.0.1")
    assert isinstance(refusal, Refusal)
    assert refusal.kind.code == "git-address.internal-host"


needs_ssh = pytest.mark.skipif(not is_ssh_installed(), reason="openssh-client is not installed")


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copies]:
    """Copies of a repository, on a machine whose ssh serves the directory `served`."""
    programs = tmp_path / "programs"
    programs.mkdir()
    served = tmp_path / "served"
    served.mkdir()
    ssh = programs / "ssh"
    text = SSH.replace("LOG", str(tmp_path / "log")).replace("ROOT", str(served))
    ssh.write_text(text)
    ssh.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    (tmp_path / "hosts").write_text("127.0.0.1 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA==\n")
    (tmp_path / "kriterion.toml").write_text(
        'git_hosts = ["127.0.0.1"]\nssh_known_hosts = "hosts"\n'
    )
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    monkeypatch.setattr(machine, "_made", None)
    yield Copies(tmp_path / "repositories" / "1")


@needs_ssh
def test_a_repository_is_cloned_with_its_own_key(copies: Copies, tmp_path: Path) -> None:
    repository(tmp_path / "served" / "course", {"a.txt": "one"})
    cloned = copies.clone("git@127.0.0.1:course", "", allow_ssh=True)
    assert isinstance(cloned, Clone), cloned
    assert (cloned.directory / "a.txt").read_text() == "one"
    words = (tmp_path / "log").read_text().splitlines()
    assert words[:4] == ["-F", "/dev/null", "-i", str(copies.home / "ssh-key")]
    options = {words[at + 1] for at, word in enumerate(words) if word == "-o"}
    assert options >= {
        "HostName=127.0.0.1",
        "HostKeyAlias=127.0.0.1",
        "BatchMode=yes",
        "IdentitiesOnly=yes",
        "ProxyCommand=none",
        "StrictHostKeyChecking=yes",
        f"UserKnownHostsFile={copies.home / 'ssh-hosts'}",
    }
    assert words[-2:] == ["git@127.0.0.1", "git-upload-pack '/course'"]
    copies.keep(cloned.directory)
    key = copies.ssh.public_key
    assert key.startswith("ssh-ed25519 ")
    assert (copies.home / "ssh-key").stat().st_mode & 0o077 == 0
    assert isinstance(copies.clone("git@127.0.0.1:course", "", allow_ssh=True), Clone)
    assert copies.ssh.public_key == key
    assert SshAccess(copies.home.parent / "2").public_key == ""


@needs_ssh
def test_a_refused_key_is_reported(copies: Copies) -> None:
    refusal = copies.clone("git@127.0.0.1:missing", "", allow_ssh=True)
    assert isinstance(refusal, Refusal)
    assert refusal.kind.code == "clone.git-error"
    assert copies.ssh.public_key  # to be given to the host
