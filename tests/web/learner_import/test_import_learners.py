"""Learners of a learn-ocaml server are imported once, with their work and a way to log in."""

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import Role, User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import MemberRole, Membership
from kriterion.web.learner_import.models import ImportedLearner
from kriterion.web.learner_import.services import import_learners
from kriterion.web.submissions.models import Draft, Priority, Submission, SubmissionState
from tests.web.conftest import World
from tests.web.learner_import.test_sync_directory import write_save

pytestmark = pytest.mark.django_db

TOKEN = "ABC-DEF-GH1-JKL"
PASSWORD = "correct horse 9 battery"
WHEN = datetime(2025, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def sync(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sync directory with work on the course's exercise, `loops`."""
    Activity.objects.filter(pk=world.exercise.pk).update(path="loops")
    monkeypatch.setattr(import_learners, "list_file_names", lambda activity: ("solution.ml",))
    save = {
        "nickname": "Zoë Étoile",
        "exercises": {
            "loops": {"grade": 80, "solution": "let x = 1", "mtime": WHEN.timestamp()},
            "gone": {"grade": 80, "solution": "let z = 1", "mtime": 0},
        },
        "exercises-editors": {"loops": [0, "let x = 2"]},
    }
    write_save(tmp_path / "sync", TOKEN, save)
    write_save(tmp_path / "sync", "BBB-BBB-BBB-BBB", {"nickname": "Zoë Étoile"})
    return tmp_path / "sync"


def run(sync: Path, world: World, *words: str) -> str:
    output = StringIO()
    call_command(
        "import_sync",
        str(sync),
        "--course",
        world.course.slug,
        *words,
        stdout=output,
        stderr=output,
    )
    return output.getvalue()


def claim(token: str = TOKEN, password: str = PASSWORD, client: Client | None = None) -> str:
    fields = {"token_secret": token, "password1": password, "password2": password}
    answer = (client or Client()).post(reverse("learner-claim"), fields, follow=True)
    return answer.content.decode()


def test_without_apply_nothing_is_imported(sync: Path, world: World) -> None:
    before = User.objects.count(), Submission.objects.count(), Draft.objects.count()
    said = run(sync, world)
    assert "accounts\t2 would be imported\t0 are here already" in said
    assert "submissions\t1 would be imported" in said
    assert "drafts\t1 would be imported" in said
    assert "not in the course: gone, with 1 texts" in said
    assert "add --apply to import" in said
    assert (User.objects.count(), Submission.objects.count(), Draft.objects.count()) == before
    assert TOKEN not in said


def test_learners_are_imported_with_their_work(sync: Path, world: World) -> None:
    said = run(sync, world, "--apply")
    assert "accounts\t2 imported" in said
    assert reverse("learner-claim") in said
    first, second = (row.user for row in ImportedLearner.objects.order_by("pk"))
    assert first.username == "zoe-etoile"
    assert second.username.startswith("zoe-etoile-")
    assert (first.display_name, first.role) == ("Zoë Étoile", Role.STUDENT)
    assert not first.has_usable_password()
    membership = Membership.objects.get(user=first)
    assert (membership.course, membership.role) == (world.course, MemberRole.STUDENT)
    submission = Submission.objects.get(user=first)
    assert submission.files == {"solution.ml": "let x = 1"}
    assert submission.created_at == WHEN
    assert (submission.course, submission.series) == (world.course, world.series)
    assert (submission.state, submission.priority) == (
        SubmissionState.QUEUED,
        Priority.BACKGROUND,
    )  # judged here: the grade was the browser's
    assert Draft.objects.get(user=first).files == {"solution.ml": "let x = 2"}
    entry = AuditEntry.objects.get(action="course.import-learners")
    assert entry.detail["accounts new"] == 2
    rows = [str(row) for row in (*ImportedLearner.objects.values(), *User.objects.values())]
    assert TOKEN not in "".join([said, str(entry.detail), *rows])


def test_an_import_can_be_repeated(sync: Path, world: World) -> None:
    run(sync, world, "--apply")
    user = User.objects.get(username="zoe-etoile")
    Draft.objects.filter(user=user).update(files={"solution.ml": "newer"})
    said = run(sync, world, "--apply")
    for what, number in (("accounts", 2), ("submissions", 1), ("drafts", 1)):
        assert f"{what}\t0 imported\t{number} are here already" in said
    assert Submission.objects.filter(user=user).count() == 1
    assert Draft.objects.get(user=user).files == {"solution.ml": "newer"}


def test_malformed_saves_stop_an_import_unless_they_are_left_out(sync: Path, world: World) -> None:
    write_save(sync, "CCC-CCC-CCC-CC1", "{")
    write_save(sync, "CCC-CCC-CCC-CC2", "[]")
    said = run(sync, world)
    assert "CCC/CCC/CCC/CC1/save.json: " in said
    assert "CCC/CCC/CCC/CC2/save.json: " in said
    assert "malformed files\t2" in said
    with pytest.raises(CommandError, match="--skip-malformed"):
        run(sync, world, "--apply")
    assert not ImportedLearner.objects.exists()
    run(sync, world, "--apply", "--skip-malformed")
    assert ImportedLearner.objects.count() == 2


@pytest.mark.parametrize("text", ["a\0b", "x" * 70_000])
def test_texts_that_cannot_be_stored_are_named(sync: Path, world: World, text: str) -> None:
    answer = {"grade": 1, "solution": text}
    write_save(sync, "CCC-CCC-CCC-CC1", {"nickname": "max", "exercises": {"loops": answer}})
    assert "left out: max: loops: the text " in run(sync, world, "--apply")


def test_a_course_that_cannot_take_them_is_refused(
    sync: Path, world: World, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match="no such course"):
        call_command("import_sync", str(sync), "--course", "nowhere")
    with pytest.raises(CommandError, match="has no exercises"):
        call_command("import_sync", str(sync), "--course", world.secret_course.slug)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_sync", str(tmp_path / "no"), "--course", world.course.slug)


def test_a_token_lets_its_owner_choose_a_password_once(sync: Path, world: World) -> None:
    run(sync, world, "--apply")
    user = User.objects.get(username="zoe-etoile")
    browser = Client()
    assert "Your username is zoe-etoile." in claim("abc-def-ghi-jkl", client=browser)
    assert browser.session["_auth_user_id"] == str(user.pk)
    assert "This token is unknown, or was used already." in claim(password="another 8 horses")
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    assert Client().login(username="zoe-etoile", password=PASSWORD)


def test_other_tokens_and_weak_passwords_open_nothing(sync: Path, world: World) -> None:
    run(sync, world, "--apply")
    assert "This token is unknown" in claim("ABC-DEF-GH1-JKM")
    assert "too short" in claim(password="abc")
    fields = {"token_secret": TOKEN, "password1": PASSWORD, "password2": "other"}
    answer = Client().post(reverse("learner-claim"), fields)
    assert "the same password" in answer.content.decode()
    for change in ({"role": Role.TEACHER}, {"is_active": False}):
        user = User.objects.get(username="zoe-etoile")
        User.objects.filter(pk=user.pk).update(**change)
        assert "This token is unknown" in claim()
        User.objects.filter(pk=user.pk).update(role=Role.STUDENT, is_active=True)
    user.set_password("given by an administrator")
    user.save()
    assert "This token is unknown" in claim()
    assert not ImportedLearner.objects.exclude(claimed_at=None).exists()
