"""Store comments and tests of assessments from before these were stored, if nothing else waits."""

import logging
import threading
import zlib
from collections.abc import Collection

import msgspec
from django.db.models import QuerySet

from kriterion.feedback.automatic_comments import list_automatic_comments
from kriterion.feedback.test_outcomes import list_test_outcomes
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import Assessment
from kriterion.web.submissions.queue.comment_index import store_comments
from kriterion.web.submissions.queue.inability import Exclusion, Inabilities
from kriterion.web.submissions.queue.test_index import store_tests
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.background_work import BackgroundTask
from kriterion.web.submissions.worker.job import Assess, JobWorker

BATCH = 20

_log = logging.getLogger(__name__)


class CommentIndexing:
    """A bounded step: read some assessments, and store their comments and tests."""

    label = "of the index of comments and tests"
    is_suspect = False
    is_overdue = False

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self.is_over = False

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        try:
            index_batch(self._stopped)
        finally:
            self.is_over = True

    def stop(self) -> None:
        self._stopped.set()


class CommentIndexingWork:
    """The source of these steps for one process. Implements BackgroundWork.

    New assessments are stored with both, so an empty source stays empty.
    """

    is_awaited = False

    def __init__(self) -> None:
        self._is_over = False
        self._step: CommentIndexing | None = None

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        if self._is_over or (self._step is not None and not self._step.is_over):
            return False
        self._is_over = not _find_unread().exists()
        return not self._is_over

    def take(self, worker: str, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None:
        if not self.has_work(suspects=suspects, exclude=exclude):
            return None
        self._step = CommentIndexing()
        return self._step

    def do_duties(
        self, worker: str, inabilities: Inabilities, tasks: Collection[BackgroundTask]
    ) -> None:
        """Do nothing: a step that dies is done again."""


def index_batch(stopped: threading.Event) -> int:
    """Store comments and tests of the next assessments, a transaction each; return their number."""
    rows = list(_find_unread().values_list("pk", flat=True)[:BATCH])
    for number, pk in enumerate(rows):
        if stopped.is_set():
            return number
        _index_assessment(pk)
    return len(rows)


def _find_unread() -> QuerySet[Assessment]:
    return Assessment.objects.filter(comments_stored=False).order_by("pk")


def _index_assessment(pk: int) -> None:
    assessment = Assessment.objects.get(pk=pk)
    try:
        record = assessment.record
        comments, tests = list_automatic_comments(record), list_test_outcomes(record.judge)
    except (zlib.error, msgspec.MsgspecError):
        _log.exception("submission %d: its assessment cannot be read", pk)
        comments, tests = [], []
    with write_transaction():
        # Another one may have replaced the assessment meanwhile, and then stored its comments.
        unread = Assessment.objects.select_for_update(of=("self",)).select_related("submission")
        row = unread.filter(pk=pk, attempt=assessment.attempt, comments_stored=False).first()
        if row is not None:
            store_comments(pk, row.submission.course_id, comments)
            store_tests(pk, row.submission.activity_id, tests)
            Assessment.objects.filter(pk=pk).update(comments_stored=True)
