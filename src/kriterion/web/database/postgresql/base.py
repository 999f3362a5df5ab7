"""The backend itself, where Django looks for it: `DatabaseWrapper`."""

import threading
import time
from typing import Any, ClassVar

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import PoolClosed, PoolTimeout

from kriterion.web.database.postgresql.patience import is_away, note_answer, outages, server_answers

POOL_SECONDS = 10.0  # for a connection in a burst, as long as the server answers


class DatabaseWrapper(base.DatabaseWrapper):
    """Waits for a free connection as long as the server answers, and no longer.

    After an outage there is a new pool: the old one tries to connect less and less often, and would
    lend nothing for as long again as the outage took.
    """

    _connection_pools: ClassVar[dict[str, Any]] = {}  # Django's
    _renewing: ClassVar = threading.Lock()
    _outages: ClassVar[dict[str, int]] = {}  # before each pool was made, by its alias

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection of the pool. Raises OperationalError when there is none in time."""
        if "pool" not in self.settings_dict["OPTIONS"]:  # somebody asks the server itself
            made = super().get_new_connection(conn_params)
            note_answer()
            return made
        until = time.monotonic() + POOL_SECONDS
        while True:
            if is_away():
                server_answers(conn_params)  # somebody wants to know
                raise psycopg.OperationalError("the database does not answer")
            self._renew_pool()
            try:
                return super().get_new_connection(conn_params)
            except (PoolTimeout, PoolClosed):
                if time.monotonic() >= until or not server_answers(conn_params):
                    raise

    def _renew_pool(self) -> None:
        with self._renewing:
            known = self._outages.setdefault(self.alias, 0)
            now = outages()
            if known == now:
                return
            self._outages[self.alias] = now
            old = self._connection_pools.pop(self.alias, None)
        if old is not None:  # what it has lent is closed when it is given back
            threading.Thread(target=old.close, name="kriterion-old-pool", daemon=True).start()
