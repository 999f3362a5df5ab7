"""Event streams of students with exams: an exam may begin or end while a stream is open."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing

from django.db import DatabaseError, connections

from kriterion.web.accounts.models import User
from kriterion.web.courses.exam_scope import ExamScope, find_exam_scope, limit_by_exams
from kriterion.web.submissions.submission_access import select_visible_submissions

_checking = ThreadPoolExecutor(1, thread_name_prefix="kriterion-exam-streams")


def guard_stream(
    user: User, submission_id: int, stream: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """Return the stream or, for a student with exams, one that ends when an exam hides it."""
    exams = find_exam_scope(user)
    if exams is None or exams.renew is None:
        return stream
    return end_when_hidden(stream, user.pk, submission_id, exams.renew)


async def end_when_hidden(
    stream: AsyncGenerator[bytes, None],
    user_id: int,
    submission_id: int,
    renew: Callable[[], ExamScope | None],
) -> AsyncGenerator[bytes, None]:
    """Yield a stream until the submission is hidden from the user, as checked at each event.

    The browser then reconnects, and is refused.
    """

    def is_visible() -> bool:
        try:
            scope, user = renew(), User.objects.filter(pk=user_id).first()
            if scope is None or user is None:
                return False
            with limit_by_exams(scope):
                return select_visible_submissions(user).filter(pk=submission_id).exists()
        except DatabaseError:
            return False
        finally:
            connections.close_all()

    async with aclosing(stream):
        async for event in stream:
            if not await asyncio.get_running_loop().run_in_executor(_checking, is_visible):
                return
            yield event
