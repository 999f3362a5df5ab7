"""Cached HTML of what people wrote, rendered by separate processes.

A worker renders feedback as soon as it has stored the verdict, for the submission's author, and
stores it. Other views (for staff, in another language, comparisons) are rendered on demand and
cached in memory. A request never renders: it waits a moment for a process, then shows plain text.
"""

import hashlib
import json
import logging
import secrets
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from copy import copy
from functools import cache

from django.db import DatabaseError, connection
from msgspec.structs import replace

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.exercises.exercise_media import load_media
from kriterion.markup.media_addresses import embed_pictures
from kriterion.rendering.jobs import (
    Audience,
    ComparisonJob,
    FeedbackHtml,
    FeedbackJob,
    FilePair,
    Job,
    Rendered,
    RenderedComparison,
    RenderedKind,
    decode_rendered,
    encode,
)
from kriterion.rendering.pool import Pending, Pool
from kriterion.rendering.renderer_version import compute_renderer_version
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.models import Activity
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.database.statement import Statement, compile_insert, compile_once
from kriterion.web.submissions.concealed_feedback import conceal
from kriterion.web.submissions.models import (
    Assessment,
    ClassComment,
    RenderedFeedback,
    Submission,
)
from kriterion.web.submissions.queue.comment_index import list_hidden_rules
from kriterion.web.submissions.services.solution_classes import list_class_comments
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.errors import KriterionError

# A page shows plain text if rendering takes longer, and asks again. It usually takes 5 to 50 ms.
REQUEST_SECONDS = 0.15
# How long a worker waits for the feedback that it stores. A rendering process gives up earlier.
WORKER_SECONDS = 90.0
MEMORY_BYTES = 64 * 1024 * 1024

_log = logging.getLogger(__name__)


class PreparingError(Exception):
    """The HTML is still being rendered."""


@cache
def renderers() -> Pool:
    """Return this process's renderer processes."""
    return Pool()


def warm_renderers() -> None:
    """Start the renderer processes before the first page needs them."""
    compute_renderer_version()
    renderers().warm()


def render_feedback(
    submission: Submission,
    role: Permission,
    language: str,
    comments: Sequence[ClassComment],
    *,
    seconds: float | None = None,
) -> FeedbackHtml | None:
    """Return the feedback on a finished submission; None if its assessment is not stored.

    Raises PreparingError if it is not rendered within `seconds`, by default REQUEST_SECONDS.
    """
    attempts = Assessment.objects.filter(submission=submission).values_list("attempt", flat=True)
    attempt = attempts.first()
    if attempt is None:
        return None
    audience = _make_audience(submission, role, language)
    key = _make_feedback_key(submission, attempt, audience, comments)
    stored = RenderedFeedback.objects.filter(submission=submission, key=key).first()
    if stored is not None:
        return _decode(bytes(stored.document), FeedbackHtml)
    return render_once_cached(
        key,
        lambda: _make_feedback_job(
            submission,
            Assessment.objects.values_list("document", flat=True).get(submission=submission),
            audience,
            comments,
        ),
        submission.user_id,
        FeedbackHtml(),
        seconds=seconds,
    )


def render_comparison(
    pairs: Sequence[tuple[str, str]],
    titles: tuple[str, str],
    language: str,
    owner: Hashable,
    *,
    source_language: str = "",
    seconds: float | None = None,
) -> RenderedComparison:
    """Return panels for pairs of files; empty ones if they cannot be rendered.

    Raises PreparingError as `render_feedback` does.
    """
    key = make_rendering_key(
        *("comparison", *(text for pair in pairs for text in pair), *titles),
        *(language, source_language),
    )
    job = ComparisonJob(
        pairs=tuple(FilePair(one=one, other=other) for one, other in pairs),
        titles=titles,
        audience=Audience(role=Permission.STUDENT, language=language),
        source_language=source_language,
    )
    nothing = RenderedComparison(panels=("",) * len(pairs))
    return render_once_cached(key, lambda: job, owner, nothing, seconds=seconds)


def render_once_cached(
    key: str,
    job: Callable[[], Job],
    owner: Hashable,
    fallback: RenderedKind,
    *,
    seconds: float | None = None,
) -> RenderedKind:
    """Return the cached value of a key, or render the job; `fallback` if it cannot be rendered.

    Raises PreparingError as `render_feedback` does.
    """
    html = _memory.get(key) or _wait_for_rendering(key, job(), owner, seconds, fallback)
    return _decode(html, type(fallback))


def render_ahead(submission: Submission, assessment: Assessment | None = None) -> None:
    """Render and store the feedback for a submission's author, whose page waits for it.

    The submission has its result. `assessment` is read again unless it is given.

    Errors are logged: the verdict is already stored, and the page renders the feedback later.
    """
    try:
        submission = copy(submission)
        if assessment is None:
            assessment = Assessment.objects.get(submission=submission)
        if submission.series_id is not None:
            conceal(submission.user, [submission])
        comments = list_class_comments(submission)
        audience = _make_audience(submission, Permission.STUDENT, submission.language)
        document = assessment.document
        key = _make_feedback_key(submission, assessment.attempt, audience, comments)
        html = render_once_cached(
            key,
            lambda: _make_feedback_job(submission, document, audience, comments),
            submission.user_id,
            FeedbackHtml(),
            seconds=WORKER_SECONDS,
        )
        if html.feedback:  # empty feedback means that rendering failed, which may be temporary
            packed = zlib.compress(encode(html), 6)
            _compile_store().execute(submission=submission.pk, key=key, document=packed)
    except PreparingError:
        _log.warning("submission %d: its feedback is not rendered in time", submission.pk)
    except (DatabaseError, Assessment.DoesNotExist) as error:
        _log.warning("submission %d: its feedback could not be rendered: %s", submission.pk, error)
        if not connection.in_atomic_block:
            connection.close()
    except Exception:
        _log.exception("submission %d: its feedback could not be rendered", submission.pk)


def render_once(
    record: AssessmentRecord, title: str, role: Permission, language: str
) -> FeedbackHtml | None:
    """Render a record that is not stored; None if that is impossible at the moment."""
    job = FeedbackJob(
        document=Assessment.packed(record),
        title=title,
        audience=Audience(role=role, language=language),
    )
    try:
        html = renderers().submit(secrets.token_hex(), job, None).result(WORKER_SECONDS)
    except Exception as error:
        _log.warning("feedback could not be rendered: %s", error)
        return None
    return html if isinstance(html, FeedbackHtml) else None


def load_pictures(activity: Activity) -> dict[str, str]:
    """Return the pictures of an exercise that messages may show, as `media` of an Audience."""
    try:
        return dict(embed_pictures(load_media(load_activity_exercise(activity))))
    except (KriterionError, OSError):  # the exercise cannot be read
        return {}


def _wait_for_rendering(
    key: str, job: Job, owner: Hashable, seconds: float | None, fallback: Rendered
) -> bytes:
    """Render a job within some seconds, and cache the result or, if there is none, `fallback`.

    A later result is cached, too. Raises PreparingError.
    """

    def store_result(pending: Pending) -> None:
        if pending.exception() is None:
            _memory.put(key, pending.result() or fallback)

    try:
        pending = renderers().submit(key, job, owner, store_result)
        release_connection()
        html = pending.result(REQUEST_SECONDS if seconds is None else seconds)
    except Exception as error:  # in time or at all; a later request tries again
        raise PreparingError from error
    # `store_result` may not have run yet.
    return _memory.get(key) or _memory.put(key, html or fallback)


def _make_audience(submission: Submission, role: Permission, language: str) -> Audience:
    """Return the audience, without the exercise's pictures. Staff see hidden rules, too.

    A submission that is shown to its author is concealed.
    """
    is_student = role is Permission.STUDENT
    hidden = list_hidden_rules(submission.course_id) if is_student else frozenset()
    return Audience(
        role=role,
        language=language,
        hidden_rules=hidden,
        marks_rules=is_student,
        withholding=submission.shown.withholding,
    )


@compile_once
def _compile_store() -> Statement:
    names = ("submission", "key", "document")
    return compile_insert(RenderedFeedback, names, unique=("submission",), kept=("submission",))


def _make_feedback_job(
    submission: Submission,
    document: bytes | memoryview,
    audience: Audience,
    comments: Sequence[ClassComment],
) -> FeedbackJob:
    activity = submission.activity
    return FeedbackJob(
        document=bytes(document),
        title=activity.name(audience.language),
        audience=replace(audience, media=load_pictures(activity)),
        comments=tuple(comment.markdown for comment in comments),
    )


def _make_feedback_key(
    submission: Submission,
    attempt: int,
    audience: Audience,
    comments: Sequence[ClassComment],
) -> str:
    repository = submission.activity.repository
    read = "" if repository.read_at is None else repository.read_at.isoformat()
    return make_rendering_key(
        "feedback",
        submission.pk,
        attempt,
        "" if submission.finished_at is None else submission.finished_at.isoformat(),
        submission.activity.name(audience.language),
        audience.role.value,
        audience.language,
        repository.directory,
        repository.commit or read,
        len(audience.hidden_rules),
        *sorted(audience.hidden_rules),
        *audience.withholding.key,
        *(comment.markdown for comment in comments),
    )


def make_rendering_key(*dependencies: str | int) -> str:
    """Return the key of a rendering: everything it depends on, including the code."""
    encoded = json.dumps([compute_renderer_version(), *dependencies]).encode()
    return hashlib.sha256(encoded).hexdigest()


def _decode(document: bytes | memoryview, kind: type[RenderedKind]) -> RenderedKind:
    return decode_rendered(zlib.decompress(document), kind)


def clear_cache() -> None:
    """Clear the cache in memory."""
    _memory.clear()


class _Memory:
    """A cache of compressed renderings by key; the least recently used is evicted first."""

    def __init__(self, maximum_bytes: int) -> None:
        self._maximum_bytes = maximum_bytes
        self._bytes = 0
        self._documents: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> bytes | None:
        with self._lock:
            document = self._documents.get(key)
            if document is not None:
                self._documents.move_to_end(key)
            return document

    def clear(self) -> None:
        with self._lock:
            self._documents.clear()
            self._bytes = 0

    def put(self, key: str, rendered: Rendered) -> bytes:
        document = zlib.compress(encode(rendered), 1)
        with self._lock:
            self._bytes += len(document) - len(self._documents.pop(key, b""))
            self._documents[key] = document
            while self._bytes > self._maximum_bytes and len(self._documents) > 1:
                _, evicted = self._documents.popitem(last=False)
                self._bytes -= len(evicted)
        return document


_memory = _Memory(MEMORY_BYTES)
