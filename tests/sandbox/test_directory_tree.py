import errno
import io
import os
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.errors import OperatorError
from kriterion.sandbox.directory_tree import Tree, load_tree, make_tree


def list_members(tree: Tree) -> dict[str, tarfile.TarInfo]:
    with tarfile.open(fileobj=io.BytesIO(tree.archive), errors="surrogateescape") as archive:
        return {member.name: member for member in archive}


def test_files_keep_only_their_executable_bit(tmp_path: Path) -> None:
    for name, mode in {"run": 0o740, "data": 0o600, "set-id": 0o6755}.items():
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(mode)
    (tmp_path / "folder").mkdir(mode=0o700)
    modes = {name: oct(member.mode) for name, member in list_members(load_tree(tmp_path)).items()}
    assert modes == {"run": "0o755", "data": "0o644", "set-id": "0o755", "folder": "0o755"}


def test_git_metadata_is_left_out_at_any_depth(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("a password")
    (tmp_path / "module").mkdir()
    (tmp_path / "module" / ".git").write_text("gitdir: elsewhere")
    (tmp_path / "module" / "file").write_text("")
    assert set(list_members(load_tree(tmp_path))) == {"module", "module/file"}


def test_links_are_kept_as_written_and_never_followed(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "up").symlink_to("..")
    (tmp_path / "away").symlink_to("/etc/passwd")
    links = list_members(load_tree(tmp_path))
    assert {name: link.linkname for name, link in links.items() if link.issym()} == {
        "loop": "loop",
        "up": "..",
        "away": "/etc/passwd",
    }


def test_special_files_are_left_out_and_do_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "file").write_text("")
    assert set(list_members(load_tree(tmp_path))) == {"file"}


def test_named_entries_of_a_directory_can_be_selected(tmp_path: Path) -> None:
    for name in ("run", "lib/module", "lib/run", "other"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert set(list_members(load_tree(tmp_path, names=("run", "lib")))) == {
        *("run", "lib", "lib/module", "lib/run"),
    }
    assert set(list_members(load_tree(tmp_path, names=("run",)))) == {"run"}
    assert "other" in list_members(load_tree(tmp_path))


def test_a_tree_is_repacked_only_after_a_change(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    first = load_tree(tmp_path)
    assert load_tree(tmp_path) is first
    (tmp_path / "file").write_text("new")
    assert b"new" in load_tree(tmp_path).archive


@pytest.mark.parametrize(
    ("bounds", "text"),
    [({"maximum_files": 2}, "more than 2 files"), ({"maximum_bytes": 5}, "6 bytes")],
)
def test_the_size_of_a_tree_is_limited(tmp_path: Path, bounds: dict[str, Any], text: str) -> None:
    for name in "abc":
        (tmp_path / name).write_text("xx")
    with pytest.raises(OperatorError, match=text):
        load_tree(tmp_path, **bounds)


def test_a_huge_sparse_file_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "giant").open("wb") as giant:
        giant.truncate(1 << 40)
    with pytest.raises(OperatorError, match="1,099,511,627,776 bytes"):
        load_tree(tmp_path)


def test_an_unreadable_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("x")

    def refuse(*_: object) -> int:  # root may read anything, and so tests nothing
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(OperatorError, match="secret") as caught:
        load_tree(tmp_path)
    assert caught.value.fix == f"chmod -R u+rX {tmp_path}/secret"


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="nowhere: is not a directory"):
        load_tree(tmp_path / "nowhere")


def test_names_of_any_bytes_and_length_survive_tar(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    deep = source.joinpath(*["directory-with-a-long-name"] * 12)
    deep.mkdir(parents=True)
    target.mkdir()
    odd = os.fsdecode(b"odd\xff\nname")
    (deep / "é file").write_bytes(b"deep")
    (source / odd).write_bytes(b"odd")
    subprocess.run(("tar", "-xf", "-", "-C", target), input=load_tree(source).archive, check=True)
    assert (target / odd).read_bytes() == b"odd"
    assert (target / deep.relative_to(source) / "é file").read_bytes() == b"deep"


def test_an_empty_tree_is_not_packed() -> None:
    assert make_tree({}).archive == b""


@pytest.mark.parametrize("name", ["", ".", "/etc/passwd", "../up", "a/../../b"])
def test_names_outside_the_tree_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not the name"):
        make_tree({name: b""})


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.binary(max_size=2000)))
def test_packing_preserves_the_contents(files: dict[str, bytes]) -> None:
    tree = make_tree(files)
    if not files:
        return
    with tarfile.open(fileobj=io.BytesIO(tree.archive)) as archive:
        found = {m.name: stream.read() for m in archive if (stream := archive.extractfile(m))}
    assert found == files
