"""No request renders or parses a teacher's text, and its page is shown at once."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import markdown_it
import nh3
import pytest
from django.urls import reverse
from django.utils import timezone

from kriterion.exercises.learn_ocaml import lessons, tutorials
from kriterion.markup.formulas import text_formulas as formulas
from kriterion.markup.highlight import source_tokens as highlight
from kriterion.rendering.jobs import MarkdownText
from kriterion.rendering.pool import Pool
from kriterion.rendering.process_limits import ProcessBounds
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.services import displayed_texts, renderings
from kriterion_tools.contracts.learn_ocaml_repository.tutorial import markdown_form
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[4] / "examples"
NOTE = "This text takes too long to render"
WAIT = "This text is being rendered"


class PoolWithoutProcesses(Pool):
    """A queue without processes."""

    def _start_one(self) -> None:
        pass


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rendering never ends, and no page waits for it."""
    pool = PoolWithoutProcesses()
    monkeypatch.setattr(renderings, "renderers", lambda: pool)
    monkeypatch.setattr(renderings, "REQUEST_SECONDS", 0.0)


@pytest.fixture
def small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(1, ProcessBounds(piece_seconds=0.05, whole_seconds=0.2, process_seconds=30))
    monkeypatch.setattr(renderings, "renderers", lambda: pool)


@pytest.fixture
def forbid_rendering(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every library that renders or reads a text fails in this process."""

    def fail(*_: Any, **__: Any) -> Any:
        raise AssertionError("a request renders")

    monkeypatch.setattr(highlight, "_merge_tokens", fail)
    monkeypatch.setattr(nh3.Cleaner, "clean", fail, raising=False)
    monkeypatch.setattr(markdown_it.MarkdownIt, "parse", fail)
    monkeypatch.setattr(formulas, "render_formula", fail)
    monkeypatch.setattr(lessons, "read_lesson", fail)
    monkeypatch.setattr(markdown_form, "read_markdown_tutorial", fail)
    monkeypatch.setattr(tutorials, "_READERS", {})
    yield


def make_exercise_with_description(
    world: World, directory: Path, text: str, ending: str = "md"
) -> Activity:
    """The world's exercise with that description."""
    exercise = directory / "barcode"
    (exercise / "description").mkdir(parents=True)
    (exercise / "config.json").write_text(
        '{"type": "exercise", "description": {"names": {"en": "Barcode"}},'
        ' "programming_language": "python"}'
    )
    (exercise / "description" / f"description.en.{ending}").write_text(text)
    world.repository.directory = str(directory)
    world.repository.format = "dodona"
    world.repository.read_at = timezone.now()
    world.repository.save()
    return world.exercise


def get_page(user: User, address: str) -> str:
    response = client_for(user).get(address)
    assert response.status_code == 200
    return response.content.decode()


def make_repository(directory: Path, **teacher_texts: str) -> Repository:
    """A learn-ocaml repository with those files; "__" in a name is a slash, its last "_" a dot."""
    for name, text in teacher_texts.items():
        file = directory / ".".join(name.replace("__", "/").rsplit("_", 1))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (directory / "exercises").mkdir()
    (directory / "exercises" / "index.json").write_text('{"learnocaml_version":"1","exercises":[]}')
    repository = Repository.objects.create(name="ocaml", directory=str(directory))
    fetch(repository)
    repository.activities.update(is_public=True)
    return repository


SLOW = {
    "a lexer": ("md", "```c\n" + " \n" * 30_000 + "```\n"),
    "Markdown": ("md", "![" * 60_000),
    "a formula": ("md", "$$" + "{" * 3_900 + "$$\n\n" + "$$\\sqrt{" * 600),
    "HTML": ("html", "</p>" * 200_000),
    "attributes": ("html", "<p " + " ".join(f"a{n}" for n in range(40_000)) + ">"),
}


@pytest.mark.usefixtures("no_processes", "forbid_rendering")
@pytest.mark.parametrize("kind", SLOW)
def test_no_request_renders_a_description(world: World, tmp_path: Path, kind: str) -> None:
    ending, text = SLOW[kind]
    address = reverse(
        "activity", args=[make_exercise_with_description(world, tmp_path, text, ending).pk]
    )
    html = get_page(world.ada, address)
    assert WAIT in html
    assert 'id="asked" data-awaits-text' in html
    assert len(html) < 500_000
    assert "code-field" in html  # work can begin meanwhile


@pytest.mark.usefixtures("small_bounds")
@pytest.mark.parametrize("kind", ["a lexer", "Markdown"])
def test_a_slow_description_is_shown_as_plain_text_and_reported_to_teachers(
    world: World, tmp_path: Path, kind: str
) -> None:
    ending, text = SLOW[kind]
    address = reverse(
        "activity", args=[make_exercise_with_description(world, tmp_path, text, ending).pk]
    )
    student = get_page(world.ada, address)
    assert "data-awaits-text" not in student
    assert re.search(r'id="asked"><pre>(```c|!\[)', student)
    assert NOTE not in student
    for staff in (world.tina, world.root):
        assert NOTE in get_page(staff, address)


@pytest.mark.usefixtures("forbid_rendering")
def test_an_ordinary_description_is_rendered_in_another_process(
    world: World, tmp_path: Path
) -> None:
    text = (
        "Look: ![map](media/map.png) ![no](media/no.png) [x](#there) $a_1$\n\n```python\nif 1\n```"
    )
    activity = make_exercise_with_description(world, tmp_path, text)
    (tmp_path / "barcode" / "description" / "media").mkdir()
    (tmp_path / "barcode" / "description" / "media" / "map.png").write_bytes(b"png")
    html = get_page(world.root, reverse("activity", args=[activity.pk]))
    start = reverse("media", args=[activity.pk, "media/map.png"])
    assert f'src="{start}"' in html
    assert "media/no.png" not in html
    assert "#description-there" in html
    assert "<math" in html
    assert "source-keyword" in html
    assert NOTE not in html


def test_a_text_is_rendered_once_until_its_repository_changes(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = reverse(
        "activity", args=[make_exercise_with_description(world, tmp_path, "*A* text").pk]
    )
    assert "<em>A</em>" in get_page(world.ada, address)
    monkeypatch.setattr(renderings, "renderers", PoolWithoutProcesses)
    monkeypatch.setattr(renderings, "REQUEST_SECONDS", 0.0)
    assert "<em>A</em>" in get_page(world.ben, address)
    world.repository.read_at = timezone.now()  # its pictures may be others now
    world.repository.save()
    assert WAIT in get_page(world.ben, address)


def test_a_long_text_is_hashed_once(world: World, tmp_path: Path) -> None:
    address = reverse(
        "activity", args=[make_exercise_with_description(world, tmp_path, "a b\n" * 900_000).pk]
    )
    get_page(world.ada, address)
    before = displayed_texts._digest.cache_info()
    get_page(world.ben, address)
    after = displayed_texts._digest.cache_info()
    assert (after.misses, after.hits) == (before.misses, before.hits + 1)


def test_a_text_that_cannot_be_encoded_is_shown(world: World) -> None:
    """Such as one that a form or an import let through."""
    [displayed] = displayed_texts.show_texts([MarkdownText(text="a \udcff *b*", place="p")], "test")
    assert "<em>b</em>" in displayed.html


@pytest.mark.usefixtures("no_processes", "forbid_rendering")
def test_no_request_renders_announcements(world: World) -> None:
    world.course.description = "*about* it"
    world.course.save()
    world.series.description = "*first*"
    world.series.save()
    html = get_page(world.ada, reverse("course", args=[world.course.slug]))
    assert 'id="about" data-awaits-text' in html
    assert f'id="series-{world.series.pk}-text" data-awaits-text' in html
    assert "*about* it" in html


@pytest.mark.usefixtures("forbid_rendering")
def test_announcements_are_rendered_in_another_process(world: World) -> None:
    world.course.description = "*about* it"
    world.course.save()
    world.series.description = "*first*"
    world.series.save()
    html = get_page(world.ada, reverse("course", args=[world.course.slug]))
    assert "<em>about</em>" in html
    assert "<em>first</em>" in html
    assert "data-awaits-text" not in html


TUTORIAL = "# Title\n\n## One\n\nText\n\n## Two `x`\n\n" + "![" * 30_000
LESSON = (
    '{"learnocaml_version":"2","title":"L","steps":[{"title":"S","contents":['
    '{"html":"<b>bold</b>"},{"code":"let x = 1"}]},{"title":"T","contents":[]}]}'
)


def test_no_request_parses_a_lesson_or_tutorial(
    world: World, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    repository = make_repository(tmp_path, tutorials__t_md=TUTORIAL, lessons__l_json=LESSON)
    request.getfixturevalue("no_processes")
    request.getfixturevalue("forbid_rendering")
    found = repository.activities.filter(type__in=(ActivityType.LESSON, ActivityType.TUTORIAL))
    assert len(found) == 2
    for activity in found:
        html = get_page(world.ada, reverse("activity", args=[activity.pk]))
        assert 'data-awaits-text="page"' in html


def test_a_lesson_is_parsed_in_another_process(
    world: World, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    repository = make_repository(tmp_path, lessons__l_json=LESSON)
    request.getfixturevalue("forbid_rendering")
    address = reverse("activity", args=[repository.activities.get(type=ActivityType.LESSON).pk])
    html = get_page(world.ada, address)
    assert "<b>bold</b>" in html
    assert "source runnable" in html
    last = get_page(world.ada, f"{address}?step=99")
    assert "let x = 1" in last  # known from the step before
    assert 'data-step="2"' in last
    activity = repository.activities.get(type=ActivityType.LESSON)
    activity.path = "gone"
    activity.save()
    assert "it is currently unavailable" in get_page(world.ada, address)


@pytest.mark.usefixtures("no_processes")
def test_playgrounds_and_maps_parse_no_other_text(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = make_repository(
        tmp_path,
        tutorials__t_md=TUTORIAL,
        lessons__l_json=LESSON,
        playground__p__template_ml="let a = 1",
        playground__p__prelude_ml="let b = 2",
        playground__index_json='{"learnocaml_version":"1","playgrounds":[["p",{"title":"P"}]]}',
    )

    def fail(*_: Any) -> Any:
        raise AssertionError("another text is read")

    monkeypatch.setattr(lessons, "read_lesson", fail)
    monkeypatch.setattr(tutorials, "_READERS", {".md": fail})
    playground = repository.activities.get(type=ActivityType.PLAYGROUND)
    html = get_page(world.ada, reverse("activity", args=[playground.pk]))
    assert "let a = 1" in html
    assert "let b = 2" in html
