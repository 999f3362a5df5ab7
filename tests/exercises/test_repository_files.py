"""Files of a repository are read without hanging, straying, or taking more than agreed."""

import os
import socket
from pathlib import Path

import pytest

from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import (
    Files,
    Missing,
    ReadBudget,
    Unreadable,
    decode_text,
    escape_name,
)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    root = tmp_path.resolve() / "root"
    root.mkdir()
    return Files(root)


def _get_fault(files: Files, name: str) -> str:
    with pytest.raises(Unreadable) as caught:
        files.load(files.root / name, at_most=10)
    return str(caught.value)


def test_a_file_is_read_up_to_the_limit(files: Files) -> None:
    path = files.root / "a"
    path.write_bytes(b"0123456789")
    assert files.load(path, at_most=10) == b"0123456789"
    assert files.load_start(path, at_most=9) == (b"012345678", False)
    with pytest.raises(Unreadable, match="is larger than 9 bytes"):
        files.load(path, at_most=9)


def test_a_file_with_a_false_size_is_read_only_up_to_the_limit(files: Files) -> None:
    # A sparse file of a terabyte stands for all whose size one should not believe.
    with (files.root / "a").open("wb") as file:
        file.truncate(10**12)
    assert files.load_start(files.root / "a", at_most=10) == (bytes(10), False)


def test_a_missing_file_is_reported(files: Files) -> None:
    with pytest.raises(Missing, match="does not exist"):
        files.load(files.root / "a", at_most=1)
    with pytest.raises(Missing):
        files.directory(files.root / "a")


def test_a_directory_is_not_a_file(files: Files) -> None:
    (files.root / "a").mkdir()
    assert _get_fault(files, "a") == "is not a regular file"


def test_a_pipe_without_a_writer_does_not_hang(files: Files) -> None:
    os.mkfifo(files.root / "a")
    assert _get_fault(files, "a") == "is not a regular file"


def test_a_socket_is_not_a_file(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files.root)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("a")
        assert _get_fault(files, "a").startswith("cannot be read")


def test_a_device_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="is not a regular file"):
        Files(Path("/dev")).load(Path("/dev/zero"), at_most=10)


def test_a_forbidden_file_is_reported(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    (files.root / "a").write_bytes(b"x")

    def forbid(path: Path, flags: int) -> int:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "open", forbid)  # root may read what has no permission bits
    assert _get_fault(files, "a") == "cannot be read: permission denied"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_directory_without_permissions_is_reported(files: Files) -> None:
    inner = files.root / "a"
    inner.mkdir(mode=0)
    with pytest.raises(Unreadable, match="permission denied"):
        files.entries(inner)


def test_a_link_inside_is_followed(files: Files) -> None:
    (files.root / "b").mkdir()
    (files.root / "b" / "c").write_bytes(b"x")
    (files.root / "a").symlink_to("b/c")
    (files.root / "d").symlink_to("b")
    assert files.load(files.root / "a", at_most=1) == b"x"
    assert files.directory(files.root / "d") == files.root / "b"
    assert list(files.entries(files.root / "d")) == ["c"]


@pytest.mark.parametrize("target", ["../outside", "/etc/passwd", ".git/config", "b/../../outside"])
def test_a_link_out_of_the_root_is_not_followed(files: Files, target: str) -> None:
    (files.root / ".git").mkdir()
    (files.root / ".git" / "config").write_bytes(b"password")
    (files.root.parent / "outside").write_bytes(b"secret")
    (files.root / "a").symlink_to(target)
    assert _get_fault(files, "a") == "is a link that leads out of the repository"
    with pytest.raises(Unreadable, match="leads out"):
        files.directory(files.root / "a")


def test_a_root_that_is_a_prefix_of_another_name_does_not_contain_it(files: Files) -> None:
    (files.root.parent / "root-2").write_bytes(b"secret")
    (files.root / "a").symlink_to("../root-2")
    assert _get_fault(files, "a") == "is a link that leads out of the repository"


def test_circular_links_are_reported(files: Files) -> None:
    (files.root / "a").symlink_to("b")
    (files.root / "b").symlink_to("a")
    assert "symbolic links" in _get_fault(files, "a")
    with pytest.raises(Unreadable, match="symbolic links"):
        files.directory(files.root / "a")


def test_a_dangling_link_is_reported(files: Files) -> None:
    (files.root / "a").symlink_to("b")
    assert _get_fault(files, "a") == "is a broken link"


def test_a_name_that_is_too_long_is_reported(files: Files) -> None:
    assert "too long" in _get_fault(files, "a" * 300)
    with pytest.raises(Unreadable, match="too long"):
        files.directory(files.root / ("a" * 300))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("zweedse voorouders/c#", "zweedse voorouders/c#"),
        ("é€😀", "é€😀"),
        (os.fsdecode(b"a\xffb"), r"a\xffb"),
        ("a\nb\x1b[31m", r"a\nb\x1b[31m"),
    ],
)
def test_odd_names_are_escaped_for_the_terminal(name: str, text: str) -> None:
    assert escape_name(name) == text


def test_the_line_of_invalid_utf8_is_reported() -> None:
    problems = Problems()
    assert decode_text(b"a\nb\xff", "f.md", problems) == "a\nb�"
    assert [str(problem) for problem in problems] == [
        "f.md line 2: byte 0xff is not valid UTF-8 (save the file as UTF-8)"
    ]


def test_an_unlisted_path_follows_no_link_out(files: Files) -> None:
    outside = files.root.parent / "outside"
    outside.mkdir()
    (outside / "a").write_bytes(b"secret")
    (files.root / "in").mkdir()
    (files.root / "in" / "a").write_bytes(b"own")
    (files.root / "out").symlink_to(outside)
    (files.root / "within").symlink_to("in")
    assert files.load_below("within/a", at_most=10) == b"own"
    for path in ("out/a", "../outside/a", str(outside / "a"), "a\0"):
        with pytest.raises(Unreadable):
            files.load_below(path, at_most=10)
    with pytest.raises(Missing):
        files.load_below("in/b", at_most=10)


def test_a_linked_root_is_not_an_escape(files: Files) -> None:
    (files.root / "a").write_bytes(b"own")
    link = files.root.parent / "link"
    link.symlink_to(files.root)
    assert Files(link).load_below(link / "a", at_most=10) == b"own"


def test_what_is_read_of_a_whole_repository_is_limited(files: Files) -> None:
    files = Files(files.root, ReadBudget(25))
    for name in "abc":
        (files.root / name).write_bytes(b"0123456789")
    for name in "ab":
        assert files.load(files.root / name, at_most=10)
    assert _get_fault(files, "c") == "is not read: the repository's files exceed 25 bytes"
    (files.root / "small").write_bytes(b"01234")
    assert files.load(files.root / "small", at_most=10) == b"01234"
