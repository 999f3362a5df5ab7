"""Cloning from hostile hosts and authors stays within bounds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.refusals import Refusal
from kriterion.web.repositories import git_program
from kriterion.web.repositories.git_address import GitAddress, read_address
from kriterion.web.repositories.git_clone import Clone, CloneLimits, clone
from tests.web.git_server import commit, git, git_server, repository


@pytest.fixture
def served(tmp_path: Path) -> Path:
    (tmp_path / "served").mkdir()
    return tmp_path / "served"


@pytest.fixture
def host(served: Path) -> Iterator[str]:
    with git_server(served) as address:
        yield address


def read_valid_address(url: str) -> GitAddress:
    address = read_address(url, ["127.0.0.1"])
    assert isinstance(address, GitAddress), address
    return address


def refuse_clone(*, url: str, to: Path, limits: CloneLimits | None = None, branch: str = "") -> str:
    outcome = clone(read_valid_address(url), to, limits=limits or CloneLimits(), branch=branch)
    assert isinstance(outcome, Refusal), outcome
    assert not to.exists()
    assert list(to.parent.glob(".clone-*")) == []
    return outcome.reason


def test_the_newest_version_is_cloned_without_git_metadata(
    served: Path, host: str, tmp_path: Path
) -> None:
    source = repository(served / "course", {"a/config.json": "{}", "text": "one"})
    (source / "text").write_text("two")
    newest = commit(source)
    heard: list[tuple[str, int]] = []
    made = clone(
        read_valid_address(f"{host}/course"),
        tmp_path / "c",
        tell=lambda *progress: heard.append(progress),
    )
    assert made == Clone(directory=tmp_path / "c", commit=newest)
    assert (tmp_path / "c" / "text").read_text() == "two"
    files = sorted(path.name for path in (tmp_path / "c").rglob("*"))
    assert files == ["a", "config.json", "text"]
    assert heard == [] or heard[-1][1] == 100


def test_a_branch_can_be_chosen(served: Path, host: str, tmp_path: Path) -> None:
    source = repository(served / "course", {"text": "one"})
    git(source, "checkout", "--quiet", "-b", "spring/2026")
    (source / "text").write_text("spring")
    commit(source)
    git(source, "checkout", "--quiet", "main")
    made = clone(read_valid_address(f"{host}/course"), tmp_path / "c", branch="spring/2026")
    assert isinstance(made, Clone)
    assert (made.directory / "text").read_text() == "spring"


@pytest.mark.parametrize("branch", ["none", "--upload-pack=x", "a..b", "a b", "-", "é"])
def test_an_unknown_branch_is_refused(served: Path, host: str, tmp_path: Path, branch: str) -> None:
    repository(served / "course", {"text": "one"})
    assert "branch" in refuse_clone(url=f"{host}/course", to=tmp_path / "c", branch=branch)


def test_a_missing_repository_is_reported_with_gits_message(host: str, tmp_path: Path) -> None:
    assert "not found" in refuse_clone(url=f"{host}/nothing", to=tmp_path / "c")


def test_an_empty_repository_is_refused(served: Path, host: str, tmp_path: Path) -> None:
    git(served, "init", "--quiet", "empty")
    assert "empty" in refuse_clone(url=f"{host}/empty", to=tmp_path / "c")


def test_redirects_to_other_hosts_are_not_followed(served: Path, host: str, tmp_path: Path) -> None:
    repository(served / "course", {"text": "one"})
    assert "git reports" in refuse_clone(url=f"{host}/moved/course", to=tmp_path / "c")


def test_hooks_and_filters_of_a_repository_never_run(
    served: Path, host: str, tmp_path: Path
) -> None:
    proof = tmp_path / "proof"
    source = repository(
        served / "course",
        {".gitattributes": "* filter=evil\n", ".lfsconfig": "[lfs]\n", "text": "one"},
    )
    hook = source / ".git" / "hooks" / "post-checkout"
    hook.write_text(f"#!/bin/sh\ntouch {proof}\n")
    hook.chmod(0o755)
    (source / ".gitmodules").write_text(f'[submodule "m"]\npath = m\nurl = file://{served}\n')
    commit(source)
    made = clone(read_valid_address(f"{host}/course"), tmp_path / "c")
    assert isinstance(made, Clone)
    assert not proof.exists()
    assert not (made.directory / "m").exists()


def test_links_out_of_the_repository_are_dropped(served: Path, host: str, tmp_path: Path) -> None:
    source = repository(served / "course", {"a/text": "one"})
    (source / "inside").symlink_to("a/text")
    (source / "outside").symlink_to("/etc/passwd")
    (source / "a" / "above").symlink_to("../../..")
    commit(source)
    made = clone(read_valid_address(f"{host}/course"), tmp_path / "c")
    assert isinstance(made, Clone)
    assert (made.directory / "inside").read_text() == "one"
    assert not (made.directory / "outside").is_symlink()
    assert not (made.directory / "a" / "above").is_symlink()


def bomb(source: Path, levels: int) -> None:
    """A commit of ten to the power of `levels` files, made of a handful of objects."""
    blob = git(source, "hash-object", "-w", "--stdin", stdin=b"boom" * 250)
    kind, entry = "100644 blob", blob
    for _ in range(levels):
        lines = "".join(f"{kind} {entry}\t{name:02}\n" for name in range(10))
        entry = git(source, "mktree", stdin=lines.encode())
        kind = "040000 tree"
    made = git(source, "commit-tree", entry, "-m", "boom")
    git(source, "update-ref", "refs/heads/main", made)


def test_a_file_bomb_is_refused_before_it_is_unpacked(
    served: Path, host: str, tmp_path: Path
) -> None:
    source = repository(served / "course", {"text": "one"})
    bomb(source, levels=10)
    assert "files" in refuse_clone(url=f"{host}/course", to=tmp_path / "c")


def test_too_many_bytes_are_refused(served: Path, host: str, tmp_path: Path) -> None:
    source = repository(served / "course", {"text": "one"})
    bomb(source, levels=3)
    limits = CloneLimits(bytes=500_000)
    assert "bytes" in refuse_clone(url=f"{host}/course", to=tmp_path / "c", limits=limits)


@pytest.mark.parametrize("leaf", ["100644 blob", "040000 tree"])
def test_a_directory_bomb_is_refused_before_it_is_unpacked(
    served: Path, host: str, tmp_path: Path, leaf: str
) -> None:
    """Each of a few files may be in a chain of directories of its own; empty trees hold no file."""
    source = repository(served / "course", {"text": "one"})
    make = ("mktree",) if leaf.endswith("tree") else ("hash-object", "-w", "--stdin")
    kind, entry = leaf, git(source, *make, stdin=b"")
    for width in (1, 1, 1, 20):
        lines = "".join(f"{kind} {entry}\t{name:02}\n" for name in range(width))
        entry = git(source, "mktree", stdin=lines.encode())
        kind = "040000 tree"
    made = git(source, "commit-tree", entry, "-m", "wide")
    git(source, "update-ref", "refs/heads/main", made)
    limits = CloneLimits(files=50)
    reason = refuse_clone(url=f"{host}/course", to=tmp_path / "c", limits=limits)
    assert "more than 50 directories" in reason


def test_files_that_grow_when_they_are_written_are_refused(
    served: Path, host: str, tmp_path: Path
) -> None:
    """Git replaces `$Id$` by 50 characters, and UTF-32 has four bytes for each."""
    source = repository(
        served / "course",
        {
            ".gitattributes": "*.txt ident working-tree-encoding=UTF-32\n",
        },
    )
    (source / "large.txt").write_bytes(("$Id$\n" * 20_000).encode("utf-32"))
    commit(source)
    limits = CloneLimits(bytes=500_000)
    assert "files in the repository exceed" in refuse_clone(
        url=f"{host}/course", to=tmp_path / "c", limits=limits
    )


@pytest.mark.long(reason="makes thousands of directories")
def test_too_deep_directories_are_refused(served: Path, host: str, tmp_path: Path) -> None:
    """Two thousand within each other are more than Python can walk through."""
    source = repository(served / "course", {"text": "one"})
    kind, entry = "100644 blob", git(source, "hash-object", "-w", "--stdin", stdin=b"x")
    for _ in range(1900):
        entry = git(source, "mktree", stdin=f"{kind} {entry}\ta\n".encode())
        kind = "040000 tree"
    made = git(source, "commit-tree", entry, "-m", "deep")
    git(source, "update-ref", "refs/heads/main", made)
    assert "levels deep" in refuse_clone(url=f"{host}/course", to=tmp_path / "c")


def test_an_object_that_needs_too_much_memory_is_refused(
    served: Path, host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen kilobytes can describe an object of gigabytes, which git holds in memory."""
    monkeypatch.setattr(git_program, "_MEMORY_BYTES", 16_000_000)
    source = repository(served / "course", {"text": "one"})
    (source / "zeros").write_bytes(bytes(20_000_000))
    commit(source)
    assert "git reports" in refuse_clone(url=f"{host}/course", to=tmp_path / "c")


def test_a_clone_that_takes_too_long_is_stopped(served: Path, host: str, tmp_path: Path) -> None:
    repository(served / "course", {"text": "one"})
    limits = CloneLimits(seconds=0)
    assert "too long" in refuse_clone(url=f"{host}/course", to=tmp_path / "c", limits=limits)


@pytest.mark.long(reason="makes a large pack")
def test_a_pack_that_is_too_large_is_stopped(served: Path, host: str, tmp_path: Path) -> None:
    source = repository(served / "course", {"text": "one"})
    with (source / "noise").open("wb") as noise, Path("/dev/urandom").open("rb") as random:
        noise.write(random.read(30_000_000))
    commit(source)
    limits = CloneLimits(packed_bytes=1_000_000)
    assert "larger than" in refuse_clone(url=f"{host}/course", to=tmp_path / "c", limits=limits)
