"""A whole learn-ocaml repository, read from disk."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kriterion.exercises.exercise import RepositoryFormat
from kriterion.exercises.exercise_loading import load_repository
from kriterion.exercises.learn_ocaml import LearnOcamlCourse, load_course
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.lesson import LessonEntry
from kriterion_tools.diagnostic import Severity
from tests.exercises.conftest import Plant

Write = Callable[..., dict[str, Any]]
LESSON = {"learnocaml_version": "1", "title": "Lists", "steps": []}


def _make_index(**groups: list[str]) -> dict[str, Any]:
    listed = {key: {"title": key.title(), "exercises": names} for key, names in groups.items()}
    return {"learnocaml_version": "1", "groups": listed}


def _list_problems(course: LearnOcamlCourse) -> list[str]:
    return [str(problem) for problem in course.problems]


def _load(root: Path, **how: bool) -> LearnOcamlCourse:
    return load_course(root.resolve(), **how)


@pytest.fixture
def files(exercise: Write) -> dict[str, Any]:
    return {
        "exercises/index.json": _make_index(first=["b", "a/two"], second=["a/one"]),
        **exercise("exercises/a/one", title="One"),
        **exercise("exercises/a/two", title="Two"),
        **exercise("exercises/b", title="B"),
        **exercise("exercises/c", title="C"),
        "lessons/lessons.json": {"learnocaml_version": "1", "lessons": [["lists", "Lists!"]]},
        "lessons/lists.json": LESSON,
        "tutorials/index.json": {
            "learnocaml_version": "1",
            "series": {"all": {"title": "All", "tutorials": ["begin", "pages"]}},
        },
        "tutorials/begin.md": "# Begin\n\n## One\n\nText.\n",
        "tutorials/begin.html": "<h1>Not this one</h1>",
        "tutorials/pages.html": "<html><body><h1>Pages</h1><h2>A</h2><p>B</p></body></html>",
        "playground/index.json": [["life", {"title": "Life", "short_description": None}]],
        "playground/life/template.ml": "let () = ()\n",
        "playground/life/prelude.ml": "let n = 3\n",
    }


def test_a_course_holds_everything_of_its_repository(plant: Plant, files: dict[str, Any]) -> None:
    course = _load(plant(files))
    assert _list_problems(course) == []
    assert list(course.exercises) == ["a/one", "a/two", "b", "c"]
    assert [(group.id, group.title, group.exercises) for group in course.tree.groups] == [
        ("first", "First", ("b", "a/two")),
        ("second", "Second", ("a/one",)),
    ]
    assert course.unlisted == ("c",)
    ((entry, lesson),) = course.lessons.items()
    assert (entry, lesson.title) == (LessonEntry("lists", "Lists!"), "Lists")
    assert [series.tutorials for series in course.series] == [("begin", "pages")]
    assert [len(tutorial.steps) for tutorial in course.tutorials.values()] == [1, 1]
    (playground,) = course.playgrounds
    assert (playground.id, playground.title) == ("life", "Life")
    assert (playground.template, playground.prelude) == ("let () = ()\n", "let n = 3\n")


def test_a_course_can_be_used_like_any_other_repository(
    plant: Plant, files: dict[str, Any]
) -> None:
    repository = load_repository(plant(files))
    assert repository.format is RepositoryFormat.LEARN_OCAML
    assert [exercise.id for exercise in repository.exercises] == ["a/one", "a/two", "b", "c"]
    assert repository.tree is not None
    assert list(repository.tree.walk()) == ["b", "a/two", "a/one"]
    assert repository.problems == ()


def test_without_an_index_all_exercises_are_at_the_root(plant: Plant, exercise: Write) -> None:
    names = ["b", "a/two", "a-b", "a/one", "B"]
    planted = {key: text for name in names for key, text in exercise(f"exercises/{name}").items()}
    course = _load(plant(planted))
    assert _list_problems(course) == []
    assert course.tree == Group(exercises=("B", "a-b", "a/one", "a/two", "b"))


def test_without_an_index_directories_can_become_groups(plant: Plant, exercise: Write) -> None:
    names = ["z", "week/two", "week/one", "week/more/deep", "empty/none/x"]
    planted = {key: text for name in names for key, text in exercise(f"exercises/{name}").items()}
    del planted["exercises/empty/none/x/meta.json"]
    course = _load(plant(planted), group_by_directory=True)
    more = Group(id="week/more", title="more", exercises=("week/more/deep",))
    week = Group(id="week", title="week", exercises=("week/one", "week/two"), groups=(more,))
    assert course.tree == Group(exercises=("z",), groups=(week,))
    assert _list_problems(course) == [
        "exercises/empty/none/x: is not an exercise because it has no meta.json (add meta.json)"
    ]


def test_an_index_takes_precedence_over_groups_by_directory(
    plant: Plant, files: dict[str, Any]
) -> None:
    assert _load(plant(files), group_by_directory=True).tree == _load(plant(files)).tree


def test_a_broken_index_is_reported_and_all_exercises_are_kept(
    plant: Plant, files: dict[str, Any]
) -> None:
    files["exercises/index.json"] = '{"learnocaml_version": "1",\n "exercises": ["b"]'
    course = _load(plant(files))
    assert list(course.tree.walk()) == ["a/one", "a/two", "b", "c"]
    assert _list_problems(course) == [
        "exercises/index.json line 2, column 20: is not valid JSON: expecting ',' delimiter"
        " (close the { of line 1, column 1) [learn-ocaml refuses this]"
    ]
    assert course.problems[0].severity is Severity.ERROR


def test_a_missing_listed_entry_is_reported_with_its_place(
    plant: Plant, files: dict[str, Any]
) -> None:
    files["exercises/index.json"] = (
        '{"learnocaml_version": "1", "exercises":\n ["b", "gone", "../playground/life"]}'
    )
    files["lessons/lessons.json"]["lessons"].append(["gone", "Gone"])
    files["playground/index.json"].append(["gone", {"title": "Gone", "short_description": None}])
    files["tutorials/index.json"]["series"]["all"]["tutorials"].append("gone")
    course = _load(plant(files))
    assert list(course.tree.walk()) == ["b"]
    assert [(problem.file, problem.where.partition(",")[0]) for problem in course.problems] == [
        ("exercises/index.json", "exercises[1]"),
        ("exercises/index.json", "exercises[2]"),
        ("lessons/lessons.json", "lessons[1]"),
        ("tutorials/index.json", "series.all.tutorials[2]"),
        ("playground/index.json", "[1]"),
    ]
    assert course.problems[0].where == "exercises[1], line 2, column 8"


def test_one_unusable_exercise_harms_no_other(plant: Plant, files: dict[str, Any]) -> None:
    files["exercises/b/meta.json"] = "{"
    course = _load(plant(files))
    assert list(course.exercises) == ["a/one", "a/two", "c"]
    assert list(course.tree.walk()) == ["a/two", "a/one"]
    assert len(course.problems) == 1


def test_a_nested_exercise_counts_if_listed(plant: Plant, exercise: Write) -> None:
    planted = {**exercise("exercises/a"), **exercise("exercises/a/inner")}
    root = plant(planted)
    assert list(_load(root).exercises) == ["a"]
    root = plant({"exercises/index.json": _make_index(all=["a", "a/inner"])})
    course = _load(root)
    assert list(course.tree.walk()) == ["a", "a/inner"]
    assert course.exercises["a/inner"].exercise.place == "exercises/a/inner"


def test_the_root_itself_may_hold_the_exercises(plant: Plant, exercise: Write) -> None:
    course = _load(plant({**exercise("a"), **exercise("week/b")}))
    assert list(course.exercises) == ["a", "week/b"]
    assert _list_problems(course) == []


def test_without_an_index_all_lessons_and_tutorials_are_found(
    plant: Plant, files: dict[str, Any]
) -> None:
    for name in ("lessons/lessons.json", "tutorials/index.json", "playground/index.json"):
        del files[name]
    files |= {"lessons/a.json": LESSON, "lessons/.b.json": "", "playground/zoo/template.ml": ""}
    course = _load(plant(files))
    assert [entry.id for entry in course.lessons] == ["a", "lists"]
    assert [(series.title, series.tutorials) for series in course.series] == [
        ("All tutorials", ("begin", "pages"))
    ]
    assert [playground.id for playground in course.playgrounds] == ["zoo", "life"]
    assert [(problem.file, problem.upstream) for problem in course.problems] == [
        ("lessons/lessons.json", True)
    ]


def test_an_empty_repository_is_reported(plant: Plant) -> None:
    course = _load(plant({"exercises/index.json": _make_index()}))
    assert "exercises: contains no exercises: no meta.json was found" in _list_problems(course)


@pytest.mark.parametrize("link", ["exercises/out", "exercises/a/one/../../out"])
def test_links_out_of_the_repository_are_not_read(
    plant: Plant, exercise: Write, tmp_path: Path, link: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "meta.json").write_text("{}")
    (outside / "inner").mkdir()
    (outside / "inner" / "meta.json").write_text("{}")
    root = plant(
        {
            "exercises/index.json": _make_index(all=["out", "out/inner"]),
            **exercise("exercises/a/one"),
        }
    )
    (root / link).symlink_to(outside)
    course = _load(root)
    assert list(course.exercises) == ["a/one"]
    assert "exercises/out: is a link that leads out of the repository" in _list_problems(course)


def test_circular_links_terminate(plant: Plant, exercise: Write) -> None:
    root = plant(exercise("exercises/a/one"))
    (root / "exercises" / "a" / "round").symlink_to(root / "exercises")
    (root / "exercises" / "b").symlink_to(root / "exercises" / "a")
    course = _load(root)
    assert list(course.exercises) == ["a/one", "b/one"]
    assert any(
        "is a link to a directory that contains it" in problem for problem in _list_problems(course)
    )


@pytest.mark.parametrize(
    "name",
    [
        "exercises",
        "exercises/index.json",
        "lessons",
        "lessons/lessons.json",
        "lessons/lists.json",
        "tutorials",
        "tutorials/index.json",
        "tutorials/begin.md",
        "tutorials/pages.html",
        "playground",
        "playground/index.json",
        "playground/life/template.ml",
    ],
)
@pytest.mark.parametrize("kind", ["bytes", "directory", "outside", "fifo"])
def test_a_file_of_any_kind_does_not_prevent_reading_the_rest(
    plant: Plant, files: dict[str, Any], tmp_path: Path, name: str, kind: str
) -> None:
    root = plant(files)
    path = root / name
    path.rename(tmp_path / "moved")
    match kind:
        case "bytes":
            path.write_bytes(bytes(range(256)) * 10)
        case "directory":
            path.mkdir()
        case "outside":
            path.symlink_to(tmp_path / "moved")
        case "fifo":
            os.mkfifo(path)
    course = _load(root)
    harmed = name.partition("/")[0]
    messages = any(problem.file.startswith(harmed) for problem in course.problems)
    assert messages or (kind == "directory" and name in ("tutorials", "playground"))  # empty ones
    assert harmed == "exercises" or list(course.exercises) == ["a/one", "a/two", "b", "c"]
    assert harmed == "lessons" or len(course.lessons) == 1
    assert harmed == "tutorials" or len(course.tutorials) == 2
    assert harmed == "playground" or len(course.playgrounds) == 1


@pytest.mark.parametrize(
    "name",
    [
        "exercises/index.json",
        "lessons/lessons.json",
        "lessons/lists.json",
        "tutorials/index.json",
        "tutorials/begin.md",
        "playground/index.json",
        "playground/life/template.ml",
    ],
)
@pytest.mark.parametrize("kind", ["directory", "nothing", "fifo", "huge"])
def test_an_unreadable_document_is_an_error_like_a_broken_one(
    plant: Plant, files: dict[str, Any], name: str, kind: str
) -> None:
    """Else a build would replace a good index by one that has forgotten all groups."""
    root = plant(files)
    path = root / name
    path.unlink()
    match kind:
        case "directory":
            path.mkdir()
        case "nothing":
            path.symlink_to("nowhere")
        case "fifo":
            os.mkfifo(path)
        case "huge":
            with path.open("wb") as file:
                file.truncate(2**33)
    course = _load(root)
    messages = {problem.file: problem for problem in course.problems}
    assert messages[name].severity is Severity.ERROR
    assert messages[name].upstream


def test_a_name_that_is_not_text_is_not_an_id(plant: Plant, exercise: Write) -> None:
    root = plant(exercise("exercises/a") | {"lessons/lessons.json": "{", "lessons/x.json": LESSON})
    odd = os.fsdecode(b"\xff")
    (root / "exercises" / "a").rename(root / "exercises" / odd)
    (root / "lessons" / "x.json").rename(root / "lessons" / f"{odd}.json")
    course = _load(root)
    assert course.exercises == {}
    assert course.lessons == {}
    assert (
        "exercises/\\xff: cannot be the path of an exercise: it is not valid text"
        in _list_problems(course)
    )
    assert "lessons/\\xff.json: is ignored: its name is not valid text" in _list_problems(course)
