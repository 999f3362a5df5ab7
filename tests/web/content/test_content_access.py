"""Workers fetch content once, whole, verified and resumed: never a wrong byte, never a leak."""

import errno
import hashlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.errors import ContentUnavailable
from kriterion.web.content import content_access, content_download, content_store
from kriterion.web.content.content_access import (
    StoreKind,
    find_content,
    forbid_waiting,
    forget_failures,
    hold_content,
    open_store,
)
from tests.web.content.faulty_site import (
    TOKEN,
    Answer,
    FaultySite,
    announce,
    corrupt,
    cut_after,
    faulty_site,
    say,
)
from tests.web.rehearsal import wait_until

KIND = StoreKind.REPOSITORY


@pytest.fixture
def site() -> Iterator[FaultySite]:
    with faulty_site() as site:
        yield site


@pytest.fixture(autouse=True)
def worker(site: FaultySite, tmp_path: Path, settings: object, monkeypatch: object) -> None:
    settings.DATA = tmp_path / "worker"  # type: ignore[attr-defined]
    settings.CONTENT_URL, settings.CONTENT_TOKEN = site.url, TOKEN  # type: ignore[attr-defined]
    monkeypatch.setattr(content_download, "_FIRST_PAUSE_SECONDS", 0.001)  # type: ignore[attr-defined]
    forget_failures()
    content_access._ending.clear()


def offer(site: FaultySite, tmp_path: Path, name: str = "course", *, size: int = 100_000) -> str:
    (tmp_path / name / "inner").mkdir(parents=True)
    (tmp_path / name / "inner" / "text").write_text("text")
    (tmp_path / name / "large").write_bytes(name.encode() * (size // len(name)))
    return site.add(tmp_path / name)


def test_content_is_fetched_once(site: FaultySite, tmp_path: Path) -> None:
    digest = offer(site, tmp_path)
    found = {find_content(KIND, digest) for _ in range(3)}
    assert [(path / "inner" / "text").read_text() for path in found] == ["text"]
    assert site.requests == ["all"]


def test_concurrent_runs_share_one_download(site: FaultySite, tmp_path: Path) -> None:
    digest = offer(site, tmp_path)
    may_send = threading.Event()

    def send_late(request: object, archive: bytes, first: int) -> None:
        may_send.wait(60)
        corrupt(request, archive, first)  # type: ignore[arg-type]

    site.faults = [send_late]
    found: list[Path] = []
    threads = [
        threading.Thread(target=lambda: found.append(find_content(KIND, digest))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    wait_until(lambda: site.requests)
    may_send.set()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert site.requests == ["all", "all"]


def test_a_broken_download_is_resumed(site: FaultySite, tmp_path: Path) -> None:
    digest = offer(site, tmp_path)
    site.faults = [cut_after(40_000), cut_after(0), cut_after(30_000)]
    assert find_content(KIND, digest).is_dir()
    assert site.requests == ["all", "bytes=40000-", "bytes=40000-", "bytes=70000-"]


@pytest.mark.parametrize(
    "fault",
    [corrupt, cut_after(10), say(500), say(503), say(429), announce("none"), announce("999")],
    ids=["corrupt", "cut", "500", "503", "429", "no length", "wrong length"],
)
def test_a_passing_fault_is_overcome(site: FaultySite, tmp_path: Path, fault: Answer) -> None:
    digest = offer(site, tmp_path)
    site.faults = [fault] * 3
    assert (find_content(KIND, digest) / "inner" / "text").read_text() == "text"


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (corrupt, "another digest"),
        (say(500), "answers 500"),
        (say(403), "refuses this worker's token"),
        (say(302, Location="http://192.0.2.1/"), "leads to another address"),
        (announce("9" * 12), "larger than"),
        (announce("9" * 500), "how long"),
    ],
    ids=["corrupt", "500", "token", "redirect", "too large", "absurd"],
)
def test_a_lasting_fault_is_an_operators_error_that_leaves_no_content(
    site: FaultySite, tmp_path: Path, fault: Answer, reason: str
) -> None:
    digest = offer(site, tmp_path)
    site.faults = [fault] * 100
    with pytest.raises(ContentUnavailable, match=reason) as raised:
        find_content(KIND, digest)
    assert raised.value.fix
    assert TOKEN not in str(raised.value) + raised.value.fix
    assert open_store(KIND).find_tree(digest) is None


def test_a_missing_site_is_an_operators_error(tmp_path: Path, settings: object) -> None:
    settings.CONTENT_URL = "http://127.0.0.1:1"  # type: ignore[attr-defined]
    with pytest.raises(ContentUnavailable, match="could not be fetched"):
        find_content(KIND, "0" * 64)


def test_after_a_failure_the_site_is_left_alone_for_a_moment(
    site: FaultySite, tmp_path: Path
) -> None:
    for _ in range(5):
        with pytest.raises(ContentUnavailable, match="has no content"):
            find_content(KIND, "0" * 64)
    assert len(site.requests) == 1


def test_malicious_content_with_the_right_digest_is_not_unpacked(
    site: FaultySite, tmp_path: Path
) -> None:
    evil = b"../../out".ljust(100, b"\0") + bytes(412)
    digest = hashlib.sha256(evil).hexdigest()
    site.archives[digest] = evil
    with pytest.raises(ContentUnavailable, match="cannot be unpacked"):
        find_content(KIND, digest)
    assert open_store(KIND).find_tree(digest) is None


def test_a_thread_with_duties_does_not_wait(site: FaultySite, tmp_path: Path) -> None:
    digest = offer(site, tmp_path)
    may_send = threading.Event()

    def send_late(request: object, archive: bytes, first: int) -> None:
        may_send.wait(60)

    site.faults = [send_late]
    with forbid_waiting(), pytest.raises(ContentUnavailable, match="is being fetched"):
        find_content(KIND, digest)
    may_send.set()
    assert find_content(KIND, digest).is_dir()


def test_nobody_waits_for_another_attempt_after_a_failure(
    site: FaultySite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(content_access, "_FIRST_PAUSE_SECONDS", 0.0)
    digest = offer(site, tmp_path)
    may_send = threading.Event()

    def send_late(request: object, archive: bytes, first: int) -> None:
        may_send.wait(60)
        cut_after(0)(request, archive, first)  # type: ignore[arg-type]

    site.faults = [say(403), send_late]
    for _ in range(3):
        with pytest.raises(ContentUnavailable, match="refuses this worker's token"):
            find_content(KIND, digest)
    wait_until(lambda: len(site.requests) == 2)
    may_send.set()
    wait_until(lambda: open_store(KIND).find_tree(digest))


def test_a_directory_that_others_own_is_an_operators_error(
    site: FaultySite, tmp_path: Path
) -> None:
    digest = offer(site, tmp_path)
    home = open_store(KIND).home
    home.parent.mkdir(parents=True)
    home.touch()  # permissions do not stop an administrator who runs the tests
    with pytest.raises(ContentUnavailable, match="cannot be used") as raised:
        find_content(KIND, digest)
    assert raised.value.fix


@pytest.mark.parametrize("token", ["kriterion-worker-1\nmore", "kriterion-worker-€"])
def test_a_token_that_no_header_can_hold_is_an_operators_error_and_stays_secret(
    site: FaultySite, tmp_path: Path, settings: object, token: str
) -> None:
    settings.CONTENT_TOKEN = token  # type: ignore[attr-defined]
    with pytest.raises(ContentUnavailable, match="cannot be sent") as raised:
        find_content(KIND, offer(site, tmp_path))
    assert "kriterion-worker-" not in str(raised.value) + raised.value.fix


def test_a_full_disk_is_the_machines_fault(
    site: FaultySite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = offer(site, tmp_path)

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full:
        full.setattr(content_download, "_copy", fail)
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            find_content(KIND, digest)
    forget_failures()
    assert find_content(KIND, digest).is_dir()


def test_the_least_recently_used_content_makes_room(
    site: FaultySite, tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CONTENT_BYTES = 250_000  # type: ignore[attr-defined]
    monkeypatch.setattr(content_store, "REST_SECONDS", -1.0)
    store = open_store(KIND)
    digests = [offer(site, tmp_path, name) for name in ("one", "two", "three", "four")]
    first = find_content(KIND, digests[0])
    with hold_content([first / "inner"]):  # a run uses it
        for digest in digests[1:]:
            find_content(KIND, digest)
            os.utime(store.home / "locks" / digests[0], (0, 0))
        assert [store.has_content(digest) for digest in digests] == [True, False, False, True]
    find_content(KIND, digests[1])
    assert not store.has_content(digests[0])


KILLED = """
import os, sys, threading
from pathlib import Path
from kriterion.web.content import content_store
from kriterion.web.content.content_archive import compute_file_digest
store = content_store.ContentStore(home=Path(sys.argv[1]), mode=0o700)
moment = sys.argv[3]
def die(*_):
    os.kill(os.getpid(), 9)
if moment == "unpacking":
    content_store.os.sync = die
else:
    Path.rename = die
archive = Path(sys.argv[2])
with store.lock_for_fetching(compute_file_digest(archive)):
    store.add_archive(archive, compute_file_digest(archive))
"""


@pytest.mark.parametrize("moment", ["unpacking", "renaming"])
def test_a_killed_process_leaves_nothing_that_counts_as_content(
    site: FaultySite, tmp_path: Path, moment: str
) -> None:
    digest = offer(site, tmp_path)
    words = (str(open_store(KIND).home), str(tmp_path / "course.tar"), moment)
    killed = subprocess.run([sys.executable, "-c", KILLED, *words], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert open_store(KIND).find_tree(digest) is None
    assert (find_content(KIND, digest) / "inner" / "text").read_text() == "text"


def test_others_cannot_read_exercises_and_runs_can_open_tools(tmp_path: Path) -> None:
    (tmp_path / "tool").mkdir()
    (tmp_path / "tool" / "run").write_text("run")
    before = os.umask(0o077)
    try:
        for kind in StoreKind:
            open_store(kind).add_directory(tmp_path / "tool")
    finally:
        os.umask(before)
    assert open_store(StoreKind.REPOSITORY).home.stat().st_mode & 0o777 == 0o700
    [tree] = open_store(StoreKind.TOOL).list_trees()
    found = find_content(StoreKind.TOOL, tree.digest)
    assert all(path.stat().st_mode & 0o001 for path in (found, *list(found.parents)[:3]))


def test_a_directory_that_changes_is_kept_as_it_was(tmp_path: Path, settings: object) -> None:
    settings.CONTENT_URL = ""  # type: ignore[attr-defined]
    (tmp_path / "tool").mkdir()
    (tmp_path / "tool" / "run").write_text("run")
    digest = open_store(KIND).add_directory(tmp_path / "tool")
    (tmp_path / "tool" / "run").write_text("broken")
    assert (find_content(KIND, digest) / "run").read_text() == "run"
    open_store(KIND).collect({digest})
    assert find_content(KIND, digest)
