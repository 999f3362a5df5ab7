"""The module in which Django looks for `DatabaseWrapper`."""

import threading
import time
from typing import Any, ClassVar, Self

import psycopg
from django.conf import settings
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg_pool import PoolClosed, PoolTimeout

from kriterion.web.database.postgresql import silent_clients
from kriterion.web.database.postgresql.patience import (
    count_outages,
    is_away,
    is_server_answering,
    note_answer,
)

POOL_SECONDS = 10.0  # to wait for a connection in a burst, while the server answers


class _PreparedCursor(psycopg.Cursor[Any]):
    """Prepares what it executes. Other cursors of the connection prepare nothing."""

    def execute(
        self,
        query: Any,
        params: Any = None,
        *,
        prepare: bool | None = True,
        binary: bool | None = None,
    ) -> Self:
        self.connection.prepare_threshold = 0
        try:
            return super().execute(query, params, prepare=prepare, binary=binary)
        finally:
            self.connection.prepare_threshold = None


class DatabaseWrapper(base.DatabaseWrapper):
    """Waits for a pooled connection while the server answers, and no longer.

    After an outage, a new pool replaces the old one, which would back off for about as long as the
    outage lasted.
    """

    _connection_pools: ClassVar[dict[str, Any]] = {}  # Django's
    _renewing: ClassVar = threading.Lock()
    _outages: ClassVar[dict[str, int]] = {}  # when each pool was made, by its alias

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection of the pool. Raises OperationalError if none is available in time."""
        if "pool" not in self.settings_dict["OPTIONS"]:  # a caller that checks the server itself
            made = super().get_new_connection(conn_params)
            note_answer()
            return made
        until = time.monotonic() + POOL_SECONDS
        while True:
            if is_away():
                is_server_answering(conn_params)  # starts a check
                raise psycopg.OperationalError("the database does not answer")
            self._renew_pool()
            try:
                return super().get_new_connection(conn_params)
            except (PoolTimeout, PoolClosed):
                if time.monotonic() >= until or not is_server_answering(conn_params):
                    raise

    def open_prepared_cursor(self) -> CursorWrapper:
        """Return a cursor that has the server prepare each statement, for those that are repeated.

        A pooler gives each transaction to another session, so nothing is prepared behind one.
        """
        if settings.DIRECT_DATABASE_URL:
            return self.cursor()
        self.close_if_health_check_failed()
        self.ensure_connection()
        with self.wrap_database_errors:
            made = _PreparedCursor(self.connection)
            return self._prepare_cursor(made)  # type: ignore[attr-defined, no-any-return]

    def _configure_connection(self, connection: Any) -> bool:
        """Configure a new session; return whether that needs a commit."""
        is_changed = super()._configure_connection(connection)  # type: ignore[misc]
        return silent_clients.configure(connection) or bool(is_changed)

    def _renew_pool(self) -> None:
        with self._renewing:
            known = self._outages.setdefault(self.alias, 0)
            now = count_outages()
            if known == now:
                return
            self._outages[self.alias] = now
            old = self._connection_pools.pop(self.alias, None)
        if old is not None:  # its lent connections are closed on return
            threading.Thread(target=old.close, name="kriterion-old-pool", daemon=True).start()
