"""The filters of a user's list of submissions."""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import assert_never

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.submissions.concealed_feedback import select_shown
from kriterion.web.submissions.models import Submission, SubmissionState

_OPEN_STATES = (
    SubmissionState.QUEUED,
    SubmissionState.RUNNING,
    SubmissionState.BLOCKED,
    SubmissionState.FAILED,
)


@unique
class ResultFilter(StrEnum):
    """A result by which submissions are chosen, as in the page's address."""

    ALL = ""
    ACCEPTED = "accepted"
    NOT_ACCEPTED = "not-accepted"
    OPEN = "open"


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmissionFilters:
    """What is chosen of a user's submissions, and `courses`, those that can be chosen."""

    result: ResultFilter = ResultFilter.ALL
    course: Course | None = None
    activity: Activity | None = None
    courses: tuple[Course, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.result or self.course or self.activity)

    @property
    def results(self) -> list[tuple[ResultFilter, str]]:
        """Return the results that can be chosen, with their words."""
        return [
            (ResultFilter.ACCEPTED, gettext("Accepted")),
            (ResultFilter.NOT_ACCEPTED, gettext("Not accepted")),
            (ResultFilter.OPEN, gettext("Not assessed yet")),
        ]

    def select(self, user: User) -> QuerySet[Submission]:
        """Return the chosen ones of the user's submissions; a verdict that is withheld is none."""
        match self.result:
            case ResultFilter.ACCEPTED:
                rows = select_shown(user).filter(accepted=True)
            case ResultFilter.NOT_ACCEPTED:
                rows = select_shown(user).filter(accepted=False, state=SubmissionState.FINISHED)
            case ResultFilter.OPEN:
                rows = Submission.objects.filter(user=user, state__in=_OPEN_STATES)
            case ResultFilter.ALL:
                rows = Submission.objects.filter(user=user)
            case _:
                assert_never(self.result)
        if self.course is not None:
            rows = rows.filter(course=self.course)
        return rows if self.activity is None else rows.filter(activity=self.activity)


def read_filters(request: HttpRequest, user: User) -> SubmissionFilters:
    """Read the filters of a request. One that names nothing of the user's is ignored."""
    own = Submission.objects.filter(user=user).order_by()
    courses = tuple(Course.objects.filter(pk__in=own.values("course")).order_by("name"))
    slug, number = request.GET.get("course", ""), read_number(request.GET.get("activity", ""))
    activities = Activity.objects.filter(pk__in=own.values("activity"))
    return SubmissionFilters(
        result=_read_result(request.GET.get("result", "")),
        course=next((course for course in courses if course.slug == slug), None),
        activity=None
        if number is None
        else activities.filter(pk=number).select_related("repository").first(),
        courses=courses,
    )


def _read_result(name: str) -> ResultFilter:
    try:
        return ResultFilter(name)
    except ValueError:
        return ResultFilter.ALL
