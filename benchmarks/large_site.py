"""Store a large site: ten courses, 2,500 students, and their submissions.

Import it after Django is set up.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.db import connection, transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing, Membership, Series
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Assessment, Submission
from tests.feedback.sample import ASSESSMENT

STUDENTS = 2500
COURSES = 10
PER_COURSE = 30
PER_SERIES = 5
_EXAMPLES = Path(__file__).parents[1] / "examples" / "exercises"
_CODE = {"solution.py": "def answer(question):\n    return 42\n" * 10}
_RIGHT = 0.3  # share of correct submissions
_TOGETHER = 20_000  # rows per insert


@dataclass(frozen=True, kw_only=True, slots=True)
class LargeSite:
    """What was stored; activities are in the order of their courses."""

    repository: Repository
    activities: Sequence[Activity]
    courses: Sequence[Course]
    students: Sequence[User]


def fill(submissions: int) -> LargeSite:
    """Store everything, with at least two submissions per student."""
    repository, activities = _list_exercises()
    with transaction.atomic():
        courses = [_make_course(number, activities) for number in range(COURSES)]
    students = User.objects.bulk_create(
        User(username=f"student{number}", password="!") for number in range(STUDENTS)
    )
    Membership.objects.bulk_create(
        Membership(user=student, course=courses[place])
        for index, student in enumerate(students)
        for place in {index % COURSES, 0}
    )
    site = LargeSite(
        repository=repository, activities=activities, courses=courses, students=students
    )
    _submit_solution(site, max(submissions // STUDENTS, 2))
    return site


def judge_newest(submissions: QuerySet[Submission]) -> None:
    """Store feedback for each student's newest submission: forty contexts in two tabs."""
    newest = submissions.values("user").annotate(newest=Max("pk")).values_list("newest", flat=True)
    Assessment.objects.bulk_create(
        Assessment(submission_id=key, attempt=1, document=Assessment.packed(ASSESSMENT))
        for key in newest
    )


def _list_exercises() -> tuple[Repository, list[Activity]]:
    """Store the examples, and as many further rows as the courses need."""
    repository = Repository.objects.create(
        name="examples", format="dodona", directory=str(_EXAMPLES), commit="1", state="ready"
    )
    real = [path.name for path in sorted(_EXAMPLES.iterdir()) if path.is_dir()]
    paths = [*real, *(f"more/{number}" for number in range(COURSES * PER_COURSE - len(real)))]
    return repository, Activity.objects.bulk_create(
        Activity(
            repository=repository,
            path=path,
            names={"en": path.title(), "nl": path.title()},
            programming_language="python",
            position=number,
            search_text=path.lower(),
        )
        for number, path in enumerate(paths)
    )


def _make_course(number: int, activities: Sequence[Activity]) -> Course:
    course = Course.objects.create(slug=f"course-{number}", name=f"Course {number}")
    own = activities[number * PER_COURSE : (number + 1) * PER_COURSE]
    for part in range(0, PER_COURSE, PER_SERIES):
        series = Series.objects.create(course=course, name=f"Week {part}", position=part)
        Listing.objects.bulk_create(
            Listing(series=series, activity=activity, position=place)
            for place, activity in enumerate(own[part : part + PER_SERIES])
        )
    return course


def _submit_solution(site: LargeSite, each: int) -> None:
    """Store `each` submissions per student, over the last half year, most of them wrong."""
    with transaction.atomic():
        rows: list[Submission] = []
        for row in _list_submissions(site, each):
            rows.append(row)
            if len(rows) == _TOGETHER:
                Submission.objects.bulk_create(rows, batch_size=2000)
                rows.clear()
        Submission.objects.bulk_create(rows, batch_size=2000)
        Submission.objects.update(created_at=F("started_at"))  # bulk_create sets the current time
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # PostgreSQL would do so itself a minute later


def _list_submissions(site: LargeSite, each: int) -> Iterator[Submission]:
    now = timezone.now()
    chance = random.Random(1)
    series = dict(Listing.objects.values_list("activity_id", "series_id"))
    for number in range(each):
        when = now - timedelta(days=180) * (1 - number / each)
        for index, student in enumerate(site.students):
            place = index % COURSES if number % 2 else 0
            right = chance.random() < _RIGHT
            activity = site.activities[place * PER_COURSE + number % PER_COURSE]
            yield Submission(
                user=student,
                activity=activity,
                course=site.courses[place],
                series_id=series[activity.pk],
                number=number + 1,
                state="finished",
                status="correct" if right else "wrong",
                accepted=right,
                summary="all tests passed" if right else "3 of 10 tests failed",
                attempt=1,
                started_at=when,
                finished_at=when,
                files=_CODE,
            )
