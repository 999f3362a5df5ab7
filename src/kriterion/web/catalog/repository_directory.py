"""Where a repository's files are on this machine, as they were read."""

from pathlib import Path

from django.conf import settings

from kriterion.errors import ContentUnavailable
from kriterion.web.content.content_access import StoreKind, find_content, is_fetched
from kriterion.web.repositories.models import Repository


def find_copies_directory() -> Path:
    """Return the directory of the copies of all repositories."""
    return Path(settings.DATA) / "repositories"


def find_directory(repository: Repository) -> Path:
    """Return the directory with a repository's files as they were read.

    Raises ContentUnavailable if they are not here and cannot be fetched.
    """
    directory = Path(repository.directory)
    if not repository.digest:  # read by a version that kept no digests
        return directory
    if directory.is_relative_to(find_copies_directory()) and directory.is_dir():
        return directory
    try:
        return find_content(StoreKind.REPOSITORY, repository.digest)
    except ContentUnavailable:
        # A backup does not include the stored content: until that is read again, use its origin.
        if not is_fetched() and directory.is_dir():
            return directory
        raise
