"""Turn a series into an exam and back, change what it demands, and publish it."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from kriterion.web.courses.models import Series
from kriterion.web.exams.models import Exam
from kriterion.web.exams.password_check import hash_password
from kriterion.web.submissions.services.series_times import save_series


@transaction.atomic
def save_exam(exam: Exam, *, starts_at: datetime, ends_at: datetime) -> None:
    """Save an exam with its window.

    The deadline moves with the end unless the teacher has set an earlier one: extra time counts
    from the deadline.
    """
    series = exam.series
    if series.deadline is None or series.deadline == series.closes_at or series.deadline > ends_at:
        series.deadline = ends_at
    series.deadline = max(series.deadline, starts_at)
    if series.hides_at is not None and series.hides_at < ends_at:
        series.hides_at = None
    series.opens_at, series.closes_at = starts_at, ends_at
    save_series(series)
    exam.save()


def set_password(exam: Exam, password: str) -> None:
    """Set a password, or remove it if it is empty; the caller saves the exam.

    Every change revokes what was proven before.
    """
    exam.password = hash_password(password) if password else ""
    exam.password_revision += 1


def find_last_end(series: Series) -> datetime | None:
    """Return when the exam is over for every student, also those with extra time."""
    ends = [series.closes_at, *series.extensions.values_list("closes_at", flat=True)]
    return max((end for end in ends if end is not None), default=None)


def find_first_start(series: Series) -> datetime | None:
    """Return when the exam begins for the first student, also those with an earlier opening."""
    starts = [series.opens_at, *series.extensions.values_list("opens_at", flat=True)]
    return min((start for start in starts if start is not None), default=None)


def is_over(exam: Exam) -> bool:
    last_end = find_last_end(exam.series)
    return last_end is not None and last_end < timezone.now()


def publish_exam(exam: Exam) -> None:
    """Show the series to its students again, with their submissions and feedback."""
    exam.published_at = timezone.now()
    exam.save(update_fields=["published_at"])


def hide_exam(exam: Exam) -> None:
    exam.published_at = None
    exam.save(update_fields=["published_at"])


def copy_exam(series: Series, new_series: Series) -> None:
    """Make the copy of a series an exam if the series is one, without its password."""
    exam = Exam.objects.filter(series=series).first()
    if exam is not None:
        Exam.objects.create(series=new_series, networks=exam.networks)
