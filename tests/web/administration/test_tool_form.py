"""A tool's form has the fields of its kind, and the source that is chosen decides which count."""

from pathlib import Path

import pytest
from django.http import QueryDict
from django.urls import reverse

from kriterion.web.administration.tool_form import KindForm
from kriterion.web.tools.models import Tool, ToolKind
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

ADD = "administration:tool-add"


def make_form(kind: ToolKind, **fields: str) -> KindForm:
    data = QueryDict(mutable=True)
    data.update(fields)
    return KindForm(data, Tool(kind=kind))


def test_a_kind_is_chosen_first(world: World) -> None:
    root = client_for(world.root)
    page = root.get(reverse(ADD)).content.decode()
    for kind in ToolKind:
        assert f'href="?kind={kind.value}"' in page
    assert "<textarea" not in page
    assert "<textarea" not in root.get(f"{reverse(ADD)}?kind=nonsense").content.decode()


@pytest.mark.parametrize(
    ("kind", "shown", "left_out"),
    [
        (ToolKind.JUDGE, {"renderer", "offers"}, {"languages", "comments_git_url"}),
        (ToolKind.ANALYZER, {"languages", "comments_git_url"}, {"renderer", "offers"}),
        (ToolKind.REPRESENTER, {"languages"}, {"comments_git_url", "renderer"}),
        (ToolKind.TEST_RUNNER, {"languages"}, {"comments_git_url", "renderer"}),
    ],
)
def test_a_kind_has_its_own_fields(
    world: World, kind: ToolKind, shown: set[str], left_out: set[str]
) -> None:
    page = client_for(world.root).get(f"{reverse(ADD)}?kind={kind.value}").content.decode()
    for name in {"name", "source", "git_url", "directory", "image", *shown}:
        assert f'name="{name}"' in page
    for name in {"kind", *left_out}:
        assert f'name="{name}"' not in page


def test_only_the_fields_of_the_chosen_source_count(tmp_path: Path) -> None:
    both = {"name": "mine", "git_url": "https://9.9.9.9/judge", "directory": str(tmp_path)}
    form = make_form(ToolKind.JUDGE, source="directory", branch="old", **both)
    assert form.is_valid(), form.errors
    made = form.save()
    assert (made.git_url, made.branch, made.directory) == ("", "", str(tmp_path))
    unused = make_form(
        ToolKind.JUDGE,
        **{**both, "name": "other", "source": "git_url", "directory": "not/absolute"},
    )
    assert unused.is_valid(), unused.errors


@pytest.mark.parametrize("source", ["git_url", "directory"])
def test_the_chosen_source_is_required(source: str) -> None:
    form = make_form(ToolKind.JUDGE, name="mine", source=source, image="some")
    assert list(form.errors) == [source]


def test_a_tool_in_an_image_needs_the_image_and_a_judge_cannot_be_one() -> None:
    fields = {"name": "mine", "source": "image", "languages": "python"}
    assert list(make_form(ToolKind.REPRESENTER, **fields).errors) == ["image"]
    assert make_form(ToolKind.REPRESENTER, image="some", **fields).is_valid()
    assert "source" in make_form(ToolKind.JUDGE, image="some", **fields).errors


def test_a_missing_language_is_named_once() -> None:
    form = make_form(ToolKind.ANALYZER, name="mine", source="image", image="some")
    assert form.errors == {"languages": ["This field is required."]}


def test_an_edited_tool_shows_its_source_and_keeps_its_kind(world: World) -> None:
    tool = Tool.objects.create(kind="analyzer", name="mine", directory="/srv/mine")
    form = KindForm(None, tool)
    assert form.initial["source"] == "directory"
    page = client_for(world.root).get(reverse("administration:tool-edit", args=[tool.pk]))
    assert 'value="/srv/mine"' in page.content.decode()


def test_tools_that_are_included_can_be_opened_and_tried(world: World) -> None:
    root = client_for(world.root)
    listed = root.get(reverse("administration:tools")).content.decode()
    address = reverse("administration:tool-installed", args=["judge", "suite"])
    assert f'href="{address}"' in listed
    page = root.get(address).content.decode()
    assert "suite_judge" in page
    trial = reverse("administration:tool-installed-try", args=["judge", "suite"])
    assert f'href="{trial}"' in page
    assert 'name="source"' in root.get(trial).content.decode()
    missing = reverse("administration:tool-installed", args=["judge", "missing"])
    assert root.get(missing).status_code == 404
    Tool.objects.create(kind="judge", name="suite", directory="/srv/suite")
    assert root.get(address).status_code == 404  # the site's own takes its place


def test_the_page_of_our_analyzer_names_languages_with_few_rules(world: World) -> None:
    root = client_for(world.root)
    ours = root.get(reverse("administration:tool-installed", args=["analyzer", "kriterion"]))
    assert {"python", "ocaml"} <= set(ours.context["few_rules"])
    assert "Few rules" in ours.content.decode()
    other = root.get(reverse("administration:tool-installed", args=["representer", "kriterion"]))
    assert "Few rules" not in other.content.decode()


@pytest.mark.long(reason="builds a runtime, and runs a judge in the sandbox")
@pytest.mark.machine
def test_a_judge_that_is_included_is_run(world: World) -> None:
    response = client_for(world.root).post(
        reverse("administration:tool-installed-try", args=["judge", "suite"]),
        {"exercise": "", "file_name": "a.py", "source": "print(1)\n"},
    )
    page = response.content.decode()
    assert response.status_code == 200
    assert "facts-list" in page  # a run with its facts, not a refusal
