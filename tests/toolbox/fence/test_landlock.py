import copy
import os
import socket
from pathlib import Path

import pytest

from kriterion_tools.fence import landlock
from kriterion_tools.fence.fence import Fence
from tests.toolbox.fence.behind import try_actions

pytestmark = pytest.mark.skipif(not landlock.read_version(), reason="this kernel has no Landlock")

VERSIONS = range(1, landlock.read_version() + 1)
REFUSED = "PermissionError"


@pytest.fixture
def fence(tmp_path: Path) -> Fence:
    for name in ("open", "own", "closed"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    return Fence(read=("/usr", str(tmp_path / "open")), write=(str(tmp_path / "own"),))


@pytest.mark.parametrize("version", VERSIONS)
def test_reading_and_writing_are_allowed_where_specified(
    fence: Fence, tmp_path: Path, version: int
) -> None:
    visible, own, closed = (tmp_path / name for name in ("open", "own", "closed"))
    assert try_actions(
        fence,
        (visible / "file").read_text,
        lambda: (visible / "file").write_text("x"),
        lambda: (visible / "new").write_text("x"),
        (visible / "file").unlink,
        (own / "file").read_text,
        lambda: (own / "new").write_text("x"),
        (own / "directory").mkdir,
        (closed / "file").read_text,
        lambda: (closed / "new").write_text("x"),
        lambda: list(closed.iterdir()),
        lambda: (own / "link").symlink_to(closed),
        (own / "link" / "file").read_text,
        lambda: os.link(closed / "file", own / "hard"),
        version=version,
    ) == [
        *("open", REFUSED, REFUSED, REFUSED),
        *("own", "1", "None"),
        *(REFUSED, REFUSED, REFUSED),
        *("None", REFUSED, "OSError"),
    ]


@pytest.mark.parametrize("version", VERSIONS)
def test_truncating_is_refused_since_version_3(fence: Fence, tmp_path: Path, version: int) -> None:
    outcome = try_actions(
        fence, lambda: os.truncate(tmp_path / "closed" / "file", 0), version=version
    )
    assert outcome == [REFUSED if version >= 3 else "None"]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_network_is_refused_since_version_4(fence: Fence, version: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        outcome = try_actions(
            fence, lambda: socket.create_connection(address, 5) and "connected", version=version
        )
        assert outcome == [REFUSED if version >= 4 else "connected"]
        allowed = copy.copy(fence)
        allowed.network = True
        assert try_actions(
            allowed, lambda: socket.create_connection(address, 5) and "connected", version=version
        ) == ["connected"]


@pytest.mark.parametrize("version", VERSIONS)
def test_signals_to_others_are_refused_since_version_6(fence: Fence, version: int) -> None:
    outcome = try_actions(fence, lambda: os.kill(os.getppid(), 0), version=version)
    assert outcome == [REFUSED if version >= 6 else "None"]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_memory_of_others_is_always_refused(fence: Fence, version: int) -> None:
    fence.read = ("/proc",)
    names = ("mem", "environ", "maps")
    looks = [Path(f"/proc/{os.getpid()}/{name}").read_bytes for name in names]
    assert try_actions(fence, *looks, version=version) == [REFUSED] * 3


def test_hidden_paths_are_excluded_from_readable_ones(tmp_path: Path) -> None:
    for name in ("a/b/secret", "a/b/other", "a/c", "d"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "file").write_text(name)
    fence = Fence(read=(str(tmp_path),), hide=(str(tmp_path / "a" / "b" / "secret"),))
    looks = [
        (tmp_path / name / "file").read_text for name in ("a/b/secret", "a/b/other", "a/c", "d")
    ]
    assert try_actions(fence, *looks) == [REFUSED, "a/b/other", "a/c", "d"]


@pytest.mark.parametrize(
    ("hidden", "left"),
    [
        ((), ["/x"]),
        (("/xy",), ["/x"]),
        (("/x",), []),
        (("/",), ["/x"]),
    ],
)
def test_a_directory_is_split_only_for_hidden_paths_inside_it(
    hidden: tuple[str, ...], left: list[str]
) -> None:
    assert list(landlock.split_around("/x", hidden)) == left
