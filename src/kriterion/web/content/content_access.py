"""Find content by its digest, on this machine or by one shared download from the site."""

import logging
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from django.conf import settings

from kriterion.errors import ContentUnavailable, is_shortage
from kriterion.web.content.content_archive import DamagedContentError
from kriterion.web.content.content_download import ContentSource, download_content
from kriterion.web.content.content_store import ContentStore
from kriterion.web.database.pooled_connection import release_connection

_FIRST_PAUSE_SECONDS = 5.0  # after a failed download, before the next; doubled each time
_LONGEST_PAUSE_SECONDS = 60.0
_LOOK_SECONDS = 0.1

_log = logging.getLogger(__name__)


@unique
class StoreKind(StrEnum):
    """The kind of content, which decides who may read it on this machine."""

    REPOSITORY = "repositories"  # tests and solutions; runs receive copies
    TOOL = "tools"  # opened by path in runs, which have other user ids


_MODES = {StoreKind.REPOSITORY: 0o700, StoreKind.TOOL: 0o711}


def open_store(kind: StoreKind) -> ContentStore:
    """Return this machine's store of content."""
    return ContentStore(home=Path(settings.DATA) / "content" / kind, mode=_MODES[kind])


def is_fetched() -> bool:
    """Whether this process fetches content from a site instead of sharing its directories."""
    return bool(settings.CONTENT_URL)


def find_content(kind: StoreKind, digest: str) -> Path:
    """Return the directory with this content, fetching it if necessary.

    Raises ContentUnavailable if it cannot be fetched, and also while it is being fetched if the
    caller must not wait or the last download failed. Raises OSError if the disk fails.
    """
    store = open_store(kind)
    with _explain_denial(store):
        tree = store.find_tree(digest)
        if tree is not None:
            return tree
        if not is_fetched():
            raise ContentUnavailable(
                f"content {digest[:12]} is not on this machine",
                fix="have the repository fetched again, or the tool checked again\n"
                "on a worker without the site's directories, set KRITERION_CONTENT_URL",
            )
        return _wait_for(_start_fetching(store, digest))


def begin_fetching(kind: StoreKind, digests: Iterable[str]) -> None:
    """Start fetching all missing content at once; `find_content` waits for it."""
    store = open_store(kind)
    for digest in digests:
        with suppress(ContentUnavailable, OSError, RuntimeError):
            if store.find_tree(digest) is None:
                _start_fetching(store, digest)


@contextmanager
def hold_content(paths: Iterable[Path]) -> Iterator[None]:
    """Protect stored content from removal if one of the paths is in it."""
    with ExitStack() as stack:
        for path in paths:
            for kind in StoreKind:
                store = open_store(kind)
                digest = store.find_digest(path)
                if digest is not None:
                    with _explain_denial(store):
                        stack.enter_context(store.hold(digest))
        yield


@contextmanager
def _explain_denial(store: ContentStore) -> Iterator[None]:
    """Raise ContentUnavailable if this process may not use the store: no failure of the disk."""
    try:
        yield
    except OSError as error:
        if is_shortage(error):
            raise
        raise ContentUnavailable(
            f"{store.home}: cannot be used: {error.strerror or error}",
            fix="give ownership of it and everything in it to the user of this process",
        ) from error


@contextmanager
def forbid_waiting() -> Iterator[None]:
    """Never wait for content in this thread: it has duties, such as renewing leases."""
    before = getattr(_thread, "is_hurried", False)
    _thread.is_hurried = True
    try:
        yield
    finally:
        _thread.is_hurried = before


@contextmanager
def end_waiting_on_exit() -> Iterator[None]:
    """On exit, interrupt downloads and the threads that wait for them."""
    _ending.clear()
    try:
        yield
    finally:
        _ending.set()


class _Download:
    """One download, for all threads that need its content."""

    def __init__(self, store: ContentStore, digest: str) -> None:
        self.store = store
        self.digest = digest
        self.key = (store.home, digest)
        self.over = threading.Event()
        self.tree: Path | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.tree = _fetch(self.store, self.digest)
        except Exception as error:
            self.error = error
            _log.warning("content %s: %s", self.digest[:12], error)
        finally:
            _note_end(self)
            self.over.set()


@dataclass(frozen=True, slots=True)
class _Failure:
    """The last failed download of some content, and when the next one may start."""

    error: Exception
    pause_seconds: float
    until: float


_thread = threading.local()
_ending = threading.Event()
_lock = threading.Lock()
_Key = tuple[Path, str]  # a store's home, and a digest
_fetching: dict[_Key, _Download] = {}
_failures: dict[_Key, _Failure] = {}


def forget_failures() -> None:
    """Allow failed downloads to be retried at once, because something was fixed."""
    with _lock:
        _failures.clear()


def _start_fetching(store: ContentStore, digest: str) -> _Download:
    """Return the running download of some content, or start one.

    Raises the error of the last download if that failed a moment ago.
    """
    key = (store.home, digest)
    with _lock:
        fetching = _fetching.get(key)
        if fetching is not None:
            return fetching
        failure = _failures.get(key)
        if failure is not None and time.monotonic() < failure.until:
            raise failure.error.with_traceback(None)  # otherwise each raise would extend it
        fetching = _fetching[key] = _Download(store, digest)
        name = f"kriterion-content-{digest[:12]}"
        try:
            threading.Thread(target=fetching.run, name=name, daemon=True).start()
        except RuntimeError:
            del _fetching[key]
            raise
        return fetching


def _note_end(fetching: _Download) -> None:
    with _lock:
        del _fetching[fetching.key]
        before = _failures.pop(fetching.key, None)
        if fetching.error is not None:
            pause = _FIRST_PAUSE_SECONDS if before is None else 2 * before.pause_seconds
            pause = min(pause, _LONGEST_PAUSE_SECONDS)
            until = time.monotonic() + pause
            _failures[fetching.key] = _Failure(fetching.error, pause, until)


def _wait_for(fetching: _Download) -> Path:
    """Return the tree once it is here. After a failure, no thread waits for another attempt: while
    the site cannot be reached, each wait would delay the thread's other work.
    """
    if not fetching.over.is_set():
        release_connection()  # others need it meanwhile
    is_hurried = getattr(_thread, "is_hurried", False)
    failure = _failures.get(fetching.key)
    while not fetching.over.wait(0 if is_hurried or failure is not None else _LOOK_SECONDS):
        if failure is not None:
            raise failure.error.with_traceback(None)
        if is_hurried or _ending.is_set():
            raise ContentUnavailable(
                f"content {fetching.digest[:12]} is being fetched",
                fix="wait until it is here",
            )
    if fetching.error is not None:
        raise fetching.error.with_traceback(None)
    if fetching.tree is None:
        raise ContentUnavailable(f"content {fetching.digest[:12]} could not be fetched")
    return fetching.tree


def _fetch(store: ContentStore, digest: str) -> Path:
    """Download and unpack content, unless another process has done it meanwhile."""
    source = ContentSource(url=settings.CONTENT_URL, token=settings.CONTENT_TOKEN)
    with store.lock_for_fetching(digest):
        tree = store.find_tree(digest)
        if tree is not None:
            return tree
        part = store.make_part_path(digest)
        download_content(source, digest, part, ending=_ending)
        try:
            tree = store.add_archive(part, digest)
        except DamagedContentError as error:
            raise ContentUnavailable(
                f"{source.url}: {error}", fix="have it read again on the site"
            ) from error
        finally:
            part.unlink(missing_ok=True)
    store.make_room(settings.CONTENT_BYTES, kept=digest)
    return tree
