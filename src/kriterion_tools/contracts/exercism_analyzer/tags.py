"""Tags: what a solution uses, as `category:thing` ("construct:list", "uses:DateTime.add").

Source: exercism/docs 19e037f, building/tooling/analyzers/interface.md and tags.md for the
categories; exercism/website 16bb79f keeps tags as they are written.
"""

from enum import StrEnum, unique
from typing import Any

import msgspec

from kriterion_tools.contracts.exercism_analyzer.analyzer_files import (
    MAXIMUM_TAG,
    MAXIMUM_TAGS,
    TAGS,
)
from kriterion_tools.diagnostic import describe_value
from kriterion_tools.errors import ContractViolation
from kriterion_tools.tool_documents import (
    DocumentViolations,
    decode,
    decode_value,
)


@unique
class Category(StrEnum):
    """What a tag is about."""

    PARADIGM = "paradigm"
    TECHNIQUE = "technique"
    CONSTRUCT = "construct"
    USES = "uses"


_CATEGORIES = frozenset(Category)


class _Document(msgspec.Struct):
    tags: msgspec.Raw = msgspec.Raw(b"null")


_DOCUMENT = msgspec.json.Decoder(_Document)


def read_tags(content: bytes) -> tuple[tuple[str, ...], tuple[ContractViolation, ...]]:
    """Read the tags of a tags.json, without duplicates. Raises ContractViolation if it is
    unreadable.
    """
    violations = DocumentViolations(TAGS)
    document = decode(content, _DOCUMENT, TAGS, violations)
    written = decode_value(document.tags, TAGS, "tags")
    if written is None:
        return (), violations.to_tuple()
    if not isinstance(written, list):
        what = f"must be a list, not {describe_value(written)}"
        raise ContractViolation(TAGS, "tags", what, code="tool-output.wrong-type")
    tags: dict[str, None] = {}
    for index, tag in enumerate(written):
        if index == MAXIMUM_TAGS:
            what = f"has more than {MAXIMUM_TAGS:,} tags: the rest is not read"
            violations.add("tags", what, code="tags.too-many")
            break
        if _is_usable(tag, f"tags[{index}]", violations):
            tags[tag] = None
    return tuple(tags), violations.to_tuple()


def find_tag_fault(tag: str) -> str | None:
    """Return the fault of a tag, or None."""
    category, _, thing = tag.partition(":")
    if len(tag) > MAXIMUM_TAG:
        return f"is longer than {MAXIMUM_TAG} characters"
    if not tag.isprintable():
        return "has characters that cannot be printed"
    if category not in _CATEGORIES:
        return f"must begin with one of the categories {', '.join(Category)}"
    return None if thing.strip() else "has no text after its category"


def _is_usable(written: Any, where: str, violations: DocumentViolations) -> bool:
    """Whether to keep a tag: any printable text, even if it breaks a rule."""
    if not isinstance(written, str):
        what = f"must be a string, not {describe_value(written)}"
        violations.add(where, what, code="tool-output.wrong-type")
        return False
    fault = find_tag_fault(written)
    if fault is not None:
        violations.add(where, f"{describe_value(written)} {fault}", code="tags.invalid")
    return 0 < len(written) <= MAXIMUM_TAG and written.isprintable()
