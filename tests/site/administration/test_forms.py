"""What administrators may fill in, however odd, is taken or refused in words."""

import pytest
from django.conf import LazySettings
from django.urls import reverse

from kriterion.site.administration.fetched_forms import ToolForm
from kriterion.store.models import Course, Tool
from tests.site.conftest import World, logged_in

pytestmark = pytest.mark.django_db


def test_a_course_of_any_name_has_an_address(world: World) -> None:
    root = logged_in(world.root)
    for name in ("programmeren " * 15, "編程", "-" * 200, "x" * 200, "x" * 200):
        root.post(reverse("administration:course-add"), {"name": name, "registration": "open"})
        made = Course.objects.latest("pk")
        assert made.name == name.strip()
        assert root.get(reverse("course", args=[made.slug])).status_code == 200


@pytest.mark.parametrize("deadline", ["0001-01-01T00:00", "9999-12-31T23:59", "2026-02-30T00:00"])
def test_a_deadline_is_in_a_year_of_every_zone(
    world: World, deadline: str, settings: LazySettings
) -> None:
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        settings.TIME_ZONE = zone
        answer = logged_in(world.root).post(
            reverse("administration:series", args=[world.series.pk]),
            {"name": "First", "deadline": deadline},
        )
        assert answer.status_code == 200
        world.series.refresh_from_db()
        assert world.series.deadline is None


def test_a_directory_is_named_from_the_root_on() -> None:
    """Whatever directory the server was started in."""
    form = ToolForm({"kind": "judge", "name": "mine", "directory": "judges/mine"})
    assert form.errors["directory"] == ["Give the whole path, from / on."]


def test_a_tool_that_is_changed_keeps_its_copy_until_there_is_another(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kriterion.site.administration.tools.fetch_in_background", lambda tool: 0)
    tool = Tool.objects.create(
        kind="judge", name="mine", git_url="https://9.9.9.9/judge", directory="/copy", commit="1"
    )
    logged_in(world.root).post(
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
