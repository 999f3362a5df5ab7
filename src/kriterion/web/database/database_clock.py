"""The database's clock: the only one that all processes share, even if their machines' clocks
differ.

Every moment that processes compare (a lease, a pause, when a worker was last seen) is written and
compared by the database itself. SQLite uses the clock of its machine.
"""

from datetime import timedelta

from django.db.models import DateTimeField, F
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest, Now


def now() -> Combinable:
    return Now()


def is_replaced() -> bool:
    """Whether a test has replaced the clock: then SQL that contains the time is not kept."""
    return not isinstance(now(), Now)


def after(pause: timedelta) -> Combinable:
    return now() + pause


def before(age: timedelta) -> Combinable:
    return now() - age


def now_or_later(field: str) -> Combinable:
    """Return now, or the field's time if it is later, because the clock was set back."""
    return Greatest(F(field), now(), output_field=DateTimeField())
