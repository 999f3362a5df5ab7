"""Archives are unpacked within bounds, and nothing escapes from them."""

import io
import stat
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kriterion.refusals import Refusal
from kriterion.web.base.refusal_text import translate_refusal
from kriterion.web.repositories.archive_bounds import UploadLimits
from kriterion.web.repositories.uploads import EMPTY, NO_ARCHIVE, unpack
from tests.memory import measure_peak

Files = dict[str, bytes]


def make_zip(path: Path, files: Files, **entry_fields: int) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            for field, value in entry_fields.items():
                setattr(entry, field, value)
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return path


def make_tar(path: Path, entries: list[tuple[tarfile.TarInfo, bytes]], mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for entry, content in entries:
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return path


def make_tar_from(path: Path, files: Files, mode: str = "w:gz") -> Path:
    return make_tar(path, [(tarfile.TarInfo(name), body) for name, body in files.items()], mode)


def read_tree(directory: Path) -> Files:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


COURSE: Files = {"dirconfig.json": b"{}", "a/config.json": b"{}", "a/run": b"x"}


@pytest.mark.parametrize("mode", ["zip", "w", "w:gz", "w:bz2"])
def test_zip_and_tar_are_accepted(tmp_path: Path, mode: str) -> None:
    make = (
        make_zip(tmp_path / "a", COURSE)
        if mode == "zip"
        else make_tar_from(tmp_path / "a", COURSE, mode)
    )
    assert unpack(make, tmp_path / "c") is None
    assert read_tree(tmp_path / "c") == COURSE


def test_a_single_top_level_folder_is_stripped(tmp_path: Path) -> None:
    around = {f"course-main/{name}": content for name, content in COURSE.items()}
    assert unpack(make_zip(tmp_path / "a.zip", around), tmp_path / "c") is None
    assert read_tree(tmp_path / "c") == COURSE


def test_a_folder_of_exercises_is_not_stripped(tmp_path: Path) -> None:
    files = {"exercises/a/meta.json": b"{}"}
    assert unpack(make_zip(tmp_path / "a.zip", files), tmp_path / "c") is None
    assert read_tree(tmp_path / "c") == files


def test_the_folder_of_a_single_exercise_is_not_stripped(tmp_path: Path) -> None:
    files = {"sum/config.json": b"{}"}
    assert unpack(make_zip(tmp_path / "a.zip", files), tmp_path / "c") is None
    assert read_tree(tmp_path / "c") == files


def test_git_metadata_is_dropped(tmp_path: Path) -> None:
    files = {**COURSE, ".git/config": b"[core]"}
    assert unpack(make_zip(tmp_path / "a.zip", files), tmp_path / "c") is None
    assert read_tree(tmp_path / "c") == COURSE


def test_executable_files_stay_executable(tmp_path: Path) -> None:
    entry = tarfile.TarInfo("run")
    entry.mode = 0o6755
    assert unpack(make_tar(tmp_path / "a.tar", [(entry, b"#!/bin/sh\n")]), tmp_path / "c") is None
    assert stat.S_IMODE((tmp_path / "c" / "run").stat().st_mode) == 0o755


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE]
)
def test_links_and_devices_are_dropped(tmp_path: Path, kind: bytes) -> None:
    odd = tarfile.TarInfo("odd")
    odd.type, odd.linkname = kind, "/etc/passwd"
    through = tarfile.TarInfo("odd/in")
    archive = make_tar(tmp_path / "a.tar", [(odd, b""), (tarfile.TarInfo("text"), b"x")])
    assert unpack(archive, tmp_path / "c") is None
    assert [path.name for path in (tmp_path / "c").iterdir()] == ["text"]
    archive = make_tar(tmp_path / "b.tar", [(odd, b""), (through, b"x"), (through, b"y")])
    assert isinstance(unpack(archive, tmp_path / "d"), Refusal)


def test_links_in_a_zip_are_dropped(tmp_path: Path) -> None:
    link = (stat.S_IFLNK | 0o777) << 16
    archive = make_zip(tmp_path / "a.zip", {"odd": b"/etc/passwd"}, external_attr=link)
    assert unpack(archive, tmp_path / "c") == Refusal(EMPTY)


@pytest.mark.parametrize(
    "name", ["../out", "a/../../out", "/out", "a\\b", "..", "ab/" * 600 + "c", "n" * 300]
)
@pytest.mark.parametrize("make", [make_zip, make_tar_from])
def test_names_outside_the_archive_are_refused(tmp_path: Path, name: str, make: object) -> None:
    assert callable(make)
    archive = make(tmp_path / "a", {"text": b"x", name: b"x"})
    refusal = unpack(archive, tmp_path / "c")
    assert isinstance(refusal, Refusal), read_tree(tmp_path / "c")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a"]


@pytest.mark.parametrize("make", [make_zip, make_tar_from])
def test_an_archive_bomb_is_refused(tmp_path: Path, make: object) -> None:
    assert callable(make)
    archive = make(tmp_path / "a", {f"{number}": bytes(1_000_000) for number in range(20)})
    assert archive.stat().st_size < 100_000
    refusal = unpack(archive, tmp_path / "c", limits=UploadLimits(bytes=5_000_000))
    assert isinstance(refusal, Refusal)
    assert "5,000,000 bytes" in refusal.reason
    refusal = unpack(archive, tmp_path / "c", limits=UploadLimits(files=10))
    assert isinstance(refusal, Refusal)
    assert "more than 10 files" in refusal.reason


@pytest.mark.parametrize(("language", "most"), [("en", "5,000"), ("nl", "5.000")])
def test_limits_are_formatted_for_the_reader(tmp_path: Path, language: str, most: str) -> None:
    archive = make_zip(tmp_path / "a.zip", {"a.txt": b"x" * 6000})
    refusal = unpack(archive, tmp_path / "b", limits=UploadLimits(bytes=5000))
    assert isinstance(refusal, Refusal)
    with override(language):
        assert f" {most} bytes" in translate_refusal(refusal)


def test_an_invalid_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"hello")
    assert unpack(tmp_path / "a.zip", tmp_path / "c") == Refusal(NO_ARCHIVE)


def test_an_archive_that_needs_much_memory_is_refused(tmp_path: Path) -> None:
    refusal = unpack(make_tar_from(tmp_path / "a", COURSE, "w:xz"), tmp_path / "c")
    assert isinstance(refusal, Refusal)
    assert "LZMA" in refusal.reason
    with zipfile.ZipFile(tmp_path / "b", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("text", b"x" * 1000)
    refusal = unpack(tmp_path / "b", tmp_path / "c")
    assert isinstance(refusal, Refusal)
    assert "unsupported compression" in refusal.reason


def test_an_endless_list_of_files_is_not_read(tmp_path: Path) -> None:
    """A zip's is read whole, and each file in it takes ten times its place in memory."""
    name = b"x" * 20
    entry = struct.pack("<4s10xL14xH14x", b"PK\1\2", 0, len(name)) + name
    number = 200_000
    with (tmp_path / "a").open("wb") as file:
        file.write(entry * number)
        wide = (44, 45, 45, 0, 0, number, number, len(entry) * number, 0)
        file.write(struct.pack("<4sQHHLLQQQQ", b"PK\6\6", *wide))
        file.write(struct.pack("<4sLQL", b"PK\6\7", 0, len(entry) * number, 1))
        file.write(struct.pack("<4s4HLLH", b"PK\5\6", 0, 0, *(0xFFFF,) * 2, *(2**32 - 1,) * 2, 0))
    refusal = unpack(tmp_path / "a", tmp_path / "c")
    assert isinstance(refusal, Refusal)
    assert "list of files" in refusal.reason
    assert measure_peak(lambda: unpack(tmp_path / "a", tmp_path / "d")) < 5_000_000


@pytest.mark.parametrize("as_zip", [True, False])
def test_too_deep_directories_are_refused(tmp_path: Path, as_zip: bool) -> None:
    make = make_zip if as_zip else make_tar_from
    refusal = unpack(make(tmp_path / "a", {"a/" * 500 + "b": b""}), tmp_path / "c")
    assert isinstance(refusal, Refusal)
    assert "levels deep" in refusal.reason
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(data=st.data(), as_zip=st.booleans())
def test_any_damage_is_reported(tmp_path: Path, data: st.DataObject, as_zip: bool) -> None:
    make = make_zip if as_zip else make_tar_from
    whole = make(tmp_path / "whole", COURSE).read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    damaged = whole[:at] + data.draw(st.binary(max_size=4)) + whole[at + 1 :]
    (tmp_path / "damaged").write_bytes(damaged)
    for number in range(1000):
        target = tmp_path / f"c{number}"
        if not target.exists():
            break
    outcome = unpack(tmp_path / "damaged", target)
    assert target.exists() == (outcome is None)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
def test_a_long_header_of_a_file_is_not_read(tmp_path: Path, kind: bytes) -> None:
    """It would be held in memory as a whole, and gigabytes of zeros compress to nothing."""
    entry = tarfile.TarInfo("x")
    entry.type, entry.size = kind, 1 << 40
    archive = tmp_path / "archive"
    archive.write_bytes(entry.tobuf(tarfile.GNU_FORMAT) + bytes(1 << 20))
    refused = unpack(archive, tmp_path / "out")
    assert isinstance(refused, Refusal)
    assert "header that is too long" in refused.reason


@pytest.mark.long(reason="reads a large archive")
def test_a_long_sparse_map_is_not_read(tmp_path: Path) -> None:
    entry = tarfile.TarInfo("x")
    entry.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "x"}
    parts = b"%d\n" % (1 << 30) + b"0\n" * (4 << 20)
    entry.size = len(parts)
    refused = unpack(make_tar(tmp_path / "archive", [(entry, parts)]), tmp_path / "out")
    assert isinstance(refused, Refusal)
    assert "header that is too long" in refused.reason


def test_too_many_headers_of_one_file_are_refused(tmp_path: Path) -> None:
    entry = tarfile.TarInfo("x")
    entry.type, entry.size = tarfile.XGLTYPE, 1 << 19
    described = entry.tobuf(tarfile.GNU_FORMAT) + b"524288 a=" + b"x" * ((1 << 19) - 10) + b"\n"
    (tmp_path / "archive").write_bytes(described * 4 + bytes(1024))
    refused = unpack(tmp_path / "archive", tmp_path / "out")
    assert isinstance(refused, Refusal)
    assert "header that is too long" in refused.reason


@pytest.mark.parametrize("make", [make_zip, make_tar_from])
def test_the_directories_above_files_are_counted(tmp_path: Path, make: object) -> None:
    """Fifty thousand names could stand for five million directories."""
    files = {f"{number}/" + "a/" * 20 + "x": b"" for number in range(10)}
    archive = make(tmp_path / "a", files)  # type: ignore[operator]
    refusal = unpack(archive, tmp_path / "c", limits=UploadLimits(files=100))
    assert refusal is not None
    assert refusal.reason == "the archive contains more than 100 directories"
    assert unpack(archive, tmp_path / "c", limits=UploadLimits(files=210)) is None


def test_dropped_entries_count_towards_the_limits(tmp_path: Path) -> None:
    entry = tarfile.TarInfo(".git/pack")
    entry.size = 2_000_000
    archive = make_tar(tmp_path / "archive", [(entry, bytes(entry.size))])
    refused = unpack(archive, tmp_path / "out", limits=UploadLimits(bytes=1_000_000))
    assert isinstance(refused, Refusal)
    assert "1,000,000 bytes" in refused.reason
