"""Pack a user's own submissions, drafts and feedback as a zip that is sent while it is written.

`choose_work` runs during the request, whose limits it follows. `write_archive` reads a few rows at
a time. Apart from them, memory holds the ids of the submissions, and what `zipfile` remembers of
each file for the directory at the end: a few hundred bytes.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice
from typing import Final, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.models import Exists, OuterRef
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.course_access import select_visible_activities
from kriterion.web.courses.feedback_policy import EVERYTHING, ShownFeedback
from kriterion.web.courses.models import Course, Listing, Series
from kriterion.web.own_work.feedback_text import FeedbackReader
from kriterion.web.own_work.work_index import (
    EARLIER_DRAFT,
    WorkEntry,
    write_html_index,
    write_json_index,
)
from kriterion.web.own_work.work_paths import WorkPaths
from kriterion.web.submissions.concealed_feedback import find_shown
from kriterion.web.submissions.models import Draft, DraftVersion, Submission, SubmissionState

_AT_ONCE: Final = 20  # rows with their texts
_CHUNK_BYTES: Final = 64 * 1024
_READABLE: Final = 0o644 << 16

_Key = TypeVar("_Key")


@dataclass(frozen=True, kw_only=True, slots=True)
class ChosenWork:
    """What goes into an archive: ids, and what the series show of the feedback by series id.

    `language` is that of the texts in the archive.
    """

    user_id: int
    user_name: str
    language: str
    chosen_at: datetime
    submissions: "array[int]"
    drafts: "array[int]"
    versions: "array[int]"  # earlier drafts
    shown: Mapping[int, ShownFeedback]


def choose_work(user: User, course: Course | None, language: str) -> ChosenWork:
    """Choose what the user may see now of their own work, of one course or of everything."""
    submissions = Submission.objects.filter(user=user)
    drafts = Draft.objects.filter(user=user, activity__in=select_visible_activities(user))
    if course is not None:
        submissions = submissions.filter(course=course)
        listed = Listing.objects.filter(series__course=course, activity=OuterRef("activity"))
        drafts = drafts.filter(Exists(listed))
    versions = DraftVersion.objects.filter(draft__in=drafts)
    submitted = Submission.objects.filter(user=user, series=OuterRef("pk"))
    return ChosenWork(
        user_id=user.pk,
        user_name=user.display_name,
        language=language,
        chosen_at=timezone.now(),
        submissions=array("q", submissions.order_by("pk").values_list("pk", flat=True)),
        drafts=array("q", drafts.order_by("pk").values_list("pk", flat=True)),
        versions=array("q", versions.order_by("draft", "pk").values_list("pk", flat=True)),
        shown=find_shown(user, Series.objects.filter(Exists(submitted))),
    )


def write_archive(chosen: ChosenWork) -> Iterator[bytes]:
    """Yield the archive in chunks. Reads the database; texts are in the active language."""
    pipe, paths = _Pipe(), WorkPaths(chosen.language)
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        for name, write in (("index.html", write_html_index), ("index.json", write_json_index)):
            entries = _iterate_entries(chosen, paths)
            with archive.open(_describe_file(name, chosen.chosen_at), "w") as file:
                for piece in write(chosen.user_name, chosen.chosen_at, entries):
                    file.write(_encode(piece))
                    yield from pipe.take_chunks()
        for name, moment, text in _iterate_files(chosen, paths):
            archive.writestr(_describe_file(name, moment), _encode(text), ZIP_DEFLATED)
            yield from pipe.take_chunks()
    yield pipe.take_rest()


def _iterate_entries(chosen: ChosenWork, paths: WorkPaths) -> Iterator[WorkEntry]:
    for submission in _iterate_submissions(chosen):
        yield _describe_submission(submission, paths)
    for draft in _iterate_all_drafts(chosen):
        yield _describe_draft(draft, paths)


def _iterate_files(chosen: ChosenWork, paths: WorkPaths) -> Iterator[tuple[str, datetime, str]]:
    """Yield the path, the time and the text of each file."""
    feedback = FeedbackReader(chosen.language)
    for submission in _iterate_submissions(chosen):
        names = paths.find_files(submission, submission.texts)
        for name, text in zip(names, submission.texts.values(), strict=True):
            yield name, submission.created_at, text
        if submission.state == SubmissionState.FINISHED:
            moment = submission.finished_at or submission.created_at
            yield paths.find_feedback(submission), moment, feedback.read(submission)
    for draft in _iterate_all_drafts(chosen):
        names = paths.find_files(draft, draft.files)
        for name, text in zip(names, draft.files.values(), strict=True):
            yield name, draft.saved_at, text


def _iterate_submissions(chosen: ChosenWork) -> Iterator[Submission]:
    def load(keys: list[int]) -> Iterable[Submission]:
        rows = Submission.unlimited.filter(pk__in=keys, user=chosen.user_id)
        return rows.select_related("activity__repository", "course", "series").order_by("pk")

    for submission in _load_in_batches(chosen.submissions, load):
        submission.conceal(chosen.shown.get(submission.series_id or 0, EVERYTHING))
        yield submission


def _iterate_all_drafts(chosen: ChosenWork) -> Iterator[Draft | DraftVersion]:
    yield from _iterate_drafts(chosen)
    yield from _iterate_versions(chosen)


def _iterate_drafts(chosen: ChosenWork) -> Iterator[Draft]:
    def load(keys: list[int]) -> Iterable[Draft]:
        rows = Draft.objects.filter(pk__in=keys, user=chosen.user_id)
        return rows.select_related("activity__repository").order_by("pk")

    return _load_in_batches(chosen.drafts, load)


def _iterate_versions(chosen: ChosenWork) -> Iterator[DraftVersion]:
    def load(keys: list[int]) -> Iterable[DraftVersion]:
        rows = DraftVersion.objects.filter(pk__in=keys, draft__user=chosen.user_id)
        return rows.select_related("draft__activity__repository").order_by("draft", "pk")

    return _load_in_batches(chosen.versions, load)


def _load_in_batches(
    keys: Iterable[int], load: Callable[[list[int]], Iterable[_Key]]
) -> Iterator[_Key]:
    left = iter(keys)
    batches = iter(lambda: list(islice(left, _AT_ONCE)), [])
    return chain.from_iterable(map(load, batches))


def _describe_submission(submission: Submission, paths: WorkPaths) -> WorkEntry:
    is_finished = submission.state == SubmissionState.FINISHED
    has_verdict = is_finished and submission.shown.has_verdict
    return WorkEntry(
        course="" if submission.course is None else submission.course.name,
        series="" if submission.series is None else submission.series.name,
        exercise=submission.activity.name(paths.language),
        exercise_id=submission.activity_id,
        number=submission.number,
        made_at=submission.created_at.isoformat(),
        state=submission.state,
        status=submission.status if has_verdict else None,
        accepted=submission.accepted if has_verdict else None,
        earned=submission.earned,
        possible=submission.possible,
        late_by_seconds=round(submission.late_by.total_seconds()),
        files=paths.find_files(submission, submission.texts),
        feedback=paths.find_feedback(submission) if is_finished else None,
    )


def _describe_draft(draft: Draft | DraftVersion, paths: WorkPaths) -> WorkEntry:
    is_earlier = isinstance(draft, DraftVersion)
    activity = draft.draft.activity if isinstance(draft, DraftVersion) else draft.activity
    return WorkEntry(
        course="",
        series="",
        exercise=activity.name(paths.language),
        exercise_id=activity.pk,
        number=None,
        made_at=draft.saved_at.isoformat(),
        state=EARLIER_DRAFT if is_earlier else "draft",
        status=None,
        accepted=None,
        earned=None,
        possible=None,
        late_by_seconds=0,
        files=paths.find_files(draft, draft.files),
        feedback=None,
    )


def _describe_file(name: str, moment: datetime) -> ZipInfo:
    local = timezone.localtime(moment)
    file = ZipInfo(name, date_time=local.timetuple()[:6])
    file.compress_type = ZIP_DEFLATED
    file.external_attr = _READABLE
    return file


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace")


class _Pipe:
    """A file for `zipfile` that cannot seek: holds what has been written until it is taken."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, content: bytes) -> int:
        self._written += content
        return len(content)

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass

    def take_chunks(self) -> Iterator[bytes]:
        """Take everything if it is worth sending."""
        if len(self._written) >= _CHUNK_BYTES:
            yield self.take_rest()

    def take_rest(self) -> bytes:
        chunk = bytes(self._written)
        self._written.clear()
        return chunk
