"""The backend itself, where Django looks for it: `DatabaseWrapper`."""

import time
from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import PoolTimeout

from kriterion.store.postgresql.patience import server_answers

POOL_SECONDS = 10.0  # for a connection in a burst, as long as the server answers


class DatabaseWrapper(base.DatabaseWrapper):
    """Waits for a free connection as long as the server answers, and no longer."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection of the pool. Raises OperationalError when there is none in time."""
        until = time.monotonic() + POOL_SECONDS
        while True:
            try:
                return super().get_new_connection(conn_params)
            except PoolTimeout:
                if time.monotonic() >= until or not server_answers(conn_params):
                    raise
