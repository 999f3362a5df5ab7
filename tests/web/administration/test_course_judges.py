"""Teachers see the available judges and add some for their course where permitted."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import NON_FIELD_ERRORS
from django.urls import reverse

from kriterion.errors import JudgeNotInstalled
from kriterion.web.administration.course_judges import views as judges
from kriterion.web.administration.course_judges.judge_form import MAX_JUDGES, CourseJudgeForm
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing, Series
from kriterion.web.tools import machine
from kriterion.web.tools import tool_fetching as tools
from kriterion.web.tools.models import Tool
from kriterion.web.tools.tool_choice import find_judge
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

GIVEN = {
    "name": "turtles",
    "git_url": "https://9.9.9.9/judge",
    "renderer": "FeedbackRenderer",
    "runner": "SubmissionRunnner",
    "description": "Draws",
}


@pytest.fixture
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The operator's kriterion.toml, as a freshly started process reads it."""
    file = tmp_path / "kriterion.toml"
    file.write_text("teachers_add_judges = true\n[images.offered]\n")
    monkeypatch.setenv("KRITERION_CONFIG", str(file))
    monkeypatch.setattr(machine, "_made", None)
    return file


@pytest.fixture
def fetched_tools(monkeypatch: pytest.MonkeyPatch) -> list[Tool]:
    tools: list[Tool] = []
    monkeypatch.setattr(judges, "fetch_in_background", tools.append)
    return tools


def _add(world: World) -> str:
    return reverse("course-judge-add", args=[world.course.slug])


def test_a_teacher_adds_a_judge_for_the_course(
    world: World, settings_file: Path, fetched_tools: list[Tool]
) -> None:
    tina = client_for(world.tina)
    response = tina.post(_add(world), {**GIVEN, "image": "offered"})
    tool = Tool.objects.get(name="turtles")
    assert response.headers["Location"] == reverse(
        "course-judge", args=[world.course.slug, tool.pk]
    )
    assert (tool.kind, tool.course, tool.image) == ("judge", world.course, "offered")
    assert (tool.renderer, tool.directory) == ("FeedbackTableRenderer", "")
    assert fetched_tools == [tool]
    listed = tina.get(reverse("course-judges", args=[world.course.slug])).content.decode()
    assert "turtles" in listed
    assert "suite" in listed


def test_nobody_adds_a_course_judge_unless_the_operator_allows_it(
    world: World, settings_file: Path, fetched_tools: list[Tool]
) -> None:
    settings_file.write_text("")
    assert client_for(world.tina).post(_add(world), GIVEN).status_code == 404
    assert client_for(world.tina).get(_add(world)).status_code == 404
    assert not Tool.objects.filter(name="turtles").exists()
    page = client_for(world.tina).get(reverse("course-judges", args=[world.course.slug]))
    assert page.status_code == 200
    assert _add(world) not in page.content.decode()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"name": "suite"}, "name"),  # the site's own
        ({"image": "unheard-of"}, "image"),
        ({"git_url": ""}, "git_url"),
        ({"git_url": "file:///etc"}, "git_url"),
        ({"git_url": "https://127.0.0.1/judge"}, "git_url"),
        ({"manual": "javascript:alert(1)"}, "manual"),
        ({"description": "x" * 10_001}, "description"),
        ({"offers": "x" * 10_001}, "offers"),
    ],
)
def test_an_address_forbidden_to_teachers_is_refused(
    world: World, settings_file: Path, changed: dict[str, str], field: str
) -> None:
    form = CourseJudgeForm({**GIVEN, **changed}, instance=Tool(course=world.course))
    assert field in form.errors


def test_the_number_of_judges_per_course_is_limited(world: World, settings_file: Path) -> None:
    for number in range(MAX_JUDGES):
        Tool.objects.create(kind="judge", name=f"judge-{number}", course=world.course)
    assert NON_FIELD_ERRORS in CourseJudgeForm(GIVEN, instance=Tool(course=world.course)).errors
    changed = CourseJudgeForm(GIVEN, instance=Tool.objects.filter(course=world.course)[0])
    assert changed.is_valid()


def test_saving_a_judge_leaves_its_new_copy_alone(
    world: World, settings_file: Path, fetched_tools: list[Tool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resolving a host takes seconds, in which a judge is fetched or removed."""
    judge = Tool.objects.create(
        kind="judge", name="turtles", course=world.course, git_url=GIVEN["git_url"], directory="/1"
    )

    def resolve_slowly(form: CourseJudgeForm) -> str:
        rows = Tool.objects.filter(pk=judge.pk)
        rows.delete() if is_removed else rows.update(directory="/2", commit="2")
        return GIVEN["git_url"]

    monkeypatch.setattr(CourseJudgeForm, "clean_git_url", resolve_slowly)
    address = reverse("course-judge-edit", args=[world.course.slug, judge.pk])
    is_removed = False
    assert client_for(world.tina).post(address, GIVEN).status_code == 302
    judge.refresh_from_db()
    assert (judge.description, judge.directory, judge.commit) == ("Draws", "/2", "2")
    is_removed = True
    assert client_for(world.tina).post(address, GIVEN).status_code == 404
    assert not Tool.objects.filter(pk=judge.pk).exists()


def test_one_thread_waits_for_a_judge_that_is_being_fetched(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is requested; a request during the fetch causes one more fetch."""
    judge = Tool.objects.create(kind="judge", name="turtles", course=world.course)
    begun: list[Callable[[], None]] = []

    def begin(_: str, work: Callable[[], None]) -> threading.Thread:
        begun.append(work)
        return threading.current_thread()

    def fetch(tool: Tool) -> None:
        Tool.objects.filter(pk=tool.pk).update(state="cloning")
        if len(begun) == 1:
            tools.fetch_in_background(tool)

    monkeypatch.setattr(tools, "start_in_background", begin)
    monkeypatch.setattr(tools, "_fetch", fetch)
    for _ in range(100):
        tools.fetch_in_background(judge)
    assert len(begun) == 1
    begun[0]()
    assert len(begun) == 2
    begun[1]()


def test_a_teacher_cannot_use_a_local_directory(world: World, settings_file: Path) -> None:
    form = CourseJudgeForm({**GIVEN, "directory": "/etc"}, instance=Tool(course=world.course))
    assert form.is_valid()
    assert form.save().directory == ""


def test_a_teacher_cannot_change_judges_of_other_courses(
    world: World, settings_file: Path, fetched_tools: list[Tool]
) -> None:
    other = Course.objects.create(name="Other", slug="other")
    theirs = Tool.objects.create(kind="judge", name="theirs", course=other)
    sites = Tool.objects.create(kind="judge", name="sites", directory="/srv/judge")
    for tool in (theirs, sites):
        for name in ("course-judge-edit", "course-judge-fetch", "course-judge-delete"):
            address = reverse(name, args=[world.course.slug, tool.pk])
            assert client_for(world.tina).post(address, GIVEN).status_code == 404
    assert Tool.objects.filter(pk__in=(theirs.pk, sites.pk)).count() == 2
    assert not fetched_tools


def _make_judge(directory: Path) -> None:
    directory.mkdir()
    (directory / "run").write_text("#!/bin/sh\n")
    (directory / "run").chmod(0o755)


def _create_course_judge(course: Course, directory: Path) -> Tool:
    _make_judge(directory)
    return Tool.objects.create(
        kind="judge", name="turtles", course=course, directory=str(directory), state="ready"
    )


def _judge_directory(world: World, activity: Activity) -> Path:
    listed = Listing.objects.filter(activity=activity)
    judge = find_judge(machine.this_machine(), "turtles", "", "id", listed=listed)
    assert judge is not None
    return judge.directory


def test_a_course_judge_serves_only_the_exercises_of_its_course(
    world: World, settings_file: Path, tmp_path: Path
) -> None:
    _create_course_judge(world.course, tmp_path / "own")
    listed = Activity.objects.filter(listings__series__course=world.course).first()
    assert listed is not None
    assert _judge_directory(world, listed) == tmp_path / "own"
    elsewhere = Activity.objects.create(
        repository=world.repository, path="elsewhere", type=listed.type, state=listed.state
    )
    with pytest.raises(JudgeNotInstalled):
        _judge_directory(world, elsewhere)
    other = Course.objects.create(name="Other", slug="other")
    Listing.objects.create(series=Series.objects.create(course=other, name="S"), activity=elsewhere)
    with pytest.raises(JudgeNotInstalled):
        _judge_directory(world, elsewhere)


def test_a_broken_site_judge_keeps_its_name_reserved(
    world: World, settings_file: Path, tmp_path: Path
) -> None:
    """Otherwise a course judge would get submissions meant for that of the site."""
    _create_course_judge(world.course, tmp_path / "own")
    Tool.objects.create(kind="judge", name="turtles", git_url="https://9.9.9.9/x", state="failed")
    form = CourseJudgeForm(GIVEN, instance=Tool(course=world.course))
    assert "name" in form.errors
    activity = Activity.objects.filter(listings__series__course=world.course).first()
    assert activity is not None
    with pytest.raises(JudgeNotInstalled):
        _judge_directory(world, activity)


def test_a_judge_name_cannot_reach_a_local_directory(
    world: World, settings_file: Path, tmp_path: Path
) -> None:
    """The judge's own files are examined, whatever its name."""
    _make_judge(tmp_path / "others")
    judge = _create_course_judge(world.course, tmp_path / "own")
    judge.name = str(tmp_path / "others")
    assert next(tools.examine(judge)).what == str(tmp_path / "own")


def test_a_course_judge_is_not_used_after_the_operator_forbids_it(
    world: World, settings_file: Path, tmp_path: Path
) -> None:
    _create_course_judge(world.course, tmp_path / "own")
    settings_file.write_text("")
    activity = Activity.objects.filter(listings__series__course=world.course).first()
    assert activity is not None
    with pytest.raises(JudgeNotInstalled):
        _judge_directory(world, activity)


def test_the_judge_of_the_site_takes_precedence_over_one_of_the_course(
    world: World, settings_file: Path, tmp_path: Path
) -> None:
    _create_course_judge(world.course, tmp_path / "own")
    directory = tmp_path / "sites"
    _make_judge(directory)
    Tool.objects.create(kind="judge", name="turtles", directory=str(directory), state="ready")
    activity = Activity.objects.filter(listings__series__course=world.course).first()
    assert activity is not None
    assert _judge_directory(world, activity) == directory
