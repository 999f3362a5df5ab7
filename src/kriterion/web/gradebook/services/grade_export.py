"""Write a course's grades as CSV or JSON, and the submissions that count as an archive."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from kriterion.web.accounts.models import User
from kriterion.web.base.archive_names import ArchiveNames
from kriterion.web.base.spreadsheet_text import escape_formulas
from kriterion.web.courses.models import Series
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.gradebook.services.student_results import (
    CountingRule,
    ResultColumn,
    StudentResults,
    list_columns,
    list_students,
    read_results,
)
from kriterion.web.submissions.models import Assessment, Submission

MAX_ARCHIVE_BYTES: Final = 128 * 2**20
_STUDENTS_AT_ONCE: Final = 200
_SUBMISSIONS_AT_ONCE: Final = 100
_VERSIONS_AT_ONCE: Final = 5000


class ArchiveTooLarge(Exception):
    """The submissions do not fit into an archive."""


def iterate_results(
    scope: ReviewScope, columns: Sequence[ResultColumn], counting: CountingRule
) -> Iterator[StudentResults]:
    """Yield the results of the students of a scope, reading some at a time."""
    students: Iterator[User] = list_students(scope).iterator(chunk_size=_STUDENTS_AT_ONCE)
    while batch := list(islice(students, _STUDENTS_AT_ONCE)):
        yield from read_results(scope.course, batch, columns, counting)


def write_csv(scope: ReviewScope, series: Series | None, counting: CountingRule) -> str:
    """Return the table with a mark by which spreadsheets recognise UTF-8."""
    columns = list_columns(scope, series)
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(
        [
            *("username", "last name", "first name"),
            *(escape_formulas(_name_column(column)) for column in columns),
            *("total", "solved"),
        ]
    )
    for row in iterate_results(scope, columns, counting):
        writer.writerow(
            [
                *map(escape_formulas, (row.user.username, row.user.last_name, row.user.first_name)),
                *(_format_cell(row, column) for column in columns),
                format_points(row.total),
                row.solved,
            ]
        )
    return "\ufeff" + text.getvalue()


def write_json(scope: ReviewScope, series: Series | None, counting: CountingRule) -> str:
    """Return everything that is known about the results, as a JSON document."""
    columns = list_columns(scope, series)
    rows = list(iterate_results(scope, columns, counting))
    versions = _read_versions(rows)
    document = {
        "course": scope.course.slug,
        "counting": counting.value,
        "exercises": [
            {
                "series": column.series.name,
                "series_id": column.series.pk,
                "exercise": column.activity.path,
                "exercise_id": column.activity.pk,
            }
            for column in columns
        ],
        "students": [
            {
                "username": row.user.username,
                "name": row.user.display_name,
                "total": float(row.total),
                "solved": row.solved,
                "results": _encode_results(row, versions),
            }
            for row in rows
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def write_archive(scope: ReviewScope, series: Series, counting: CountingRule) -> bytes:
    """Return a zip of the submissions that count, with the grades.

    Raises ArchiveTooLarge.
    """
    columns = list_columns(scope, series)
    students, exercises = ArchiveNames(), ArchiveNames()
    paths = {
        result.submission_id: students.name(row.user.username, row.user.pk)
        for row in iterate_results(scope, columns, counting)
        for result in row.results.values()
    }
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("grades.csv", write_csv(scope, series, counting))
        archive.writestr("grades.json", write_json(scope, series, counting))
        keys = iter(paths)
        while batch := list(islice(keys, _SUBMISSIONS_AT_ONCE)):
            submissions = Submission.objects.filter(pk__in=batch).select_related("activity")
            for submission in submissions:
                exercise = exercises.name(submission.activity.path, submission.activity_id)
                files = ArchiveNames()
                for number, (name, text) in enumerate(submission.texts.items()):
                    place = f"{paths[submission.pk]}/{exercise}/{files.name(name, number)}"
                    archive.writestr(place, text.encode("utf-8", "replace"))
            if packed.tell() > MAX_ARCHIVE_BYTES:
                raise ArchiveTooLarge
    return packed.getvalue()


def format_points(points: Decimal) -> str:
    return f"{points:f}"


def _name_column(column: ResultColumn) -> str:
    return f"{column.series.name}: {column.activity.path}"


def _format_cell(row: StudentResults, column: ResultColumn) -> str:
    result = row.results.get((column.series.pk, column.activity.pk))
    return "" if result is None else format_points(result.earned)


def _encode_results(row: StudentResults, versions: Mapping[int, object]) -> list[dict[str, Any]]:
    return [
        {
            "series_id": series,
            "exercise_id": activity,
            "submission": result.submission_id,
            "attempts": result.attempts,
            "status": result.status,
            "solved": result.is_solved,
            "late": result.is_late,
            "points": float(result.earned),
            "possible": float(result.possible),
            "reviewed": None if result.reviewed is None else float(result.reviewed),
            "versions": versions.get(result.submission_id, {}),
        }
        for (series, activity), result in row.results.items()
    ]


def _read_versions(rows: Iterable[StudentResults]) -> dict[int, object]:
    """Return the versions that assessed the submissions that count: by submission, then by name."""
    keys = (result.submission_id for row in rows for result in row.results.values())
    versions: dict[int, object] = {}
    while batch := list(islice(keys, _VERSIONS_AT_ONCE)):
        assessments = Assessment.objects.filter(submission__in=batch)
        versions |= dict(assessments.values_list("submission_id", "versions"))
    return versions
