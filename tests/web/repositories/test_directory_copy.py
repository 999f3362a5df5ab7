"""A repository is copied from directories that the operator lists, and from nowhere else."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.web.repositories.archive_bounds import DEFAULT_LIMITS
from kriterion.web.repositories.directory_copy import copy_directory

PRIVATE = Path("/nowhere")


@pytest.fixture
def allowed(tmp_path: Path) -> Path:
    allowed = tmp_path / "exercises"
    (allowed / "python" / "loops").mkdir(parents=True)
    (allowed / "python" / "config.json").write_text("{}")
    run = allowed / "python" / "loops" / "run"
    run.write_text("#!/bin/sh\n")
    run.chmod(0o755)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("secret")
    return allowed


def copied_files(target: Path) -> list[str]:
    return sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file())


def test_the_plain_files_of_a_directory_are_copied(allowed: Path, tmp_path: Path) -> None:
    (allowed / "python" / ".git").mkdir()
    (allowed / "python" / ".git" / "config").write_text("")
    target = tmp_path / "copies" / "1"
    assert copy_directory(allowed / "python", target, allowed=[allowed], private=PRIVATE) is None
    assert copied_files(target) == ["config.json", "loops/run"]
    assert (target / "loops" / "run").stat().st_mode & 0o777 == 0o755
    assert (target / "config.json").stat().st_mode & 0o777 == 0o644


def test_nothing_that_is_not_a_plain_file_is_read(allowed: Path, tmp_path: Path) -> None:
    source = allowed / "python"
    (source / "link").symlink_to(tmp_path / "secret" / "key")
    (source / "folder").symlink_to(tmp_path / "secret")
    os.mkfifo(source / "pipe")
    target = tmp_path / "copy"
    assert copy_directory(source, target, allowed=[allowed], private=PRIVATE) is None
    assert copied_files(target) == ["config.json", "loops/run"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("secret", "directory.not-allowed"),
        ("exercises/../secret", "directory.not-allowed"),
        ("exercises-of-others", "directory.not-allowed"),
        ("exercises/missing", "directory.missing"),
        ("exercises/link", "directory.missing"),
        ("exercises/link/inner", "directory.missing"),
        ("exercises/python/config.json", "directory.missing"),
        ("exercises/empty", "directory.empty"),
    ],
)
def test_other_directories_are_refused(allowed: Path, tmp_path: Path, name: str, code: str) -> None:
    (allowed / "empty").mkdir()
    (allowed / "link").symlink_to(tmp_path / "secret")
    (tmp_path / "secret" / "inner").mkdir()
    (tmp_path / "exercises-of-others").mkdir()
    target = tmp_path / "copy"
    refusal = copy_directory(tmp_path / name, target, allowed=[allowed], private=PRIVATE)
    assert refusal is not None
    assert refusal.kind.code == code
    assert not target.exists()


def test_our_own_data_are_never_copied(allowed: Path, tmp_path: Path) -> None:
    """They are where an operator may allow a directory around them."""
    data = allowed / "data"
    (data / "repositories").mkdir(parents=True)
    (data / "repositories" / "exam").write_text("secret")
    for directory in (data, data / "repositories"):
        refusal = copy_directory(directory, tmp_path / "a", allowed=[allowed], private=data)
        assert refusal is not None
        assert refusal.kind.code == "directory.missing"
    target = tmp_path / "b"
    assert copy_directory(allowed, target, allowed=[allowed], private=data) is None
    assert copied_files(target) == ["python/config.json", "python/loops/run"]
    refusal = copy_directory(data, tmp_path / "c", allowed=[data], private=data)
    assert refusal is not None


def test_a_relative_directory_is_refused(allowed: Path, tmp_path: Path) -> None:
    refusal = copy_directory(Path("python"), tmp_path / "copy", allowed=[Path()], private=PRIVATE)
    assert refusal is not None
    assert refusal.kind.code == "directory.not-allowed"


@pytest.mark.parametrize(
    ("limit", "code"),
    [({"files": 30}, "clone.too-many-directories"), ({"depth": 30}, "clone.too-deep")],
)
def test_empty_directories_are_bounded(
    allowed: Path, tmp_path: Path, limit: dict[str, int], code: str
) -> None:
    """Each level of the walk holds a descriptor, which pages need as well."""
    (allowed / "python").joinpath(*["a"] * 40).mkdir(parents=True)
    limits = replace(DEFAULT_LIMITS, **limit)
    refusal = copy_directory(
        allowed / "python", tmp_path / "c", allowed=[allowed], private=PRIVATE, limits=limits
    )
    assert refusal is not None
    assert refusal.kind.code == code


@pytest.mark.parametrize(
    ("limit", "code"),
    [
        ({"files": 1}, "clone.too-many-files"),
        ({"bytes": 5}, "clone.files-too-large"),
        ({"depth": 1}, "clone.too-deep"),
    ],
)
def test_a_directory_has_limits(
    allowed: Path, tmp_path: Path, limit: dict[str, int], code: str
) -> None:
    target = tmp_path / "copy"
    limits = replace(DEFAULT_LIMITS, **limit)
    refusal = copy_directory(
        allowed / "python", target, allowed=[allowed], private=PRIVATE, limits=limits
    )
    assert refusal is not None
    assert refusal.kind.code == code
    assert not target.exists()
