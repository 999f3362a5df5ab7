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
    group_tags,
    list_latest_tags,
    split_tag,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer.approaches import Approach
from tests.web.conftest import World, client_for

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
    submission, _ = Submission.objects.update_or_create(
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
    return submission


def get_html(user: User, name: str, *arguments: object, query: str = "") -> str:
    response = client_for(user).get(reverse(name, args=arguments) + query)
    assert response.status_code == 200
    return response.content.decode()


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
def test_a_tag_without_a_known_category_is_listed_as_other(
    tag: str, expected: tuple[str, str]
) -> None:
    assert split_tag(tag) == expected


def test_a_long_list_of_tags_is_shortened() -> None:
    (used,) = group_tags(f"uses:f{number}" for number in range(100))
    assert (len(used.things), used.more) == (40, 60)


def test_tags_are_counted_once_per_solution() -> None:
    counted = count_tags([("construct:list", "odd"), ("construct:list", "construct:list")])
    messages = [[(tag.thing, tag.number) for tag in group] for _, group in counted]
    assert messages == [[("list", 2)], [("odd", 1)]]
    known = (
        Approach(slug="a", all_of=frozenset({"construct:list"})),
        Approach(slug="b", all_of=frozenset({"odd"})),
    )
    assert [number for _, number in count_approaches(known, [("construct:list", "odd")])] == [1, 0]


def test_each_student_counts_with_the_last_accepted_solution(world: World) -> None:
    solve(world, world.ada, ["construct:list"], 1)
    last = solve(world, world.ada, ["construct:set"], 2)
    solve(world, world.ada, ["construct:map"], 3, accepted=False)
    assert list_latest_tags(Submission.objects.all()) == {last.pk: ("construct:set",)}


def test_after_solving_a_student_sees_the_own_and_other_approaches(track: World) -> None:
    solution = solve(track, track.ada, TAGS)
    text = get_html(track.ada, "submission", solution.pk)
    assert "This solution uses a known approach:" in text
    assert text.index(">Recursion</a>") < text.index("Other approaches:") < text.index(">Loop</a>")
    assert "List.&lt;b&gt;unfold" in text
    assert "What all solutions use" not in text
    approach = get_html(track.ada, "approach", track.exercise.pk, "rec")
    assert "<h2>Recursion</h2>" in approach
    assert "itself" in approach


def test_approaches_are_hidden_until_the_exercise_is_solved(track: World) -> None:
    solution = solve(track, track.ada, TAGS, accepted=False, status=Status.WRONG)
    assert "approach" not in get_html(track.ada, "submission", solution.pk)
    address = reverse("approach", args=[track.exercise.pk, "rec"])
    assert client_for(track.ada).get(address).status_code == 404
    assert client_for(track.tina).get(address).status_code == 200
    unknown = reverse("approach", args=[track.exercise.pk, "none"])
    assert client_for(track.tina).get(unknown).status_code == 404


def test_teachers_see_the_constructs_students_use(track: World) -> None:
    solve(track, track.ada, TAGS)
    solve(track, track.ben, ["technique:recursion", "construct:for"])
    elsewhere = solve(track, track.cleo, ["construct:elsewhere"], course=None)
    text = get_html(track.tina, "uses", track.exercise.pk)
    assert "latest accepted solutions of 2 students" in text
    assert "elsewhere" not in text
    assert "?tag=technique%3Arecursion" in text
    narrowed = get_html(track.tina, "uses", track.exercise.pk, query="?tag=construct%3Afor")
    assert ">ben</a>" in narrowed
    assert ">ada</a>" not in narrowed
    assert "No solutions have this tag." in get_html(
        track.tina, "uses", track.exercise.pk, query="?tag=none"
    )
    assert "elsewhere" in get_html(track.root, "uses", track.exercise.pk)
    assert reverse("uses", args=[track.exercise.pk]) in get_html(
        track.tina, "activity", track.exercise.pk
    )
    assert reverse("uses", args=[track.exercise.pk]) not in get_html(
        track.ada, "activity", track.exercise.pk
    )
    assert elsewhere.tags == ["construct:elsewhere"]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_an_exercise_without_tags_says_so(track: World, language: str) -> None:
    User.objects.update(language=language)
    text = get_html(track.root, "uses", track.hidden_exercise.pk)
    assert ("an analyzer" in text) == (language == "en")
