"""The network of a run that is permitted one reaches a peer, but not this machine."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.backends.containers.container_engine import ContainerEngine
from kriterion.sandbox.backends.containers.engine_command import EngineName
from kriterion.sandbox.execution import network
from kriterion.sandbox.image import HOST
from kriterion.sandbox.run import Outcome, Run, Sandbox
from tests.sandbox.conftest import Execute, execute_in
from tests.sandbox.engines import IMAGE, engine_on_this_host

pytestmark = pytest.mark.machine

# Addresses that nobody has: RFC 5737, TEST-NET-3.
OURS, PEER = "203.0.113.1", "203.0.113.2"
PORT = 8765
SERVER = (
    "import socket\n"
    f"server = socket.create_server(({PEER!r}, {PORT}))\n"
    "print('on', flush=True)\n"
    "while True:\n"
    "    client, _ = server.accept()\n"
    "    client.sendall(b'hello from the peer')\n"
    "    client.close()\n"
)


@pytest.fixture(scope="module")
def peer() -> Iterator[str]:
    """Another machine, as it were: a network namespace joined to ours by a cable of its own."""
    if os.geteuid() != 0 or shutil.which("ip") is None or shutil.which("slirp4netns") is None:
        pytest.skip("NO PEER FOR A NETWORK: it takes root, iproute2 and slirp4netns")
    try:
        network.check_network()
    except OperatorError as error:
        pytest.skip(f"NO NETWORK FOR RUNS: {error}; {error.fix}")
    name = f"kriterion-{os.getpid()}"
    ours, its = f"kt{os.getpid()}a", f"kt{os.getpid()}b"
    try:
        for command in (
            f"netns add {name}",
            f"link add {ours} type veth peer name {its}",
            f"link set {its} netns {name}",
            f"addr add {OURS}/30 dev {ours}",
            f"link set {ours} up",
            f"-n {name} addr add {PEER}/30 dev {its}",
            f"-n {name} link set {its} up",
        ):
            subprocess.run(("ip", *command.split()), check=True)
        inside = ("ip", "netns", "exec", name)
        with subprocess.Popen(
            (*inside, "/usr/bin/python3", "-c", SERVER), stdout=subprocess.PIPE
        ) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == b"on\n"
            yield PEER
            server.kill()
    finally:
        subprocess.run(("ip", "link", "delete", ours), check=False, capture_output=True)
        subprocess.run(("ip", "netns", "delete", name), check=False, capture_output=True)


@pytest.fixture(scope="module")
def podman(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ContainerEngine]:
    with engine_on_this_host(EngineName.PODMAN, tmp_path_factory) as engine:
        yield engine


def connect(sandbox: Sandbox, address: str, port: int, *, network: bool) -> Outcome:
    code = (
        "import socket\n"
        f"connection = socket.create_connection(({address!r}, {port}), 5)\n"
        "print(connection.recv(100).decode())\n"
    )
    command = ("/usr/bin/python3", "-c", code)
    image = IMAGE if isinstance(sandbox, ContainerEngine) else HOST
    return sandbox.run(Run(command=command, image=image, network=network))


def test_a_permitted_run_reaches_the_peer(sandbox: Bubblewrap, peer: str) -> None:
    outcome = connect(sandbox, peer, PORT, network=True)
    assert (outcome.stdout, outcome.stderr) == (b"hello from the peer\n", b"")
    assert "user mode" in outcome.enforced["network"]


def test_other_runs_do_not_reach_the_peer(sandbox: Bubblewrap, peer: str) -> None:
    outcome = connect(sandbox, peer, PORT, network=False)
    assert outcome.exit_status == 1
    assert b"unreachable" in outcome.stderr
    assert outcome.enforced["network"] == "namespace"


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.2.2", "10.0.2.3"])
def test_services_on_the_host_loopback_are_never_reachable(
    bubblewrap: Bubblewrap, peer: str, address: str
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as service:
        service.settimeout(0.5)
        outcome = connect(bubblewrap, address, service.getsockname()[1], network=True)
        assert outcome.exit_status == 1
        assert outcome.stdout == b""
        with pytest.raises(TimeoutError):
            service.accept()


@pytest.mark.long(reason="starts several containers")
def test_containers_reach_the_peer_but_not_the_host(podman: ContainerEngine, peer: str) -> None:
    assert connect(podman, peer, PORT, network=True).stdout == b"hello from the peer\n"
    assert b"unreachable" in connect(podman, peer, PORT, network=False).stderr
    with closing(socket.create_server(("127.0.0.1", 0))) as service:
        for address in ("127.0.0.1", "10.0.2.2"):
            port = service.getsockname()[1]
            assert connect(podman, address, port, network=True).exit_status == 1


def test_an_engine_whose_network_reaches_the_host_is_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "kriterion.sandbox.backends.containers.container_engine.find_program",
        lambda name: f"/usr/bin/{name}",
    )
    with pytest.raises(OperatorError, match="that of docker reaches") as caught:
        connect(ContainerEngine(EngineName.DOCKER), PEER, PORT, network=True)
    assert 'engine = "podman"' in caught.value.fix


def test_names_are_resolved_by_the_helper(execute: Execute, peer: str) -> None:
    text = execute("cat /etc/resolv.conf /etc/nsswitch.conf", network=True).stdout
    assert b"nameserver 10.0.2.3\n" in text
    assert b"hosts: files dns\n" in text


def test_a_network_gives_a_run_no_more_privileges(execute: Execute, peer: str) -> None:
    outcome = execute(
        "/usr/sbin/ip route del default; grep CapEff /proc/self/status; ls /proc/self/fd",
        network=True,
    )
    assert b"not permitted" in outcome.stderr
    assert outcome.stdout == b"CapEff:\t0000000000000000\n0\n1\n2\n3\n"


def test_the_helper_is_not_root_and_ends_with_its_run(sandbox: Bubblewrap, peer: str) -> None:
    seen: list[int] = []

    def look(_: bytes) -> None:
        seen.extend(Path(f"/proc/{pid}").stat().st_uid for pid in _list_helpers())

    outcome = execute_in(sandbox, "echo on; sleep 0.2", network=True, receive=look)
    assert outcome.exit_status == 0
    assert len(seen) == 1
    assert seen[0] != 0
    assert _list_helpers() == []


def test_a_run_that_asks_for_a_missing_feature_is_refused(
    execute: Execute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "find_program", lambda name: None)
    with pytest.raises(OperatorError, match="slirp4netns is not installed") as caught:
        execute("true", network=True)
    assert "apt-get install slirp4netns" in caught.value.fix


def test_an_inaccessible_device_is_an_operator_error(
    execute: Execute, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    device = tmp_path / "tun"
    device.touch(mode=0o600)
    device.chmod(0)
    monkeypatch.setattr(network, "_DEVICE", device)
    with pytest.raises(OperatorError, match="only some users may open") as caught:
        execute("true", network=True)
    assert caught.value.fix == f"sudo chmod 666 {device}"


def test_a_missing_device_is_an_operator_error(
    execute: Execute, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(network, "_DEVICE", tmp_path / "tun")
    with pytest.raises(OperatorError, match="has no ") as caught:
        execute("true", network=True)
    assert "modprobe tun" in caught.value.fix


def _list_helpers() -> list[int]:
    """Those that were started by us."""
    found = []
    for children in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
        for pid in children.read_text().split():
            if Path(f"/proc/{pid}/comm").read_text() == "slirp4netns\n":
                found.append(int(pid))
    return found
