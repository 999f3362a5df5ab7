import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.dodona_judge.judge_configuration import (
    MAXIMUM_BYTES,
    encode_configuration,
    merge_configuration,
    read_judge_configuration,
)
from kriterion_tools.errors import ContractViolation

PLACES = {
    "resources": "/mnt/H/resources",
    "source": "/mnt/H/submission/source",
    "judge": "/mnt/H/judge",
    "workdir": "/home/runner/workdir",
}


def _merge_values(
    judge: dict[str, Any] | None = None, evaluation: dict[str, Any] | None = None
) -> dict[str, Any]:
    return merge_configuration(
        judge_config=judge or {},
        evaluation=evaluation or {},
        programming_language=None,
        natural_language="nl",
        places=PLACES,
    )


def test_a_judge_gets_dodonas_defaults() -> None:
    assert _merge_values() == {
        "memory_limit": 100_000_000,
        "time_limit": 42,
        "network_enabled": False,
        "programming_language": None,
        "natural_language": "nl",
        **PLACES,
    }


@pytest.mark.parametrize(
    ("judge", "evaluation", "expected"),
    [
        ({"time_limit": 5}, {}, 5),
        ({}, {"time_limit": 6}, 6),
        ({"time_limit": 5}, {"time_limit": 6}, 6),
        ({"time_limit": [1, 2]}, {"time_limit": [3]}, [3]),
        ({"time_limit": {"a": 1, "b": {"c": 2}}}, {"time_limit": {"b": {"d": 3}}},
         {"a": 1, "b": {"c": 2, "d": 3}}),
        ({"time_limit": {"a": 1}}, {"time_limit": None}, None),
        ({"time_limit": 5}, {"time_limit": {"a": 1}}, {"a": 1}),
    ],
)  # fmt: skip
def test_later_layers_override_earlier_ones(judge: Any, evaluation: Any, expected: object) -> None:
    assert _merge_values(judge, evaluation)["time_limit"] == expected


@pytest.mark.parametrize("key", [*PLACES, "natural_language", "programming_language"])
def test_fixed_keys_cannot_be_overridden(key: str) -> None:
    assert _merge_values({key: {"a": 1}}, {key: {"b": 2}})[key] == _merge_values()[key]


def test_other_keys_pass_through() -> None:
    merged = _merge_values({"image": "dodona-r"}, {"handler": "R", "options": {"linter": False}})
    assert (merged["image"], merged["handler"], merged["options"]) == (
        "dodona-r",
        "R",
        {"linter": False},
    )


def test_merging_does_not_change_the_layers() -> None:
    judge: dict[str, Any] = {"options": {"a": 1}}
    _merge_values(judge, {"options": {"a": 2}})
    assert judge == {"options": {"a": 1}}


def test_a_configuration_is_written_as_json() -> None:
    assert json.loads(encode_configuration(_merge_values({"name": "é"}))) == _merge_values(
        {"name": "é"}
    )


def test_a_configuration_too_large_for_a_pipe_is_refused() -> None:
    with pytest.raises(ContractViolation, match=r"has 70,\d+ bytes"):
        encode_configuration(_merge_values({}, {"words": "x" * 70_000}))
    room = MAXIMUM_BYTES - len(encode_configuration(_merge_values({}, {"words": ""})))
    assert len(encode_configuration(_merge_values({}, {"words": "x" * room}))) == MAXIMUM_BYTES


def test_a_judge_may_have_no_configuration() -> None:
    assert read_judge_configuration(None) == {}


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "is not valid JSON"),
        (b"{", "is not valid JSON"),
        (b"\xff", "is not valid JSON"),
        (b'{"a": "\xff"}', "is not valid JSON"),
        (b'{"a": "\\ud800"}', "is not valid JSON"),
        (b"\x00", "is not valid JSON"),
        (b"[1]", r"must be an object, not \[1\]"),
        (b"null", "must be an object, not null"),
        (b'{"a": 1e400}', "out of range"),
        (b'{"a":' * 100_000, "nested too deep"),
    ],
)
def test_an_invalid_configuration_is_reported(content: bytes, what: str) -> None:
    with pytest.raises(ContractViolation, match=r"config\.json: .*" + what):
        read_judge_configuration(content)


@given(st.binary())
def test_any_bytes_are_a_configuration_or_a_violation(content: bytes) -> None:
    with suppress(ContractViolation):
        assert isinstance(read_judge_configuration(content), dict)
