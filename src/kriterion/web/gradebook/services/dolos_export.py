"""Pack the solutions to an exercise for Dolos, which compares them with each other.

Source of the format: dodona-edu/dolos 56938b1, lib/src/lib/dataset.ts. Dolos reads `info.csv` at
the root of the archive; `ignored` marks the code that every student was given.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import PurePosixPath
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from django.db.models import Max

from kriterion.web.base.archive_names import make_safe_path
from kriterion.web.base.spreadsheet_text import escape_formulas
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, CourseGroup
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.gradebook.services.grade_export import (
    MAX_ARCHIVE_BYTES,
    ArchiveTooLarge,
)
from kriterion.web.gradebook.services.submission_filter import SubmissionFilter
from kriterion.web.submissions.models import Submission, SubmissionState

_AT_ONCE: Final = 100
_COLUMNS: Final = (
    *("filename", "full_name", "id", "status", "submission_id"),
    *("name_en", "name_nl", "exercise_id", "created_at", "labels", "ignored"),
)
_TEMPLATE: Final = "template"


def write_dolos_archive(
    scope: ReviewScope, activity: Activity, chosen: SubmissionFilter, template: str
) -> bytes:
    """Return a zip of each student's latest assessed submission to an exercise.

    `template` is the code that students start with, or empty. Raises ArchiveTooLarge.
    """
    assessed = chosen.select(scope).filter(activity=activity, state=SubmissionState.FINISHED)
    latest = assessed.order_by().values("user").annotate(latest=Max("pk"))
    keys = iter(sorted(latest.values_list("latest", flat=True)))
    labels = _list_groups(scope.course)
    packed, rows = io.BytesIO(), io.StringIO(newline="")
    info = csv.DictWriter(rows, _COLUMNS)
    info.writeheader()
    suffix = ""
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        while batch := list(islice(keys, _AT_ONCE)):
            submissions = Submission.objects.filter(pk__in=batch).select_related("user")
            for submission in submissions.order_by("pk"):
                name, text = join_files(submission.texts)
                path = f"{submission.pk}/{make_safe_path(name)}"
                suffix = suffix or PurePosixPath(path).suffix
                archive.writestr(path, text.encode("utf-8", "replace"))
                info.writerow(_describe(submission, activity, path, labels))
            if packed.tell() > MAX_ARCHIVE_BYTES:
                raise ArchiveTooLarge
        if template.strip():
            path = f"{_TEMPLATE}{suffix}"
            archive.writestr(path, template.encode("utf-8", "replace"))
            info.writerow({"filename": path, "ignored": "true"})
        archive.writestr("info.csv", rows.getvalue())
    return packed.getvalue()


def join_files(texts: Mapping[str, str]) -> tuple[str, str]:
    """Return the name of the main file, and the texts of all files with its suffix as one.

    Dolos compares files: one that is split otherwise would not be found.
    """
    main = next(iter(texts), "")
    suffix = PurePosixPath(main).suffix
    pieces = [text for name, text in texts.items() if PurePosixPath(name).suffix == suffix]
    ended = [piece if piece.endswith("\n") else f"{piece}\n" for piece in pieces[:-1]]
    return main, "".join([*ended, *pieces[-1:]])


def _describe(
    submission: Submission, activity: Activity, path: str, labels: Mapping[int, Iterable[str]]
) -> dict[str, object]:
    return {
        "filename": path,
        "full_name": escape_formulas(submission.user.display_name),
        "id": submission.user_id,
        "status": submission.status,
        "submission_id": submission.pk,
        "name_en": escape_formulas(activity.name("en")),
        "name_nl": escape_formulas(activity.name("nl")),
        "exercise_id": activity.pk,
        "created_at": submission.created_at.isoformat(),
        "labels": escape_formulas(", ".join(labels.get(submission.user_id, ()))),
        "ignored": "",
    }


def _list_groups(course: Course) -> dict[int, list[str]]:
    """Return the names of the groups of each member, by user id."""
    groups: defaultdict[int, list[str]] = defaultdict(list)
    rows = CourseGroup.objects.filter(course=course, members__isnull=False)
    for name, user in rows.order_by("name").values_list("name", "members__user"):
        groups[user].append(name)
    return groups
