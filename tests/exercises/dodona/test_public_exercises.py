"""Public exercises load as they are, and only what is really odd is told.

Facts of dodona-edu/example-exercises and dodona-edu/dodona, test/remotes.
"""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from kriterion.exercises.exercise import Access, ActivityKind, Exercise
from kriterion.exercises.exercise_loading import load_exercise, load_repository

pytestmark = pytest.mark.reference


def _find_reference(name: str) -> Path:
    directory = os.environ.get("KRITERION_REFERENCES")
    if directory is None:
        pytest.skip("KRITERION_REFERENCES names no directory")
    return Path(directory) / name


@pytest.fixture(scope="module")
def examples() -> dict[str, Exercise]:
    repository = load_repository(_find_reference("dodona-edu+example-exercises"))
    assert repository.problems == ()
    return {exercise.id: exercise for exercise in repository.exercises}


def test_every_example_is_usable_without_problems(examples: dict[str, Exercise]) -> None:
    assert len(examples) == 44
    readings = [id_ for id_, one in examples.items() if one.kind is ActivityKind.READING]
    assert readings == ["reading-activities/aeneis"]
    assert all(exercise.labels[:2] == ("example", "voorbeeld") for exercise in examples.values())
    public = [id_ for id_, one in examples.items() if one.access is Access.PUBLIC]
    assert public == ["python/echo-function-print"]


@pytest.mark.parametrize(
    ("name", "language", "evaluation"),
    [
        ("tested/function", "python", {"handler": "tested", "test_suite": "suite.yaml"}),
        (
            "tested/javascript/input-through-prompt",
            "javascript",
            {
                "handler": "tested",
                "test_suite": "suite.json",
                "options": {"language": {"javascript": {"eslint_config": "eslintrc.yaml"}}},
            },
        ),
        (
            "prolog/echo-prolog",
            "prolog",
            {"handler": "prolog", "time_limit": 50, "memory_limit": 500_000_000},
        ),
        (
            "haskell/echo-haskell",
            "haskell",
            {"handler": "haskell", "time_limit": 15, "memory_limit": 500_000_000},
        ),
        ("python/ISBN", "python", {"handler": "python", "pythia_judge": "output"}),
    ],
)
def test_configurations_are_merged_from_the_root_down(
    examples: dict[str, Exercise], name: str, language: str, evaluation: dict[str, Any]
) -> None:
    assert examples[name].programming_language == language
    assert examples[name].evaluation == evaluation


def test_each_value_knows_its_file(examples: dict[str, Exercise]) -> None:
    origins = examples["tested/javascript/input-through-prompt"].origins
    assert origins["evaluation.handler"] == "tested/dirconfig.json"
    assert origins["evaluation.test_suite"] == "tested/javascript/input-through-prompt/config.json"
    assert origins["programming_language"] == "tested/javascript/dirconfig.json"
    assert origins["contact"] == "dirconfig.json"
    assert examples["turtle/house"].origins["labels"] == "dirconfig.json, turtle/house/config.json"


def test_texts_and_files_are_found(examples: dict[str, Exercise]) -> None:
    assert set(examples["tested/function"].descriptions) == {"en", "es", "nl"}
    assert {text.format for text in examples["python/ISBN"].descriptions.values()} == {"html"}
    assert list(examples["tested/files"].solutions) == ["solution.en.py", "solution.py"]
    assert list(examples["java/echo-java"].solutions) == ["Echo.java"]
    assert list(examples["html/list_fix"].boilerplates) == [""]
    files = examples["tested/files"]
    assert files.workdir == files.directory / "workdir"
    assert examples["turtle/house"].labels == ("example", "voorbeeld", "turtle", "house")


def test_an_example_loaded_alone_is_the_same(examples: dict[str, Exercise]) -> None:
    for exercise in examples.values():
        assert load_exercise(exercise.directory) == (exercise, ())


def test_only_an_excessive_memory_limit_is_reported() -> None:
    repository = load_repository(
        _find_reference("dodona-edu+dodona") / "test/remotes/exercises/lasagna"
    )
    assert [exercise.id for exercise in repository.exercises] == [
        "exercises/extra/echo",
        "exercises/series/ISBN",
    ]
    assert [problem.where for problem in repository.problems] == ["evaluation.memory_limit"]


def test_exercises_without_configuration_load_when_given_one(tmp_path: Path) -> None:
    # TESTed's own exercises have no config.json: a directory is made around their files.
    source = _find_reference("dodona-edu+universal-judge") / "tests" / "exercises"
    for directory in source.iterdir():
        created = tmp_path / directory.name
        shutil.copytree(directory, created)
        (created / "config.json").write_text('{"evaluation": {"test_suite": "plan.yaml"}}')
        exercise, problems = load_exercise(created)
        assert exercise is not None
        assert exercise.evaluation == {"test_suite": "plan.yaml"}
        assert exercise.resources == created.resolve() / "evaluation"
        assert [problem.where for problem in problems] == ["description.names", ""]
