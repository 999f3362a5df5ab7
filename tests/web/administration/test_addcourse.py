"""`kriterion manage addcourse` makes a course of a repository in one step."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.models import Course, MemberRole, Registration
from kriterion.web.repositories.models import Repository
from kriterion.web.repository_management.models import RepositoryCheck
from kriterion.web.tools import machine
from tests.web.conftest import World


@pytest.fixture
def directory(
    world: World, tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """An allowed directory with a valid exercise and a broken one."""
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    exercise = tmp_path / "exercises" / "week" / "loops"
    (exercise / "description").mkdir(parents=True)
    (exercise / "config.json").write_text('{"description": {"names": {"en": "Loops"}}}')
    (exercise / "description" / "description.en.md").write_text("Do it.")
    (exercise.parent / "broken").mkdir()
    (exercise.parent / "broken" / "config.json").write_text("{")
    place = tmp_path / "exercises"
    (tmp_path / "kriterion.toml").write_text(f'repository_directories = ["{place}"]\n')
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))
    monkeypatch.setattr(machine, "_made", None)
    return place


def run(*words: str) -> str:
    output = StringIO()
    call_command("addcourse", *words, stdout=output)
    return output.getvalue()


def test_a_repository_becomes_a_course_for_its_teacher(world: World, directory: Path) -> None:
    printed = run("Loops", "--directory", str(directory), "--teacher", "tina")
    assert "repository\tLoops\t1 exercise\nproblems\t1 errors\t" in printed
    assert "error: week/broken/config.json" in printed
    course = Course.objects.get(name="Loops")
    assert f"course\t{course.slug}\t1 series" in printed
    assert (course.visible, course.registration) == (False, Registration.CLOSED)
    assert course.memberships.get().user == world.tina
    assert course.memberships.get().role == MemberRole.TEACHER
    series = course.series.get()
    assert (series.visible, series.activities.get().path) == (False, "week/loops")
    check = RepositoryCheck.objects.get(repository__name="Loops")
    assert check.total == 1
    assert AuditEntry.objects.filter(actor_name="kriterion manage").count() == 2


def test_an_open_course_is_for_everybody(world: World, directory: Path) -> None:
    run("Loops", "--directory", str(directory), "--open")
    course = Course.objects.get(name="Loops")
    assert (course.visible, course.registration) == (True, Registration.OPEN)
    assert course.series.get().visible
    assert not course.memberships.exists()


def test_what_cannot_be_added_is_explained_and_leaves_nothing(
    world: World, directory: Path
) -> None:
    before = Repository.objects.count(), Course.objects.count()
    for words, message in (
        (("--directory", "/etc"), "Repositories cannot be read from there"),
        (("--git", "ftp://example.org/x"), "only https:// and ssh:// URLs can be cloned"),
        (("--directory", str(directory), "--teacher", "nobody"), "there is no such user"),
    ):
        with pytest.raises(CommandError, match=message):
            run("Loops", *words)
    assert (Repository.objects.count(), Course.objects.count()) == before
