"""Save drafts while users type, so that one tab never overwrites another's work.

Each save names the revision on which it builds. One that builds on an older revision is refused and
kept as a version, so nothing is lost: the tab receives the current draft, and its user decides.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from kriterion.submissions.file_names import MAXIMUM_NAME_BYTES
from kriterion.submissions.submission import MAXIMUM_BYTES, MAXIMUM_FILES
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.course_access import activity_or_404
from kriterion.web.courses.exam_scope import find_running_exam
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.learning.workspace.device_name import name_device
from kriterion.web.submissions.models import Draft, DraftVersion

VERSION_EVERY = timedelta(minutes=3)  # minimum time between versions of a draft
MAXIMUM_VERSIONS = 100  # per draft; the oldest are dropped
MAX_DRAFT_BYTES = 4 * MAXIMUM_BYTES  # of all files: unfinished work may be too long to submit
_MAXIMUM_REVISION = 2**31 - 1  # the column's maximum


@login_required
@require_http_methods(["GET", "HEAD", "PUT"])
def draft(request: HttpRequest, activity_id: int) -> HttpResponse:
    """GET: return the draft. PUT {"files", "revision"}: save one that builds on it."""
    user = require_user(request)
    activity = activity_or_404(user, activity_id)
    if request.method != "PUT":
        draft_row = Draft.objects.filter(user=user, activity=activity).first()
        return JsonResponse(_encode_draft(draft_row))
    try:
        requested = json.loads(request.body)
        files, revision = requested["files"], requested["revision"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return JsonResponse({"error": gettext("Invalid draft.")}, status=400)
    fault = _find_fault(files, revision)
    if fault:
        return JsonResponse({"error": fault}, status=400)
    keeps_version = requested.get("keep") is True  # what it replaces, even if one was just kept
    device = name_device(request)
    saved, current = save(
        user, activity, files, revision, device=device, keeps_version=keeps_version
    )
    return JsonResponse(_encode_draft(current), status=200 if saved else 409)


def select_versions(user: User, activity: Activity) -> QuerySet[DraftVersion]:
    """Return the versions of a user's draft, newest first; in an exam, only those made in it."""
    own_versions = DraftVersion.objects.filter(draft__user=user, draft__activity=activity)
    if (exam := find_running_exam(user)) is not None:
        own_versions = own_versions.filter(saved_at__gte=exam.entered_at)
    return own_versions


def replace_draft(user: User, activity: Activity, files: Mapping[str, str], device: str) -> None:
    """Save files as the draft, and keep what they replace as a version."""
    save(user, activity, files, None, device=device, keeps_version=True)


def keep_submitted(user: User, activity: Activity, files: Mapping[str, str]) -> bool:
    """Save what could not be submitted as the draft; return whether it could be saved."""
    if _find_fault(dict(files), 0):
        return False
    saved, _ = save(user, activity, files, None)
    return saved


def save(
    user: User,
    activity: Activity,
    files: Mapping[str, str],
    revision: int | None,
    *,
    device: str = "",
    keeps_version: bool = False,
) -> tuple[bool, Draft]:
    """Save a draft; return whether it was saved, and the current draft.

    `revision` is the one on which it builds, 0 for the first; None replaces whatever is stored.
    `keeps_version`: what it replaces becomes a version, however recent the last one is.
    """
    with write_transaction():
        draft_row = Draft.objects.select_for_update().filter(user=user, activity=activity).first()
        if draft_row is None:
            try:
                with transaction.atomic():
                    return True, Draft.objects.create(
                        user=user, activity=activity, files=files, device=device
                    )
            except IntegrityError:  # another tab was faster
                draft_row = Draft.objects.select_for_update().get(user=user, activity=activity)
        if dict(draft_row.files) == dict(files):
            return True, draft_row
        if revision is not None and draft_row.revision != revision:
            DraftVersion.objects.create(
                draft=draft_row,
                revision=revision,
                conflicting=True,
                device=device,
                files=files,
            )
            _delete_oldest(draft_row)
            return False, draft_row
        _store_version(draft_row, always=keeps_version)
        draft_row.files = dict(files)
        draft_row.device = device
        draft_row.revision += 1
        draft_row.save()
        return True, draft_row


def _store_version(draft_row: Draft, *, always: bool) -> None:
    """Keep a version of a draft that is about to change; if not `always`, then at most one per
    VERSION_EVERY.
    """
    own = draft_row.versions.filter(conflicting=False)
    last = own.order_by("-saved_at").values_list("saved_at", flat=True).first()
    # A time in the future was stored before the clock was set back.
    is_recent = last is not None and timedelta() <= timezone.now() - last < VERSION_EVERY
    if is_recent and not always:
        return
    DraftVersion.objects.create(
        draft=draft_row,
        revision=draft_row.revision,
        device=draft_row.device,
        files=draft_row.files,
    )
    _delete_oldest(draft_row)


def _delete_oldest(draft_row: Draft) -> None:
    """Drop the oldest versions beyond the maximum."""
    newest_first = draft_row.versions.order_by("-saved_at", "-pk").values_list("pk", flat=True)
    DraftVersion.objects.filter(pk__in=list(newest_first[MAXIMUM_VERSIONS:])).delete()


def _find_fault(files: Any, revision: Any) -> str:
    """Return the fault of a request to save, or ""."""
    if type(revision) is not int or not 0 <= revision <= _MAXIMUM_REVISION:
        return gettext("Invalid draft.")
    if not isinstance(files, dict):
        return gettext("Invalid draft.")
    if not 0 < len(files) <= MAXIMUM_FILES:
        return gettext("A draft must contain between 1 and %(most)d files.") % {
            "most": MAXIMUM_FILES
        }
    size = 0
    for name, text in files.items():
        if not isinstance(text, str) or "\0" in text or "\0" in name:
            return gettext("Invalid draft.")
        if len(name) > MAXIMUM_NAME_BYTES:
            return gettext("Invalid draft.")
        try:
            size += len(text.encode()) + len(name.encode())
        except UnicodeEncodeError:
            return gettext("The draft contains invalid text.")
    if size > MAX_DRAFT_BYTES:
        return gettext("The file is too large to save.")
    return ""


def _encode_draft(draft_row: Draft | None) -> dict[str, Any]:
    if draft_row is None:
        return {"revision": 0, "files": {}, "saved_at": None, "device": ""}
    return {
        "revision": draft_row.revision,
        "files": draft_row.files,
        "saved_at": draft_row.saved_at.isoformat(),
        "device": draft_row.device,
    }
