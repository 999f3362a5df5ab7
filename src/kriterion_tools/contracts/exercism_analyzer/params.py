"""The parameters of a comment, as texts by name.

Source: exercism/website 16bb79f: numbers are written out, null is the empty text.
"""

from typing import Any

import msgspec

from kriterion_tools.diagnostic import describe_value
from kriterion_tools.tool_documents import DocumentViolations

MAXIMUM_PARAMS = 100
MAXIMUM_NAME = 100  # characters; placeholders have shorter names
MAXIMUM_VALUE = 32 * 1024  # characters: values hold pieces of code


def read_params(written: Any, where: str, violations: DocumentViolations) -> dict[str, str]:
    """Return the usable parameters; add a violation for each of the others."""
    if written is None:
        return {}
    if not isinstance(written, dict):
        what = f"must be an object, not {describe_value(written)}"
        violations.add(where, what, code="tool-output.wrong-type")
        return {}
    if len(written) > MAXIMUM_PARAMS:
        what = f"has {len(written):,} parameters, of which only {MAXIMUM_PARAMS} are read"
        violations.add(where, what, code="analysis.too-many-params")
    params = {}
    for name in list(written)[:MAXIMUM_PARAMS]:
        if len(name) > MAXIMUM_NAME:
            what = f"the name {describe_value(name)} is longer than {MAXIMUM_NAME} characters"
            violations.add(where, what, code="analysis.param-name-too-long")
            continue
        value = _convert_to_text(written[name])
        if isinstance(written[name], dict | list):
            what = f"must be a string, not {describe_value(written[name])}"
            violations.add(f"{where}.{name}", what, code="tool-output.wrong-type")
        if len(value) > MAXIMUM_VALUE:
            what = f"is longer than {MAXIMUM_VALUE:,} characters and is truncated"
            violations.add(f"{where}.{name}", what, code="analysis.param-too-long")
        params[name] = value[:MAXIMUM_VALUE]
    return params


def _convert_to_text(value: Any) -> str:
    match value:
        case str():
            return value
        case None:
            return ""
    return msgspec.json.encode(value).decode()
