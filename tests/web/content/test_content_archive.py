"""Archives of content: the same files give the same digest, and nothing leads out when unpacked."""

import io
import os
import tarfile
from pathlib import Path

import pytest

from kriterion.web.content.content_archive import (
    DamagedContentError,
    compute_content_digest,
    compute_file_digest,
    unpack_archive,
    write_archive,
)


def make_tree(root: Path) -> Path:
    (root / "a" / "deep").mkdir(parents=True)
    (root / "a" / "text").write_text("text\n")
    (root / "a" / "run").write_text("#!/bin/sh\n")
    (root / "a" / "run").chmod(0o755)
    (root / "back\\slash é").write_bytes(b"\0")
    (root / "a" / "link").symlink_to("../back\\slash é")
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("secret")
    return root


def pack(directory: Path, archive: Path) -> str:
    with archive.open("wb") as output:
        return write_archive(directory, output)


def test_times_owners_and_the_place_do_not_change_the_digest(tmp_path: Path) -> None:
    first, second = make_tree(tmp_path / "one"), make_tree(tmp_path / "two")
    os.utime(second / "a" / "text", (1, 1))
    (second / "a" / "text").chmod(0o600)
    assert compute_content_digest(first) == compute_content_digest(second)


@pytest.mark.parametrize("change", ["text", "mode", "name", "link"])
def test_a_change_of_content_changes_the_digest(tmp_path: Path, change: str) -> None:
    tree = make_tree(tmp_path / "tree")
    before = compute_content_digest(tree)
    match change:
        case "text":
            (tree / "a" / "text").write_text("Text\n")
        case "mode":
            (tree / "a" / "run").chmod(0o644)
        case "name":
            (tree / "a" / "text").rename(tree / "a" / "texts")
        case "link":
            (tree / "a" / "link").unlink()
    assert compute_content_digest(tree) != before


def test_what_was_packed_is_unpacked_without_git_and_links_out(tmp_path: Path) -> None:
    tree = make_tree(tmp_path / "tree")
    (tree / "out").symlink_to("/etc/passwd")
    (tree / "up").symlink_to("../secret")
    (tmp_path / "secret").write_text("secret")
    digest = pack(tree, tmp_path / "archive")
    assert digest == compute_file_digest(tmp_path / "archive")
    unpack_archive(tmp_path / "archive", tmp_path / "copy")
    copied = sorted(
        path.relative_to(tmp_path / "copy").as_posix() for path in (tmp_path / "copy").rglob("*")
    )
    assert copied == ["a", "a/deep", "a/link", "a/run", "a/text", "back\\slash é"]
    assert os.access(tmp_path / "copy" / "a" / "run", os.X_OK)
    assert (tmp_path / "copy" / "a" / "link").read_bytes() == b"\0"
    assert compute_content_digest(tmp_path / "copy") == digest


def entry(name: str, kind: bytes = tarfile.REGTYPE, leads_to: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname = kind, leads_to
    return made


HOSTILE = {
    "a name that leads out": [entry("../out")],
    "an absolute name": [entry("/out")],
    "a link that leads out": [entry("link", tarfile.SYMTYPE, "../out")],
    "an absolute link": [entry("link", tarfile.SYMTYPE, "/etc/passwd")],
    "a link that leads out through another": [
        entry("d/e", tarfile.DIRTYPE),
        entry("one", tarfile.SYMTYPE, "d/e"),
        entry("two", tarfile.SYMTYPE, "one/../../.."),
    ],
    "a file through a link": [entry("link", tarfile.SYMTYPE, "."), entry("link/../../out")],
    "a link and a file of one name": [entry("x", tarfile.SYMTYPE, "y"), entry("x")],
    "a hard link": [entry("a"), entry("b", tarfile.LNKTYPE, "a")],
    "a device": [entry("null", tarfile.CHRTYPE)],
    "a pipe": [entry("pipe", tarfile.FIFOTYPE)],
    "a directory of git": [entry(".git/config")],
    "a name twice": [entry("a"), entry("a")],
    "a very long name": [entry("a" * 300)],
}


@pytest.mark.parametrize("entries", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_archive_leaves_nothing(tmp_path: Path, entries: list[tarfile.TarInfo]) -> None:
    (tmp_path / "inner").mkdir()
    archive = tmp_path / "archive"
    with tarfile.open(archive, "w", format=tarfile.GNU_FORMAT) as tar:
        for each in entries:
            tar.addfile(each, io.BytesIO())
    with pytest.raises(DamagedContentError):
        unpack_archive(archive, tmp_path / "inner" / "copy")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["archive", "inner"]


@pytest.mark.parametrize("cut", [0, 1, 1500])
def test_a_truncated_archive_leaves_nothing(tmp_path: Path, cut: int) -> None:
    pack(make_tree(tmp_path / "tree"), tmp_path / "archive")
    (tmp_path / "archive").write_bytes((tmp_path / "archive").read_bytes()[:cut])
    with pytest.raises(DamagedContentError):
        unpack_archive(tmp_path / "archive", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
