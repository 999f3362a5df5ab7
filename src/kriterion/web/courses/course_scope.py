"""Limit what is visible to one course, while a teacher views it as a student.

The limit holds for the current request: in `course_access`, and for every query for submissions. So
no query of a page can show the student's work in other courses.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_scope: ContextVar[int | None] = ContextVar("course_scope", default=None)


def get_scoped_course() -> int | None:
    """Return the id of the only visible course; None if there is no limit."""
    return _scope.get()


@contextmanager
def limit_to_course(course_id: int) -> Iterator[None]:
    token = _scope.set(course_id)
    try:
        yield
    finally:
        _scope.reset(token)
