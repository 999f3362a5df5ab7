"""The comments that an analyzer can write: pointers and their parameters.

A list has one per line: `ruby.two-fer.class_method`, or with the names of its parameters, if known,
`ruby.two-fer.string_format: name_variable`. Text after a "#" is a remark.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import decode_text, escape_name
from kriterion_tools.contracts.exercism_analyzer.pointers import find_comment_path
from kriterion_tools.diagnostic import Diagnostic, describe_value

MAXIMUM_EMITTED = 100_000
MAXIMUM_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class EmittedComment:
    """A comment that a tool can write. `params` is None if unknown.

    `where` is the place in `file` that declares it.
    """

    pointer: str
    params: frozenset[str] | None = None
    file: str
    where: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class EmittedCommentList:
    """The comments of one tool, and problems of the list."""

    comments: tuple[EmittedComment, ...] = ()
    problems: tuple[Diagnostic, ...] = ()


def load_emitted(path: Path) -> EmittedCommentList:
    """Load the list in a file, which may be a pipe."""
    with path.open("rb") as file:
        content = file.read(MAXIMUM_BYTES + 1)
    return read_emitted(content, escape_name(str(path)))


def read_emitted(content: bytes, file: str) -> EmittedCommentList:
    """Parse the list in the bytes of `file`; a line that is not a pointer is a problem."""
    problems = Problems()
    lines = decode_text(content[:MAXIMUM_BYTES], file, problems).splitlines()
    if len(content) > MAXIMUM_BYTES or len(lines) > MAXIMUM_EMITTED:
        what = f"is too long: only {MAXIMUM_BYTES:,} bytes and {MAXIMUM_EMITTED:,} lines are read"
        problems.refuse(file, what, fix="shorten the list", code="pointers.too-many")
    comments = tuple(_parse_lines(lines[:MAXIMUM_EMITTED], file, problems))
    return EmittedCommentList(comments=comments, problems=tuple(problems))


def _parse_lines(lines: list[str], file: str, problems: Problems) -> Iterator[EmittedComment]:
    for number, line in enumerate(lines, start=1):
        pointer, colon, names = line.partition("#")[0].partition(":")
        pointer = pointer.strip()
        if not pointer and not colon:
            continue
        where = f"line {number}"
        try:
            find_comment_path(pointer)
        except ValueError as fault:
            problems.refuse(
                file,
                f"{describe_value(pointer)} is not a valid pointer: it {fault}",
                where=where,
                code="pointers.invalid",
            )
            continue
        params = frozenset(names.replace(",", " ").split()) if colon else None
        yield EmittedComment(pointer=pointer, params=params, file=file, where=where)
