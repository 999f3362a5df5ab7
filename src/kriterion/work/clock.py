"""The database's clock: the only one that all processes share, whatever their machines think.

Every moment that processes compare (a lease, a pause, when a worker was seen) is written and
compared by the database itself. On SQLite its clock is that of the one machine.
"""

from datetime import timedelta

from django.db.models import DateTimeField, F
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest, Now


def now() -> Combinable:
    """This moment."""
    return Now()


def after(pause: timedelta) -> Combinable:
    """The moment so much later."""
    return now() + pause


def before(age: timedelta) -> Combinable:
    """The moment so long ago."""
    return now() - age


def not_before(field: str) -> Combinable:
    """This moment, or the field's when that is later: the clock may have been set back."""
    return Greatest(F(field), now(), output_field=DateTimeField())
