"""Hosts are recognized over ssh by keys that were known before, or refused."""

import base64
import hashlib
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.refusals import Refusal
from kriterion.web.repositories.copies import Copies
from kriterion.web.repositories.git_address import GitAddress
from kriterion.web.repositories.git_clone import Clone
from kriterion.web.repositories.host_keys import name_host, write_known_hosts
from kriterion.web.repositories.ssh_access import is_ssh_installed
from tests.web.git_server import repository

pytestmark = pytest.mark.skipif(not is_ssh_installed(), reason="openssh-client is not installed")

SSHD = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/usr/bin")
needs_sshd = pytest.mark.skipif(SSHD is None, reason="openssh-server is not installed")

# As the hosts publish them.
FINGERPRINTS = {
    "github.com": "+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU",
    "gitlab.com": "eUXGGm1YGsMAS7vkcx6JOJdOGHPem5gQp4taiCfCLB8",
    "bitbucket.org": "ybgmFkzwOSotHTHLJgHO0QN8L0xErw6vd0VhFA9m3SM",
    "codeberg.org": "mIlxA9k46MmM6qdJOdMnAQpzGxF4WIVVL+fj+wZbw0g",
}


def address(host: str, port: int = 22) -> GitAddress:
    place = host if port == 22 else f"{host}:{port}"
    return GitAddress(url=f"ssh://git@{place}/a", host=host, port=port, ip="127.0.0.1")


def make_key(file: Path) -> str:
    """Make a key; returns its type and public part."""
    words = ("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(file))
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL)
    return " ".join(file.with_name(f"{file.name}.pub").read_text().split()[:2])


@pytest.fixture
def key(tmp_path: Path) -> str:
    return make_key(tmp_path / "host-key")


def recognize(
    tmp_path: Path,
    where: GitAddress,
    *,
    operator_keys: str | None = None,
    accepted: str | None = None,
) -> Refusal | None:
    files = {}
    for name, text in (("operators", operator_keys), ("accepted", accepted)):
        files[name] = tmp_path / name
        if text is not None:
            files[name].write_text(text)
    return write_known_hosts(
        tmp_path / "known",
        where,
        operator_file=None if operator_keys is None else files["operators"],
        accepted=files["accepted"],
    )


@pytest.mark.parametrize("host", FINGERPRINTS)
def test_the_keys_of_large_hosts_have_the_published_fingerprints(host: str, tmp_path: Path) -> None:
    assert recognize(tmp_path, address(host)) is None
    (line,) = [
        line for line in (tmp_path / "known").read_text().splitlines() if line.startswith(host)
    ]
    digest = hashlib.sha256(base64.b64decode(line.split()[2])).digest()
    assert base64.b64encode(digest).decode().rstrip("=") == FINGERPRINTS[host]


@pytest.mark.parametrize("port", [22, 2222])
def test_an_unknown_host_is_refused_with_the_remedy(tmp_path: Path, port: int) -> None:
    where = address("git.example.edu", port)
    for operators in (None, "other.example.edu ssh-ed25519 AAAA\n", "not a known host\n"):
        refusal = recognize(tmp_path, where, operator_keys=operators)
        assert refusal is not None
        assert refusal.kind.code == "git-address.unknown-host-key"
        assert name_host(where) in refusal.reason
        assert "ssh_known_hosts" in refusal.reason
        assert not (tmp_path / "known").exists()


@pytest.mark.parametrize("port", [22, 2222])
def test_the_operators_file_names_hosts(tmp_path: Path, key: str, port: int) -> None:
    where = address("git.example.edu", port)
    assert recognize(tmp_path, where, operator_keys=f"{name_host(where)} {key}\n") is None
    hashed = tmp_path / "operators"
    subprocess.run(("ssh-keygen", "-q", "-H", "-f", str(hashed)), check=True, capture_output=True)
    assert name_host(where) not in hashed.read_text()
    assert recognize(tmp_path, where, operator_keys=hashed.read_text()) is None


def test_a_file_that_cannot_be_read_is_the_operators_fault(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="nowhere: the keys of hosts cannot be read"):
        write_known_hosts(
            tmp_path / "known",
            address("git.example.edu"),
            operator_file=tmp_path / "nowhere",
            accepted=tmp_path / "accepted",
        )


def test_a_key_that_an_earlier_version_accepted_still_counts(tmp_path: Path, key: str) -> None:
    where = address("git.example.edu", 2222)
    accepted = f"git.example.edu-2222 {key}\n"
    assert recognize(tmp_path, where, accepted=accepted) is None
    assert (tmp_path / "known").read_text() == f"[git.example.edu]:2222 {key}\n"
    assert recognize(tmp_path, address("git.example.edu"), accepted=accepted) is not None
    # Not where another key is known.
    assert recognize(tmp_path, address("github.com"), accepted=f"github.com-22 {key}\n") is None
    assert key not in (tmp_path / "known").read_text()


@contextmanager
def serve_ssh(place: Path, public_key: str) -> Iterator[int]:
    """Run a real ssh server that lets the owner of a key read `place`; yields its port."""
    assert SSHD is not None
    Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)  # only needed, and possible, for root
    (place / "authorized").write_text(f"{public_key}\n")
    (place / "config").write_text(
        f"HostKey {place / 'host-key'}\nAuthorizedKeysFile {place / 'authorized'}\n"
        f"PidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
        f"PermitRootLogin prohibit-password\n"
        f"ForceCommand cd {place / 'served'} && git -c safe.directory='*' upload-pack ./course\n"
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = (SSHD, "-D", "-e", "-f", str(place / "config"), "-p", str(port))
    server = subprocess.Popen((*words, "-o", "ListenAddress=127.0.0.1"), stderr=subprocess.PIPE)
    try:
        assert server.stderr is not None
        first = server.stderr.readline()
        assert b"listening" in first, first + server.stderr.read()
        yield port
    finally:
        server.terminate()
        server.wait()


@needs_sshd
@pytest.mark.skipif(os.geteuid() != 0, reason="the test's user may have no login shell")
@pytest.mark.long(reason="starts a real ssh server and makes keys")
def test_a_real_server_is_recognized_and_its_refusals_are_explained(
    tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository(tmp_path / "served" / "course", {"a.txt": "one"})
    known_hosts = tmp_path / "hosts"
    (tmp_path / "kriterion.toml").write_text(
        f'git_hosts = ["127.0.0.1"]\nssh_known_hosts = "{known_hosts.name}"\n'
    )
    known_hosts.write_text("")
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    copies = Copies(tmp_path / "repositories" / "1")
    copies.ssh.make_key()
    other = make_key(tmp_path / "other-key")

    def try_clone() -> str:
        outcome = copies.clone(f"ssh://root@127.0.0.1:{port}/course", "", allow_ssh=True)
        if isinstance(outcome, Clone):
            return (outcome.directory / "a.txt").read_text()
        return outcome.kind.code

    with serve_ssh(tmp_path, copies.ssh.public_key) as port:
        assert try_clone() == "git-address.unknown-host-key"
        known_hosts.write_text(f"[127.0.0.1]:{port} {key}\n")
        assert try_clone() == "one"
        known_hosts.write_text(f"[127.0.0.1]:{port} {other}\n")
        assert try_clone() == "clone.other-host-key"
        known_hosts.write_text(f"[127.0.0.1]:{port} {key}\n")
        (tmp_path / "authorized").write_text(f"{other}\n")
        assert try_clone() == "clone.key-refused"
