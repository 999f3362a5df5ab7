"""Relative times, such as "3 days ago", and durations."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext

register = template.Library()

_A_MINUTE = timedelta(minutes=1)


@register.filter
def ago(moment: datetime) -> str:
    """Return how long ago a moment was, in its largest unit."""
    if timezone.now() - moment < _A_MINUTE:
        return gettext("just now")
    return gettext("%(when)s ago") % {"when": timesince(moment, depth=1)}


@register.filter
def roughly_since(moment: datetime) -> str:
    """Return how long a state has lasted, in its largest unit."""
    return roughly(timezone.now() - moment)


@register.filter
def roughly(duration: timedelta) -> str:
    """Return a duration in its largest unit."""
    if duration < _A_MINUTE:
        return gettext("less than a minute")
    now = timezone.now()
    return timesince(now - duration, now, depth=1)
