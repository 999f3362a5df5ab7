"""Fetch repositories of exercises: copy beside the one in use, read it, then swap.

A row in state NEW or READING is pending work, so a crash loses none: `resume_fetching` finds it.
"""

import logging
import shutil
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from kriterion.host.installation import Installation
from kriterion.refusals import Refusal
from kriterion.web.base.refusal_text import translate_refusal
from kriterion.web.catalog.fetch_turns import FetchTurns
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.owner_space import (
    explain_refusal,
    find_room,
    measure_space,
    refuse_space,
)
from kriterion.web.catalog.repository_contents import read_contents, write_contents
from kriterion.web.catalog.repository_directory import find_copies_directory
from kriterion.web.catalog.signals import repository_fetched, repository_imported
from kriterion.web.catalog.withheld_versions import withhold
from kriterion.web.content.content_access import StoreKind, open_store
from kriterion.web.content.snapshots import take_snapshot
from kriterion.web.database.background import is_background_ending, start_in_background
from kriterion.web.database.pooled_connection import hold_released, release_connection
from kriterion.web.database.storable import make_storable
from kriterion.web.repositories.archive_bounds import UploadLimits
from kriterion.web.repositories.copies import Copies
from kriterion.web.repositories.credentials import read_login
from kriterion.web.repositories.directory_copy import copy_directory
from kriterion.web.repositories.git_clone import Clone, CloneLimits
from kriterion.web.repositories.git_program import Tell
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.repositories.uploads import unpack
from kriterion_tools.errors import KriterionError

_PRIVATE = 0o700

_log = logging.getLogger(__name__)
_turns = FetchTurns(3)  # git may take a gigabyte of memory for each
_one_at_a_time = threading.Lock()  # reading takes a processor, and students come first
_lock = threading.RLock()
_waiting: dict[int, threading.Thread] = {}  # by the repository that each is to fetch


def add(repository: Repository, archive: Path | None = None) -> Repository:
    """Store a new repository, to be fetched by `fetch` or `fetch_in_background`.

    Without an address or a directory, it is unpacked from the archive, which is moved to its place.
    """
    repository.save()
    if archive is not None:
        replace_upload(repository, archive)
    return repository


def replace_upload(repository: Repository, archive: Path) -> None:
    """Replace the archive of an uploaded repository."""
    place = _find_archive_path(repository)
    _hide_from_others()
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(archive, place)
    Repository.objects.filter(pk=repository.pk).update(state=RepositoryState.NEW, failure="")


def fetch_in_background(repository: Repository, *, after: float = 0.0) -> None:
    """Fetch and read a repository in a background thread after some seconds."""
    Repository.objects.filter(pk=repository.pk).update(state=RepositoryState.NEW, failure="")
    fetch_it = partial(_fetch_waiting, repository.pk)
    name = f"repository-{repository.pk}"
    if after:
        start_in_background(name, fetch_it, after=after)
        return
    with _lock:
        waiting = _waiting.get(repository.pk)
        # Otherwise the waiting thread serves this request, too.
        if waiting is None or not waiting.is_alive():
            _waiting[repository.pk] = start_in_background(name, fetch_it)


def resume_fetching() -> None:
    """Continue the work of a dead process, and record what an earlier version did not.

    Called when a process starts.
    """
    unfinished = (RepositoryState.NEW, RepositoryState.READING)
    for repository in Repository.objects.filter(state__in=unfinished):
        fetch_in_background(repository)
    start_in_background("repository-digests", _record_digests)


def fetch(repository: Repository, tell: Tell | None = None) -> None:
    """Fetch and read a repository now; its row keeps what is wrong with it.

    The previous copy stays in use until everything is read.
    """
    release_connection()
    with _turns.take(repository.owner_id):
        _fetch(repository, tell)


def _fetch(repository: Repository, tell: Tell | None = None) -> None:
    row = Repository.objects.filter(pk=repository.pk)
    row.update(state=RepositoryState.READING)
    repository.refresh_from_db()
    try:
        failure = _replace_copy(repository, tell)
    except (KriterionError, OSError) as error:
        _log.warning("repository %s: %s", repository.pk, error)
        failure = str(error)
    except Exception:
        # No content of a repository may break other repositories or its own page.
        _log.exception("repository %s cannot be read", repository.pk)
        failure = gettext("the repository cannot be read; see the server log for details")
    if not row.update(failure=make_storable(failure)):  # removed meanwhile
        remove_copies(repository)
    # NEW again: there was another push meanwhile, and another thread waits to read it.
    state = RepositoryState.FAILED if failure else RepositoryState.READY
    row.filter(state=RepositoryState.READING).update(state=state)
    repository_fetched.send(sender=Repository, repository=repository)


def find_public_key(repository: Repository) -> str:
    """Return the key to give to the Git host of a repository with an ssh address; or ""."""
    return _open_copies(repository).ssh.public_key


def remove_copies(repository: Repository) -> None:
    """Remove everything stored of a repository on disk."""
    _open_copies(repository).remove_all()


def _replace_copy(repository: Repository, tell: Tell | None) -> str:
    """Make a new copy; return why that failed, or ""."""
    _hide_from_others()
    copies, commit, room = _open_copies(repository), "", find_room(repository)
    if room == 0:
        return translate_refusal(refuse_space(repository))
    release_connection()  # git may take minutes
    if repository.git_url:
        cloned = _clone(repository, copies, room, tell)
        if isinstance(cloned, Refusal):
            return translate_refusal(cloned)
        copy, commit = cloned.directory, cloned.commit
    elif repository.local_directory or _find_archive_path(repository).is_file():
        copy = copies.new_place()
        refusal = _copy_or_unpack(repository, copy, room)
        if refusal is not None:
            return translate_refusal(refusal)
    elif repository.directory:
        copy = Path(repository.directory)  # put here by an operator, or the demo
        if not copy.is_dir():
            return gettext("%(place)s is no longer a directory") % {"place": copy}
    else:
        return gettext("no archive was uploaded")
    try:
        repository.size_bytes = measure_space(copy)
        if room is not None and repository.size_bytes > room:
            failure = translate_refusal(refuse_space(repository))
        else:
            with hold_released(_one_at_a_time):
                failure = _put_in_place(repository, copy, commit)
    except BaseException:
        copies.remove(copy)
        raise
    if failure:
        copies.remove(copy)
        return failure
    _remove_others(repository, copy)
    return ""


def _clone(
    repository: Repository, copies: Copies, room: int | None, tell: Tell | None
) -> Clone | Refusal:
    defaults = CloneLimits()
    limits = defaults if room is None else defaults.reduce_to(room)
    login = read_login(repository)
    if isinstance(login, Refusal):
        return login
    cloned = copies.clone(
        repository.git_url, repository.branch, tell, allow_ssh=True, limits=limits, login=login
    )
    if isinstance(cloned, Clone) or limits == defaults:
        return cloned
    return explain_refusal(cloned, repository)


def _copy_or_unpack(repository: Repository, copy: Path, room: int | None) -> Refusal | None:
    defaults = UploadLimits()
    limits = defaults if room is None else replace(defaults, bytes=min(room, defaults.bytes))
    if repository.local_directory:
        allowed = Installation().settings.repository_directories
        directory, private = Path(repository.local_directory), Path(settings.DATA)
        refusal = copy_directory(directory, copy, allowed=allowed, private=private, limits=limits)
    else:
        refusal = unpack(_find_archive_path(repository), copy, limits=limits)
    if refusal is None or limits == defaults:
        return refusal
    return explain_refusal(refusal, repository)


def _put_in_place(repository: Repository, copy: Path, commit: str) -> str:
    """Read a new copy into rows, as it is now; return why it is not used, or ""."""
    kind, copies = StoreKind.REPOSITORY, find_copies_directory()
    digest, directory = take_snapshot(kind, copy, copies=copies)
    contents = read_contents(directory, repository.default_judge)
    failure = withhold(repository, contents, digest)
    if failure:
        return failure
    repository.directory = str(copy)
    repository.commit = commit
    repository.digest = digest
    repository.read_at = timezone.now()
    repository.withheld, repository.confirmed = None, ""
    write_contents(repository, contents, directory)
    repository.save(
        update_fields=[
            *("directory", "size_bytes", "commit", "digest"),
            *("read_at", "withheld", "confirmed"),
        ]
    )
    return ""


def _remove_others(repository: Repository, kept: Path) -> None:
    """Remove older copies, or leave them to the next fetch while submissions are assessed."""
    if Activity.objects.filter(repository=repository, submissions__state="running").exists():
        return
    _open_copies(repository).keep(kept)


def _record_digests() -> None:
    """Record the content of repositories that have no digest, or whose content was lost.

    Also measure the repositories that an earlier version did not measure.
    """
    for repository in Repository.objects.exclude(directory="").exclude(read_at=None):
        if is_background_ending():
            return
        directory = Path(repository.directory)
        if repository.size_bytes is None and directory.is_dir():
            row = Repository.objects.filter(pk=repository.pk, directory=repository.directory)
            row.filter(size_bytes=None).update(size_bytes=measure_space(directory))
        store = open_store(StoreKind.REPOSITORY)
        if not directory.is_dir() or (repository.digest and store.has_content(repository.digest)):
            continue
        copies = find_copies_directory()
        try:
            digest, _ = take_snapshot(StoreKind.REPOSITORY, directory, copies=copies)
        except (KriterionError, OSError) as error:
            _log.warning("repository %s: %s", repository.pk, error)
            continue
        if digest != repository.digest:
            row = Repository.objects.filter(pk=repository.pk, directory=repository.directory)
            row.filter(digest=repository.digest).update(digest=digest)  # unless read meanwhile


def _fetch_waiting(repository_id: int) -> None:
    """Fetch a repository, unless it is gone or another thread has just fetched it."""
    owner = Repository.objects.filter(pk=repository_id).values_list("owner", flat=True).first()
    release_connection()
    with _turns.take(owner):
        with _lock:
            _waiting.pop(repository_id, None)
        waiting = Repository.objects.filter(pk=repository_id, state=RepositoryState.NEW).first()
        if waiting is not None:
            _fetch(waiting)
            fetched = Repository.objects.filter(pk=repository_id, state=RepositoryState.READY)
            for repository in fetched:  # none if it was removed meanwhile, or cannot be read
                repository_imported.send(sender=Repository, repository=repository)


def _open_copies(repository: Repository) -> Copies:
    return Copies(find_copies_directory() / str(repository.pk))


def _hide_from_others() -> None:
    """Hide tests and solutions from other users of the machine, who may pass through the data
    directory. Runs receive copies.
    """
    find_copies_directory().mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
    find_copies_directory().chmod(_PRIVATE)


def _find_archive_path(repository: Repository) -> Path:
    return _open_copies(repository).home / "upload"
