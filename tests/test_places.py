"""Directories that the workers of a session share."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.places import make_once


def test_a_shared_directory_is_created_once_and_readable_by_all(tmp_path: Path) -> None:
    created: list[Path] = []

    def make(directory: Path) -> None:
        created.append(directory)
        (directory / "content").write_text("whole")

    with ThreadPoolExecutor(8) as pool:
        places = set(pool.map(lambda _: make_once(tmp_path, "shared", make), range(8)))

    assert places == {tmp_path / "shared"}
    assert len(created) == 1
    assert (tmp_path / "shared" / "content").read_text() == "whole"
    assert (tmp_path / "shared").stat().st_mode & 0o777 == 0o755


def test_a_shared_directory_that_failed_is_created_by_the_next(tmp_path: Path) -> None:
    def fail(directory: Path) -> None:
        (directory / "half").touch()
        raise OSError("full")

    with pytest.raises(OSError, match="full"):
        make_once(tmp_path, "shared", fail)
    assert not [place for place in tmp_path.iterdir() if place.is_dir()]

    assert not list(make_once(tmp_path, "shared", lambda _: None).iterdir())
