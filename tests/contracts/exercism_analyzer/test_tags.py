"""Tags are kept as written; what is against the rules is told."""

import json
from typing import Any

import pytest

from kriterion_tools.contracts.exercism_analyzer.analyzer_files import MAXIMUM_TAGS, TAGS
from kriterion_tools.contracts.exercism_analyzer.tags import find_tag_fault, read_tags
from kriterion_tools.errors import ContractViolation


def read(document: Any) -> tuple[tuple[str, ...], list[str]]:
    tags, violations = read_tags(json.dumps(document).encode())
    return tags, [str(violation).removeprefix(f"{TAGS} ") for violation in violations]


# The first is the contract's own example.
@pytest.mark.parametrize(
    ("value", "tags"),
    [
        (
            [
                "construct:list",
                "paradigm:functional",
                "technique:higher-order-functions",
                "uses:List.unfold",
            ],
            (
                "construct:list",
                "paradigm:functional",
                "technique:higher-order-functions",
                "uses:List.unfold",
            ),
        ),
        ([], ()),
        (None, ()),
        (["uses:a", "uses:b", "uses:a"], ("uses:a", "uses:b")),
        (["uses:a:b"], ("uses:a:b",)),
    ],
)
def test_each_tag_is_read_once(value: Any, tags: tuple[str, ...]) -> None:
    assert read({"tags": value}) == (tags, [])


def test_a_document_without_tags_has_none() -> None:
    assert read({}) == ((), [])


@pytest.mark.parametrize(
    ("value", "kept", "message"),
    [
        (3, (), "must be a string, not 3"),
        (None, (), "must be a string, not null"),
        ("", (), "'' must begin with one of the categories paradigm, technique, construct, uses"),
        (
            "if",
            ("if",),
            "'if' must begin with one of the categories paradigm, technique, construct, uses",
        ),
        (
            "Construct:if",
            ("Construct:if",),
            "'Construct:if' must begin with one of the categories"
            " paradigm, technique, construct, uses",
        ),
        ("uses:", ("uses:",), "'uses:' has no text after its category"),
        ("uses: ", ("uses: ",), "'uses: ' has no text after its category"),
        ("uses:a\nb", (), "'uses:a\\nb' has characters that cannot be printed"),
        ("uses:" + "a" * 200, (), f"'uses:{'a' * 22}...{'a' * 28}' is longer than 200 characters"),
    ],
)
def test_an_unusual_tag_is_reported(value: Any, kept: tuple[str, ...], message: str) -> None:
    assert read({"tags": [value, "uses:a"]}) == ((*kept, "uses:a"), [f"tags[0]: {message}"])


def test_the_number_of_tags_is_limited() -> None:
    tags, messages = read({"tags": [f"uses:{number}" for number in range(20_000)]})
    assert len(tags) == MAXIMUM_TAGS
    assert messages == ["tags: has more than 1,000 tags: the rest is not read"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "tags.json: is empty"),
        (b"[]", "tags.json: must be an object"),
        (
            b"nonsense",
            "tags.json: is not valid JSON: JSON is malformed: invalid character (byte 4)",
        ),
        (b'{"tags": "uses:a"}', "tags.json tags: must be a list, not 'uses:a'"),
        (b'{"tags": [1e999]}', "tags.json tags: contains a number that is too large"),
    ],
)
def test_an_invalid_list_of_tags_is_a_violation(content: bytes, message: str) -> None:
    with pytest.raises(ContractViolation) as caught:
        read_tags(content)
    assert str(caught.value) == message


def test_a_valid_tag_has_no_fault() -> None:
    assert find_tag_fault("uses:DateTime.add_seconds") is None
