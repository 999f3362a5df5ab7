"""Teachers bring in repositories: by address, as an archive, or from a directory."""

import io
from pathlib import Path

import pytest
from django.test import Client

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog import repository_fetching
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Listing
from kriterion.web.repositories.models import Repository, RepositoryState, Sharing
from kriterion.web.repository_management import git_form, repository_form
from kriterion.web.repository_management.repository_form import RepositoryForm
from kriterion.web.repository_management.services import import_methods
from kriterion.web.tools import machine
from tests.web.conftest import World, client_for
from tests.web.repository_management.conftest import EXERCISE, archive, make_repository, url


def add(client: Client, **given: object) -> str:
    answer = client.post(url("repository-add"), {"name": "mine", **given}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def use_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "kriterion.toml").write_text(text)
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    monkeypatch.setattr(machine, "_made", None)


def test_an_archive_becomes_a_private_repository_of_its_teacher(world: World, tina: Client) -> None:
    page = add(tina, archive=archive(**EXERCISE))
    made = Repository.objects.get(name="mine")
    assert (made.owner, made.sharing) == (world.tina, Sharing.PRIVATE)
    assert made.state == RepositoryState.READY
    assert "View exercises" in page
    assert tina.get(f"/repositories/{made.pk}/").status_code == 200
    entry = AuditEntry.objects.get(action="repository.add")
    assert (entry.actor, entry.object_name) == (world.tina, "mine")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "file:///etc",
        "/srv/exercises",
        "--upload-pack=touch /tmp/x",
        "ext::sh -c id",
        "https://127.0.0.1/x",
        "https://u:p@example.org/x",
        "https://example.org/x?y",
        "https://" + "x" * 600,
    ],
)
def test_every_refused_address_names_the_ways_that_work(tina: Client, address: str) -> None:
    page = add(tina, git_url=address)
    assert (
        "You can add a Git URL with https:// or ssh://; a zip or tar archive of at most 100" in page
    )
    assert "a directory in" not in page
    assert not Repository.objects.filter(name="mine").exists()


def test_what_cannot_be_unpacked_names_the_ways_that_work(tina: Client) -> None:
    broken = io.BytesIO(b"not an archive")
    broken.name = "a.zip"
    page = add(tina, archive=broken)
    assert "the file is not a zip or tar archive" in page
    assert "You can add " in page


def test_only_one_source_is_taken(
    tina: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_settings(tmp_path, monkeypatch, f'repository_directories = ["{tmp_path}"]\n')
    page = add(tina, local_directory=str(tmp_path), archive=archive(**EXERCISE))
    assert "Choose one source." in page
    assert not Repository.objects.filter(name="mine").exists()


def test_an_archive_that_is_too_large_is_refused(
    tina: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_methods, "TEACHER_UPLOAD_BYTES", 10)
    assert "The archive is too large." in add(tina, archive=archive(**EXERCISE))
    assert not Repository.objects.filter(name="mine").exists()


def test_a_teacher_has_a_limited_number_of_repositories(
    world: World, tina: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kriterion.web.repository_management.repository_form.MAX_REPOSITORIES", 1)
    add(tina, archive=archive(**EXERCISE))
    page = add(tina, name="more", archive=archive(**EXERCISE))
    assert "You can have at most 1 repositories." in page
    assert world.tina.repositories.count() == 1


def test_directories_are_read_only_where_the_operator_allows_it(
    tina: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exercises = tmp_path / "exercises" / "course" / "loops"
    exercises.mkdir(parents=True)
    (exercises / "config.json").write_text(EXERCISE["loops__config.json"])
    place = str(exercises.parent)
    add(tina, local_directory=place)  # there is no such field
    assert not Repository.objects.filter(name="mine").exists()
    allowed = tmp_path / "exercises"
    use_settings(tmp_path, monkeypatch, f'repository_directories = ["{allowed}"]\n')
    for refused in ("/etc", f"{allowed}/../other", "exercises"):
        page = add(tina, local_directory=refused)
        assert "Repositories cannot be read from there." in page
        assert f"a directory in {allowed}" in page
    page = add(tina, local_directory=place)
    made = Repository.objects.get(name="mine")
    assert (made.state, made.failure) == (RepositoryState.READY, "")
    assert made.activities.count() == 1
    assert Path(made.directory).is_relative_to(tmp_path / "data")
    use_settings(tmp_path, monkeypatch, "")
    tina.post(url("repository-fetch", made.pk))
    made.refresh_from_db()
    assert made.state == RepositoryState.FAILED
    assert "not in a directory" in made.failure
    assert made.activities.count() == 1


def test_saving_settings_changes_nothing_else(
    world: World, tina: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resolving a host takes seconds, in which others fetch, share or remove the repository."""
    mine = make_repository(world.tina, Sharing.PUBLIC)
    editor = User.objects.create(username="editor", role="teacher")
    mine.grants.create(user=editor, right="edit")

    def resolve_slowly(form: RepositoryForm) -> str:
        rows = Repository.objects.filter(pk=mine.pk)
        rows.delete() if is_removed else rows.update(sharing="private", directory="/new")
        return ""

    monkeypatch.setattr(RepositoryForm, "clean_git_url", resolve_slowly)
    is_removed = False
    client = client_for(editor)
    client.post(url("repository-edit", mine.pk), {"name": "renamed"})
    mine.refresh_from_db()
    assert (mine.name, mine.sharing, mine.directory) == ("renamed", "private", "/new")
    is_removed = True
    assert client.post(url("repository-edit", mine.pk), {"name": "again"}).status_code == 404
    assert not Repository.objects.filter(pk=mine.pk).exists()


def test_an_editor_learns_no_names_of_other_repositories(
    world: World, tina: Client, theo: User
) -> None:
    make_repository(theo)
    shared = Repository.objects.create(name="open", owner=theo, sharing=Sharing.PRIVATE)
    shared.grants.create(user=world.tina, right="edit")
    assert tina.post(url("repository-edit", shared.pk), {"name": "vault"}).status_code == 302


def test_names_of_others_are_not_revealed(world: World, tina: Client, theo: User) -> None:
    make_repository(theo)
    add(tina, name="vault", archive=archive(**EXERCISE))
    assert world.tina.repositories.filter(name="vault").exists()
    page = add(tina, name="vault", archive=archive(**EXERCISE))
    assert "There is already a repository with this name." in page
    assert world.tina.repositories.count() == 1


def test_a_repository_is_changed_and_uploaded_again(world: World, tina: Client) -> None:
    add(tina, archive=archive(**EXERCISE))
    made = world.tina.repositories.get()
    more = {**EXERCISE, "lists__config.json": '{"description": {"names": {"en": "Lists"}}}'}
    tina.post(
        url("repository-edit", made.pk),
        {"name": "ours", "archive": archive(**more), "sharing": "teachers"},
    )
    made.refresh_from_db()
    assert (made.name, made.sharing) == ("ours", Sharing.TEACHERS)
    assert made.owner == world.tina
    assert made.activities.count() == 2
    assert AuditEntry.objects.filter(action="repository.change").exists()


def test_an_editor_changes_settings_but_not_who_may_use_it(
    world: World, tina: Client, theo: User
) -> None:
    made = make_repository(theo)
    made.grants.create(user=world.tina, right="edit")
    page = tina.get(url("repository", made.pk)).content.decode()
    assert "Edit" in page
    assert "Remove" not in page
    tina.post(
        url("repository-edit", made.pk),
        {"name": "vault 2", "archive": archive(**EXERCISE), "sharing": "teachers"},
    )
    made.refresh_from_db()
    assert (made.name, made.sharing, made.owner) == ("vault 2", Sharing.PRIVATE, theo)
    for name in ("repository-delete", "repository-publish"):
        assert tina.post(url(name, made.pk)).status_code == 404


def test_a_user_of_a_repository_sees_no_address_and_no_secret(
    world: World, tina: Client, theo: User
) -> None:
    made = make_repository(theo)
    Repository.objects.update(git_url="https://git.example.org/vault", failure="git reports: x")
    made.grants.create(user=world.tina, right="use")
    made.refresh_from_db()
    page = tina.get(url("repository", made.pk)).content.decode()
    assert "vault" in page
    for hidden in ("git.example.org", made.webhook_secret, "git reports", "repository-edit"):
        assert hidden not in page


def test_the_owner_removes_what_no_course_contains(world: World, tina: Client) -> None:
    made = make_repository(world.tina)
    listing = Listing.objects.create(series=world.series, activity=made.activities.get())
    page = tina.post(url("repository-delete", made.pk), follow=True).content.decode()
    assert "cannot be removed" in page
    listing.delete()
    tina.post(url("repository-delete", made.pk))
    assert not Repository.objects.filter(pk=made.pk).exists()
    assert AuditEntry.objects.filter(action="repository.delete", object_id=made.pk).exists()


def test_a_repository_outlives_its_owner(world: World, theo: User) -> None:
    made = make_repository(theo)
    theo.delete()
    made.refresh_from_db()
    assert made.owner is None
    assert client_for(world.tina).get(url("repository", made.pk)).status_code == 404
    assert client_for(world.root).get(url("repository", made.pk)).status_code == 200


def test_who_teaches_no_more_has_no_rights(world: World, theo: User) -> None:
    made = make_repository(theo)
    theo.role = "student"
    theo.save()
    assert client_for(theo).get(url("repository", made.pk)).status_code == 404
    assert client_for(theo).get(f"/repositories/{made.pk}/").status_code == 404


def test_the_site_owns_what_administrators_bring_in(world: World) -> None:
    add(client_for(world.root), archive=archive(**EXERCISE))
    made = Repository.objects.get(name="mine")
    assert (made.owner, made.sharing) == (None, Sharing.PUBLIC)
    assert Activity.objects.filter(repository=made).count() == 1


def test_the_page_of_a_repository_with_an_ssh_address_shows_its_key(
    world: World, tina: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository_fetching, "fetch_in_background", lambda repository: None)
    monkeypatch.setattr(git_form, "read_address", lambda url, hosts, allow_ssh: allow_ssh)
    page = add(tina, git_url="git@git.example.org:course")
    assert "The key is made when the repository is fetched." in page
    made = world.tina.repositories.get()
    home = tmp_path / "data" / "repositories" / str(made.pk)
    home.mkdir(parents=True)
    (home / "ssh-key").write_text("private")
    (home / "ssh-key.pub").write_text("ssh-ed25519 AAAA kriterion\n")
    page = tina.get(url("repository", made.pk)).content.decode()
    assert "ssh-ed25519 AAAA kriterion" in page
    Repository.objects.update(owner=None)
    made.grants.create(user=world.tina, right="use")
    assert "AAAA" not in tina.get(url("repository", made.pk)).content.decode()


def test_without_ssh_no_page_offers_it(tina: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (import_methods, repository_form):
        monkeypatch.setattr(module, "is_ssh_installed", lambda: False)
    page = add(tina, git_url="git@git.example.org:course")
    assert "only https:// URLs can be cloned" in page
    assert "ssh://" not in page


def test_a_file_url_names_an_allowed_directory(
    tina: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exercises = tmp_path / "some exercises" / "loops"
    exercises.mkdir(parents=True)
    (exercises / "config.json").write_text(EXERCISE["loops__config.json"])
    use_settings(tmp_path, monkeypatch, f'repository_directories = ["{exercises.parent}"]\n')
    assert "Repositories cannot be read from there." in add(tina, git_url="file:///etc")
    page = add(tina, git_url=f"file://{exercises.parent}", local_directory=str(exercises))
    assert "Choose one source." in page
    add(tina, git_url=f"file://{exercises.parent}".replace(" ", "%20"))
    made = Repository.objects.get(name="mine")
    assert (made.git_url, made.local_directory) == ("", str(exercises.parent))
    assert made.state == RepositoryState.READY
