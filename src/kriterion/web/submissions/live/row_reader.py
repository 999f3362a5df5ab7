"""Read rows for an event loop, one query after the other, in a thread that keeps no connection."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from django.db import close_old_connections, connections

from kriterion.web.database.pooled_connection import take_precedence

_Values = ParamSpec("_Values")
_Result = TypeVar("_Result")


class RowReader:
    """A thread that reads rows; `is_first` if it precedes pages that wait for a connection."""

    def __init__(self, thread_name: str, *, is_first: bool = False) -> None:
        prepare = take_precedence if is_first else None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=thread_name, initializer=prepare)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._thread.submit(connections.close_all)
        self._thread.shutdown(wait=False)

    async def read(
        self,
        function: Callable[_Values, _Result],
        *values: _Values.args,
        **named: _Values.kwargs,
    ) -> _Result:
        """Call a function that reads rows, in the thread."""

        def read_and_release() -> _Result:
            try:
                result = function(*values, **named)
            except Exception:
                connections.close_all()  # the next call opens a new connection
                raise
            close_old_connections()  # to the pool; SQLite's is kept
            return result

        return await asyncio.get_running_loop().run_in_executor(self._thread, read_and_release)
