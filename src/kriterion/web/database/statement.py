"""Compile Django's queries to SQL with named values, which PostgreSQL also prepares."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from functools import cache, lru_cache, wraps
from typing import Any, Generic, ParamSpec, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.sql import UpdateQuery

from kriterion.web.database import database_clock as clock

Row = TypeVar("Row", bound=Model)
Form = ParamSpec("Form")
Result = TypeVar("Result")
Compiled = tuple[str, Sequence[Any]]  # SQL and its parameters

MAX_FORMS = 64  # the number of most recently used forms that are kept per statement


def compile_once(compile_form: Callable[Form, Result]) -> Callable[Form, Result]:
    """Cache the result of a function that compiles, for each combination of arguments."""
    kept = cast("Callable[Form, Result]", lru_cache(maxsize=MAX_FORMS)(compile_form))

    @wraps(compile_form)
    def find_compiled(*form: Form.args, **options: Form.kwargs) -> Result:
        if clock.is_replaced():
            return compile_form(*form, **options)
        return kept(*form, **options)

    return find_compiled


class Parameter(Expression):
    """A named value that each call provides; `field` converts it for the database."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [_Place(self.name, self.output_field)]


class Subselect(Expression):
    """A query that was already compiled to SQL, used as a value in another query."""

    def __init__(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        super().__init__(output_field=Field())
        self._sql, self._parameters = sql, tuple(parameters)

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return f"({self._sql})", self._parameters


class Statement:
    """SQL with named values.

    It looks up the thread's connection once per call: Django's `connection` does so per access.

    On PostgreSQL, constants are part of the text: otherwise the plan of a prepared statement could
    not use an index with a condition.
    """

    def __init__(self, sql: str, parameters: Sequence[Any]) -> None:
        if connection.vendor == "postgresql":
            texts = ["%s" if type(each) is _Place else _write_literal(each) for each in parameters]
            self.sql = sql.replace("%%", "%%%%") % tuple(texts)
            self._parameters: list[Any] = [each for each in parameters if type(each) is _Place]
        else:
            self.sql, self._parameters = sql, list(parameters)

    def fetch(self, **values: Any) -> list[tuple[Any, ...]]:
        """Execute the statement and return the rows as the database returns them."""
        database = connections[DEFAULT_DB_ALIAS]
        with _open_cursor(database) as cursor:
            cursor.execute(self.sql, self._bind(values, database))
            return list(cursor.fetchall())

    def execute(self, **values: Any) -> int:
        """Execute the statement and return the number of changed rows."""
        database = connections[DEFAULT_DB_ALIAS]
        with _open_cursor(database) as cursor:
            cursor.execute(self.sql, self._bind(values, database))
            return int(cursor.rowcount)

    def _bind(self, values: Mapping[str, Any], database: BaseDatabaseWrapper) -> list[Any]:
        return [
            each.convert(values[each.name], database) if type(each) is _Place else each
            for each in self._parameters
        ]


class ObjectReader(Generic[Row]):
    """Makes objects of a model from rows with all of its columns, in the model's order."""

    def __init__(self, model: type[Row]) -> None:
        self._model = model
        fields = model._meta.concrete_fields
        self._names = [field.attname for field in fields]
        table = model._meta.db_table
        columns = [field.get_col(table) for field in fields]
        self._converters = [
            (
                index,
                [
                    *connection.ops.get_db_converters(column),
                    *column.get_db_converters(connection),
                ],
                column,
            )
            for index, column in enumerate(columns)
        ]
        self._converters = [each for each in self._converters if each[1]]

    def take(self, columns: list[Any]) -> Row:
        """Make an object from the first columns, and remove them."""
        size = len(self._names)
        values = columns[:size]
        del columns[:size]
        return self.read(values)

    def read(self, row: Sequence[Any]) -> Row:
        values = list(row)
        database = connections[DEFAULT_DB_ALIAS]
        for index, converters, column in self._converters:
            for convert in converters:
                values[index] = convert(values[index], column, database)
        return self._model.from_db(DEFAULT_DB_ALIAS, self._names, values)


@cache
def make_reader(model: type[Row]) -> ObjectReader[Row]:
    """Return the reader of a model."""
    return ObjectReader(model)


def compile_query(rows: QuerySet[Any, Any], names: Mapping[Any, str]) -> Statement:
    """Compile a query; `names` are the names of values by the samples in their places."""
    sql, parameters = rows.query.sql_with_params()
    if missing := names.keys() - set(parameters):
        raise ValueError(f"not parameters of a query: {sorted(map(str, missing))}")
    places = {sample: _Place(name) for sample, name in names.items()}
    return Statement(sql, [places.get(each, each) for each in parameters])


def write_query(rows: QuerySet[Any, Any]) -> Compiled:
    """Return the SQL of a query with parameters; it may lock rows."""
    # Django refuses to compile a query that locks rows outside a transaction.
    with transaction.atomic() if rows.query.select_for_update else nullcontext():
        sql, parameters = rows.query.sql_with_params()
    return sql, parameters


def write_update(rows: QuerySet[Any, Any], values: Mapping[str, Any]) -> Compiled:
    """Return the SQL that sets these values in the rows."""
    query = cast("UpdateQuery", rows.query.chain(UpdateQuery))
    query.clear_ordering(force=True)
    query.add_update_values(dict(values))
    sql, parameters = query.get_compiler(connection.alias).as_sql()
    return sql, parameters


def compile_insert(
    model: type[Model],
    names: Sequence[str],
    *,
    unique: Sequence[str] = (),
    kept: Collection[str] = (),
    returns_key: bool = False,
) -> Statement:
    """Compile a statement that inserts a row with these fields.

    With `unique`, it updates the row that has the same values in those, except for `kept`. With
    `returns_key`, it returns the primary key of the row.
    """
    quote = connection.ops.quote_name
    fields = {name: _get_field(model, name) for name in names}
    columns = {name: quote(str(field.column)) for name, field in fields.items()}
    places = ", ".join("%s" for _ in names)
    written = f"{quote(model._meta.db_table)} ({', '.join(columns.values())}) VALUES ({places})"
    sql = f"INSERT INTO {written}"
    if unique:
        keys = ", ".join(columns[name] for name in unique)
        changes = (
            f"{column} = EXCLUDED.{column}" for name, column in columns.items() if name not in kept
        )
        sql += f" ON CONFLICT ({keys}) DO UPDATE SET {', '.join(changes)}"
    if returns_key:
        sql += f" RETURNING {quote(str(model._meta.pk.column))}"
    return Statement(sql, [_Place(name, field) for name, field in fields.items()])


def insert_object(row: Model) -> None:
    """Insert a new row, as `save` does, with a statement that is compiled once. Sends no signals.

    The database chooses the primary key.
    """
    statement, fields = _compile_object_insert(type(row))
    values = {field.attname: field.pre_save(row, True) for field in fields}
    [(row.pk,)] = statement.fetch(**values)
    row._state.adding, row._state.db = False, connection.alias


@cache
def _compile_object_insert(model: type[Model]) -> "tuple[Statement, list[Field[Any, Any]]]":
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    names = [field.attname for field in fields]
    return compile_insert(model, names, returns_key=True), fields


def make_parameter(model: type[Model], field: str, name: str = "") -> Parameter:
    """Return the place of a field's value, which has the field's name or another one."""
    return Parameter(name or field, _get_field(model, field))


def list_columns(model: type[Model], table: str = "") -> str:
    """Return the columns of a model as SQL, in the order in which ObjectReader reads them."""
    quote = connection.ops.quote_name
    prefix = f"{quote(table)}." if table else ""
    return ", ".join(prefix + quote(str(field.column)) for field in model._meta.concrete_fields)


def _get_field(model: type[Model], name: str) -> "Field[Any, Any]":
    field = model._meta.get_field(name)
    if not isinstance(field, Field):
        raise TypeError(f"{name} is not a column")
    return field


class _Place:
    """The place of a value among the parameters."""

    __slots__ = ("_field", "name")

    def __init__(self, name: str, field: "Field[Any, Any] | None" = None) -> None:
        self.name = name
        self._field = field

    def convert(self, value: Any, database: BaseDatabaseWrapper) -> Any:
        if value is None or self._field is None:
            return value
        return self._field.get_db_prep_save(value, database)


def _open_cursor(database: BaseDatabaseWrapper) -> CursorWrapper:
    """Return a cursor that prepares what it executes, if the database can."""
    open_prepared = getattr(database, "open_prepared_cursor", None)
    return database.cursor() if open_prepared is None else open_prepared()


def _write_literal(value: object) -> str:
    from psycopg import sql  # an extra

    connection.ensure_connection()
    text = sql.Literal(value).as_string(connection.connection)
    return text.replace("%", "%%")
