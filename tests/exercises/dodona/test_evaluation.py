"""What steers the run: passed on, clamped, or refused."""

from typing import Any

import pytest

from kriterion.exercises.dodona.evaluation import read_evaluation
from kriterion.exercises.dodona.merged_configuration import MergedConfiguration
from kriterion.exercises.problem import Problems


def _read(evaluation: object) -> tuple[dict[str, Any], list[str]]:
    problems = Problems()
    configuration = MergedConfiguration().merge({"evaluation": evaluation}, "f")
    read = read_evaluation(configuration, problems)
    return read, [f"{problem.severity}: {problem}" for problem in problems]


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (None, {}),
        ({}, {}),
        ({"time_limit": 10}, {"time_limit": 10}),
        ({"time_limit": 0.5}, {"time_limit": 0.5}),
        ({"memory_limit": 10_000_000}, {"memory_limit": 10_000_000}),
        ({"memory_limit": 500_000_000}, {"memory_limit": 500_000_000}),
        ({"memory_limit": 2e8}, {"memory_limit": 200_000_000}),
        ({"network_enabled": True}, {"network_enabled": True}),
        ({"analyze_rejected": True}, {"analyze_rejected": True}),
        ({"analyze_rejected": None}, {}),
        (
            {"handler": "tested", "image": "dodona-tested"},
            {"handler": "tested", "image": "dodona-tested"},
        ),
        ({"time_limit": None, "memory_limit": None, "handler": None}, {}),
        ({"options": {"deep": [None]}, "x": None}, {"options": {"deep": [None]}, "x": None}),
    ],
)
def test_valid_values_are_kept(value: object, read: dict[str, Any]) -> None:
    assert _read(value) == (read, [])


@pytest.mark.parametrize(
    ("given", "becomes"),
    [
        (1, 10_000_000),
        (9_999_999, 10_000_000),
        (0.1, 10_000_000),
        (500_000_001, 500_000_000),
        (2**64 - 1, 500_000_000),
        (1e308, 500_000_000),
    ],
)
def test_memory_is_clamped_with_a_warning(given: float, becomes: int) -> None:
    value, problems = _read({"memory_limit": given})
    assert value == {"memory_limit": becomes}
    assert isinstance(value["memory_limit"], int)
    assert len(problems) == 1
    assert problems[0].startswith("warning: f evaluation.memory_limit: ")
    assert f"{becomes:,}" in problems[0]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("x", "f evaluation: must be an object, not 'x'"),
        ([], "f evaluation: must be an object, not a list"),
        ({"time_limit": 0}, "f evaluation.time_limit: must be a positive number of seconds, not 0"),
        (
            {"time_limit": -1},
            "f evaluation.time_limit: must be a positive number of seconds, not -1",
        ),
        (
            {"time_limit": "9"},
            "f evaluation.time_limit: must be a positive number of seconds, not '9'",
        ),
        (
            {"time_limit": True},
            "f evaluation.time_limit: must be a positive number of seconds, not true",
        ),
        (
            {"time_limit": {}},
            "f evaluation.time_limit: must be a positive number of seconds, not an object",
        ),
        (
            {"time_limit": 86_401},
            "f evaluation.time_limit: must be at most a day, not 86401 seconds"
            " (write a number of seconds for the whole run)",
        ),
        (
            {"memory_limit": 0},
            "f evaluation.memory_limit: must be a positive number of bytes, not 0",
        ),
        (
            {"memory_limit": []},
            "f evaluation.memory_limit: must be a positive number of bytes, not a list",
        ),
        ({"network_enabled": 1}, "f evaluation.network_enabled: must be true or false, not 1"),
        (
            {"network_enabled": "no"},
            "f evaluation.network_enabled: must be true or false, not 'no'",
        ),
        ({"handler": 1}, "f evaluation.handler: must be a string, not 1"),
        ({"image": ["x"]}, "f evaluation.image: must be a string, not a list"),
    ],
)
def test_invalid_values_that_affect_the_run_are_refused(value: object, problem: str) -> None:
    assert _read(value)[1] == [f"error: {problem}"]


@pytest.mark.parametrize("value", ["yes", 1, [], {"python": True}])
def test_an_invalid_analysis_setting_does_not_prevent_judging(value: object) -> None:
    read, (problem,) = _read({"analyze_rejected": value, "time_limit": 3})
    assert read == {"time_limit": 3}
    assert problem.startswith("warning: f evaluation.analyze_rejected: must be true or false")
