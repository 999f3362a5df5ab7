"""Public learn-ocaml repositories load as they are, and only what is really odd is told."""

import os
from pathlib import Path

import pytest

from kriterion.exercises.exercise_loading import find_repository, load_repository
from kriterion.exercises.exercise_media import find_media
from kriterion.exercises.learn_ocaml import LearnOcamlCourse, load_course

pytestmark = pytest.mark.reference


def _find_reference(name: str) -> Path:
    directory = os.environ.get("KRITERION_REFERENCES")
    if directory is None:
        pytest.skip("KRITERION_REFERENCES names no directory")
    return Path(directory).resolve() / name


def _load(name: str) -> LearnOcamlCourse:
    root = _find_reference(name)
    assert find_repository(root) == root
    return load_course(root)


def _list_problems(course: LearnOcamlCourse) -> list[str]:
    return [str(problem) for problem in course.problems]


def test_the_corpus_has_142_exercises_and_lists_141_of_them() -> None:
    course = _load("ocaml-sf+learn-ocaml-corpus")
    assert _list_problems(course) == []
    assert len(course.exercises) == 142
    assert len(list(course.tree.walk())) == 141
    assert course.unlisted == ("hferee/3.0_sudoku",)
    kinds = [loaded.meta.kind.value for loaded in course.exercises.values()]
    assert (kinds.count("exercise"), kinds.count("project")) == (140, 2)
    forms = [
        [text.format.value for text in loaded.exercise.descriptions.values()]
        for loaded in course.exercises.values()
    ]
    assert (forms.count(["html"]), forms.count(["markdown"])) == (37, 105)
    assert all(loaded.exercise.declared_maximum is None for loaded in course.exercises.values())
    backward = [loaded.meta.backward_exercises for loaded in course.exercises.values()]
    assert len([exercises for exercises in backward if exercises]) == 138
    assert {name for names in backward for name in names} <= set(course.exercises)


def test_a_picture_of_the_corpus_is_found_by_its_address() -> None:
    course = _load("ocaml-sf+learn-ocaml-corpus")
    klotski = course.exercises["mooc/projects/klotski"]
    assert klotski.folders == ("images",)
    graph = klotski.exercise.directory / "images" / "Klotski-graph.svg"
    assert find_media(klotski.exercise, "images/Klotski-graph.svg") == graph


@pytest.mark.parametrize(
    ("name", "exercises", "listed", "lessons", "tutorials", "playgrounds", "messages"),
    [
        (
            "ocaml-sf+learn-ocaml/demo-repository",
            2,
            2,
            1,
            4,
            1,
            ["exercises/template: is not an exercise because it has no meta.json (add meta.json)"],
        ),
        ("gasche+paris8-corpus-2019", 33, 32, 0, 0, 0, []),
        ("Rui00Barata+learn-ocaml-ubi/exercise-repository", 138, 1, 0, 0, 0, []),
        ("ocaml-sf+learnocaml-cpge-public", 3, 3, 0, 0, 0, []),
        ("emaj9+learnocaml-inclass-activities/repo", 7, 7, 0, 0, 0, []),
        ("erikmd+learn-ocaml-meetup-demo-repository/src", 2, 2, 0, 0, 1, []),
        (
            "yurug+learn-ocaml-tutorial",
            1,
            1,
            0,
            1,
            0,
            [
                "exercises/trivial/meta.json shortDescription, line 6, column 3: is not a known key"
                " (did you mean 'short_description'?) [learn-ocaml refuses this]"
            ],
        ),
        (
            "ocaml-sf+learn-ocaml-example-repository",
            3,
            3,
            0,
            6,
            0,
            [
                *(
                    f"exercises/mooc-{name}/meta.json title: there is no title: the one in"
                    " title.txt is displayed, but learn-ocaml displays none"
                    ' (add "title": "…")'
                    for name in (
                        "binary-search-trees",
                        "simple-input-output",
                        "trie-data-structure",
                    )
                ),
                "lessons/lessons.json lessons[0], line 3, column 6: there is no 'demo'"
                " (remove it from the list)",
            ],
        ),
    ],
)
def test_public_repositories_load(
    name: str,
    exercises: int,
    listed: int,
    lessons: int,
    tutorials: int,
    playgrounds: int,
    messages: list[str],
) -> None:
    course = _load(name)
    assert _list_problems(course) == messages
    assert len(course.exercises) == exercises
    assert len(list(course.tree.walk())) == listed
    assert len(course.lessons) == lessons
    assert len(course.tutorials) == tutorials
    assert len(course.playgrounds) == playgrounds


def test_declared_scores_are_read() -> None:
    course = _load("emaj9+learnocaml-inclass-activities/repo")
    assert {loaded.exercise.declared_maximum for loaded in course.exercises.values()} == {100}


def test_the_picture_of_the_demo_is_found() -> None:
    course = _load("ocaml-sf+learn-ocaml/demo-repository")
    demo = course.exercises["demo"].exercise
    media = find_media(demo, "/static/demo/files/OCaml.png")
    assert media is not None
    assert media.is_file()


def test_the_corpus_can_be_used_like_any_other_repository() -> None:
    repository = load_repository(_find_reference("ocaml-sf+learn-ocaml-corpus"))
    assert len(repository.exercises) == 142
    assert repository.problems == ()
    assert all(
        exercise.evaluation == {"handler": "learn-ocaml"} for exercise in repository.exercises
    )
