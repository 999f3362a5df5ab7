"""The number of unread notifications, for the head of every page."""

from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest

from kriterion.web.accounts.models import User

MAX_COUNT = 99


def unread(request: HttpRequest) -> dict[str, Any]:
    """Return a function that counts up to a limit; many pages do not show the number and never call
    it.
    """

    def count() -> int:
        user = getattr(request, "user", None)
        if not isinstance(user, User):
            return 0
        try:
            rows = user.notifications.filter(read_at=None).order_by()[: MAX_COUNT + 1]
            return rows.count()
        except DatabaseError:  # a page that reports it is being rendered
            return 0

    return {"count_unread": count}
