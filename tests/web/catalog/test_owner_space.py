"""The repositories of a teacher take no more disk space than the operator allows."""

import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog import repository_fetching
from kriterion.web.catalog.owner_space import find_room, measure_space, sum_bytes
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.tools import machine
from tests.web.git_server import git_server, repository

pytestmark = pytest.mark.django_db

MEGABYTE = 1 << 20
QUOTA = 5 * MEGABYTE
CONFIG = '{"description": {"names": {"en": "Loops"}}}'


@pytest.fixture(autouse=True)
def allow_five_megabytes(tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    (tmp_path / "open").mkdir()
    (tmp_path / "kriterion.toml").write_text(
        f'git_hosts = ["127.0.0.1"]\nteacher_repository_bytes = {QUOTA}\n'
        f'repository_directories = ["{tmp_path}/open"]\n'
    )
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    monkeypatch.setattr(machine, "_made", None)


@pytest.fixture
def tina() -> User:
    return User.objects.create(username="tina", role=Role.TEACHER)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "served").mkdir()
    with git_server(tmp_path / "served") as address:
        yield address


def upload(owner: User | None, name: str, size: int, directory: Path) -> Repository:
    archive = directory / f"{name}.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("loops/config.json", CONFIG)
        opened.writestr("loops/description/media/film", bytes(size))
    made = repository_fetching.add(Repository(name=name, owner=owner), archive)
    return fetch(made)


def fetch(row: Repository) -> Repository:
    repository_fetching.fetch(row)
    row.refresh_from_db()
    return row


def test_what_exceeds_the_space_of_its_teacher_is_refused_with_the_figures(
    tina: User, tmp_path: Path
) -> None:
    first = upload(tina, "first", 3 * MEGABYTE, tmp_path)
    assert (first.state, first.failure) == (RepositoryState.READY, "")
    assert first.size_bytes == measure_space(Path(first.directory))
    assert sum_bytes(tina) == first.size_bytes
    second = upload(tina, "second", 3 * MEGABYTE, tmp_path)
    assert second.state == RepositoryState.FAILED
    assert "may take 5.0\N{NO-BREAK SPACE}MB of this site's disk together" in second.failure
    assert "the other repositories of this owner take 3.0\N{NO-BREAK SPACE}MB" in second.failure
    assert second.directory == ""
    assert list((tmp_path / "data" / "repositories" / str(second.pk)).glob("copy-*")) == []
    assert upload(tina, "third", MEGABYTE, tmp_path).state == RepositoryState.READY


@pytest.mark.long(reason="unpacks a large archive")
def test_an_archive_is_not_unpacked_beyond_the_space(tina: User, tmp_path: Path) -> None:
    row = upload(tina, "bomb", 400 * MEGABYTE, tmp_path)
    assert "the other repositories of this owner take 0\N{NO-BREAK SPACE}bytes" in row.failure


def test_small_files_count_as_the_blocks_that_they_take(tina: User, tmp_path: Path) -> None:
    archive = tmp_path / "many.zip"
    with zipfile.ZipFile(archive, "w") as opened:
        opened.writestr("loops/config.json", CONFIG)
        for number in range(1500):
            opened.writestr(f"loops/description/media/{number}", "x")
    row = fetch(repository_fetching.add(Repository(name="many", owner=tina), archive))
    assert "may take 5.0\N{NO-BREAK SPACE}MB" in row.failure


def test_a_new_version_may_be_as_large_as_the_one_that_it_replaces(
    tina: User, tmp_path: Path, host: str
) -> None:
    files = {"loops/config.json": CONFIG, "loops/description/media/film": "x" * 4 * MEGABYTE}
    source = repository(tmp_path / "served" / "course", files)
    row = fetch(
        repository_fetching.add(Repository(name="mine", owner=tina, git_url=f"{host}/course"))
    )
    assert (row.state, row.failure) == (RepositoryState.READY, "")
    fetch(row)
    assert (row.state, row.failure) == (RepositoryState.READY, "")
    copy = row.directory
    (source / "loops" / "more").write_bytes(bytes(2 * MEGABYTE))
    subprocess.run(("git", "-C", str(source), "add", "."), check=True)
    subprocess.run(
        ("git", "-C", str(source), "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm2"),
        check=True,
    )
    fetch(row)
    assert "may take 5.0\N{NO-BREAK SPACE}MB" in row.failure
    assert row.directory == copy
    assert Path(copy).is_dir()


def test_a_local_directory_counts_too(tina: User, tmp_path: Path) -> None:
    place = tmp_path / "open" / "loops"
    place.mkdir()
    (place / "config.json").write_text(CONFIG)
    (place / "film").write_bytes(bytes(6 * MEGABYTE))
    row = Repository.objects.create(
        name="local", owner=tina, local_directory=str(tmp_path / "open")
    )
    assert "may take 5.0\N{NO-BREAK SPACE}MB" in fetch(row).failure


def test_repositories_of_the_site_and_of_administrators_have_no_such_limit(
    tina: User, tmp_path: Path
) -> None:
    assert upload(None, "site", 6 * MEGABYTE, tmp_path).state == RepositoryState.READY
    User.objects.filter(pk=tina.pk).update(role=Role.ADMINISTRATOR)
    tina.refresh_from_db()
    assert upload(tina, "hers", 6 * MEGABYTE, tmp_path).state == RepositoryState.READY


def test_repositories_of_an_earlier_version_are_measured_when_the_site_starts(
    tina: User, tmp_path: Path
) -> None:
    row = upload(tina, "old", MEGABYTE, tmp_path)
    size = row.size_bytes
    Repository.objects.update(size_bytes=None)
    assert find_room(Repository(owner=tina)) == QUOTA
    repository_fetching._record_digests()
    assert sum_bytes(tina) == size
