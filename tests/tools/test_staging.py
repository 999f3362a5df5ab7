from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.tools.staging import copy_if_private
from tests.places import open_to_all


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A tool in a home that nobody else may look into."""
    tool = tmp_path / "home" / "tool"
    (tool / ".git").mkdir(parents=True)
    (tool / ".git" / "config").write_text("password")
    (tool / "run.sh").write_text("#!/bin/sh\n")
    (tool / "run.sh").chmod(0o700)
    (tool / "secret").write_text("x")
    (tool / "secret").chmod(0o600)
    (tool / "link").symlink_to("run.sh")
    (tmp_path / "home").chmod(0o700)
    return tool


def test_a_world_readable_directory_is_used_directly(tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.mkdir()
    open_to_all(tool)
    assert copy_if_private(tool, tmp_path / "data") == tool
    assert not (tmp_path / "data").exists()


def test_a_clone_is_copied_without_git_metadata(tmp_path: Path) -> None:
    (tmp_path / "tool" / ".git").mkdir(parents=True)
    (tmp_path / "tool" / "run.sh").write_text("")
    open_to_all(tmp_path / "tool")
    copy = copy_if_private(tmp_path / "tool", tmp_path / "data")
    assert [path.name for path in copy.iterdir()] == ["run.sh"]


def test_a_directory_in_a_private_home_is_copied_world_readable(
    private: Path, tmp_path: Path
) -> None:
    copy = copy_if_private(private, tmp_path / "data")
    assert copy != private
    assert sorted(path.name for path in copy.iterdir()) == ["link", "run.sh", "secret"]
    assert (copy / "run.sh").stat().st_mode & 0o777 == 0o755
    assert (copy / "secret").stat().st_mode & 0o777 == 0o644
    assert (copy / "link").readlink() == Path("run.sh")


def test_a_copy_is_made_once_and_again_after_a_change(private: Path, tmp_path: Path) -> None:
    first = copy_if_private(private, tmp_path / "data")
    assert copy_if_private(private, tmp_path / "data") == first
    (private / "run.sh").write_text("#!/bin/sh\nexit 1\n")
    second = copy_if_private(private, tmp_path / "data")
    assert second != first
    assert (second / "run.sh").read_text() == "#!/bin/sh\nexit 1\n"


def test_a_missing_directory_is_reported(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="cannot be read"):
        copy_if_private(tmp_path / "nowhere", tmp_path / "data")
