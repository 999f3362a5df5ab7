"""Tags of solutions: shown by category, counted for teachers, matched with approaches."""

import json
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.pages.used_tags import (
    count_approaches,
    count_tags,
    latest_tags,
    split,
    used_by,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer.approaches import Approach
from tests.web.conftest import World, logged_in

pytestmark = pytest.mark.django_db

TAGS = ["technique:recursion", "construct:list", "uses:List.<b>unfold", "odd"]
APPROACHES = [
    {"slug": "loop", "title": "Loop", "blurb": "Go round.", "tags": {"all": ["construct:for"]}},
    {"slug": "rec", "title": "Recursion", "tags": {"all": ["technique:recursion"]}},
]


@pytest.fixture
def track(world: World, tmp_path: Path) -> World:
    """The world, its exercise being one of a track that names two approaches."""
    exercise = tmp_path / "exercises" / "practice" / "echo"
    for name, text in {
        ".meta/config.json": '{"files": {"solution": ["echo.py"]}}',
        ".docs/instructions.md": "Echo.",
        ".approaches/config.json": json.dumps({"approaches": APPROACHES}),
        ".approaches/rec/content.md": "# Recursion\n\nIt calls *itself*.\n",
    }.items():
        (exercise / name).parent.mkdir(parents=True, exist_ok=True)
        (exercise / name).write_text(text)
    (tmp_path / "config.json").write_text('{"slug": "python"}')
    world.repository.directory = str(tmp_path)
    world.repository.format = "exercism"
    world.repository.read_at = timezone.now()
    world.repository.save()
    world.exercise.path = "exercises/practice/echo"
    world.exercise.save()
    return world


def solve(world: World, user: User, tags: list[str], number: int = 1, **more: object) -> Submission:
    found, _ = Submission.objects.update_or_create(
        user=user,
        activity=world.exercise,
        number=number,
        defaults={
            "course": world.course,
            "state": SubmissionState.FINISHED,
            "status": Status.CORRECT,
            "accepted": True,
            "tags": tags,
            **more,
        },
    )
    return found


def html(user: User, name: str, *arguments: object, query: str = "") -> str:
    answer = logged_in(user).get(reverse(name, args=arguments) + query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("construct:list", ("construct", "list")),
        ("uses:List.unfold", ("uses", "List.unfold")),
        ("uses:a:b", ("uses", "a:b")),
        ("other:list", ("", "other:list")),
        ("construct:", ("", "construct:")),
        ("list", ("", "list")),
        (":list", ("", ":list")),
    ],
)
def test_a_tag_has_a_category_or_is_odd(tag: str, expected: tuple[str, str]) -> None:
    assert split(tag) == expected


def test_of_very_many_things_some_are_shown() -> None:
    (used,) = used_by(f"uses:f{number}" for number in range(100))
    assert (len(used.things), used.more) == (40, 60)


def test_tags_are_counted_once_for_each_solution() -> None:
    counted = count_tags([("construct:list", "odd"), ("construct:list", "construct:list")])
    told = [[(each.thing, each.number) for each in group] for _, group in counted]
    assert told == [[("list", 2)], [("odd", 1)]]
    known = (
        Approach(slug="a", all_of=frozenset({"construct:list"})),
        Approach(slug="b", all_of=frozenset({"odd"})),
    )
    assert [number for _, number in count_approaches(known, [("construct:list", "odd")])] == [1, 0]


def test_each_student_counts_with_the_last_solution_that_is_accepted(world: World) -> None:
    solve(world, world.ada, ["construct:list"], 1)
    last = solve(world, world.ada, ["construct:set"], 2)
    solve(world, world.ada, ["construct:map"], 3, accepted=False)
    assert latest_tags(Submission.objects.all()) == {last.pk: ("construct:set",)}


def test_who_has_solved_it_reads_which_way_it_was_and_which_others_there_are(track: World) -> None:
    found = solve(track, track.ada, TAGS)
    told = html(track.ada, "submission", found.pk)
    assert "This solution uses a known approach:" in told
    assert told.index(">Recursion</a>") < told.index("Other approaches:") < told.index(">Loop</a>")
    assert "List.&lt;b&gt;unfold" in told
    assert "What all solutions use" not in told
    approach = html(track.ada, "approach", track.exercise.pk, "rec")
    assert "<h1>Recursion</h1>" in approach
    assert "itself" in approach


def test_nobody_reads_about_approaches_before_the_exercise_works(track: World) -> None:
    found = solve(track, track.ada, TAGS, accepted=False, status=Status.WRONG)
    assert "approach" not in html(track.ada, "submission", found.pk)
    address = reverse("approach", args=[track.exercise.pk, "rec"])
    assert logged_in(track.ada).get(address).status_code == 404
    assert logged_in(track.tina).get(address).status_code == 200
    unknown = reverse("approach", args=[track.exercise.pk, "none"])
    assert logged_in(track.tina).get(unknown).status_code == 404


def test_teachers_read_what_their_students_use(track: World) -> None:
    solve(track, track.ada, TAGS)
    solve(track, track.ben, ["technique:recursion", "construct:for"])
    elsewhere = solve(track, track.cleo, ["construct:elsewhere"], course=None)
    told = html(track.tina, "uses", track.exercise.pk)
    assert "latest accepted solutions of 2 students" in told
    assert "elsewhere" not in told
    assert "?tag=technique%3Arecursion" in told
    narrowed = html(track.tina, "uses", track.exercise.pk, query="?tag=construct%3Afor")
    assert ">ben</a>" in narrowed
    assert ">ada</a>" not in narrowed
    assert "No solutions have this tag." in html(
        track.tina, "uses", track.exercise.pk, query="?tag=none"
    )
    assert "elsewhere" in html(track.root, "uses", track.exercise.pk)
    assert reverse("uses", args=[track.exercise.pk]) in html(
        track.tina, "activity", track.exercise.pk
    )
    assert reverse("uses", args=[track.exercise.pk]) not in html(
        track.ada, "activity", track.exercise.pk
    )
    assert elsewhere.tags == ["construct:elsewhere"]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_an_exercise_without_tags_says_so(track: World, language: str) -> None:
    User.objects.update(language=language)
    told = html(track.root, "uses", track.hidden_exercise.pk)
    assert ("an analyzer" in told) == (language == "en")
