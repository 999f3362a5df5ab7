"""Queries that are compiled to SQL once per process, for what many requests ask.

Compiling a query takes several times as long as finding a row by an index.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

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
        self._compiled: dict[frozenset[str], tuple[QuerySet[Row, Any], str, list[Any]]] = {}

    def fetch_rows(self, **values: Value) -> list[tuple[Any, ...]]:
        """Return the rows as the database returns them: for numbers and texts."""
        if not _are_storable(values):
            return []
        _, sql, parameters = self._bind(values)
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            return list(cursor.fetchall())

    def fetch_value(self, **values: Value) -> Any:
        """Return the first column of the first row; None without one."""
        rows = self.fetch_rows(**values)
        return rows[0][0] if rows else None

    def fetch_objects(self, **values: Value) -> list[Row]:
        """Return the rows as objects; the query must select all fields of one model."""
        if not _are_storable(values):
            return []
        query, sql, parameters = self._bind(values)
        return list(query.model._base_manager.raw(sql, parameters))

    def _bind(self, values: dict[str, Value]) -> tuple[QuerySet[Row, Any], str, list[Any]]:
        form = frozenset(name for name, value in values.items() if value is not None)
        if form not in self._compiled:
            self._compiled[form] = self._compile(values)
        query, sql, parameters = self._compiled[form]
        bound = [values[each.name] if type(each) is _Place else each for each in parameters]
        return query, sql, bound

    def _compile(self, values: dict[str, Value]) -> tuple[QuerySet[Row, Any], str, list[Any]]:
        samples = {
            name: None if value is None else _make_sample(number, value)
            for number, (name, value) in enumerate(values.items())
        }
        query = self._build(**samples)
        sql, parameters = query.query.sql_with_params()
        places = {sample: _Place(name) for name, sample in samples.items() if sample is not None}
        if missing := places.keys() - set(parameters):
            raise ValueError(f"not parameters of a query: {sorted(map(str, missing))}")
        return query, sql, [places.get(each, each) for each in parameters]


class _Place:
    """Where a value stands among a query's parameters."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


def _are_storable(values: dict[str, Value]) -> bool:
    """Whether no number is too large for the database, and therefore in none of its rows."""
    numbers = (value for value in values.values() if isinstance(value, int))
    return all(abs(number) <= _LARGEST for number in numbers)


def _make_sample(number: int, value: int | str) -> int | str:
    return f"sample {number}" if isinstance(value, str) else _FIRST_SAMPLE + number
