"""How many submissions passed and failed each test of an exercise.

Submissions share patterns of outcomes: a grouped query counts the submissions of each pattern, and
only the patterns are read. An exercise whose tests have another name in each submission has as many
patterns as submissions, so only the most frequent or newest ones are read.
"""

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count, Exists, OuterRef, QuerySet

from kriterion.markup.visible_text import make_visible
from kriterion.web.courses.models import Course, MemberRole, Membership, Series
from kriterion.web.submissions.models import (
    ExerciseTest,
    Submission,
    SubmissionState,
    TestPattern,
)

MAXIMUM_PATTERNS = 2_000
_SEPARATOR = " › "
_TITLED_PATTERNS = 50
_MAX_TITLES = 20


@dataclass(kw_only=True, slots=True)
class TestResults:
    """The counts of one test: who reached it, who failed it, and failures by submission status."""

    __test__ = False  # pytest would collect it

    pk: int
    names: list[str]
    position: int
    reached: int = 0
    failed: Counter[str] = field(default_factory=Counter)

    @property
    def rate(self) -> float:
        return self.failed.total() / self.reached

    @property
    def name(self) -> str:
        return join_path(self.names)


@dataclass(frozen=True, kw_only=True, slots=True)
class ExerciseResults:
    """The tests of an exercise in the judge's order.

    `left_out` counts the submissions whose patterns were not read.
    """

    tests: list[TestResults]
    submissions: int
    left_out: int


def keep_latest(submissions: QuerySet[Submission]) -> QuerySet[Submission]:
    """Keep the latest assessed submission of each student to each exercise in its course."""
    newer = Submission.objects.filter(
        user=OuterRef("user"),
        activity=OuterRef("activity"),
        course=OuterRef("course"),
        state=SubmissionState.FINISHED,
        pk__gt=OuterRef("pk"),
    )
    return submissions.filter(~Exists(newer), state=SubmissionState.FINISHED)


def keep_students(submissions: QuerySet[Submission], course: Course) -> QuerySet[Submission]:
    """Keep the submissions of those who are students of the course now."""
    students = Membership.objects.filter(course=course, role=MemberRole.STUDENT)
    return submissions.filter(user__in=students.values("user"))


def count_test_results(submissions: QuerySet[Submission]) -> ExerciseResults:
    """Count the outcomes of some submissions to one exercise: three queries."""
    counts: dict[int, Counter[str]] = {}
    rows = submissions.filter(state=SubmissionState.FINISHED, tests__isnull=False).order_by()
    grouped = rows.values_list("tests__pattern", "status").annotate(number=Count("pk"))
    for pattern_id, status, number in grouped:
        counts.setdefault(pattern_id, Counter())[status] += number
    frequent = sorted(counts, key=lambda key: (-counts[key].total(), -key))[:MAXIMUM_PATTERNS]
    reached: Counter[int] = Counter()
    failed: dict[int, Counter[str]] = {}
    patterns = TestPattern.objects.filter(pk__in=frequent)
    for key, passes, failures in patterns.values_list("pk", "passed", "failed"):
        total = counts[key].total()
        for test in passes:
            reached[test] += total
        for test in failures:
            reached[test] += total
            failed.setdefault(test, Counter()).update(counts[key])
    submitted = sum(count.total() for count in counts.values())
    read = sum(counts[key].total() for key in frequent)
    return ExerciseResults(
        tests=_name_tests(reached, failed), submissions=submitted, left_out=submitted - read
    )


def find_failed_patterns(test_id: int) -> list[int]:
    """Return the ids of the patterns in which a test failed, the newest if there are too many."""
    test = ExerciseTest.objects.filter(pk=test_id).first()
    if test is None:
        return []
    patterns = TestPattern.objects.filter(activity=test.activity_id).order_by("-pk")
    rows = patterns.values_list("pk", "failed")[:MAXIMUM_PATTERNS]
    return [pk for pk, failures in rows if test_id in failures]


def list_tabs(series: Series) -> list[str]:
    """Return titles of tabs in assessments of the series, from its newest patterns of tests."""
    patterns = TestPattern.objects.filter(submissions__submission__series=series)
    rows = patterns.order_by("-pk").distinct().values_list("passed", "failed")[:_TITLED_PATTERNS]
    keys = list({key for outcomes in rows for ids in outcomes for key in ids})[:MAXIMUM_PATTERNS]
    paths = ExerciseTest.objects.filter(pk__in=keys).values_list("path", flat=True)
    titles = {make_visible(path[0]) for path in paths if path and path[0]}
    return sorted(titles)[:_MAX_TITLES]


def name_test(series: QuerySet[Series], test_id: int | None) -> str:
    """Return the path of a test of an exercise in some series as text, or ""."""
    if test_id is None:
        return ""
    tests = ExerciseTest.objects.filter(pk=test_id, activity__series__in=series)
    path = tests.values_list("path", flat=True).first()
    return join_path(path or [])


def join_path(names: list[str]) -> str:
    return make_visible(_SEPARATOR.join(name for name in names if name))


def _name_tests(reached: Counter[int], failed: dict[int, Counter[str]]) -> list[TestResults]:
    """Return the tests in the judge's order. A set of ids might exceed a query's parameters."""
    keys = [key for key, _ in reached.most_common(MAXIMUM_PATTERNS)]
    tests = ExerciseTest.objects.filter(pk__in=keys).order_by("position", "pk")
    return [
        TestResults(
            pk=key,
            names=path,
            position=position,
            reached=reached[key],
            failed=failed.get(key, Counter()),
        )
        for key, path, position in tests.values_list("pk", "path", "position")
    ]
