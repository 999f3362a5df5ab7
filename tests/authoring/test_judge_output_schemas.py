"""The schemas of a judge's output say the same as its reader, and as the official schemas."""

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.dodona_judge.full_output import decode_full_output
from kriterion_tools.contracts.dodona_judge.objects import decode_command
from kriterion_tools.contracts.dodona_judge.statuses import SYNONYMS, Status
from tests.authoring.schema_documents import (
    ODD,
    TEXT,
    is_valid,
    objects,
)

OFFICIAL = Path(os.environ.get("KRITERION_SCHEMAS", "nowhere"))

MESSAGES = TEXT | objects(
    format=st.just("html"), description=TEXT, permission=st.sampled_from(["staff", "all"])
)
NUMBERS = st.sampled_from([0, 3, 2.5, -1])
STATUS_WORDS = st.sampled_from([*Status, *SYNONYMS])
DATA = objects(statements=TEXT, stdin=TEXT)


def _node(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return objects(
        accepted=st.booleans(),
        description=MESSAGES,
        messages=st.lists(MESSAGES, max_size=1),
        **keys,
    )


TESTS = _node(generated=TEXT, expected=TEXT, format=st.sampled_from(["text", "csv", "xml"]))
TESTCASES = _node(tests=st.lists(TESTS, max_size=1))
CONTEXTS = _node(groups=st.lists(TESTCASES, max_size=1), data=DATA)
TABS = objects(
    description=TEXT,
    badgeCount=NUMBERS,
    permission=st.sampled_from(["zeus", "all"]),
    messages=st.lists(MESSAGES, max_size=1),
    groups=st.lists(CONTEXTS, max_size=1),
)
PLACES = {
    "row": NUMBERS,
    "text": TEXT,
    "column": NUMBERS,
    "rows": NUMBERS,
    "columns": NUMBERS,
    "externalUrl": TEXT,
    "type": st.sampled_from(["info", "fatal"]),
}
FULL_OUTPUTS = st.builds(
    lambda required, optional: required | optional,
    st.fixed_dictionaries({"accepted": st.booleans(), "status": STATUS_WORDS}),
    objects(
        accepted=st.booleans(),
        status=STATUS_WORDS,
        description=TEXT,
        messages=st.lists(MESSAGES, max_size=1),
        groups=st.lists(TABS, max_size=2),
        annotations=st.lists(objects(**PLACES), max_size=1),
        command=st.sampled_from(["start-judgement", 3]),
    ),
)
REPORTS = objects(enum=STATUS_WORDS, human=TEXT)
WORDS = [
    *("start-judgement", "start-tab", "start-context", "start-testcase", "start-test"),
    *("append-message", "annotate-code", "escalate-status", "close-test", "close-testcase"),
    *("close-context", "close-tab", "close-judgement"),
]
COMMANDS = st.builds(
    lambda command, rest: {"command": command, **rest},
    st.sampled_from([*WORDS, "finish"]),
    objects(
        title=TEXT,
        hidden=st.booleans(),
        permission=st.sampled_from(["zeus", "all"]),
        description=MESSAGES,
        expected=TEXT,
        format=st.sampled_from(["text", "csv", "xml"]),
        channel=TEXT,
        message=MESSAGES,
        status=REPORTS,
        generated=TEXT,
        accepted=st.booleans(),
        data=DATA,
        badgeCount=NUMBERS,
        **PLACES,
    ),
)


def _is_full_output_read(document: object) -> bool:
    if isinstance(document, dict) and isinstance(document.get("command"), str):
        return False  # such an object is read as a command
    try:
        decode_full_output(json.dumps(document).encode())
    except msgspec.ValidationError:
        return False
    return True


def _is_command_read(document: object) -> bool:
    try:
        decode_command(json.dumps(document).encode())
    except msgspec.ValidationError:
        return False
    return True


@given(FULL_OUTPUTS | ODD)
def test_a_full_output_is_valid_if_it_is_read(document: object) -> None:
    assert is_valid("full-output", document) == _is_full_output_read(document)


@given(COMMANDS | ODD)
def test_a_command_is_valid_if_it_is_read(document: object) -> None:
    assert is_valid("partial-output", document) == _is_command_read(document)


@pytest.mark.parametrize("status", [*Status, *SYNONYMS])
def test_a_status_is_valid_if_judges_may_write_it(status: str) -> None:
    output = {"accepted": False, "status": status}
    assert is_valid("full-output", output) == _is_full_output_read(output)
    command = {"command": "escalate-status", "status": {"enum": status}}
    assert is_valid("partial-output", command) == _is_command_read(command)


@pytest.mark.parametrize("word", WORDS)
def test_each_command_has_a_valid_example(word: str) -> None:
    """Otherwise two schemas could agree by refusing everything."""
    everything = {
        "command": word,
        "title": "A",
        "description": {"format": "plain", "description": "x"},
        "expected": "x",
        "generated": "y",
        "message": "x",
        "row": 0,
        "text": "x",
        "status": {"enum": "wrong"},
    }
    assert is_valid("partial-output", everything)
    assert _is_command_read(everything)
    bare = {"command": word}
    assert is_valid("partial-output", bare) == _is_command_read(bare)


def test_an_older_command_name_is_read_but_not_recommended() -> None:
    older = {"command": "annotate", "row": 1, "text": "x"}
    assert _is_command_read(older)
    assert not is_valid("partial-output", older)


def _load_official(name: str) -> Any:
    file = OFFICIAL / name
    if not file.is_file():
        pytest.skip("set KRITERION_SCHEMAS to a directory with Dodona's own schemas")
    schema = json.loads(file.read_bytes())
    return jsonschema.validators.validator_for(schema, jsonschema.Draft7Validator)(schema)


@pytest.mark.reference
@given(document=FULL_OUTPUTS | ODD)
def test_the_official_schema_agrees_on_full_outputs(document: object) -> None:
    assert is_valid("full-output", document) == _load_official("judge_output.json").is_valid(
        document
    )


@pytest.mark.reference
@given(document=COMMANDS | ODD)
def test_the_official_schema_agrees_on_commands(document: object) -> None:
    assert is_valid("partial-output", document) == _load_official("partial_output.json").is_valid(
        document
    )
