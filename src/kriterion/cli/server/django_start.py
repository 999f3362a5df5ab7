"""Start Django for a command, with settings made from the environment."""

import os
from pathlib import Path

from kriterion.errors import OperatorError


def start_django(data: Path, *, address: str = "") -> None:
    """Set Django up for the site in `data`, so that models can be imported.

    `address` is the site's address if the operator does not set one.
    """
    os.environ["KRITERION_DATA"] = str(data.absolute())
    if address:
        os.environ.setdefault("KRITERION_ADDRESS", address)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriterion.web.settings")
    import django  # takes a third of a second, which commands without a database do not need
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
    except (ValueError, ImproperlyConfigured) as error:  # such as an invalid DATABASE_URL
        raise OperatorError(
            f"the site cannot start: {error}",
            fix="docs/administrator/install.md lists the site's environment variables",
        ) from error


def require_database() -> None:
    """Raise OperatorError, with the reason, if the database cannot be reached.

    This bypasses the site's connection pool, which would wait and then lose the reason.
    """
    from django.db import DatabaseError, connection  # needs the settings

    try:
        with connection.wrap_database_errors:
            parameters = connection.get_connection_params()
            connection.Database.connect(**parameters).close()  # type: ignore[attr-defined]
    except DatabaseError as error:
        raise make_unreachable_error(error) from error


def require_database_server() -> None:
    """Raise OperatorError if the database server cannot be reached.

    SQLite is not tried, because connecting to it would create the file."""
    from django.db import connection  # needs the settings

    if connection.vendor != "sqlite":
        require_database()


def make_unreachable_error(error: Exception) -> OperatorError:
    """Return the error for a database that does not answer."""
    return OperatorError(
        f"the database cannot be reached: {str(error).strip()}",
        fix="start its server, or name another database: DATABASE_URL, or --data DIR for SQLite",
    )
