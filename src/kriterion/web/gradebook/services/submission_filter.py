"""Choose submissions of a course by series, exercise, group, student, state and class."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Self
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.gradebook.services.code_search import SHORTEST
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.services.test_results import (
    find_failed_patterns,
    keep_latest,
    keep_students,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status

_LONGEST = 150  # characters of a text to search for
_WORDS = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmissionFilter:
    """Each field restricts the list, unless it is empty.

    `status` is a judge's status, or a state of the submission. `text` is searched for in the names
    of students and in the judges' summaries. `test` is an ExerciseTest that students
    failed. `latest`: only the latest assessed submission of each student to each exercise.
    `code` is searched for in the submitted code, by `code_search` only. With `hides_names`, no
    student is chosen, nor any text searched for in names.
    """

    series: int | None = None
    activity: int | None = None
    group: int | None = None
    student: int | None = None
    status: str = ""
    digest: str = ""
    text: str = ""
    test: int | None = None
    latest: bool = False
    code: str = ""
    hides_names: bool = False

    @classmethod
    def from_query(cls, query: Mapping[str, str], *, hides_names: bool = False) -> Self:
        """Read a query string; what is not valid restricts nothing."""
        status = query.get("status", "")
        digest = query.get("digest", "")
        return cls(
            series=read_number(query.get("series", "")),
            activity=read_number(query.get("activity", "")),
            group=read_number(query.get("group", "")),
            student=None if hides_names else read_number(query.get("student", "")),
            status=status if status in STATUSES else "",
            digest=digest if digest.isalnum() and len(digest) <= 64 else "",
            text=" ".join(query.get("text", "")[:_LONGEST].replace("\0", " ").split()),
            test=read_number(query.get("test", "")),
            latest=query.get("latest") == "1",
            code=query.get("code", "")[:_LONGEST].replace("\0", ""),
            hides_names=hides_names,
        )

    def to_query(self) -> str:
        """Return the query string that `from_query` reads."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        del values["hides_names"]
        values["latest"] = "1" if self.latest else ""
        return urlencode({name: value for name, value in values.items() if value not in ("", None)})

    @property
    def searches_code(self) -> bool:
        return len(self.code.strip()) >= SHORTEST

    def select(self, scope: ReviewScope) -> QuerySet[Submission]:
        """Return the chosen submissions in a scope, newest first."""
        in_scope = scope.narrow(self.group).select()
        chosen = Submission.objects.filter(in_scope, course=scope.course).order_by("-pk")
        if self.series is not None:
            chosen = chosen.filter(series=self.series)
        if self.activity is not None:
            chosen = chosen.filter(activity=self.activity)
        if self.student is not None:
            chosen = chosen.filter(user=self.student)
        if self.digest:
            chosen = chosen.filter(digest=self.digest)
        if self.status in SubmissionState.values:
            chosen = chosen.filter(state=self.status)
        elif self.status:
            chosen = chosen.filter(state=SubmissionState.FINISHED, status=self.status)
        if self.test is not None:
            chosen = keep_students(chosen, scope.course)
            chosen = chosen.filter(tests__pattern__in=find_failed_patterns(self.test))
        if self.latest:
            chosen = keep_latest(chosen)
        for word in self.text.split()[:_WORDS]:
            found = Q(summary__icontains=word)
            if not self.hides_names:
                found |= (
                    Q(user__username__icontains=word)
                    | Q(user__first_name__icontains=word)
                    | Q(user__last_name__icontains=word)
                )
            chosen = chosen.filter(found)
        return chosen


STATUSES = (
    *(status.value for status in Status),
    *(state for state in SubmissionState.values if state != SubmissionState.FINISHED),
)
