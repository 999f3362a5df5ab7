"""Queries that are compiled to SQL once per process, for what many requests ask.

Compiling a query takes several times as long as finding a row by an index.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

from kriterion.web.database import database_clock as clock
from kriterion.web.database.statement import ObjectReader, Statement, compile_query, make_reader

Row = TypeVar("Row", bound=Model)
Value = int | str | None

_LARGEST = 2**63 - 1
_FIRST_SAMPLE = 31_001  # fits the smallest of integer fields


class CompiledQuery(Generic[Row]):
    """A query with named values; `build` takes these and returns the query.

    `build` may only use the values in conditions: a query whose form depends on a value cannot be
    compiled. None is the exception: `course=None` and `course=3` are compiled separately.
    """

    def __init__(self, build: Callable[..., QuerySet[Row, Any]]) -> None:
        self._build = build
        self._compiled: dict[frozenset[str], tuple[ObjectReader[Row], Statement]] = {}

    def fetch_rows(self, **values: Value) -> list[tuple[Any, ...]]:
        """Return the rows as the database returns them: for numbers and texts."""
        if not _are_storable(values):
            return []
        _, statement = self._find(values)
        return statement.fetch(**values)

    def fetch_value(self, **values: Value) -> Any:
        """Return the first column of the first row; None without one."""
        rows = self.fetch_rows(**values)
        return rows[0][0] if rows else None

    def fetch_objects(self, **values: Value) -> list[Row]:
        """Return the rows as objects; the query must select all fields of one model."""
        if not _are_storable(values):
            return []
        reader, statement = self._find(values)
        return [reader.read(row) for row in statement.fetch(**values)]

    def fetch_object_with_related(
        self, **values: Value
    ) -> tuple[Row, list[tuple[Any, ...]]] | None:
        """Return the object of the first row, and of each row the columns after the object's.

        The query must select all fields of one model first, and joins rows that belong to it.
        """
        if not _are_storable(values):
            return None
        reader, statement = self._find(values)
        rows = [list(row) for row in statement.fetch(**values)]
        if not rows:
            return None
        found = reader.take(rows[0])
        size = len(rows[0])
        return found, [tuple(row[-size:]) for row in rows]

    def _find(self, values: dict[str, Value]) -> tuple[ObjectReader[Row], Statement]:
        if clock.is_replaced():
            return self._compile(values)
        form = frozenset(name for name, value in values.items() if value is not None)
        if form not in self._compiled:
            self._compiled[form] = self._compile(values)
        return self._compiled[form]

    def _compile(self, values: dict[str, Value]) -> tuple[ObjectReader[Row], Statement]:
        samples = {
            name: None if value is None else _make_sample(number, value)
            for number, (name, value) in enumerate(values.items())
        }
        query = self._build(**samples)
        names = {sample: name for name, sample in samples.items() if sample is not None}
        return make_reader(query.model), compile_query(query, names)


def _are_storable(values: dict[str, Value]) -> bool:
    """Whether the database can store all numbers; larger ones are in none of its rows."""
    numbers = (value for value in values.values() if isinstance(value, int))
    return all(abs(number) <= _LARGEST for number in numbers)


def _make_sample(number: int, value: int | str) -> int | str:
    return f"sample {number}" if isinstance(value, str) else _FIRST_SAMPLE + number
