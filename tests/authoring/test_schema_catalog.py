"""The schemas are schemas, and tell authors all they want to know."""

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from kriterion.authoring.schema_catalog import SCHEMAS
from tests.authoring.schema_documents import VALIDATORS


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_and_its_examples_are_valid(name: str) -> None:
    schema = SCHEMAS[name].load()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]
    assert SCHEMAS[name].about
    for example in schema.get("examples", []):
        VALIDATORS[name].validate(example)


@pytest.mark.parametrize("name", [name for name in SCHEMAS if name != "suite"])
def test_every_key_is_described_and_has_an_example(name: str) -> None:
    schema = SCHEMAS[name].load()
    assert schema["examples"]
    silent = [place for place, key in _list_keys(schema) if not _is_described(key, schema)]
    assert silent == []


def _list_keys(schema: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every property anywhere in a schema, and where."""
    if isinstance(schema, list):
        for item in schema:
            yield from _list_keys(item, place)
    if not isinstance(schema, dict):
        return
    for word, inner in schema.items():
        if word == "properties":
            for key, value in inner.items():
                if "const" not in value and place.rpartition(".")[2] not in ("not", "if"):
                    yield f"{place}.{key}", value
        if word != "examples":
            yield from _list_keys(inner, f"{place}.{word}")


def _is_described(key: dict[str, Any], schema: dict[str, Any]) -> bool:
    while "description" not in key and "$ref" in key:
        key = schema["$defs"][key["$ref"].rpartition("/")[2]]
    return "description" in key or key.get("type") == "array"
