"""docs/contracts/seeds.md lists every statement of the four documents with its status and test."""

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
CONTRACTS = ROOT / "docs/contracts"
PAGE = CONTRACTS / "seeds.md"


class Row(NamedTuple):
    number: str
    statement: str
    verdict: str
    where: str
    tests: str


ROWS = [
    Row(*(cell.strip() for cell in line.strip("|").split("|")))
    for line in PAGE.read_text().splitlines()
    if re.match(r"\| S\d", line)
]


def _list_rules() -> set[str]:
    """Return the numbers of all rules and differences on the contracts' pages."""
    return {
        number
        for page in CONTRACTS.glob("*.md")
        if page != PAGE
        for number in re.findall(r"^\| ([A-Z]\d+[a-z]?) \|", page.read_text(), flags=re.MULTILINE)
    }


def _list_decisions() -> set[str]:
    return {str(int(file.name[:4])) for file in (ROOT / "docs/decisions").glob("[0-9]*.md")}


def test_statements_are_numbered_without_gaps() -> None:
    numbers = [int(row.number.removeprefix("S")) for row in ROWS]
    begins = [number for number in numbers if number % 100 == 1]
    assert begins == [1, 101, 201, 301]
    jumps = [after for before, after in pairwise(numbers) if after != before + 1]
    assert jumps == begins[1:]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.number)
def test_a_statement_has_a_verdict_a_rule_and_a_test(row: Row) -> None:
    assert row.statement
    assert row.verdict in {"met", "decided"}
    places = re.findall(r"\b(?:[A-Z]\d+[a-z]?|\d+)\b", row.where)
    assert places, "no rule or decision"
    assert set(places) <= _list_rules() | _list_decisions()
    assert re.search(r"`test_\w+`", row.tests), "no test"
