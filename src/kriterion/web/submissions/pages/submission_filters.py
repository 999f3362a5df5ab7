"""The filters of a user's list of submissions."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.submissions.concealed_feedback import select_shown
from kriterion.web.submissions.models import Submission, SubmissionState

_ACCEPTED, _REFUSED, _OPEN = "accepted", "not-accepted", "open"
_OPEN_STATES = (
    SubmissionState.QUEUED,
    SubmissionState.RUNNING,
    SubmissionState.BLOCKED,
    SubmissionState.FAILED,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmissionFilters:
    """What is chosen of a user's submissions, and `courses`, those that can be chosen."""

    result: str = ""
    course: Course | None = None
    activity: Activity | None = None
    courses: tuple[Course, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.result or self.course or self.activity)

    @property
    def results(self) -> list[tuple[str, str]]:
        """Return the results that can be chosen, with their words."""
        return [
            (_ACCEPTED, gettext("Accepted")),
            (_REFUSED, gettext("Not accepted")),
            (_OPEN, gettext("Not assessed yet")),
        ]

    def select(self, user: User) -> QuerySet[Submission]:
        """Return the chosen ones of the user's submissions; a verdict that is withheld is none."""
        match self.result:
            case "accepted":
                rows = select_shown(user).filter(accepted=True)
            case "not-accepted":
                rows = select_shown(user).filter(accepted=False, state=SubmissionState.FINISHED)
            case "open":
                rows = Submission.objects.filter(user=user, state__in=_OPEN_STATES)
            case _:
                rows = Submission.objects.filter(user=user)
        if self.course is not None:
            rows = rows.filter(course=self.course)
        return rows if self.activity is None else rows.filter(activity=self.activity)


def read_filters(request: HttpRequest, user: User) -> SubmissionFilters:
    """Read the filters of a request. One that names nothing of the user's is ignored."""
    own = Submission.objects.filter(user=user).order_by()
    courses = tuple(Course.objects.filter(pk__in=own.values("course")).order_by("name"))
    slug, number = request.GET.get("course", ""), read_number(request.GET.get("activity", ""))
    activities = Activity.objects.filter(pk__in=own.values("activity"))
    result = request.GET.get("result", "")
    return SubmissionFilters(
        result=result if result in (_ACCEPTED, _REFUSED, _OPEN) else "",
        course=next((course for course in courses if course.slug == slug), None),
        activity=None
        if number is None
        else activities.filter(pk=number).select_related("repository").first(),
        courses=courses,
    )
