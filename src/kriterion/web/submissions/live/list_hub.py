"""The hub of open lists of submissions: it notices that a course or the shown rows have changed.

All lists of an event loop share one poll every POLL_SECONDS. It sends no content: each watcher of a
list reads new rows with their own rights.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Hashable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from django.db.models import OuterRef, Subquery

from kriterion.web.courses.models import Course
from kriterion.web.database.outage_log import log_failure
from kriterion.web.submissions.live.change_signal import ChangeSignal
from kriterion.web.submissions.live.row_reader import RowReader
from kriterion.web.submissions.models import Submission

POLL_SECONDS = 2.0
MAX_SHOWN = 50  # submissions of a list
_BATCH = 500  # rows of one query
_STATE = ("state", "attempt", "status", "accepted", "earned", "possible")

_log = logging.getLogger(__name__)


class WatchedList(ChangeSignal):
    """An open list; `version` grows when its course has a new submission or a row has changed."""

    def __init__(self, course_id: int, displayed: Collection[int]) -> None:
        super().__init__()
        self.course_id = course_id
        self.shown = tuple(displayed)[:MAX_SHOWN]
        self._seen: Hashable = None

    def update(self, rows: "_Rows") -> None:
        seen = (rows.newest.get(self.course_id), tuple(map(rows.states.get, self.shown)))
        if seen != self._seen:
            self._seen = seen
            self.note_change()


class ListHub:
    """The open lists of one event loop."""

    def __init__(self) -> None:
        self._lists: set[WatchedList] = set()
        self._loop = asyncio.get_running_loop()
        self._polling: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def watch_list(
        self, course_id: int, displayed: Collection[int]
    ) -> AsyncIterator[WatchedList]:
        """Watch a list while the context is open."""
        watched = WatchedList(course_id, displayed)
        self._lists.add(watched)
        if self._polling is None:
            self._polling = self._loop.create_task(self._poll_all())
        try:
            yield watched
        finally:
            self._lists.discard(watched)

    async def _poll_all(self) -> None:
        with RowReader("kriterion-lists") as reader:
            try:
                while self._lists:
                    await self._poll_lists(reader)
                    await asyncio.sleep(POLL_SECONDS)
            finally:
                self._polling = None

    async def _poll_lists(self, reader: RowReader) -> None:
        lists = list(self._lists)
        courses = {each.course_id for each in lists}
        displayed = {key for each in lists for key in each.shown}
        try:
            rows = await reader.read(_read_rows, courses, displayed)
        except Exception as error:  # the lists wait for the next poll
            log_failure(_log, "open lists of submissions could not be read", error)
            return
        for each in lists:
            each.update(rows)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Rows:
    """The newest submission of each course, and the states of the shown ones."""

    newest: Mapping[int, int | None]
    states: Mapping[int, tuple[object, ...]]


def _read_rows(courses: Collection[int], displayed: Collection[int]) -> _Rows:
    """Read them with one query for all courses, and one for each _BATCH rows."""
    of_course = Submission.objects.filter(course=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    newest = Course.objects.filter(pk__in=courses).order_by().annotate(newest=Subquery(of_course))
    states: dict[int, tuple[object, ...]] = {}
    keys = sorted(displayed)
    for start in range(0, len(keys), _BATCH):
        rows = Submission.objects.filter(pk__in=keys[start : start + _BATCH]).order_by()
        states |= {row[0]: row[1:] for row in rows.values_list("pk", *_STATE)}
    return _Rows(newest=dict(newest.values_list("pk", "newest")), states=states)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, ListHub] = WeakKeyDictionary()


def current_list_hub() -> ListHub:
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = ListHub()
    return _hubs[loop]
