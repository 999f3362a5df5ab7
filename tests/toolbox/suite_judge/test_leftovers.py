import os
import stat
from pathlib import Path

import pytest

from kriterion_tools.suite_judge.leftovers import Leftovers


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "place"
    (place / "before").mkdir(parents=True)
    (place / "before" / "file").write_text("kept")
    return place


def test_new_files_are_removed_and_earlier_ones_kept(place: Path) -> None:
    leftovers = Leftovers([place])
    (place / "deep" / "down").mkdir(parents=True)
    (place / "deep").chmod(0)
    (place / "link").symlink_to(place / "before")
    (place / "file").write_text("left")
    leftovers.remove()
    assert [path.name for path in place.iterdir()] == ["before"]
    assert (place / "before" / "file").read_text() == "kept"


@pytest.mark.long(reason="makes thousands of files")
def test_more_names_than_fit_on_one_command_line_are_removed(place: Path) -> None:
    leftovers = Leftovers([place])
    for number in range(12_000):  # 2.9 MB of names: Linux allows a program 2 MiB of arguments
        (place / f"{number:0>240}").touch()
    leftovers.remove()
    assert [path.name for path in place.iterdir()] == ["before"]


def test_modes_and_times_are_restored(place: Path) -> None:
    def states() -> list[tuple[int, int]]:
        found = (path.stat() for path in (place, place / "before", place / "before" / "file"))
        return [(stat.S_IMODE(status.st_mode), status.st_mtime_ns) for status in found]

    before = states()
    leftovers = Leftovers([place], preserved=[place])
    (place / "new").write_text("left")
    for path in (place / "before" / "file", place / "before", place):
        os.utime(path, (1, 1))
        path.chmod(0o111)
    leftovers.remove()
    assert states() == before


def test_a_directory_with_two_names_counts_once(place: Path) -> None:
    (place.parent / "link").symlink_to(place)
    leftovers = Leftovers([place, place.parent / "link"])
    (place / "new").write_text("left")
    leftovers.remove()
    assert [path.name for path in place.iterdir()] == ["before"]


def test_links_are_not_followed(place: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "elsewhere" / "file").write_text("another's")
    leftovers = Leftovers([place], preserved=[place])
    (place / "link").symlink_to(tmp_path / "elsewhere")
    (place / "before" / "file").unlink()
    (place / "before" / "file").symlink_to(tmp_path / "elsewhere" / "file")
    (tmp_path / "elsewhere" / "file").chmod(0o640)
    leftovers.remove()
    assert (tmp_path / "elsewhere" / "file").read_text() == "another's"
    assert stat.S_IMODE((tmp_path / "elsewhere" / "file").stat().st_mode) == 0o640


def test_nothing_is_removed_from_shared_directories(place: Path) -> None:
    leftovers = Leftovers()
    (place / "file").write_text("another's")
    leftovers.remove()
    assert (place / "file").exists()


def test_missing_directories_are_ignored(tmp_path: Path) -> None:
    Leftovers([tmp_path / "nowhere"], preserved=[tmp_path / "nowhere"]).remove()
