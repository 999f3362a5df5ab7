"""A store sends content that one of several directories holds."""

import shutil
from pathlib import Path

import pytest

from kriterion.web.content.content_archive import compute_content_digest
from kriterion.web.content.content_store import ContentStore


@pytest.fixture
def store(tmp_path: Path) -> ContentStore:
    return ContentStore(home=tmp_path / "content" / "repositories", mode=0o700)


def write_clones(tmp_path: Path, store: ContentStore) -> tuple[str, list[Path]]:
    """Record two clones with the same files, as of two repositories."""
    clones = [tmp_path / "first", tmp_path / "second"]
    for clone in clones:
        clone.mkdir()
        (clone / "config.json").write_text("{}")
        digest = compute_content_digest(clone)
        store.record_source(digest, clone)
    return digest, clones


@pytest.mark.parametrize("gone", [0, 1])
def test_content_stays_while_one_of_the_clones_with_the_same_files_does(
    tmp_path: Path, store: ContentStore, gone: int
) -> None:
    digest, clones = write_clones(tmp_path, store)
    shutil.rmtree(clones[gone])
    assert store.has_content(digest)
    assert store.find_archive(digest) is not None


def test_a_clone_that_was_changed_does_not_hide_another(
    tmp_path: Path, store: ContentStore
) -> None:
    digest, clones = write_clones(tmp_path, store)
    (clones[1] / "config.json").write_text("changed")
    assert store.find_archive(digest) is not None
    store.record_source(digest, clones[0])
    assert store.has_content(digest)


def test_without_its_clones_content_is_gone(tmp_path: Path, store: ContentStore) -> None:
    digest, clones = write_clones(tmp_path, store)
    for clone in clones:
        shutil.rmtree(clone)
    assert not store.has_content(digest)
    assert store.find_archive(digest) is None


def test_an_empty_record_of_a_clone_names_none(tmp_path: Path, store: ContentStore) -> None:
    digest, _ = write_clones(tmp_path, store)
    (store.home / "sources" / digest).write_text("")  # after a power failure
    assert not store.has_content(digest)
