"""Many rows at once: copies of one row, made by the database.

Import it after Django is set up.
"""

from collections.abc import Mapping

from django.db import connection
from django.db.models import Model

_TOGETHER = 100_000


def copy_row(row: Model, number: int, changes: Mapping[str, str], *, analyze: bool = True) -> None:
    """Add `number` copies of a stored row, and update the statistics of its table.

    `changes` are SQL expressions by column; `n` in them counts the copies from 0. The key is the
    next free one unless it is changed.
    """
    quote, meta = connection.ops.quote_name, row._meta
    columns = [f"{field.column}" for field in meta.concrete_fields if not field.primary_key]
    columns += [column for column in changes if column not in columns]
    values = [changes.get(column) or f"source.{quote(column)}" for column in columns]
    values = [value.replace("%", "%%") for value in values]  # no placeholders
    assert meta.pk is not None
    table, key = quote(meta.db_table), quote(f"{meta.pk.column}")
    with connection.cursor() as cursor:
        for first in range(0, number, _TOGETHER):
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(map(quote, columns))})"
                " WITH RECURSIVE numbers(n) AS"
                " (SELECT %s UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < %s)"
                # The source first: SQLite would search for it for each number.
                f" SELECT {', '.join(values)} FROM (SELECT * FROM {table} WHERE {key} = %s) source"
                " CROSS JOIN numbers",
                [first, min(first + _TOGETHER, number), row.pk],
            )
        if not analyze:
            return
        if connection.vendor == "postgresql":
            cursor.execute(f"VACUUM ANALYZE {table}")  # as it would by itself a minute later
        else:
            cursor.execute("ANALYZE")
