import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.exercises.exercism.meta_configuration import MetaConfiguration, read_configuration
from kriterion.exercises.problem import Problems


def _read(value: object) -> tuple[MetaConfiguration | None, list[str]]:
    problems = Problems()
    configuration = read_configuration(json.dumps(value).encode(), "config.json", problems)
    return configuration, [str(problem) for problem in problems]


def test_a_configuration_lists_its_files() -> None:
    found, problems = _read(
        {
            "authors": [],
            "files": {
                "solution": ["two_fer.py"],
                "test": ["two_fer_test.py"],
                "example": [".meta/example.py"],
                "editor": ["shown.py"],
                "invalidator": ["Cargo.toml"],
            },
            "representer": {"version": 3},
        }
    )
    assert found == MetaConfiguration(
        solution=("two_fer.py",),
        test=("two_fer_test.py",),
        example=(".meta/example.py",),
        editor=("shown.py",),
        invalidator=("Cargo.toml",),
        version=3,
    )
    assert problems == []


def test_another_spelling_of_a_name_does_not_expose_tests_or_the_solution() -> None:
    found, _ = _read({"files": {"test": ["./a_test.py", "b//c.py"], "example": [".meta/./x.py"]}})
    assert found == MetaConfiguration(test=("a_test.py", "b/c.py"), example=(".meta/x.py",))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"files": []}, "config.json files: must be an object, not a list"),
        ({"files": {"solution": "a.py"}}, "config.json files.solution: must be a list of names"),
        ({"files": {"test": [1]}}, "config.json files.test[0]: must be a file name, not 1"),
        ({"representer": {"version": 0}}, "config.json representer.version: must be a whole"),
        ({"representer": {"version": True}}, "config.json representer.version: must be a whole"),
        ({"representer": 2}, "config.json representer: must be an object, not 2"),
    ],
)
def test_an_invalid_value_is_reported_and_counts_as_missing(value: object, text: str) -> None:
    found, problems = _read(value)
    assert found == MetaConfiguration()
    assert len(problems) == 1
    assert problems[0].startswith(text)


def test_a_document_that_is_not_an_object_is_invalid() -> None:
    found, problems = _read([])
    assert found is None
    assert problems


@given(st.binary(max_size=200))
def test_any_bytes_are_a_configuration_or_a_problem(content: bytes) -> None:
    problems = Problems()
    configuration = read_configuration(content, "config.json", problems)
    assert configuration is not None or problems.has_refusal
