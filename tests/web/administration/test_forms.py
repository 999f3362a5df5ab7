"""Administrators' forms accept any input or refuse it with a message."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.urls import reverse

from kriterion.web.administration.fetched_forms import ToolForm
from kriterion.web.courses.models import Course
from kriterion.web.tools.machine import make_installation
from kriterion.web.tools.models import Tool
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db


def test_a_course_with_any_name_gets_a_slug(world: World) -> None:
    root = client_for(world.root)
    for name in ("programmeren " * 15, "編程", "-" * 200, "x" * 200, "x" * 200):
        root.post(reverse("teaching:course-add"), {"name": name, "registration": "open"})
        course = Course.objects.latest("pk")
        assert course.name == name.strip()
        assert root.get(reverse("course", args=[course.slug])).status_code == 200


@pytest.mark.parametrize("deadline", ["0001-01-01T00:00", "9999-12-31T23:59", "2026-02-30T00:00"])
def test_the_year_of_a_deadline_is_valid_in_every_time_zone(
    world: World, deadline: str, settings: LazySettings
) -> None:
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        settings.TIME_ZONE = zone
        response = client_for(world.root).post(
            reverse("teaching:series", args=[world.course.slug, world.series.pk]),
            {"name": "First", "deadline": deadline},
        )
        assert response.status_code == 200
        world.series.refresh_from_db()
        assert world.series.deadline is None


def test_a_deadline_names_its_time_zone(world: World, settings: LazySettings) -> None:
    settings.TIME_ZONE = "America/New_York"
    page = client_for(world.root).get(
        reverse("teaching:series", args=[world.course.slug, world.series.pk])
    )
    assert "Later submissions are marked as late · Time zone: America/New York" in (
        page.content.decode()
    )


def test_a_directory_must_be_an_absolute_path() -> None:
    """Whatever directory the server was started in."""
    form = ToolForm({"kind": "judge", "name": "mine", "directory": "judges/mine"})
    assert form.errors["directory"] == ["Enter an absolute path, starting with /."]


def test_an_edited_tool_keeps_its_copy_until_a_new_one_is_fetched(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kriterion.web.administration.tools.fetch_in_background", lambda tool: 0)
    tool = Tool.objects.create(
        kind="judge", name="mine", git_url="https://9.9.9.9/judge", directory="/copy", commit="1"
    )
    client_for(world.root).post(
        reverse("administration:tool-edit", args=[tool.pk]),
        {
            "kind": "judge",
            "name": "mine",
            "git_url": tool.git_url,
            "image": "other",
            "renderer": "FeedbackTableRenderer",
            "runner": "SubmissionRunner",
        },
    )
    tool.refresh_from_db()
    assert (tool.image, tool.directory) == ("other", "/copy")


def _make_five_fields(**changed: str) -> dict[str, str]:
    """The fields that older documents require for a judge."""
    return {
        "kind": "judge",
        "name": "mine",
        "image": "dodona-python",
        "git_url": "https://9.9.9.9/judge",
        "renderer": "FeedbackRenderer",
        "runner": "SubmissionRunnner",
        **changed,
    }


@pytest.mark.parametrize(
    ("renderer", "runner", "kept"),
    [
        ("FeedbackRenderer", "SubmissionRunnner", ("FeedbackTableRenderer", "SubmissionRunner")),
        (
            "PythiaFeedbackRenderer",
            "PythiaSubmissionRenderer",
            ("PythiaRenderer", "PythiaSubmissionRunner"),
        ),
        ("PythiaRenderer", "PythiaSubmissionRunner", ("PythiaRenderer", "PythiaSubmissionRunner")),
        ("", "", ("", "SubmissionRunner")),
    ],
)
def test_a_judge_is_added_by_five_fields_with_old_or_new_names(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    renderer: str,
    runner: str,
    kept: tuple[str, str],
) -> None:
    monkeypatch.setattr("kriterion.web.administration.tools.fetch_in_background", lambda tool: 0)
    client_for(world.root).post(
        reverse("administration:tool-add"), _make_five_fields(renderer=renderer, runner=runner)
    )
    made = Tool.objects.get(name="mine")
    assert (made.image, made.git_url) == ("dodona-python", "https://9.9.9.9/judge")
    assert (made.renderer, made.runner, made.annotation_ends) == (*kept, "count")


def test_an_unknown_renderer_is_refused(world: World) -> None:
    form = ToolForm(_make_five_fields(renderer="Rendrer"))
    assert "renderer" in form.errors


def test_two_tools_of_one_kind_need_different_names(world: World) -> None:
    Tool.objects.create(kind="judge", name="mine", directory="/srv/judge")
    assert ToolForm(_make_five_fields()).errors["name"] == [
        "A tool of this type with this name already exists."
    ]
    assert "name" not in ToolForm(_make_five_fields(kind="analyzer", languages="python")).errors


def test_the_description_of_a_judge_is_shown_to_teachers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kriterion.web.administration.tools.fetch_in_background", lambda tool: 0)
    root = client_for(world.root)
    described = {
        "description": "For <b>turtles</b>.",
        "offers": "numpy 1.26\npandas 2.1\n",
        "manual": "example.org/manual",
        "annotation_ends": "last-index",
    }
    root.post(reverse("administration:tool-add"), _make_five_fields(**described))
    made = Tool.objects.get(name="mine")
    assert made.annotation_ends == "last-index"
    text = root.get(reverse("administration:tool", args=[made.pk])).content.decode()
    assert "For &lt;b&gt;turtles&lt;/b&gt;." in text
    assert "numpy 1.26<br>" in text
    assert 'href="https://example.org/manual"' in text


def test_a_manual_cannot_run_scripts(world: World) -> None:
    assert "manual" in ToolForm(_make_five_fields(manual="javascript:alert(1)")).errors


def _make_analyzer_form(**more: str) -> ToolForm:
    data = {"kind": "analyzer", "name": "mine", "directory": "/mine", "languages": "python"}
    return ToolForm(
        {"renderer": "FeedbackTableRenderer", "runner": "SubmissionRunner", **data, **more}
    )


def test_a_comment_library_is_an_address_or_a_directory(tmp_path: Path) -> None:
    address = "https://9.9.9.9/exercism/website-copy"
    assert _make_analyzer_form(comments_git_url=address, comments_folder="a/b").is_valid()
    assert _make_analyzer_form(comments_directory=str(tmp_path)).is_valid()
    for given, field in (
        ({"comments_git_url": address, "comments_directory": str(tmp_path)}, "comments_directory"),
        ({"comments_git_url": "file:///etc"}, "comments_git_url"),
        ({"comments_git_url": "https://127.0.0.1/x"}, "comments_git_url"),
        ({"comments_directory": "texts"}, "comments_directory"),
        ({"comments_directory": str(tmp_path / "none")}, "comments_directory"),
        ({"comments_git_url": address, "comments_folder": "../up"}, "comments_folder"),
        ({"comments_folder": "texts"}, "comments_folder"),
        ({"comments_git_url": address, "kind": "judge"}, "comments_git_url"),
        ({"comments_git_url": address, "kind": "representer"}, "comments_git_url"),
    ):
        assert list(_make_analyzer_form(**given).errors) == [field], given


def test_a_tool_may_know_only_some_exercises(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kriterion.web.administration.tools.fetch_in_background", lambda tool: 0)
    tool = Tool.objects.create(
        kind="analyzer", name="mine", directory="/mine", options={"time_limit": 30}
    )
    page = reverse("administration:tool-edit", args=[tool.pk])
    data = {"kind": "analyzer", "name": "mine", "directory": "/mine", "languages": "python"}
    root = client_for(world.root)
    root.post(page, data | {"exercises": "two-fer, resistor-*", "no_fallback": "on"})
    tool.refresh_from_db()
    assert tool.options == {
        "time_limit": 30,
        "exercises": ["two-fer", "resistor-*"],
        "fallback": False,
    }
    settings = make_installation([tool]).settings.analyzers["mine"]
    assert (settings.exercises, settings.fallback) == (("two-fer", "resistor-*"), False)
    assert b"two-fer, resistor-*" in root.get(page).content
    root.post(page, data)
    tool.refresh_from_db()
    assert tool.options == {"time_limit": 30}
    assert "exercises" in _make_analyzer_form(exercises="Two Fer").errors
    assert "exercises" in ToolForm(_make_five_fields(exercises="two-fer")).errors


def test_an_edited_analyzer_keeps_its_library_until_a_new_one_is_fetched(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kriterion.web.administration.tools.fetch_in_background", lambda tool: 0)
    address = "https://9.9.9.9/website-copy"
    tool = Tool.objects.create(
        kind="analyzer",
        name="mine",
        directory="/mine",
        comments_git_url=address,
        comments_directory="/copy",
        comments_commit="1",
    )
    page = reverse("administration:tool-edit", args=[tool.pk])
    data = {"kind": "analyzer", "name": "mine", "directory": "/mine", "languages": "python"}
    data |= {"renderer": "FeedbackTableRenderer", "runner": "SubmissionRunner"}
    root = client_for(world.root)
    assert b"/copy" not in root.get(page).content  # it is ours, and not to be filled in
    root.post(page, {**data, "comments_git_url": address, "image": "other"})
    tool.refresh_from_db()
    assert (tool.image, tool.comments_directory, tool.comments_commit) == ("other", "/copy", "1")
    root.post(page, data)
    tool.refresh_from_db()
    assert (tool.comments_directory, tool.comments_commit) == ("", "")
