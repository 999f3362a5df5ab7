"""Fetching a repository while other things happen to it: pushes, runs, its removal; odd words."""

import json
import os
import threading
from pathlib import Path

import pytest
from django.utils.translation import gettext, override

from kriterion.web.accounts.models import User
from kriterion.web.catalog import repository_fetching as repositories
from kriterion.web.catalog.models import Activity
from kriterion.web.database.background import end_background_work, start_in_background
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.tools import tool_fetching as tools
from kriterion.web.tools.models import Tool, ToolState
from tests.web.rehearsal import wait_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(tmp_path: Path, settings: object) -> Repository:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    (tmp_path / "put").mkdir()
    return Repository.objects.create(name="course", directory=str(tmp_path / "put"))


def test_background_problems_are_in_the_language_of_the_user_who_asked() -> None:
    messages: list[str] = []
    with override("nl"):
        start_in_background("a test", lambda: messages.append(gettext("no archive was uploaded")))
    wait_until(lambda: messages == ["er is geen archief geüpload"])


def test_pushes_during_a_fetch_cause_one_more_fetch(
    row: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = []

    def read(repository: Repository, tell: object) -> str:
        readings.append(repository.pk)
        if len(readings) == 1:  # two pushes come while the first one is read
            Repository.objects.update(state=RepositoryState.NEW)
        return ""

    monkeypatch.setattr(repositories, "_replace_copy", read)
    for _ in range(3):
        repositories._fetch_waiting(row.pk)
    assert len(readings) == 2
    row.refresh_from_db()
    assert row.state == RepositoryState.READY


@pytest.mark.django_db(transaction=True)
def test_a_repository_removed_during_a_fetch_leaves_nothing(
    row: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "data" / "repositories" / str(row.pk)

    def read(repository: Repository, tell: object) -> str:
        (home / "copy-1").mkdir(parents=True)
        Repository.objects.all().delete()
        repository.save(update_fields=["directory"])
        return ""

    monkeypatch.setattr(repositories, "_replace_copy", read)
    repositories._fetch_waiting(row.pk)
    assert not home.exists()
    assert not Repository.objects.exists()
    repositories._fetch_waiting(row.pk)  # the one that waited for its turn


@pytest.fixture
def tool_row(tmp_path: Path, settings: object) -> Tool:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    return Tool.objects.create(kind="judge", name="mine", directory=str(tmp_path / "none"))


def test_a_tool_changed_during_a_fetch_is_fetched_again(
    tool_row: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched = []

    def renewed(row: Tool) -> list[object]:
        fetched.append(row.branch)
        if len(fetched) == 1:
            Tool.objects.update(state=ToolState.NEW, branch="next")
        return []

    monkeypatch.setattr(tools, "_refetch", renewed)
    for _ in range(3):
        tools._fetch_waiting(tool_row.pk)
    assert fetched == ["", "next"]
    tool_row.refresh_from_db()
    assert (tool_row.state, tool_row.branch) == (ToolState.FAILED, "next")


def test_a_tool_removed_during_a_fetch_leaves_nothing(
    tool_row: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "data" / "tool-clones" / str(tool_row.pk)

    def renewed(row: Tool) -> list[object]:
        (home / "copy-1").mkdir(parents=True)
        Tool.objects.all().delete()
        return []

    monkeypatch.setattr(tools, "_refetch", renewed)
    tools._fetch_waiting(tool_row.pk)
    assert not home.exists()
    assert not Tool.objects.exists()


def test_a_copy_is_kept_while_one_of_its_exercises_is_assessed(
    row: Repository, tmp_path: Path
) -> None:
    home = tmp_path / "data" / "repositories" / str(row.pk)
    copies = [home / f"copy-{number}" for number in range(4)]
    for copy in copies:
        copy.mkdir(parents=True)
    activity = Activity.objects.create(repository=row, path="a")
    submission = Submission.objects.create(
        user=User.objects.create(username="ada"),
        activity=activity,
        number=1,
        state=SubmissionState.RUNNING,
    )
    repositories._remove_others(row, copies[-1])
    assert sorted(home.iterdir()) == copies
    submission.state = SubmissionState.FINISHED
    submission.save()
    repositories._remove_others(row, copies[-1])
    assert sorted(home.iterdir()) == copies[-2:]


def test_unusual_text_of_an_author_does_not_stop_a_fetch(row: Repository, tmp_path: Path) -> None:
    for place, name in ((b"good", "Good"), (b"odd\xff", "Odd \ud800 \0"), (b"x" * 200, "\0" * 9)):
        directory = os.path.join(os.fsencode(tmp_path / "put"), place)  # noqa: PTH118
        os.makedirs(os.path.join(directory, b"description"))  # noqa: PTH103, PTH118
        configuration = {
            "description": {"names": {"en": name, "nl": name}},
            "programming_language": "python" * 20,
            "labels": ["\0", name],
            "evaluation": {"handler": "suite"},
        }
        with open(os.path.join(directory, b"config.json"), "w") as file:  # noqa: PTH118, PTH123
            json.dump(configuration, file)
        with open(  # noqa: PTH123
            os.path.join(directory, b"description", b"description.en.md"),  # noqa: PTH118
            "w",
        ) as file:
            file.write("# Do it\n")
    repositories.fetch(row)
    row.refresh_from_db()
    assert (row.state, row.failure) == (RepositoryState.READY, "")
    activities = list(row.activities.all())
    assert "good" in {activity.path for activity in activities}
    kept = json.dumps(
        [row.problems, [[activity.names, activity.labels] for activity in activities]]
    )
    assert "\\u0000" not in kept
    assert "\\ud800" not in kept
    assert "\\udcff" not in kept


def test_shutdown_drops_pending_work_and_waits_for_running_work() -> None:
    """Such as at the end of a test, whose database is gone afterwards."""
    messages: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        may_end.wait()
        messages.append("began")

    start_in_background("later", lambda: messages.append("later"), after=3600)
    start_in_background("now", work)
    assert begun.wait(60)
    threading.Timer(0.05, may_end.set).start()
    end_background_work()
    assert messages == ["began"]
