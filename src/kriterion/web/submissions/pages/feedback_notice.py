"""Tell students about feedback that they do not see, or do not see yet."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from kriterion.web.courses.feedback_policy import ShownFeedback


def describe_withheld(shown: ShownFeedback) -> str:
    """Describe when more feedback appears, if it does; "" if everything is shown."""
    if shown.shows_everything:
        return ""
    when = ""
    if shown.appears_at is not None:
        when = date_format(timezone.localtime(shown.appears_at), "DATETIME_FORMAT")
    if shown.has_verdict or shown.has_tabs:
        return _describe_rest(shown, when)
    if when:
        return gettext("Feedback appears after %(when)s.") % {"when": when}
    if shown.appears_later:
        return gettext("Feedback appears once the series has closed.")
    return gettext("Feedback is not shown for this series.")


def _describe_rest(shown: ShownFeedback, when: str) -> str:
    if when:
        return gettext("More feedback appears after %(when)s.") % {"when": when}
    if shown.appears_later:
        return gettext("More feedback appears once the series has closed.")
    if shown.has_verdict:
        return gettext("Part of the feedback is not shown.")
    return gettext("The result and part of the feedback are not shown for this series.")
