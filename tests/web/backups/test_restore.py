"""Restoring: all of what a backup holds, or nothing."""

import io
import json
import random
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kriterion.cli.server.data_directory import prepare_directory
from kriterion.errors import MachineError, OperatorError
from kriterion.web.backups.backup_format import (
    ABOUT,
    DATABASE,
    DIGESTS,
    FILES,
    FORMAT,
    BackupDescription,
    Form,
    seal,
    verify_seal,
)
from kriterion.web.backups.restore import restore, verify_backup
from tests.web.backups.sample_backup import empty_backup, repack, unpack
from tests.web.forked_program import run_forked
from tests.web.postgresql import cluster
from tests.web.site_process import KRITERION, make_environment, serve_site

EMPTY = "from django.db import connection; connection.cursor().execute('{}')"


def run(data: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return run_forked((*KRITERION, *words), make_environment(data))


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a small site."""
    place = tmp_path_factory.mktemp("backed-up")
    data = place / "data"
    prepare_directory(data, demo=False)
    exercise = data / "repositories" / "1" / "copy-1"
    exercise.mkdir(parents=True)
    (exercise / "a.txt").write_text("a\n" * 40)
    (exercise / "link").symlink_to("./a.txt")
    (exercise / "again.txt").hardlink_to(exercise / "a.txt")
    assert run(data, "manage", "migrate", "--verbosity=0").returncode == 0
    archive = place / "backup.tar.gz"
    result = run(data, "backup", str(archive))
    assert result.returncode == 0, result.stderr
    return archive


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Path]:
    """An empty data directory, which must be empty in the end, too."""
    data = tmp_path / "target"
    data.mkdir()
    yield data
    assert list(data.iterdir()) == []


@pytest.mark.long(reason="restores a site")
def test_a_backup_is_restored_exactly(backup: Path, tmp_path: Path) -> None:
    restored = tmp_path / "restored"
    result = run(restored, "restore", str(backup))
    assert result.returncode == 0, result.stderr
    before = backup.parent / "data"
    assert {file.name for file in restored.iterdir()} == {
        "kriterion.sqlite3",
        "repositories",
        "secret-key",
    }
    names = [
        Path("secret-key"),
        *(Path(f"repositories/1/copy-1/{n}") for n in ("a.txt", "again.txt")),
    ]
    for name in names:
        assert (restored / name).read_bytes() == (before / name).read_bytes()
    link = restored / "repositories/1/copy-1/link"
    assert link.is_symlink()
    assert link.read_text() == "a\n" * 40


@pytest.mark.long(reason="makes a demo site")
def test_a_backup_is_an_ordinary_archive(backup: Path) -> None:
    """`gzip` and `tar` accept its seal."""
    for command in (("gzip", "--test"), ("tar", "--list", "--gzip", "--file")):
        subprocess.run((*command, str(backup)), check=True, capture_output=True)


def damage_content(content: bytes, chance: random.Random) -> bytes:
    """The same with one byte another one, or with its end missing."""
    place = chance.randrange(len(content))
    if chance.random() < 0.3:
        return content[:place]
    other = content[place] ^ (
        1 << chance.randrange(8) if chance.random() < 0.5 else chance.randrange(1, 256)
    )
    return content[:place] + bytes((other,)) + content[place + 1 :]


@pytest.mark.long(reason="a thousand damaged backups")
@pytest.mark.django_db
def test_a_thousand_damaged_backups_are_refused_without_writing_anything(
    backup: Path, target: Path, tmp_path: Path
) -> None:
    content, chance = backup.read_bytes(), random.Random(13)
    spoiled = tmp_path / "spoiled.tar.gz"
    for _ in range(1000):
        spoiled.write_bytes(damage_content(content, chance))
        for unverified in (False, True):
            with pytest.raises(OperatorError, match=r"is damaged|is not a (complete )?backup"):
                restore(spoiled, target, unverified=unverified)
        assert list(target.iterdir()) == []


@pytest.mark.machine
@pytest.mark.long(reason="makes a demo site, and unpacks its backup as often as a change goes by")
def test_flipping_any_of_sixteen_bits_of_a_demo_backup_is_refused(tmp_path: Path) -> None:
    """By the program, into a directory that has nothing afterwards."""
    data, archive = tmp_path / "demo", tmp_path / "demo.tar.gz"
    with serve_site(data, "--demo", "--workers", "0"):
        result = run(data, "backup", str(archive))
        assert result.returncode == 0, result.stderr
    content, chance = archive.read_bytes(), random.Random(16)
    spoiled, target = tmp_path / "spoiled.tar.gz", tmp_path / "target"
    places = sorted(chance.sample(range(8 * len(content)), 16))
    for place in places:
        byte, bit = divmod(place, 8)
        flipped = bytes((content[byte] ^ 1 << bit,))
        spoiled.write_bytes(content[:byte] + flipped + content[byte + 1 :])
        result = run(target, "restore", str(spoiled))
        assert result.returncode != 0, f"bit {bit} of byte {byte}"
        assert "Traceback" not in result.stderr
        assert str(spoiled) in result.stderr
        assert not target.exists() or not any(target.iterdir())
    whole = run(target, "restore", str(archive))
    assert whole.returncode == 0, whole.stderr
    assert (target / "kriterion.sqlite3").exists()


@pytest.mark.long(reason="changes each byte of a backup")
@pytest.mark.django_db
def test_every_byte_of_the_gzip_header_and_the_seal_is_checked(
    backup: Path, target: Path, tmp_path: Path
) -> None:
    """Such as the time in gzip's head, which nothing reads."""
    content = backup.read_bytes()
    spoiled = tmp_path / "spoiled.tar.gz"
    for place in (*range(64), *range(len(content) - 160, len(content))):
        spoiled.write_bytes(content[:place] + bytes((content[place] ^ 1,)) + content[place + 1 :])
        with pytest.raises(OperatorError):
            restore(spoiled, target)
    for more in (b"\0", b"\x1f", content[-100:]):
        spoiled.write_bytes(content + more)
        with pytest.raises(OperatorError):
            restore(spoiled, target)


@pytest.mark.parametrize(
    "fault", ["missing", "changed", "more", "no list", "no database", "list is none"]
)
@pytest.mark.django_db
def test_contents_that_differ_from_the_manifest_are_refused_even_with_a_valid_seal(
    backup: Path, target: Path, tmp_path: Path, fault: str
) -> None:
    entries = unpack(backup)
    listed = json.loads(entries[DIGESTS])
    name = f"{FILES}/secret-key"
    # Links are no entries of this one.
    here = {name: what for name, what in listed.items() if not what.startswith("link:")}
    entries[DIGESTS] = json.dumps(here).encode()
    match fault:
        case "missing":
            del entries[name]
        case "changed":
            entries[name] = entries[name][:-1] + b"?"
        case "more":
            entries[f"{FILES}/more"] = b""
        case "no list":
            del entries[DIGESTS]
        case "no database":
            del entries[DATABASE]
        case "list is none":
            entries[DIGESTS] = b"[]"
    copy = repack(tmp_path / "made.tar.gz", {ABOUT: entries.pop(ABOUT), **entries})
    verify_seal(copy)
    with pytest.raises(OperatorError, match=r"is damaged|has no list|is from sqlite"):
        restore(copy, target)


@pytest.mark.django_db
def test_a_link_is_not_written_through_another_one(target: Path, tmp_path: Path) -> None:
    """A seal that fits is no proof of where a backup comes from."""
    outside = tmp_path / "outside"
    outside.mkdir()
    about = BackupDescription(form=Form.PORTABLE, data="/", version="0", made_at="", format=FORMAT)
    archive = tmp_path / "made.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        entry = tarfile.TarInfo(ABOUT)
        entry.size = len(about.encode())
        tar.addfile(entry, io.BytesIO(about.encode()))
        for name, to in (("a", str(outside)), ("a/b", "anywhere")):
            link = tarfile.TarInfo(f"{FILES}/{name}")
            link.type, link.linkname = tarfile.SYMTYPE, to
            tar.addfile(link)
    seal(archive)
    with pytest.raises(OperatorError, match="below a symbolic link"):
        restore(archive, target)
    assert list(outside.iterdir()) == []


@pytest.mark.long(reason="starts several commands")
def test_restored_files_have_their_modes_whatever_the_umask_is(
    backup: Path, tmp_path: Path
) -> None:
    """Runs, which are another user's, read the exercises."""
    restored = tmp_path / "restored"
    with tarfile.open(backup) as tar:
        before = {
            entry.name.removeprefix(f"{FILES}/"): entry.mode
            for entry in tar
            if entry.name.startswith(f"{FILES}/") and (entry.isreg() or entry.isdir())
        }
    result = subprocess.run(
        (*KRITERION, "restore", str(backup)),
        env=make_environment(restored),
        capture_output=True,
        text=True,
        check=False,
        umask=0o077,
    )
    assert result.returncode == 0, result.stderr
    assert {name: (restored / name).stat().st_mode & 0o777 for name in before} == before
    assert before["secret-key"] == 0o600
    assert before["repositories/1/copy-1/a.txt"] == 0o644


@pytest.mark.long(reason="starts several commands")
def test_a_backup_from_before_digests_is_restored_only_on_request(
    backup: Path, tmp_path: Path
) -> None:
    entries = unpack(backup)
    about = json.loads(entries[ABOUT])
    del about["format"], entries[DIGESTS]
    old = tmp_path / "old.tar.gz"
    repack(old, {**entries, ABOUT: json.dumps(about).encode()})
    with tarfile.open(old) as tar:
        assert tar.getnames()[0] == ABOUT
    content = old.read_bytes()
    old.write_bytes(content[: content.rindex(b"\x1f\x8b\x08\x10")])  # without its seal
    refused = run(tmp_path / "one", "restore", str(old))
    assert refused.returncode == 3
    assert "before backups had digests" in refused.stderr
    assert "--unverified" in refused.stderr
    assert not (tmp_path / "one").exists()
    result = run(tmp_path / "one", "restore", str(old), "--unverified")
    assert result.returncode == 0, result.stderr
    assert "the backup has no digests, so it may be incomplete" in result.stderr


def test_a_backup_of_a_later_format_is_refused(tmp_path: Path) -> None:
    later = empty_backup(tmp_path / "later.tar.gz", of_format=99)
    with pytest.raises(OperatorError, match="of format 99"):
        verify_backup(later)


def test_an_unreadable_backup_file_is_a_machine_error(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="cannot be read"):
        verify_backup(tmp_path)


@pytest.mark.long(reason="starts a command for each case")
@pytest.mark.parametrize("content", ["one byte less", "one byte changed", "old"])
def test_a_refused_restore_leaves_nothing_behind(
    backup: Path, tmp_path: Path, content: str
) -> None:
    whole = backup.read_bytes()
    spoiled = tmp_path / "spoiled.tar.gz"
    changed = whole[:5] + bytes([whole[5] ^ 1]) + whole[6:]  # a byte of the time, never the same
    spoiled.write_bytes(whole[:-1] if content == "one byte less" else changed)
    refused = run(tmp_path / "some" / "data", "restore", str(spoiled))
    assert refused.returncode == 3
    assert "Traceback" not in refused.stderr
    assert not (tmp_path / "some").exists()


@pytest.mark.long(reason="starts several commands")
def test_existing_files_are_not_overwritten(backup: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / ".kriterion.sqlite3.restoring").write_text("left by a restore that was killed")
    (data / "kriterion.sqlite3-wal").write_text("rows")
    refused = run(data, "restore", str(backup))
    assert refused.returncode == 3
    assert "the database already exists" in refused.stderr
    assert (data / "kriterion.sqlite3-wal").read_text() == "rows"
    (data / "kriterion.sqlite3-wal").unlink()
    result = run(data, "restore", str(backup))
    assert result.returncode == 0, result.stderr


def restore_with_faults(backup: Path, place: Path, kind: str) -> list[dict[str, Any]]:
    """Return what restores with a fault at each step leave behind."""
    program = (sys.executable, "-m", "tests.web.backups.faulty_restore")
    words = (str(backup), str(place), kind)
    result = run_forked((*program, *words), make_environment(place / "data"), check=True)
    return [json.loads(line) for line in result.stdout.splitlines()]


def list_remaining_files(left: dict[str, Any]) -> list[str]:
    """The remaining files without the marker of a restore."""
    return [name for name in left["left"] or () if name != ".restored"]


@pytest.mark.long(reason="a fault trial: a failure at each step")
def test_a_restore_that_fails_at_any_step_leaves_nothing_behind(
    backup: Path, tmp_path: Path
) -> None:
    *failed, last = restore_with_faults(backup, tmp_path, "error")
    assert len(failed) > 15
    assert (last["status"], last["unfinished"]) == (0, False)
    for number, each in enumerate(failed):
        if each["status"] == 4:  # all was in its place, and only remains could not be removed
            assert list_remaining_files(each) == last["left"], (number, each)
        else:
            assert each["left"] is None, (number, each)


@pytest.mark.long(reason="a fault trial: a kill at each step")
def test_a_restore_killed_at_any_step_is_never_served(backup: Path, tmp_path: Path) -> None:
    *killed, last = restore_with_faults(backup, tmp_path, "killed")
    assert len(killed) > 15
    for number, each in enumerate(killed):
        assert each["status"] == 9
        if each["unfinished"]:
            assert each["again"] == 0, (number, each)
        else:  # before the first file, or after the last
            assert list_remaining_files(each) in ([], last["left"]), (number, each)


@pytest.mark.long(reason="a fault trial: a failure at each step")
@pytest.mark.machine
def test_a_failed_restore_into_postgresql_leaves_neither_files_nor_tables(
    tmp_path: Path,
) -> None:
    with cluster() as database:
        data = tmp_path / "data"
        prepare_directory(data, demo=False)
        (data / "repositories" / "1" / "copy-1").mkdir(parents=True)
        (data / "repositories" / "1" / "copy-1" / "a.txt").write_text("a")
        variables = {**make_environment(data), "DATABASE_URL": database.url}

        def run_command(*command: str) -> str:
            return run_forked(command, variables, check=True).stdout

        archive = tmp_path / "backup.tar.gz"
        run_command(*KRITERION, "manage", "migrate", "--verbosity=0")
        run_command(*KRITERION, "backup", str(archive))
        empty = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
        run_command(*KRITERION, "manage", "shell", "--no-imports", "--command", EMPTY.format(empty))
        words = ("tests.web.backups.faulty_restore", str(archive), str(tmp_path), "error")
        output = run_command(sys.executable, "-m", *words)
    *failed, last = [json.loads(line) for line in output.splitlines()]
    assert len(failed) > 6
    assert last["status"] in (0, 4)  # 4: only remains could not be removed
    assert last["tables"] > 10
    for number, each in enumerate(failed):
        assert each["status"] in (1, 3), (number, each)
        assert (each["left"] or [], each["tables"]) == ([], 0), (number, each)


def test_an_interrupted_restore_is_not_served(backup: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / ".restoring").mkdir(parents=True)
    (data / "secret-key").write_text("half")
    for words in (("serve", "--port", "0"), ("worker",), ("manage", "check")):
        refused = run(data, *words)
        assert refused.returncode == 3
        assert "was interrupted" in refused.stderr
        assert "kriterion restore FILE again" in refused.stderr
    assert {file.name for file in data.iterdir()} == {".restoring", "secret-key"}


@pytest.mark.long(reason="starts a site for each case")
@pytest.mark.parametrize("lost", ["missing", "empty", "another"])
def test_a_site_that_lost_its_database_is_not_served_as_a_new_one(
    backup: Path, tmp_path: Path, lost: str
) -> None:
    """Otherwise it would be an empty site with a new administrator."""
    data = tmp_path / "data"
    assert run(data, "restore", str(backup)).returncode == 0
    database = data / "kriterion.sqlite3"
    database.unlink()
    if lost == "empty":
        database.touch()
    variables = make_environment(data)
    if lost == "another":
        variables["DATABASE_URL"] = f"sqlite:///{tmp_path}/another.sqlite3"
    refused = run_forked((*KRITERION, "serve", "--port", "0"), variables)
    assert refused.returncode == 3
    assert "the database is missing or empty" in refused.stderr
    assert "restore a backup" in refused.stderr
    assert "administrator" not in refused.stderr + refused.stdout
