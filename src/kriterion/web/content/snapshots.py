"""Record the digest of the content that a directory of this site holds."""

from pathlib import Path

from kriterion.web.content.content_access import StoreKind, open_store
from kriterion.web.content.content_archive import compute_content_digest


def take_snapshot(kind: StoreKind, directory: Path, *, copies: Path) -> tuple[str, Path]:
    """Return the digest of a directory's files, and a directory where they will not change.

    A directory among the site's own `copies` does not change; any other one, which somebody may
    edit, is copied into the store. Raises DamagedContentError if it is too large.
    """
    store = open_store(kind)
    if directory.is_relative_to(copies):
        digest = compute_content_digest(directory)
        store.record_source(digest, directory)
        return digest, directory
    digest = store.add_directory(directory)
    return digest, store.home / "trees" / digest
