"""The access tokens of private repositories: stored encrypted, used for their own address only."""

from django.utils.translation import gettext_noop

from kriterion.refusals import Refusal, RefusalKind
from kriterion.web.repositories.git_login import GitLogin
from kriterion.web.repositories.models import Repository, RepositoryCredential
from kriterion.web.repositories.secret_text import decrypt, encrypt

UNREADABLE = RefusalKind(
    "clone.token-unreadable",
    gettext_noop("the stored access token cannot be read with this site's key; enter it again"),
)


def store_login(repository: Repository, login: GitLogin) -> None:
    """Store an access token for the current address of a repository, in place of any other."""
    values = {
        "git_url": repository.git_url,
        "username": login.username,
        "encrypted_token": encrypt(login.token),
    }
    RepositoryCredential.objects.update_or_create(repository=repository, defaults=values)


def find_stored_login(repository: Repository) -> RepositoryCredential | None:
    """Return the row of the access token for the current address, without reading the token."""
    rows = RepositoryCredential.objects.filter(repository=repository, git_url=repository.git_url)
    return rows.first()


def read_login(repository: Repository) -> GitLogin | Refusal | None:
    """Return the login for the current address; None if there is none."""
    stored = find_stored_login(repository)
    if stored is None:
        return None
    token = decrypt(stored.encrypted_token)
    if token is None:
        return Refusal(UNREADABLE)
    return GitLogin(username=stored.username, token=token)


def remove_login(repository: Repository) -> None:
    RepositoryCredential.objects.filter(repository=repository).delete()


def remove_unused_login(repository: Repository) -> bool:
    """Remove the access token of an address that the repository no longer has, if there is one."""
    rows = RepositoryCredential.objects.filter(repository=repository)
    removed, _ = rows.exclude(git_url=repository.git_url).delete()
    return bool(removed)
