"""Which versions an assessment records, and when they count as other ones."""

from pathlib import Path

import pytest

from kriterion import __version__
from kriterion.web.catalog.models import Activity
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.queue.tool_versions import find_installed_versions
from kriterion.web.tools import machine
from kriterion.web.tools.models import Tool, ToolState

pytestmark = pytest.mark.django_db

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(autouse=True)
def forget_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_made", None)


@pytest.fixture
def judge(tmp_path: Path) -> Tool:
    """A judge that an administrator added under the name that the exercises use."""
    (tmp_path / "run").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    return Tool.objects.create(
        kind="judge",
        name="suite",
        directory=str(tmp_path),
        commit=COMMIT,
        state=ToolState.READY,
    )


def test_shipped_tools_have_the_version_of_kriterion(exercise: Activity) -> None:
    versions = find_installed_versions(exercise, None)
    assert versions["kriterion"] == __version__
    assert versions["judge"] == f"suite_judge {__version__}"
    assert {"analyzer", "representer"} <= versions.keys()


def test_a_fetched_judge_has_its_commit(exercise: Activity, judge: Tool) -> None:
    assert find_installed_versions(exercise, None)["judge"] == "suite 0123456789ab"


def test_a_judge_in_a_directory_changes_with_its_files(exercise: Activity, judge: Tool) -> None:
    Tool.objects.update(commit="")
    before = find_installed_versions(exercise, None)
    assert find_installed_versions(exercise, None) == before
    (Path(judge.directory) / "more").write_text("x", encoding="utf-8")
    assert find_installed_versions(exercise, None)["judge"] != before["judge"]


def test_a_commit_of_the_repository_is_another_version(exercise: Activity) -> None:
    before = find_installed_versions(exercise, None)
    Repository.objects.update(commit=COMMIT)
    exercise = Activity.objects.select_related("repository").get()
    after = find_installed_versions(exercise, None)
    assert after == {**before, "exercise": "0123456789ab"}


def test_nothing_is_known_if_the_exercise_cannot_be_assessed(exercise: Activity) -> None:
    Activity.objects.update(path="gone")
    assert find_installed_versions(Activity.objects.get(), None) == {}
