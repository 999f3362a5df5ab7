"""Where files for runs are stored if the data directory is not readable for every user."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.tools import readable_directory as module
from kriterion.tools.readable_directory import open_place


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of caches that every user can enter."""
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o1777)
    monkeypatch.setattr(module, "_CACHES", ("/proc/nowhere", str(cache)))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(cache))
    return cache


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A data directory in a home that nobody else can enter."""
    data = tmp_path / "home" / "data"
    data.mkdir(parents=True)
    (tmp_path / "home").chmod(0o700)
    return data


def test_a_data_directory_every_user_can_enter_is_used(tmp_path: Path, cache: Path) -> None:
    assert open_place(tmp_path / "data") == tmp_path / "data"
    assert not list(cache.iterdir())


@pytest.mark.usefixtures("umask")
def test_a_data_directory_is_created_accessible_for_every_user(tmp_path: Path, cache: Path) -> None:
    data = tmp_path / "data"
    assert open_place(data) == data
    assert stat.S_IMODE(data.stat().st_mode) == 0o711


@pytest.mark.usefixtures("umask")
def test_a_cache_replaces_a_data_directory_in_a_private_home(private: Path, cache: Path) -> None:
    place = open_place(private)
    assert place == cache / f"kriterion-{os.geteuid()}"
    assert stat.S_IMODE(place.stat().st_mode) == 0o711
    assert open_place(private) == place


def test_a_cache_replaces_a_data_directory_mounted_noexec(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_is_noexec", lambda directory: directory == tmp_path / "data")
    assert open_place(tmp_path / "data").parent == cache


@pytest.mark.parametrize("kind", ["link", "file", "another user's"])
def test_a_cache_owned_by_someone_else_is_refused_with_the_remedy(
    private: Path, cache: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user could change what a run of ours executes."""
    place = cache / f"kriterion-{os.geteuid()}"
    if kind == "link":
        place.symlink_to(private)
    elif kind == "file":
        place.touch()
    else:
        place.mkdir()
        monkeypatch.setattr(os, "geteuid", lambda: 4_242)
        place.rename(cache / "kriterion-4242")
    with pytest.raises(OperatorError, match="runs cannot read its files") as raised:
        open_place(private)
    assert f"chmod o+x {private.parent}" in raised.value.fix
    assert "KRITERION_DATA" in raised.value.fix
