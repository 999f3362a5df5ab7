"""Tables of pairs of programs, written from the documents: must a pair keep a class or split it?

A file of `tables/` has a skeleton on each line that starts with `@`, and a pair on each other:
`+` must keep a class, `-` must split it, and `?` should keep it and does not yet (a known limit).
Cells are separated by `¦`; `⏎` is a line break.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TABLES = Path(__file__).parent / "tables"
KEEP, SPLIT, LIMIT = "+", "-", "?"


class Pair(NamedTuple):
    verdict: str
    reason: str
    one: str
    other: str


def read_pairs(language: str) -> Iterator[Pair]:
    """Yield the pairs of a language's table."""
    skeletons: dict[str, str] = {}
    for line in (TABLES / f"{language}.txt").read_text().splitlines():
        verdict, *cells = (cell.strip() for cell in line.removeprefix("@").split("¦"))
        if line.startswith("@"):
            (skeletons[verdict],) = cells
            continue
        name, reason, one, other = cells
        yield Pair(verdict, reason, *(_fill(skeletons[name], body) for body in (one, other)))


def _fill(skeleton: str, body: str) -> str:
    """Insert a body into its skeleton; its lines get the indentation of the first."""
    before, after = (part.replace("⏎", "\n") for part in skeleton.split("BODY"))
    line = before.rpartition("\n")[2]
    indentation = line if line.isspace() else ""
    return before + body.replace("⏎", "\n" + indentation) + after + "\n"
