"""Starting Django for a command: its settings are made of the environment, once."""

import os
from pathlib import Path

from kriterion.errors import OperatorError


def start_django(data: Path, *, address: str = "") -> None:
    """Let models be imported from now on, of the site whose data is there.

    `address` is where it can be reached when the operator does not say where.
    """
    os.environ["KRITERION_DATA"] = str(data.absolute())
    if address:
        os.environ.setdefault("KRITERION_ADDRESS", address)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriterion.web.settings")
    import django  # a third of a second that commands without a database do not pay
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
    except (ValueError, ImproperlyConfigured) as error:  # such as a DATABASE_URL that is none
        raise OperatorError(
            f"the site cannot start: {error}",
            fix="docs/administrator/install.md lists its environment",
        ) from error


def reach_database() -> None:
    """Raise OperatorError when the database cannot be reached: at once, and saying why.

    The site's own connections wait for one that is free, and know only that there was none.
    """
    from django.db import DatabaseError, connection  # it needs the settings

    try:
        with connection.wrap_database_errors:
            settled = connection.get_connection_params()
            connection.Database.connect(**settled).close()  # type: ignore[attr-defined]
    except DatabaseError as error:
        raise unreachable(error) from error


def reach_database_server() -> None:
    """The same for a database of a server; SQLite's, looked for, would be made."""
    from django.db import connection  # it needs the settings

    if connection.vendor != "sqlite":
        reach_database()


def unreachable(error: Exception) -> OperatorError:
    """What an operator is told when the database does not answer."""
    return OperatorError(
        f"the database cannot be reached: {str(error).strip()}",
        fix="start its server, or name another one: DATABASE_URL, or the --data DIR it is in",
    )
