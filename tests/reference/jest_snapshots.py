"""Snapshots of Exercism's javascript-analyzer: jest's own notation of the comments on a fixture."""

import re
from collections.abc import Iterator
from pathlib import Path

from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis, Comment, CommentType

_ENTRY = re.compile(
    r"^exports\[`.*? matches (?P<fixture>[\w-]+/\d+)'s output: output 1`\] = `\n"
    r"(?P<shown>.*?)\n`;$",
    re.MULTILINE | re.DOTALL,
)
_TEXT = r'"((?:[^"\\]|\\.)*)"'
_COMMENT = re.compile(
    rf'"externalTemplate": {_TEXT},\n.*?"type": {_TEXT},\n\s*"variables": Object {{(.*?)}},\n',
    re.DOTALL,
)
_VARIABLE = re.compile(rf"{_TEXT}: (?:{_TEXT}|(\w+)),\n")


def load_snapshots(file: Path) -> Iterator[tuple[str, Analysis]]:
    """Load the comments that each fixture, SLUG/NUMBER, must get."""
    for entry in _ENTRY.finditer(file.read_text()):
        text = _unescape(entry["shown"])  # it stands in a template literal
        yield (
            entry["fixture"],
            Analysis(comments=tuple(map(_make_comment, _COMMENT.finditer(text)))),
        )


def _make_comment(found: re.Match[str]) -> Comment:
    pointer, type_, variables = found.groups()
    params = {
        _unescape(name): "" if bare in ("undefined", "null") else bare or _unescape(text)
        for name, text, bare in _VARIABLE.findall(variables)
    }
    return Comment(pointer=pointer, type=CommentType(type_), params=params)


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)
