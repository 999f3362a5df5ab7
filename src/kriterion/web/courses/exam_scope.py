"""Limit what a student sees to a running exam, and hide exams that are not published.

The limit holds for the current request: in `course_access`, and for every query for submissions.
Without one, as in a worker, no exam shows its activities to students, and all submissions are
found.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime

from kriterion.web.accounts.models import User


@dataclass(frozen=True, kw_only=True, slots=True)
class RunningExam:
    """The exam that a student takes: everything but its series is closed.

    Without `is_open`, the device lacks what the exam demands, and the series is closed, too.
    `address` is that of its page.
    """

    course: int
    series: int
    name: str
    address: str
    entered_at: datetime
    is_open: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ExamScope:
    """The limits of a user; `hidden` are the ids of the series of their other exams.

    `renew` finds them again, for streams that outlive the request.
    """

    user: int
    hidden: frozenset[int] = frozenset()
    running: RunningExam | None = None
    renew: "Callable[[], ExamScope | None] | None" = None


_scope: ContextVar[ExamScope | None] = ContextVar("exam_scope", default=None)


def get_exam_scope() -> ExamScope | None:
    return _scope.get()


def find_exam_scope(user: User) -> ExamScope | None:
    """Return the limits of the user if the request is theirs."""
    scope = _scope.get()
    return scope if scope is not None and scope.user == user.pk else None


def find_running_exam(user: User) -> RunningExam | None:
    """Return the exam that the user takes in this request."""
    scope = find_exam_scope(user)
    return None if scope is None else scope.running


@contextmanager
def limit_by_exams(scope: ExamScope) -> Iterator[None]:
    token = _scope.set(scope)
    try:
        yield
    finally:
        _scope.reset(token)
