"""The tables that compare our comments with those of the official analyzers name what exists."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine import shipped

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
COMMENTS = Path(shipped.__file__).parents[1] / "comments"


def read(name: str) -> Iterator[list[str]]:
    with (REFERENCE / name).open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        yield from rows


def is_comment(pointer: str) -> bool:
    return (COMMENTS / (pointer.replace(".", "/") + ".md")).is_file()


def test_each_comment_of_ours_in_the_tables_exists() -> None:
    ours = {pointer for row in read("official-comments.tsv") for pointer in row[2].split()}
    ours |= {row[1] for row in read("official-only-ours.tsv")}
    assert [pointer for pointer in sorted(ours) if not is_comment(pointer)] == []


@pytest.mark.parametrize(
    ("name", "verdicts"),
    [
        (
            "official-comments.tsv",
            {
                "same",
                "partly",
                *(f"not said: {why}" for why in ("right", "needless", "wrong", "outside")),
            },
        ),
        ("official-only-ours.tsv", {"right", "needless", "wrong"}),
    ],
)
def test_each_row_has_a_known_verdict(name: str, verdicts: set[str]) -> None:
    assert {row[3].partition(";")[0] for row in read(name)} <= verdicts


def test_what_both_say_names_ours() -> None:
    rows = list(read("official-comments.tsv"))
    assert [row[1] for row in rows if row[3].startswith(("same", "partly")) and not row[2]] == []
