"""Repositories of exercises: fetched beside the copy that is in use, read, then put in its place.

A row that is NEW or READING is work to be done, so that a crash loses none: `take_up` finds it.
"""

import logging
import secrets
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from kriterion.errors import KriterionError
from kriterion.store.models import Repository, RepositoryState, Submission, SubmissionState
from kriterion.work.activities import read_contents, write_contents
from kriterion.work.git import CloneRefusal, clone
from kriterion.work.git_address import AddressRefusal, read_address
from kriterion.work.machine import this_machine
from kriterion.work.storable import storable
from kriterion.work.uploads import UploadRefusal, unpack

_log = logging.getLogger(__name__)
_one_at_a_time = threading.Lock()  # reading is work for a processor, and students come first

Tell = Callable[[str, int], None]


def add_from_git(name: str, url: str, *, branch: str = "", default_judge: str = "") -> Repository:
    """A repository to be cloned. It is fetched when `fetch` or `fetch_in_background` is called."""
    return Repository.objects.create(
        name=name,
        git_url=url,
        branch=branch,
        default_judge=default_judge,
        webhook_secret=secrets.token_urlsafe(32),
    )


def add_upload(name: str, archive: Path, *, default_judge: str = "") -> Repository:
    """A repository from an archive, which is moved to where it is kept."""
    repository = Repository.objects.create(name=name, default_judge=default_judge)
    replace_upload(repository, archive)
    return repository


def replace_upload(repository: Repository, archive: Path) -> None:
    """A new archive for a repository that was uploaded."""
    place = _archive(repository)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(archive, place)
    Repository.objects.filter(pk=repository.pk).update(state=RepositoryState.NEW, failure="")


def fetch_in_background(repository: Repository) -> None:
    """Have it fetched and read, soon and by a thread of this process."""
    Repository.objects.filter(pk=repository.pk).update(state=RepositoryState.NEW, failure="")
    threading.Thread(
        target=_fetch_alone, args=(repository.pk,), name=f"repository-{repository.pk}", daemon=True
    ).start()


def take_up() -> None:
    """Go on with what a process that is gone has left; for when a process starts."""
    unfinished = (RepositoryState.NEW, RepositoryState.READING)
    for repository in Repository.objects.filter(state__in=unfinished):
        fetch_in_background(repository)


def fetch(repository: Repository, tell: Tell | None = None) -> None:
    """Fetch and read a repository now; what is wrong with it is kept in its row.

    Until all is read, what was there before is in use.
    """
    with _one_at_a_time:
        _fetch(repository, tell)


def _fetch(repository: Repository, tell: Tell | None = None) -> None:
    row = Repository.objects.filter(pk=repository.pk)
    row.update(state=RepositoryState.READING)
    repository.refresh_from_db()
    try:
        failure = _renewed(repository, tell)
    except (KriterionError, OSError) as error:
        _log.warning("repository %s: %s", repository.pk, error)
        failure = str(error)
    except Exception:
        # Whatever a repository holds, the others and the page that shows it must go on.
        _log.exception("repository %s cannot be read", repository.pk)
        failure = "it cannot be read; the log of the server says more"
    if not row.update(failure=storable(failure)):  # it was removed meanwhile
        remove_copies(repository)
    # One that is NEW again was pushed to meanwhile, and somebody waits to read it once more.
    state = RepositoryState.FAILED if failure else RepositoryState.READY
    row.filter(state=RepositoryState.READING).update(state=state)


def remove_copies(repository: Repository) -> None:
    """Remove everything that is kept of a repository on disk."""
    shutil.rmtree(_home(repository), ignore_errors=True)


def _renewed(repository: Repository, tell: Tell | None) -> str:
    """Why there is no new copy; empty when there is one."""
    copy = _home(repository) / f"copy-{timezone.now():%Y%m%d-%H%M%S-%f}"
    commit = ""
    if repository.git_url:
        address = read_address(repository.git_url, this_machine().settings.git_hosts)
        if isinstance(address, AddressRefusal):
            return address.reason
        cloned = clone(address, copy, branch=repository.branch, tell=tell)
        if isinstance(cloned, CloneRefusal):
            return cloned.reason
        commit = cloned.commit
    elif _archive(repository).is_file():
        refusal = unpack(_archive(repository), copy)
        if isinstance(refusal, UploadRefusal):
            return refusal.reason
    elif repository.directory:
        copy = Path(repository.directory)  # one that an operator has put here, or the demo
        if not copy.is_dir():
            return f"{copy} is no directory any more"
    else:
        return "nothing was uploaded"
    try:
        _put_in_place(repository, copy, commit)
    except BaseException:
        if copy.is_relative_to(_home(repository)):
            shutil.rmtree(copy, ignore_errors=True)
        raise
    _remove_others(repository, copy)
    return ""


def _put_in_place(repository: Repository, copy: Path, commit: str) -> None:
    contents = read_contents(copy)
    repository.directory = str(copy)
    repository.commit = commit
    repository.read_at = timezone.now()
    write_contents(repository, contents, copy)
    repository.save(update_fields=["directory", "commit", "read_at"])


def _remove_others(repository: Repository, kept: Path) -> None:
    """Older copies, but for the last: what has just begun may still read it.

    While anything of it is assessed all of them stay, until it is fetched again.
    """
    if Submission.objects.filter(
        activity__repository=repository, state=SubmissionState.RUNNING
    ).exists():
        return
    copies = sorted(_home(repository).glob("copy-*"))
    for old in [copy for copy in copies if copy != kept][:-1]:
        shutil.rmtree(old, ignore_errors=True)


def _fetch_alone(repository_id: int) -> None:
    close_old_connections()
    try:
        _fetch_waiting(repository_id)
    finally:
        close_old_connections()


def _fetch_waiting(repository_id: int) -> None:
    """Fetch it, unless it is gone, or another thread has done so for all who asked."""
    with _one_at_a_time:
        waiting = Repository.objects.filter(pk=repository_id, state=RepositoryState.NEW).first()
        if waiting is not None:
            _fetch(waiting)


def _home(repository: Repository) -> Path:
    return Path(settings.DATA) / "repositories" / str(repository.pk)


def _archive(repository: Repository) -> Path:
    return _home(repository) / "upload"
