"""Cached directories are built once; old ones are removed unless in use."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kriterion.tools.build_cache import build_once

_MAKE = """
import sys
from pathlib import Path
from kriterion.tools.build_cache import build_once
print(build_once(Path(sys.argv[1]), sys.argv[2], lambda place: None, what="nothing"), flush=True)
sys.stdin.read()
"""


def make(directory: Path, fingerprint: str) -> Path:
    return build_once(directory, fingerprint, lambda place: (place / "file").touch(), what="a file")


def make_elsewhere(directory: Path, fingerprint: str) -> subprocess.Popen[bytes]:
    """Another Kriterion that uses it, until its stdin ends."""
    other = subprocess.Popen(
        (sys.executable, "-c", _MAKE, directory, fingerprint),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdout is not None
    assert other.stdout.readline().strip().endswith(fingerprint.encode())
    return other


def list_versions(directory: Path) -> set[str]:
    return {place.name for place in directory.iterdir()}


def make_older(*places: Path) -> None:
    for seconds, place in enumerate(reversed(places), 5000):
        os.utime(place, (time.time() - seconds, time.time() - seconds))


def test_entries_used_by_another_process_are_kept_until_it_ends(tmp_path: Path) -> None:
    """After an upgrade two versions run side by side: a run met half a runtime, and failed."""
    with make_elsewhere(tmp_path, "1") as other, make_elsewhere(tmp_path, "2") as another:
        make_older(tmp_path / "1", tmp_path / "2")
        make(tmp_path, "3")
        assert list_versions(tmp_path) == {"1", "2", "3"}
        other.communicate(b"")
        another.communicate(b"")
    make(tmp_path, "4")
    assert list_versions(tmp_path) == {"3", "4"}


def test_entries_used_by_this_process_are_kept(tmp_path: Path) -> None:
    for fingerprint in ("1", "2", "3"):
        assert (make(tmp_path, fingerprint) / "file").exists()
    assert list_versions(tmp_path) == {"1", "2", "3"}


def test_entries_removed_by_an_operator_are_rebuilt(tmp_path: Path) -> None:
    created = make(tmp_path, "1")
    created.rename(tmp_path / "elsewhere")
    assert (make(tmp_path, "1") / "file").exists()


@pytest.mark.parametrize("name", ["making-dead", "leaving-dead"])
def test_partial_entries_of_dead_processes_are_removed(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    make(tmp_path, "1")
    assert list_versions(tmp_path) == {name, "1"}
    os.utime(tmp_path / name, (0, 0))
    make(tmp_path, "2")
    assert list_versions(tmp_path) == {"1", "2"}


def test_concurrent_builders_all_get_a_complete_entry(tmp_path: Path) -> None:
    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from kriterion.tools.build_cache import build_once\n"
        "def fill(place):\n"
        "    for number in range(50): (place / str(number)).touch()\n"
        "for turn in range(20):\n"
        "    name = str((turn + int(sys.argv[2])) % 5)\n"
        "    place = build_once(Path(sys.argv[1]), name, fill, what='files')\n"
        "    assert len(list(place.iterdir())) == 50, (place, turn)\n"
    )
    makers = [
        subprocess.Popen((sys.executable, "-c", code, tmp_path, str(number))) for number in range(4)
    ]
    assert [maker.wait() for maker in makers] == [0] * 4
    assert not [name for name in list_versions(tmp_path) if not name.isdigit()]
