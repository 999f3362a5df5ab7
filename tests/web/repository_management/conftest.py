"""What tests of teachers' repositories share."""

import io
import zipfile
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog import repository_fetching
from kriterion.web.catalog.models import Activity
from kriterion.web.repositories.models import Repository, RepositoryState, Sharing
from kriterion.web.repository_management import repository_form
from kriterion.web.repository_management.services import import_methods
from kriterion.web.tools import machine
from tests.web.conftest import World, client_for


@pytest.fixture(autouse=True)
def fetch_at_once(tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    monkeypatch.setattr(machine, "_made", None)
    monkeypatch.setattr(repository_fetching, "fetch_in_background", repository_fetching.fetch)
    for module in (import_methods, repository_form):
        monkeypatch.setattr(module, "is_ssh_installed", lambda: True)


@pytest.fixture
def tina(world: World) -> Client:
    return client_for(world.tina)


@pytest.fixture
def theo(world: World) -> User:
    """Another teacher, without courses."""
    return User.objects.create(username="theo", role=Role.TEACHER)


def url(name: str, *arguments: object) -> str:
    return reverse(f"repositories:{name}", args=arguments)


def archive(**files: str) -> io.BytesIO:
    """An archive with these files; two underscores stand for a slash."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as opened:
        for name, text in files.items():
            opened.writestr(name.replace("__", "/"), text)
    content.seek(0)
    content.name = "course.zip"
    return content


EXERCISE = {
    "loops__config.json": '{"description": {"names": {"en": "Loops"}}}',
    "loops__description__description.en.md": "Do it.",
}


def make_repository(
    owner: User | None, sharing: Sharing = Sharing.PRIVATE, *, is_public: bool = False
) -> Repository:
    """A repository called `vault` with one exercise, `riddle`."""
    made = Repository.objects.create(
        name="vault", owner=owner, sharing=sharing, state=RepositoryState.READY
    )
    Activity.objects.create(
        repository=made,
        path="riddle",
        names={"en": "Riddle"},
        search_text="riddle",
        is_public=is_public,
    )
    return made
