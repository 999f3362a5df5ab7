"""How much later a submission came than another, in words."""

from django.utils.translation import gettext, ngettext

from kriterion.web.submissions.models import Submission

_HOUR = 3600
_DAYS_FROM = 48  # hours


def describe_time_between(first: Submission, second: Submission) -> str:
    """Describe the time between two submissions."""
    hours = int(abs((second.created_at - first.created_at).total_seconds()) // _HOUR)
    if hours < 1:
        return gettext("less than an hour")
    if hours < _DAYS_FROM:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = hours // 24
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
