"""Import the learners of a learn-ocaml server into a course, with their saved work.

Each learner is imported in a transaction of their own, and what is here already is left as it is:
an import that was interrupted is repeated. Grades are not taken over: learn-ocaml lets the browser
compute them, so what was graded there is submitted here and judged again.
"""

import re
import secrets
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from django.utils import timezone

from kriterion.errors import OperatorError
from kriterion.refusals import Refusal
from kriterion.submissions.submission import MAXIMUM_BYTES
from kriterion.web.accounts.models import User
from kriterion.web.catalog.exercise_files import list_file_names
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.courses.memberships import set_role
from kriterion.web.courses.models import Course, Listing, MemberRole, Membership, Series
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.learner_import.models import ImportedLearner
from kriterion.web.learner_import.services.learner_tokens import digest_token
from kriterion.web.learner_import.sync_directory import (
    Learner,
    MalformedSave,
    SavedText,
    read_saves,
)
from kriterion.web.submissions.models import Draft, Priority, Submission
from kriterion.web.submissions.services.submit import submit_files

_LONGEST_NAME = 30  # of a username that is made from a nickname
_FIRST_SECOND = datetime(2000, 1, 1, tzinfo=UTC).timestamp()  # of times that are believed


@dataclass(kw_only=True, slots=True)
class LearnerImport:
    """What an import does, or would do.

    `counts` are by what happened; `unknown` counts texts by exercise that the course does not have;
    `left_out` are texts that cannot be stored, with the reason.
    """

    counts: Counter[str] = field(default_factory=Counter)
    malformed: list[MalformedSave] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    left_out: list[str] = field(default_factory=list)


def preview_import(directory: Path, course: Course) -> LearnerImport:
    """Return what an import would do now. Raises OperatorError, or OSError as `read_saves` does."""
    return _import_saves(directory, course, is_dry=True)


def import_learners(directory: Path, course: Course) -> LearnerImport:
    """Import all learners whose saves can be read. Raises as `preview_import` does."""
    return _import_saves(directory, course, is_dry=False)


def _import_saves(directory: Path, course: Course, *, is_dry: bool) -> LearnerImport:
    exercises = _find_exercises(course)
    result = LearnerImport()
    for save in read_saves(directory):
        if isinstance(save, MalformedSave):
            result.malformed.append(save)
            continue
        with write_transaction():
            user = _find_user(save, course, result, is_dry=is_dry)
            _import_work(user, save, exercises, result, is_dry=is_dry)
    return result


@dataclass(frozen=True, kw_only=True, slots=True)
class _Target:
    """An exercise of the course, the first series that lists it, and the name of its file."""

    activity: Activity
    series: Series
    file: str


def _find_exercises(course: Course) -> dict[str, _Target]:
    """Return the course's exercises by their ids in learn-ocaml."""
    listings = Listing.objects.filter(
        series__course=course,
        activity__type=ActivityType.EXERCISE,
        activity__state=ActivityState.OK,
    ).select_related("series__course", "activity__repository")
    found: dict[str, _Target] = {}
    for listing in listings.order_by("series__position", "series__pk", "position", "pk"):
        activity, known = listing.activity, found.get(listing.activity.path)
        if known is not None and known.activity != activity:
            raise OperatorError(
                f"{course.slug}: two exercises of the course are called {activity.path}",
                fix="import into a course with the exercises of one repository",
            )
        if known is None:
            file = list_file_names(activity)[0]
            found[activity.path] = _Target(activity=activity, series=listing.series, file=file)
    if not found:
        raise OperatorError(
            f"{course.slug}: the course has no exercises",
            fix="add the exercises of the learn-ocaml repository to it first",
        )
    return found


def _find_user(
    learner: Learner, course: Course, result: LearnerImport, *, is_dry: bool
) -> User | None:
    """Return the learner's account, made if necessary; None in a dry run if there is none yet."""
    digest = digest_token(learner.token)
    known = ImportedLearner.objects.filter(token_digest=digest).select_related("user").first()
    result.counts["accounts known" if known else "accounts new"] += 1
    if is_dry:
        return known.user if known else None
    if known is not None:
        user = known.user
    else:
        user = User(username=_choose_username(learner.nickname), first_name=learner.nickname)
        user.set_unusable_password()
        user.save()
        ImportedLearner.objects.create(token_digest=digest, user=user)
    if not Membership.objects.filter(course=course, user=user).exists():
        set_role(course, user, MemberRole.STUDENT)
    return user


def _choose_username(nickname: str) -> str:
    ascii_name = unicodedata.normalize("NFKD", nickname).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9._-]+", "-", ascii_name.lower()).strip("-._")[:_LONGEST_NAME]
    name = name or "learner"
    chosen = name
    while User.objects.filter(username=chosen).exists():
        chosen = f"{name}-{secrets.token_hex(3)}"
    return chosen


def _import_work(
    user: User | None,
    learner: Learner,
    exercises: Mapping[str, _Target],
    result: LearnerImport,
    *,
    is_dry: bool,
) -> None:
    for kind, saved in (("submissions", learner.graded), ("drafts", learner.drafts)):
        for name, text in saved.items():
            if not text.text.strip():
                continue
            if name not in exercises:
                result.unknown[name] += 1
                continue
            target = exercises[name]
            fault = _find_fault(text)
            if fault is None and kind == "submissions":
                fault = _submit(user, target, text, result, is_dry=is_dry)
            elif fault is None:
                _keep_draft(user, target, text, result, is_dry=is_dry)
            if fault is not None:
                result.left_out.append(f"{learner.nickname or '(no nickname)'}: {name}: {fault}")


def _find_fault(text: SavedText) -> str | None:
    if "\0" in text.text:
        return "the text contains NUL characters"
    if len(text.text.encode()) > MAXIMUM_BYTES:
        return f"the text has more than {MAXIMUM_BYTES:,} bytes"
    return None


def _submit(
    user: User | None, target: _Target, text: SavedText, result: LearnerImport, *, is_dry: bool
) -> str | None:
    """Submit what was graded, unless it was submitted already; return why that is refused.

    It counts in the series, whose terms did not apply to it: they are neither asked nor noted.
    """
    submitted_at, files = _read_time(text.saved_at), {target.file: text.text}
    if user is not None:
        own = Submission.unlimited.filter(user=user, activity=target.activity)
        if any(
            known == files or created_at == submitted_at
            for known, created_at in own.values_list("files", "created_at")
        ):
            result.counts["submissions known"] += 1
            return None
    if not is_dry and user is not None:
        course = target.series.course
        submission = submit_files(
            user, target.activity, files, language="en", course=course, priority=Priority.BACKGROUND
        )
        if isinstance(submission, Refusal):
            return submission.reason
        created_at = submitted_at or submission.created_at
        rows = Submission.unlimited.filter(pk=submission.pk)
        rows.update(series=target.series, created_at=created_at)
    result.counts["submissions new"] += 1
    return None


def _keep_draft(
    user: User | None, target: _Target, text: SavedText, result: LearnerImport, *, is_dry: bool
) -> None:
    """Keep a draft, unless the learner has begun one here."""
    if user is not None and Draft.objects.filter(user=user, activity=target.activity).exists():
        result.counts["drafts known"] += 1
        return
    if not is_dry and user is not None:
        files = {target.file: text.text}
        Draft.objects.create(user=user, activity=target.activity, files=files)
    result.counts["drafts new"] += 1


def _read_time(seconds: float) -> datetime | None:
    """Return a time that a browser wrote, at most now; None if it cannot be right."""
    now = timezone.now()
    if not seconds >= _FIRST_SECOND:  # nor is nan
        return None
    return now if seconds >= now.timestamp() else datetime.fromtimestamp(seconds, UTC)
