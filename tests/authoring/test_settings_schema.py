"""The schema of kriterion.toml says the same as its reader."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.schema_catalog import SCHEMAS
from kriterion.errors import OperatorError
from kriterion.host.settings import read_settings
from tests.authoring.schema_documents import (
    TEXT,
    is_valid,
    objects,
)

IMAGES = objects(
    kind=st.sampled_from(["host", "rootfs", "engine", "cloud"]),
    readable=st.lists(TEXT, max_size=2),
    path=st.lists(TEXT, max_size=1),
    variables=st.dictionaries(st.just("A"), TEXT),
    directory=TEXT,
    home=TEXT,
    mount_at=TEXT,
    foreign_architectures=st.booleans() | st.just("no"),
    ptrace=st.booleans() | st.just(1),
    set_id=st.booleans() | st.just("no"),
    pseudo_terminals=st.booleans() | st.just("no"),
    network=st.booleans() | st.just("allowed"),
    file_bytes=st.sampled_from([0, 1_048_575, 1_048_576, 2**40, 2**40 + 1, 1.5, "1G"]),
    tmp_bytes=st.sampled_from([0, 1_048_575, 1_048_576, 2**40, 2**40 + 1, 1.5, "1G"]),
)
JUDGES = objects(directory=st.just("x"), image=TEXT, languages=st.lists(TEXT, max_size=1))
TRACK_TOOL: dict[str, st.SearchStrategy[Any]] = {
    "programming_languages": st.just(["python"]) | st.lists(TEXT, max_size=1),
    "directory": TEXT,
    "image": TEXT,
    "script": TEXT,
    "one_directory": st.booleans() | st.just("no"),
    "time_limit": st.sampled_from([0, 0.5, 20, 86_400, 86_401]),
    "memory_limit": st.sampled_from([1, 10_000_000, 1.5]),
    "exercises": st.lists(st.sampled_from(["two-fer", "resistor-*", "", "Two Fer"]), max_size=2),
    "fallback": st.booleans() | st.just("no"),
}
REPRESENTERS = objects(**TRACK_TOOL)
ANALYZERS = objects(
    **TRACK_TOOL,
    comments=TEXT | st.lists(TEXT, max_size=2),
    accepted_only=st.booleans() | st.just("no"),
)
SETTINGS = objects(
    data=TEXT,
    analyzers=st.dictionaries(st.just("python"), ANALYZERS, max_size=1),
    representers=st.dictionaries(st.just("python"), REPRESENTERS, max_size=1),
    images=st.dictionaries(st.sampled_from(["a", "b c"]), IMAGES, max_size=2),
    judges=st.dictionaries(st.just("tested"), JUDGES, max_size=1),
    sandbox=objects(
        uid=st.just(64_999),
        first_uid=st.sampled_from([0, 999, 1_000, 70_000, 2**31 - 1, 2**31, 1.5]),
        uid_count=st.sampled_from([0, 1, 1_000, 1_000_001, "1"]),
        engine=st.sampled_from(["podman", "docker", "rkt"]),
        backend=st.sampled_from(["bubblewrap", "process", "vm"]),
        unsafe=st.booleans() | st.just("no"),
    ),
)


@given(SETTINGS)
def test_settings_are_valid_if_they_are_read(document: dict[str, Any]) -> None:
    document = _drop_null(document)
    try:
        read_settings(_write_toml(document), Path("kriterion.toml"))
        value = True
    except OperatorError:
        value = False
    assert is_valid("settings", document) == value


def _drop_null(value: Any) -> Any:
    """TOML has no null."""
    if isinstance(value, dict):
        return {key: _drop_null(one) for key, one in value.items() if one is not None}
    return (
        [_drop_null(item) for item in value if item is not None]
        if isinstance(value, list)
        else value
    )


def _write_toml(document: dict[str, Any]) -> str:
    return "\n".join(
        f"{json.dumps(key)} = {_write_inline(value)}" for key, value in document.items()
    )


def _write_inline(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)} = {_write_inline(one)}" for key, one in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_write_inline, value)) + "]"
    return repr(value) if isinstance(value, float) else json.dumps(value)


def test_every_example_of_settings_is_read() -> None:
    for example in SCHEMAS["settings"].load()["examples"]:
        read_settings(_write_toml(example), Path("kriterion.toml"))
