"""The schemas and the readers say the same of every document, and so do the official schemas."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.expectations import read_expectations
from kriterion.authoring.judge_files import check_configuration
from kriterion.authoring.schema_catalog import SCHEMAS
from kriterion.contracts.dodona_judge.configuration import run_configuration
from kriterion.contracts.dodona_judge.full_output import decode_full_output
from kriterion.contracts.dodona_judge.objects import decode_command
from kriterion.errors import OperatorError
from kriterion.exercises.dodona.repository import load_exercise
from kriterion.settings import read_settings

OFFICIAL = Path(os.environ.get("KRITERION_SCHEMAS", "nowhere"))

VALIDATORS = {
    name: jsonschema.Draft202012Validator(schema.load()) for name, schema in SCHEMAS.items()
}


def _valid(name: str, document: object) -> bool:
    return VALIDATORS[name].is_valid(document)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_and_its_examples_are_valid(name: str) -> None:
    schema = SCHEMAS[name].load()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]
    assert SCHEMAS[name].about
    for example in schema.get("examples", []):
        VALIDATORS[name].validate(example)


@pytest.mark.parametrize("name", [name for name in SCHEMAS if name != "suite"])
def test_every_key_is_described_and_there_is_an_example(name: str) -> None:
    schema = SCHEMAS[name].load()
    assert schema["examples"]
    silent = [place for place, key in _keys(schema) if not _described(key, schema)]
    assert silent == []


def _keys(schema: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every property anywhere in a schema, and where."""
    if isinstance(schema, list):
        for item in schema:
            yield from _keys(item, place)
    if not isinstance(schema, dict):
        return
    for word, inner in schema.items():
        if word == "properties":
            for key, value in inner.items():
                if "const" not in value and place.rpartition(".")[2] not in ("not", "if"):
                    yield f"{place}.{key}", value
        if word != "examples":
            yield from _keys(inner, f"{place}.{word}")


def _described(key: dict[str, Any], schema: dict[str, Any]) -> bool:
    while "description" not in key and "$ref" in key:
        key = schema["$defs"][key["$ref"].rpartition("/")[2]]
    return "description" in key or key.get("type") == "array"


# What people write, right and wrong.
VALUES = (
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(0, 9) | st.sampled_from(["", "x"])
)
ODD = VALUES | st.lists(VALUES, max_size=2) | st.dictionaries(st.just("x"), VALUES, max_size=1)


def _mostly(value: st.SearchStrategy[Any], seldom: st.SearchStrategy[Any]) -> Any:
    return st.integers(0, 9).flatmap(lambda chance: seldom if chance == 0 else value)


def _objects(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects with some of these keys, mostly with fitting values, seldom with an unknown key."""
    mostly = {key: _mostly(value, ODD) for key, value in keys.items()}
    known = st.fixed_dictionaries({}, optional=mostly)
    more = st.fixed_dictionaries({"unknown": ODD}, optional=mostly)
    return _mostly(known, more)  # type: ignore[no-any-return]


ACTIVITIES = _objects(
    type=st.sampled_from(["exercise", "Exercise", "exam"]),
    programming_language=st.just("python"),
    access=st.sampled_from(["public", "private", "visible"]),
    description=_objects(names=_objects(en=st.just("Echo"), nl=st.just(""))),
    evaluation=_objects(
        handler=st.just("suite"),
        image=st.just("x"),
        time_limit=st.sampled_from([0, 0.5, 42, 86_400, 86_401]),
        memory_limit=st.sampled_from([9_999_999, 10_000_000, 1e8, 1e8 + 0.5, 500_000_001]),
        network_enabled=st.booleans(),
        analyze_rejected=st.booleans(),
    ),
    labels=st.lists(st.just("loops") | ODD, max_size=3),
    contact=st.just("someone@school.example"),
)


def _activity_is_fine(document: dict[str, Any], directory: Path) -> bool:
    """Whether an exercise with this config.json has no problem in it."""
    (directory / "config.json").write_text(json.dumps(document))
    _, problems = load_exercise(directory, directory)
    shown = ("there is no name in Dutch or English", "there is no description in Dutch or English")
    return all(problem.what in shown for problem in problems)


@given(document=ACTIVITIES)
def test_an_exercise_is_valid_when_its_reader_has_no_complaint(
    document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    directory = tmp_path_factory.getbasetemp()
    assert _valid("exercise", document) == _activity_is_fine(document, directory)
    assert _valid("dirconfig", document) == _valid("exercise", document)


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"visibility": "open"},
        {"visibility": "sometimes"},
        {"type": "ContentPage"},
        {"type": 3},
        {"description": {"names": {"en": ["Echo"]}}},
        {"description": "Echo"},
        {"labels": "loops"},
        {"labels": [["loops"]]},
        {"evaluation": []},
    ],
)
def test_odd_activities_are_judged_alike(document: Any, tmp_path: Path) -> None:
    assert _valid("exercise", document) == _activity_is_fine(document, tmp_path)


@given(
    _objects(
        image=st.just("x"),
        time_limit=st.sampled_from([0, 1, 2.5, 1e15]),
        memory_limit=st.sampled_from([0, 1, 100_000_000]),
        network_enabled=st.booleans(),
    )
)
def test_a_judge_is_valid_when_a_host_can_use_its_configuration(document: dict[str, Any]) -> None:
    assert _valid("judge", document) == (not list(check_configuration(document)))


STATUSES = st.sampled_from(["correct", "wrong answer", "time limit exceeded", "queued", "fine"])


@given(
    st.dictionaries(
        st.sampled_from(["a.py", "b.py"]),
        STATUSES
        | st.lists(STATUSES, max_size=2)
        | st.fixed_dictionaries(
            {},
            optional={
                "status": STATUSES | st.lists(STATUSES, max_size=2),
                "language": st.sampled_from(["en", "nl", ""]),
                "reason": st.just("x"),
            },
        ),
    )
    | st.sampled_from([None, [], ["a.py"], "a.py", 3])
)
def test_expectations_are_valid_when_their_reader_understands_them(document: object) -> None:
    written = json.dumps(document).encode()
    _, findings = read_expectations(written, "expected.yaml", ("a.py", "b.py"))
    # null in JSON is a text in YAML's tree of nodes, and an empty file holds no node at all
    assert _valid("expected", document) == (not findings or document is None)


@given(
    judge=st.dictionaries(st.sampled_from(["image", "x", "workdir"]), VALUES),
    evaluation=st.dictionaries(st.sampled_from(["handler", "filename", "source"]), VALUES),
    language=st.none() | st.just("python"),
)
def test_what_a_judge_is_given_is_valid(
    judge: dict[str, Any], evaluation: dict[str, Any], language: str | None
) -> None:
    given_to_judge = run_configuration(
        judge_config=judge,
        evaluation=evaluation,
        programming_language=language,
        natural_language="en",
        places={key: f"/mnt/{key}" for key in ("resources", "source", "judge", "workdir")},
    )
    VALIDATORS["run-configuration"].validate(given_to_judge)


TEXT = st.sampled_from(["x", ""])
MESSAGES = TEXT | _objects(
    format=st.just("html"), description=TEXT, permission=st.sampled_from(["staff", "all"])
)
NUMBERS = st.sampled_from([0, 3, 2.5, -1])
STATUS_WORDS = st.sampled_from(["correct", "wrong answer", "running"])
DATA = _objects(statements=TEXT, stdin=TEXT)


def _node(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return _objects(
        accepted=st.booleans(),
        description=MESSAGES,
        messages=st.lists(MESSAGES, max_size=1),
        **keys,
    )


TESTS = _node(generated=TEXT, expected=TEXT, format=st.sampled_from(["text", "csv", "xml"]))
TESTCASES = _node(tests=st.lists(TESTS, max_size=1))
CONTEXTS = _node(groups=st.lists(TESTCASES, max_size=1), data=DATA)
TABS = _objects(
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
    _objects(
        accepted=st.booleans(),
        status=STATUS_WORDS,
        description=TEXT,
        messages=st.lists(MESSAGES, max_size=1),
        groups=st.lists(TABS, max_size=2),
        annotations=st.lists(_objects(**PLACES), max_size=1),
        command=st.sampled_from(["start-judgement", 3]),
    ),
)
REPORTS = _objects(enum=STATUS_WORDS, human=TEXT)
WORDS = [
    *("start-judgement", "start-tab", "start-context", "start-testcase", "start-test"),
    *("append-message", "annotate-code", "escalate-status", "close-test", "close-testcase"),
    *("close-context", "close-tab", "close-judgement"),
]
COMMANDS = st.builds(
    lambda command, rest: {"command": command, **rest},
    st.sampled_from([*WORDS, "finish"]),
    _objects(
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


def _full_output_is_read(document: object) -> bool:
    if isinstance(document, dict) and isinstance(document.get("command"), str):
        return False  # such an object is read as a command
    try:
        decode_full_output(json.dumps(document).encode())
    except msgspec.ValidationError:
        return False
    return True


def _command_is_read(document: object) -> bool:
    try:
        decode_command(json.dumps(document).encode())
    except msgspec.ValidationError:
        return False
    return True


@given(FULL_OUTPUTS | ODD)
def test_a_full_output_is_valid_when_it_is_read(document: object) -> None:
    assert _valid("full-output", document) == _full_output_is_read(document)


@given(COMMANDS | ODD)
def test_a_command_is_valid_when_it_is_read(document: object) -> None:
    assert _valid("partial-output", document) == _command_is_read(document)


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
    assert _valid("partial-output", everything)
    assert _command_is_read(everything)
    bare = {"command": word}
    assert _valid("partial-output", bare) == _command_is_read(bare)


def test_an_older_name_of_a_command_is_read_but_not_recommended() -> None:
    older = {"command": "annotate", "row": 1, "text": "x"}
    assert _command_is_read(older)
    assert not _valid("partial-output", older)


def _official(name: str) -> Any:
    file = OFFICIAL / name
    if not file.is_file():
        pytest.skip("set KRITERION_SCHEMAS to a directory with Dodona's own schemas")
    schema = json.loads(file.read_bytes())
    return jsonschema.validators.validator_for(schema, jsonschema.Draft7Validator)(schema)


@pytest.mark.reference
@given(document=FULL_OUTPUTS | ODD)
def test_the_official_schema_says_the_same_of_full_outputs(document: object) -> None:
    assert _valid("full-output", document) == _official("judge_output.json").is_valid(document)


@pytest.mark.reference
@given(document=COMMANDS | ODD)
def test_the_official_schema_says_the_same_of_commands(document: object) -> None:
    assert _valid("partial-output", document) == _official("partial_output.json").is_valid(document)


IMAGES = _objects(
    kind=st.sampled_from(["host", "rootfs", "engine", "cloud"]),
    readable=st.lists(TEXT, max_size=2),
    path=st.lists(TEXT, max_size=1),
    variables=st.dictionaries(st.just("A"), TEXT),
    directory=TEXT,
    home=TEXT,
    mount_at=TEXT,
)
JUDGES = _objects(directory=st.just("x"), image=TEXT, languages=st.lists(TEXT, max_size=1))
TRACK_TOOL: dict[str, st.SearchStrategy[Any]] = {
    "programming_languages": st.just(["python"]) | st.lists(TEXT, max_size=1),
    "directory": TEXT,
    "image": TEXT,
    "script": TEXT,
    "one_directory": st.booleans() | st.just("no"),
    "time_limit": st.sampled_from([0, 0.5, 20, 86_400, 86_401]),
    "memory_limit": st.sampled_from([1, 10_000_000, 1.5]),
}
REPRESENTERS = _objects(**TRACK_TOOL)
ANALYZERS = _objects(
    **TRACK_TOOL,
    comments=TEXT | st.lists(TEXT, max_size=2),
    accepted_only=st.booleans() | st.just("no"),
)
SETTINGS = _objects(
    data=TEXT,
    analyzers=st.dictionaries(st.just("python"), ANALYZERS, max_size=1),
    representers=st.dictionaries(st.just("python"), REPRESENTERS, max_size=1),
    images=st.dictionaries(st.sampled_from(["a", "b c"]), IMAGES, max_size=2),
    judges=st.dictionaries(st.just("tested"), JUDGES, max_size=1),
    sandbox=_objects(uid=st.sampled_from([0, 1, 65_534, 2**32 - 1, 1.5])),
)


@given(SETTINGS)
def test_settings_are_valid_when_they_are_read(document: dict[str, Any]) -> None:
    document = _without_null(document)
    try:
        read_settings(_toml(document), Path("kriterion.toml"))
        read = True
    except OperatorError:
        read = False
    assert _valid("settings", document) == read


def _without_null(value: Any) -> Any:
    """TOML has no null."""
    if isinstance(value, dict):
        return {key: _without_null(one) for key, one in value.items() if one is not None}
    return (
        [_without_null(one) for one in value if one is not None]
        if isinstance(value, list)
        else value
    )


def _toml(document: dict[str, Any]) -> str:
    return "\n".join(f"{json.dumps(key)} = {_inline(value)}" for key, value in document.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)} = {_inline(one)}" for key, one in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return repr(value) if isinstance(value, float) else json.dumps(value)


def test_every_example_of_settings_is_read() -> None:
    for example in SCHEMAS["settings"].load()["examples"]:
        read_settings(_toml(example), Path("kriterion.toml"))
