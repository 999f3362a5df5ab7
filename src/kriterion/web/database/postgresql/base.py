"""The module in which Django looks for `DatabaseWrapper`."""

import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar, Self

import psycopg
from django.conf import settings
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg_pool import PoolClosed, PoolTimeout

from kriterion.web.database.postgresql import silent_clients
from kriterion.web.database.postgresql.connection_line import ConnectionLine
from kriterion.web.database.postgresql.patience import (
    QUIET_SECONDS,
    check_before_use,
    count_outages,
    is_away,
    is_server_answering,
    note_answer,
)

CONNECT_SECONDS = 10.0  # to wait for a new connection, while the server answers
STUCK_SECONDS = 30.0  # to wait in line while no other thread returns its connection


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

    Threads wait in line, and for as long as others return their connections. After an outage, a new
    pool replaces the old one, which would back off for about as long as the outage lasted.
    """

    _connection_pools: ClassVar[dict[str, Any]] = {}  # Django's
    _renewing: ClassVar = threading.Lock()
    _outages: ClassVar[dict[str, int]] = {}  # when each pool was made, by its alias
    _lines: ClassVar[dict[str, ConnectionLine]] = {}  # by the alias of their pool
    _line: ConnectionLine | None = None  # in which this thread's connection counts
    is_first = False  # whether this thread precedes others that wait for a connection

    @property
    def pool(self) -> Any:
        """Django's pool, with a check that saves a query per page while there are many."""
        pool = super().pool
        if pool is not None:
            pool._check = check_before_use
        return pool

    def limit_connections(self, limit: int) -> None:
        """Limit the pool. Call it while no thread has a connection."""
        pool = self.settings_dict["OPTIONS"].get("pool")
        if not pool:
            return
        self.close()
        self.close_pool()
        pool |= {"min_size": 1, "max_size": limit}  # the settings of all threads
        with self._renewing:
            self._lines.pop(self.alias, None)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection of the pool. Raises OperationalError if none is available in time."""
        if "pool" not in self.settings_dict["OPTIONS"]:  # a caller that checks the server itself
            made = super().get_new_connection(conn_params)
            note_answer()
            return made

        def check() -> None:
            if is_away():
                is_server_answering(conn_params)  # starts a check
                raise psycopg.OperationalError("the database does not answer")

        check()
        line = self._find_line()
        line.enter(
            is_first=self.is_first,
            stuck_seconds=STUCK_SECONDS,
            check_seconds=QUIET_SECONDS,
            check=check,
        )
        try:
            made = self._take_from_pool(conn_params, check)
        except BaseException:
            line.leave()
            raise
        self._line = line
        return made

    def _take_from_pool(self, conn_params: dict[str, Any], check: Callable[[], None]) -> Any:
        until = time.monotonic() + CONNECT_SECONDS
        while True:
            check()
            self._renew_pool()
            try:
                return super().get_new_connection(conn_params)
            except (PoolTimeout, PoolClosed):
                if time.monotonic() >= until or not is_server_answering(conn_params):
                    raise

    def _close(self) -> None:
        line, self._line = self._line, None
        try:
            super()._close()  # type: ignore[misc]
        finally:
            if line is not None:
                line.leave()

    def _find_line(self) -> ConnectionLine:
        with self._renewing:
            if self.alias not in self._lines:
                limit = self.settings_dict["OPTIONS"]["pool"]["max_size"]
                self._lines[self.alias] = ConnectionLine(limit)
            return self._lines[self.alias]

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
