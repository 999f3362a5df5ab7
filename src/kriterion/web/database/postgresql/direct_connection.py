"""Where to connect for work that needs its own session, such as LISTEN or a session's lock.

A pooler such as PgBouncer in transaction mode gives each transaction to another session. Behind
one, KRITERION_DIRECT_DATABASE_URL names the server itself.
"""

from typing import Any

import dj_database_url
from django.conf import settings
from django.db import connection

# A server that vanished without a word is noticed after about half a minute.
_KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 4}
_NOT_LIBPQ = ("context", "cursor_factory", "pool", "prepare_threshold")


def find_direct_parameters() -> dict[str, Any]:
    """Return psycopg's parameters for a connection that no pooler shares."""
    if settings.DIRECT_DATABASE_URL:
        parsed = dj_database_url.parse(settings.DIRECT_DATABASE_URL)
        own = connection.copy()
        own.settings_dict = {**own.settings_dict, **_pick_address(parsed)}
        parameters = own.get_connection_params()
    else:
        parameters = connection.get_connection_params()
    kept = {name: value for name, value in parameters.items() if name not in _NOT_LIBPQ}
    return {"connect_timeout": 5, **_KEEPALIVES, **kept}


def _pick_address(parsed: Any) -> dict[str, Any]:
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")
    return {name: parsed.get(name, {} if name == "OPTIONS" else "") for name in names}
