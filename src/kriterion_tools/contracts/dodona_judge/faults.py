"""Describe what is wrong with an object: the path in it, the value, and what is required."""

import re
from collections.abc import Iterator

import msgspec

MAXIMUM_VALUE_LENGTH = 60

_EXCERPT_BYTES = 1_000  # more than MAXIMUM_VALUE_LENGTH: a value may start with many blanks

_PATH = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(?P<key>[^.\[]+)|\[(?P<index>\d+)\]")
_EXPECTED = re.compile(r"Expected `(?P<type>[^`]+)`(?P<bound> >= 0(?:\.0)?)?.*")
_MISSING = re.compile(r"Object missing required field `(?P<key>[^`]+)`")
_INVALID = re.compile(r"Invalid (?:enum )?value .*", re.DOTALL)

_JSON_WORDS = {
    "str": "a string",
    "bool": "true or false",
    "int": "a number",
    "float": "a number",
    "object": "an object",
    "array": "an array",
}


def describe_fault(error: msgspec.DecodeError, document: bytes) -> str:
    """Describe a fault in `document`: "status.enum: 'good' is not allowed here"."""
    match = _PATH.fullmatch(str(error))
    assert match is not None
    what, path = match["what"], match["path"] or ""
    name = path.removeprefix(".").replace("[...]", "")  # any key: the decoder does not say which
    if missing := _MISSING.fullmatch(what):
        return f"{name}.{missing['key']} is missing".removeprefix(".")
    value = _quote_value(document, path)
    if _INVALID.fullmatch(what):
        return f"{name}: {value} is not allowed here"
    if expected := _EXPECTED.fullmatch(what):
        if expected["bound"]:
            return f"{name}: must be at least 0, not {value}"
        return f"{name}: must be {_describe_types(expected['type'])}, not {value}".removeprefix(
            ": "
        )
    return f"{name}: {what[:1].lower()}{what[1:]}".removeprefix(": ")


def _describe_types(names: str) -> str:
    words = [_JSON_WORDS.get(name, name) for name in names.split(" | ")]
    return " or ".join(dict.fromkeys(words))


def _quote_value(document: bytes, path: str = "") -> str:
    """Return the value at a path as written, truncated. Parses only what is on the way."""
    raw = msgspec.Raw(document)
    for step in _split_path(path):
        try:
            if isinstance(step, int):
                raw = msgspec.json.decode(raw, type=list[msgspec.Raw])[step]
            else:
                raw = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])[step]
        except (ValueError, LookupError):  # a string on the way may not be text
            return "something else"
    text = " ".join(bytes(raw)[:_EXCERPT_BYTES].decode("utf-8", "replace").split())
    return text if len(text) <= MAXIMUM_VALUE_LENGTH else text[: MAXIMUM_VALUE_LENGTH - 1] + "…"


def _split_path(path: str) -> Iterator[str | int]:
    for step in _STEP.finditer(path):
        yield int(step["index"]) if step["index"] else step["key"]
