"""The parameters of a comment, as texts by name.

Source: exercism/website 16bb79f: numbers are written out, null is the empty text.
"""

from typing import Any

import msgspec

from kriterion_tools.contracts.exercism_analyzer.analyzer_documents import DocumentViolations
from kriterion_tools.diagnostic import describe_value

MAXIMUM_PARAMS = 100
MAXIMUM_NAME = 100  # characters; placeholders have shorter names
MAXIMUM_VALUE = 32 * 1024  # characters: values hold pieces of code


def read_params(written: Any, where: str, violations: DocumentViolations) -> dict[str, str]:
    """Return the usable parameters; add a violation for each other."""
    if written is None:
        return {}
    if not isinstance(written, dict):
        violations.add(where, f"must be an object, not {describe_value(written)}")
        return {}
    if len(written) > MAXIMUM_PARAMS:
        violations.add(
            where, f"has {len(written):,} parameters, of which {MAXIMUM_PARAMS} are read"
        )
    params = {}
    for name in list(written)[:MAXIMUM_PARAMS]:
        if len(name) > MAXIMUM_NAME:
            violations.add(where, f"{describe_value(name)} is too long for a name")
            continue
        value = _text(written[name])
        if isinstance(written[name], dict | list):
            violations.add(
                f"{where}.{name}", f"must be a text, not {describe_value(written[name])}"
            )
        if len(value) > MAXIMUM_VALUE:
            violations.add(
                f"{where}.{name}", f"is longer than {MAXIMUM_VALUE:,} characters, and cut"
            )
        params[name] = value[:MAXIMUM_VALUE]
    return params


def _text(value: Any) -> str:
    match value:
        case str():
            return value
        case None:
            return ""
    return msgspec.json.encode(value).decode()
