"""The page of an activity: its description, the editor and submitting."""

import html
import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from kriterion.web.catalog.models import Activity, ActivityState, ActivityType, Reading
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.courses.models import Listing
from kriterion.web.learning import snippets
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Assessment, Draft, Submission
from tests.feedback.sample import ASSESSMENT
from tests.tracks import FILES, TEMPLATES, make_track
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[4] / "examples"


@pytest.fixture
def world_on_disk(world: World) -> World:
    """The world, its repository being our own examples."""
    world.repository.directory = str(EXAMPLES / "exercises")
    world.repository.format = "dodona"
    world.repository.read_at = timezone.now()
    world.repository.save()
    return world


@pytest.fixture
def course() -> Repository:
    repository = Repository.objects.create(name="ocaml", directory=str(EXAMPLES / "ocaml-course"))
    fetch(repository)
    repository.activities.update(is_public=True, is_held_back=False)
    return repository


def get_page(world: World, activity: Activity, query: str = "", language: str = "en") -> str:
    world.ada.language = language
    world.ada.save()
    response = client_for(world.ada).get(reverse("activity", args=[activity.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


def test_an_exercise_is_described_in_the_language_of_the_reader(
    world_on_disk: World,
) -> None:
    world = world_on_disk
    assert "till notices" in get_page(world, world.exercise)
    assert "till notices" not in get_page(world, world.exercise, language="nl")


def test_a_description_says_its_language_if_it_is_not_that_of_the_page(
    world_on_disk: World, course: Repository
) -> None:
    world = world_on_disk
    translated, english_only = world.exercise, Activity.objects.get(pk=world.exercise.pk)
    assert '<div class="rich prose" id="asked">' in get_page(world, translated, language="nl")
    english_only.path = "darts"
    english_only.save()
    assert ' id="asked" lang="en"' in get_page(world, english_only, language="nl")
    assert ' id="asked" lang' not in get_page(world, english_only)
    unstated = course.activities.get(path="effects/flag")
    assert ' id="asked" lang' not in get_page(world, unstated, language="nl")


def test_the_editor_starts_with_the_template_and_continues_with_the_draft(
    world_on_disk: World,
) -> None:
    world = world_on_disk
    Submission.objects.all().delete()
    assert 'name="text"' in get_page(world, world.exercise)
    submission = Submission.objects.create(
        user=world.ada, activity=world.exercise, number=1, files={"solution.py": "handed = 1\n"}
    )
    assert "handed = 1" in get_page(world, world.exercise)
    Draft.objects.create(user=world.ada, activity=world.exercise, files={"solution.py": "draft"})
    html = get_page(world, world.exercise)
    assert "draft</textarea>" in html
    assert "handed = 1" not in html
    assert "draft</textarea>" in get_page(world, world.exercise, f"?from={submission.pk}")


def test_a_requested_own_submission_fills_the_editor(
    world_on_disk: World,
) -> None:
    world = world_on_disk
    Draft.objects.create(user=world.ada, activity=world.exercise, files={"solution.py": "draft"})
    later = Submission.objects.create(
        user=world.ada, activity=world.exercise, number=2, files={"solution.py": "handed = 2\n"}
    )
    assert "handed = 2" in get_page(world, world.exercise, f"?from={later.pk}")
    others = Submission.objects.create(
        user=world.ben, activity=world.exercise, number=1, files={"solution.py": "secret = 1\n"}
    )
    assert "secret" not in get_page(world, world.exercise, f"?from={others.pk}")


def test_feedback_on_the_earlier_submission_is_shown_beside_the_editor(
    world_on_disk: World,
) -> None:
    world = world_on_disk
    query = f"?from={world.submission.pk}"
    assert 'class="fold card earlier"' not in get_page(world, world.exercise, query), "not yet"
    Submission.objects.filter(pk=world.submission.pk).update(state="finished", status="wrong")
    Assessment.objects.create(
        submission=world.submission, attempt=1, document=Assessment.packed(ASSESSMENT)
    )
    html = get_page(world, world.exercise, query)
    assert 'id="feedback"' in html
    assert "tests correct" in html
    assert 'id="feedback"' not in get_page(world, world.exercise)
    Submission.objects.update(user=world.ben)
    assert 'id="feedback"' not in get_page(world, world.exercise, query), "it is somebody else's"


def test_the_code_in_the_editor_is_submitted(world_on_disk: World) -> None:
    world = world_on_disk
    response = client_for(world.ben).post(
        reverse("submit", args=[world.exercise.pk]),
        {"name": "solution.py", "text": "a\r\nb\r\n", "series": world.series.pk},
    )
    submission = Submission.objects.get(user=world.ben)
    assert response.status_code == 302
    assert response.headers["Location"] == reverse("submission", args=[submission.pk])
    assert submission.files == {"solution.py": "a\nb\n"}
    assert (submission.course, submission.series) == (world.course, world.series)


@pytest.fixture
def two_files(world: World, tmp_path: Path) -> Activity:
    """An exercise of a track that asks for two files."""
    make_track(tmp_path)
    repository = Repository.objects.create(name="track", directory=str(tmp_path))
    fetch(repository)
    repository.activities.update(is_public=True, is_held_back=False)
    return Activity.objects.get(repository=repository, path__endswith="two-fer")


def _list_field_names(html: str) -> list[str]:
    return re.findall(r'name="name" value="([^"]*)"', html)


def test_each_file_has_a_field(world: World, two_files: Activity) -> None:
    html = get_page(world, two_files)
    assert _list_field_names(html) == list(FILES)
    for number, name in enumerate(FILES, 1):
        assert f'<label for="file-{number}"' in html
        assert f'id="file-{number}" name="text"' in html
        assert TEMPLATES[name].strip() in html
    assert "Bestanden van je oplossing" in get_page(world, two_files, language="nl")


def test_a_provided_file_is_shown_and_cannot_be_changed(world: World, tmp_path: Path) -> None:
    directory = make_track(tmp_path)
    (directory / "given.py").write_text("<GIVEN>\n")
    repository = Repository.objects.create(name="track", directory=str(tmp_path))
    fetch(repository)
    repository.activities.update(is_public=True, is_held_back=False)
    activity = Activity.objects.get(repository=repository, path__endswith="two-fer")
    html = get_page(world, activity)
    assert _list_field_names(html) == list(FILES)
    [field] = re.findall(r"<textarea[^>]* readonly [^>]*>\n[^<]*</textarea>", html)
    assert 'data-provided="given.py"' in field and "&lt;GIVEN&gt;" in field
    assert " name=" not in field
    data = {"name": [*FILES, "given.py"], "text": ["main", "words", "mine"]}
    response = client_for(world.ada).post(reverse("submit", args=[activity.pk]), data)
    assert response.status_code == 422
    assert "“given.py” is a file provided by the exercise" in response.content.decode()
    assert not Submission.objects.filter(activity=activity).exists()


@pytest.mark.parametrize("leads_out", ["absolute", "parents", "link"])
def test_file_names_of_an_author_cannot_reach_local_files(
    world: World, tmp_path: Path, leads_out: str
) -> None:
    root = tmp_path / "track"
    exercise = make_track(root)
    (tmp_path / "secret.py").write_text("SECRET_KEY = 1\n")
    (exercise / "outside").symlink_to(tmp_path)
    named = {
        "absolute": str(tmp_path / "secret.py"),
        "parents": "../../../../secret.py",
        "link": "outside/secret.py",
    }[leads_out]
    for files in ([named], [*FILES, named]):
        content = {"files": {"solution": files}}
        (exercise / ".meta" / "config.json").write_text(json.dumps(content))
        repository = Repository.objects.create(name=f"{len(files)}", directory=str(root))
        fetch(repository)
        repository.activities.update(is_public=True, is_held_back=False)
        activity = Activity.objects.get(repository=repository, path__endswith="two-fer")
        html = get_page(world, activity)
        assert 'name="name"' in html
        assert "SECRET_KEY" not in html


def test_file_names_that_cannot_be_submitted_are_not_asked_for(
    world: World, tmp_path: Path
) -> None:
    exercise = make_track(tmp_path)
    odd = ["two_fer.py", "two_fer.py", "../x.py", "given.py", "lib/words.py", ".meta/x.py"]
    content = {"files": {"solution": odd, "editor": ["given.py"]}}
    (exercise / ".meta" / "config.json").write_text(json.dumps(content))
    repository = Repository.objects.create(name="track", directory=str(tmp_path))
    fetch(repository)
    repository.activities.update(is_public=True, is_held_back=False)
    activity = Activity.objects.get(repository=repository, path__endswith="two-fer")
    assert _list_field_names(get_page(world, activity)) == list(FILES)
    data = {"name": FILES, "text": ["main", "words"]}
    response = client_for(world.ada).post(reverse("submit", args=[activity.pk]), data)
    assert response.status_code == 302


def test_several_files_are_submitted_and_shown_again(world: World, two_files: Activity) -> None:
    client = client_for(world.ada)
    data = {"name": FILES, "text": ["main\r\n", "words\r\n"]}
    assert client.post(reverse("submit", args=[two_files.pk]), data).status_code == 302
    submission = Submission.objects.get(activity=two_files)
    assert list(submission.texts.items()) == [("two_fer.py", "main\n"), ("lib/words.py", "words\n")]
    html = get_page(world, two_files)
    assert _list_field_names(html) == list(FILES)
    assert "main\n</textarea>" in html and "words\n</textarea>" in html


def test_a_draft_of_one_file_is_shown_beside_the_template_of_the_other(
    world: World, two_files: Activity
) -> None:
    Draft.objects.create(user=world.ada, activity=two_files, files={"lib/words.py": "mine\n"})
    html = get_page(world, two_files)
    assert _list_field_names(html) == list(FILES)
    assert "mine\n</textarea>" in html and "from lib import words\n</textarea>" in html


def test_a_file_no_longer_asked_for_stays_in_the_draft(world: World, two_files: Activity) -> None:
    Draft.objects.create(user=world.ada, activity=two_files, files={"old.py": "old\n"})
    assert _list_field_names(get_page(world, two_files)) == [*FILES, "old.py"]


def test_a_draft_with_files_that_are_now_refused_can_be_submitted(
    world: World, two_files: Activity
) -> None:
    refused = dict.fromkeys(("two_fer_test.py", "given.py", "lib", "with space.py"), "old")
    many = {f"extra{number:02}.py": "" for number in range(30)}
    files = {"two_fer.py": "main", **refused, **many}
    Draft.objects.create(user=world.ada, activity=two_files, files=files)
    names = _list_field_names(get_page(world, two_files))
    assert names[:3] == [*FILES, "extra00.py"]
    assert len(names) == 20
    assert refused.keys().isdisjoint(names)
    data = {"name": names, "text": ["x"] * len(names)}
    response = client_for(world.ada).post(reverse("submit", args=[two_files.pk]), data)
    assert response.status_code == 302


def test_a_single_draft_file_of_another_name_fills_the_main_file(
    world: World, two_files: Activity
) -> None:
    """It was handed in when the exercise asked for one file, which may be called anything."""
    Draft.objects.create(user=world.ada, activity=two_files, files={"my solution.py": "mine"})
    html = get_page(world, two_files)
    assert _list_field_names(html) == list(FILES)
    assert "mine</textarea>" in html


def test_an_exercise_that_asks_for_one_file_gets_one(world_on_disk: World) -> None:
    world = world_on_disk
    Draft.objects.create(
        user=world.ada, activity=world.exercise, files={"b.py": "b", "a.py": "what was typed"}
    )
    html = get_page(world, world.exercise)
    assert _list_field_names(html) == ["a.py"]
    assert "what was typed" in html
    assert "data-tabs" not in html


def test_uploaded_files_replace_the_typed_texts(world: World, two_files: Activity) -> None:
    """Browsers send no directory: lib/words.py is uploaded as words.py."""
    client = client_for(world.ada)
    upload = SimpleUploadedFile("words.py", b"\xef\xbb\xbfuploaded\r\n")
    data = {"name": FILES, "text": ["main", "typed"], "upload": upload}
    assert client.post(reverse("submit", args=[two_files.pk]), data).status_code == 302
    submission = Submission.objects.get(activity=two_files)
    assert submission.texts == {"two_fer.py": "main", "lib/words.py": "uploaded\n"}


def test_a_single_uploaded_file_may_have_any_name(world_on_disk: World) -> None:
    world = world_on_disk
    upload = SimpleUploadedFile("my solution.py", b"mine")
    data = {"name": "solution.py", "text": "typed", "upload": upload}
    client_for(world.ben).post(reverse("submit", args=[world.exercise.pk]), data)
    assert Submission.objects.get(user=world.ben).files == {"my solution.py": "mine"}


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["two_fer.py", "two_fer.py"], "Two files have the same name."),
        (["two_fer.py", "../x.py"], "points outside the directory"),
        (["two_fer.py", "TWO_FER.py"], "conflicts with another file"),
        (["two_fer.py", "two_fer_test.py"], "s test files"),
        (["two_fer.py", "given.py"], "is a file provided by the exercise"),
        (["two_fer.py", "lib"], "conflicts with another file"),
        (["two_fer.py", "a/" * 2000 + "x.py"], "is too long"),
        ([f"{number}.py" for number in range(21)], "At most 20 files"),
    ],
)
def test_invalid_file_names_are_refused(
    world: World, two_files: Activity, names: list[str], reason: str
) -> None:
    data = {"name": names, "text": ["kept"] * len(names)}
    response = client_for(world.ada).post(reverse("submit", args=[two_files.pk]), data)
    assert response.status_code == 422
    assert reason in response.content.decode()
    assert "kept" in response.content.decode()
    assert not Submission.objects.filter(activity=two_files).exists()


def test_a_refused_submission_keeps_the_code(world_on_disk: World) -> None:
    world = world_on_disk
    response = client_for(world.ben).post(
        reverse("submit", args=[world.exercise.pk]),
        {"name": "solution.py", "text": "typed = 1\n" + "x" * 70_000},
    )
    assert response.status_code == 422
    assert "typed = 1" in response.content.decode()
    assert "too large" in response.content.decode()
    assert not Submission.objects.filter(user=world.ben).exists()


@pytest.mark.parametrize("state", [ActivityState.NOT_VALID, ActivityState.REMOVED])
def test_an_unavailable_exercise_accepts_no_submission(world_on_disk: World, state: str) -> None:
    world = world_on_disk
    world.exercise.state = state
    world.exercise.save()
    assert " data-submit>" not in get_page(world, world.exercise)
    response = client_for(world.ben).post(
        reverse("submit", args=[world.exercise.pk]), {"name": "a.py", "text": "x"}
    )
    assert response.status_code == 422


def test_an_exercise_whose_files_are_gone_says_so(world: World) -> None:
    html = get_page(world, world.exercise)
    assert "Something is wrong with this activity" in html
    assert "/" + "nowhere" not in html


@pytest.mark.parametrize(
    "address",
    ["../config.json", "media/../../config.json", "/etc/passwd", "config.json", "media/none.png"],
)
def test_only_media_of_descriptions_is_served(world_on_disk: World, address: str) -> None:
    world = world_on_disk
    place = reverse("media", args=[world.exercise.pk, "x"]).removesuffix("x") + address
    assert client_for(world.ada).get(place).status_code == 404


def test_solutions_and_tests_are_not_on_the_page(world: World, course: Repository) -> None:
    for activity in course.activities.filter(type=ActivityType.EXERCISE):
        html = get_page(world, activity)
        directory = EXAMPLES / "ocaml-course" / "exercises" / activity.path
        for hidden in ("solution.ml", "test.ml"):
            for line in (directory / hidden).read_text().splitlines():
                if len(line) > 40 and line not in (directory / "template.ml").read_text():
                    assert line.strip() not in html, (activity.path, line)


def test_the_editor_shows_the_template_until_code_is_saved(
    world: World, course: Repository
) -> None:
    activity = course.activities.get(path__endswith="basics/leap-years")
    template = (EXAMPLES / "ocaml-course/exercises/basics/leap-years/template.ml").read_text()
    assert html.escape(template.strip()) in get_page(world, activity)
    Draft.objects.create(user=world.ada, activity=activity, files={"solution.ml": "let mine = 1"})
    assert "let mine = 1</textarea>" in get_page(world, activity)
    assert html.escape(template.strip()) not in get_page(world, activity).split("</textarea>")[0]


def test_a_prelude_can_be_unfolded(world: World, course: Repository) -> None:
    activities = course.activities.filter(type=ActivityType.EXERCISE)
    visible = [
        activity for activity in activities if "loaded before yours" in get_page(world, activity)
    ]
    assert visible


def test_lessons_and_tutorials_are_read_step_by_step(world: World, course: Repository) -> None:
    for kind in (ActivityType.LESSON, ActivityType.TUTORIAL):
        activity = course.activities.filter(type=kind)[0]
        html = get_page(world, activity)
        assert 'aria-current="step"' in html
        assert get_page(world, activity, "?step=2") != html
        for odd in ("?step=0", "?step=99999999999", "?step=-1", "?step=x", "?step=²"):
            get_page(world, activity, odd)
        client = client_for(world.ada)
        client.post(reverse("read", args=[activity.pk]), {"step": "2"})
        assert 'data-step="2"' in get_page(world, activity), "they go on where they were"
        client.post(reverse("read", args=[activity.pk]), {"done": "1"})
        assert Reading.objects.get(activity=activity).read_at is not None


def test_a_step_gets_the_code_of_earlier_steps(world: World, course: Repository) -> None:
    tutorial = course.activities.get(type=ActivityType.TUTORIAL, path="first-phrases")

    def known_code(step: int) -> list[str]:
        html = get_page(world, tutorial, f"?step={step}")
        match = re.search(r'id="known-code" type="application/json">(.*?)</script>', html)
        assert match is not None
        return [str(name) for name in json.loads(match[1])]

    assert known_code(1) == []
    assert known_code(2)[0].strip() == "6 * 7"
    assert any("let sum_to" in name for name in known_code(5))


def test_the_neighbours_in_a_series_are_linked(world_on_disk: World) -> None:
    world = world_on_disk
    assert 'class="neighbours' not in get_page(world, world.exercise), "it is alone"
    others = [
        Activity.objects.create(repository=world.repository, path=name, names={"en": name})
        for name in ("earlier", "later")
    ]
    Listing.objects.filter(series=world.series).update(position=1)
    for position, other in zip((0, 2), others, strict=True):
        Listing.objects.create(series=world.series, activity=other, position=position)
    html = get_page(world, world.exercise)
    assert "2 of 3" in html
    links = re.findall(r'<a class="button[^"]*" rel="(prev|next)" href="([^"]+)"', html)
    addresses = [reverse("activity", args=[other.pk]) for other in others]
    assert links == [
        (which, f"{address}?series={world.series.pk}")
        for which, address in zip(("prev", "next"), addresses, strict=True)
    ]


def run(world: World, activity: Activity, document: object) -> tuple[int, dict[str, str]]:
    response = client_for(world.ada).post(
        reverse("run", args=[activity.pk]), json.dumps(document), content_type="application/json"
    )
    return response.status_code, json.loads(response.content)


@pytest.mark.machine
def test_snippets_run_in_the_sandbox_after_earlier_code(world: World, course: Repository) -> None:
    lesson = course.activities.filter(type=ActivityType.LESSON)[0]
    status, messages = run(world, lesson, {"code": "x + 1", "before": ["let x = 1", "let y = 2"]})
    assert (status, messages["output"]) == (200, "- : int = 2")
    spoilt = ["let x = 1", "let broken = (* never ended", 'print_string "aloud"', "let y = x + 1"]
    status, messages = run(world, lesson, {"code": "y", "before": spoilt})
    assert messages["output"] == "- : int = 2"
    status, messages = run(world, lesson, {"code": "1;; x;; let", "before": ["let x = 2"]})
    results, error = messages["output"].split("\n", 2)[:2], messages["output"]
    assert results == ["- : int = 1", "- : int = 2"]
    assert "Error: Syntax error" in error
    status, messages = run(world, lesson, {"code": 'Sys.command "ls /root /home"'})
    assert status == 200
    assert "2" in messages["output"] or "cannot" in messages["output"].lower()
    assert not snippets._running


def test_an_invalid_snippet_request_is_refused(world: World, course: Repository) -> None:
    lesson = course.activities.filter(type=ActivityType.LESSON)[0]
    documents: list[object] = [
        {},
        [],
        {"code": 1},
        {"code": "1", "before": 2},
        {"code": "1", "before": [2]},
    ]
    for document in documents:
        assert run(world, lesson, document)[0] == 400
    assert run(world, lesson, {"code": "x" * 70_000})[0] == 429
    response = client_for(world.ada).post(
        reverse("run", args=[world.exercise.pk]), "{}", content_type="application/json"
    )
    assert response.status_code == 404


def test_an_accepted_solution_with_an_essential_comment_is_not_called_solved(
    world_on_disk: World,
) -> None:
    world = world_on_disk
    Submission.objects.filter(pk=world.submission.pk).update(accepted=True, essential=True)
    html = get_page(world, world.exercise)
    assert "Works, but has comments to address" in html
    assert reverse("submission", args=[world.submission.pk]) in html
    assert '<li class="pill pill-good">' not in html


def test_a_script_that_submits_gets_the_address_of_the_submission(world: World) -> None:
    address = reverse("submit", args=[world.exercise.pk])
    response = client_for(world.ada).post(
        address,
        {"name": "barcode.py", "text": "x = 1\n"},
        headers={"Accept": "application/json"},
    )
    submission = Submission.objects.order_by("-pk")[0]
    assert response.status_code == 201
    assert response.json() == {
        "number": submission.number,
        "submission": f"/submissions/{submission.pk}/",
        "result": f"/submissions/{submission.pk}/result",
    }


def test_a_script_that_submits_too_much_is_told_so(world: World) -> None:
    response = client_for(world.ada).post(
        reverse("submit", args=[world.exercise.pk]),
        {"name": "barcode.py", "text": "x" * 70_000},
        headers={"Accept": "application/json"},
    )
    assert response.status_code == 422
    assert "too large" in response.json()["error"]
