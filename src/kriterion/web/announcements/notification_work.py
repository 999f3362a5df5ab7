"""The notifications about announcements, as workers see them."""

from collections.abc import Collection

from kriterion.web.announcements.services import find_announcement_to_notify, notify_next
from kriterion.web.submissions.queue.inability import Exclusion, Inabilities
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.background_work import BackgroundTask
from kriterion.web.submissions.worker.job import Assess, JobWorker


class NotifyTask:
    """One step: some readers of an announcement, in one transaction."""

    is_suspect = False
    is_overdue = False
    is_stopped = False

    def __init__(self, announcement_id: int) -> None:
        self.label = f"of announcement {announcement_id}"
        self._announcement_id = announcement_id

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        notify_next(self._announcement_id)

    def stop(self) -> None:
        """Do nothing: a step is short."""


class AnnouncementWork:
    """The source of these tasks. Implements BackgroundWork."""

    is_awaited = False

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        return find_announcement_to_notify() is not None

    def take(self, worker: str, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None:
        announcement_id = find_announcement_to_notify()
        return None if announcement_id is None else NotifyTask(announcement_id)

    def do_duties(
        self, worker: str, inabilities: Inabilities, tasks: Collection[BackgroundTask]
    ) -> None:
        """Do nothing: a step holds no lease."""
