"""Whether the site has an exam that is not published. Every request asks, and most sites have none.

A process asks the database at most once a second while there is none. It notices at once an exam
that it stores itself, and within a second one that another process stores.
"""

import time
from typing import Any

from django.db import transaction

from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.exams.models import Exam

_SECONDS = 1.0

_unpublished = CompiledQuery(lambda: Exam.objects.filter(published_at=None).values_list("pk")[:1])


class _Absence:
    """Until when, on the monotonic clock, the last answer "none" holds."""

    until = float("-inf")


def has_unpublished_exams() -> bool:
    now = time.monotonic()
    if now < _Absence.until:
        return False
    if _unpublished.fetch_rows():
        return True
    _Absence.until = now + _SECONDS
    return False


def forget_absence(**_: Any) -> None:
    """Ask the database again: an exam is being stored.

    Also after the commit: another thread does not see the exam before, and may note its absence.
    """
    _ask_again()
    transaction.on_commit(_ask_again)


def _ask_again() -> None:
    _Absence.until = float("-inf")
