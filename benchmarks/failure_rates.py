"""How long it takes to count the outcomes of tests, and to list the submissions that fail one.

2,500 students, 100,000 submissions, all to one exercise with forty tests, in 300 patterns; with
`PATTERNS=100000`, each has another one. DATABASE_URL may name an empty PostgreSQL database; the
default is SQLite.
"""

import os
import random
import statistics
import time
from typing import TYPE_CHECKING

from benchmarks import served_site as site

if TYPE_CHECKING:
    from kriterion.web.courses.models import Course

SUBMISSIONS = int(os.environ.get("FAILURE_RATES_SUBMISSIONS", "100000"))
PATTERNS = int(os.environ.get("PATTERNS", "300"))
STUDENTS = 2_500
TESTS = 40
REPEATED = 5


def main() -> None:
    with site.temporary_site():
        _measure()


def _measure() -> None:
    from django.core.cache import cache
    from django.test import Client

    from kriterion.web.accounts.models import User
    from kriterion.web.courses.models import MemberRole, Membership
    from kriterion.web.submissions.models import ExerciseTest

    course, activity_id = _fill()
    teacher = User.objects.create(username="teacher")
    Membership.objects.create(user=teacher, course=course, role=MemberRole.TEACHER)
    client = Client(headers={"host": "localhost"})
    client.force_login(teacher, backend="django.contrib.auth.backends.ModelBackend")
    print(f"{SUBMISSIONS:,} submissions, {PATTERNS:,} patterns of {TESTS} tests")
    base, test = f"/courses/{course.slug}", ExerciseTest.objects.order_by("pk").first()
    assert test is not None
    pages = {
        "tests, latest": f"{base}/statistics/{activity_id}/",
        "tests, all": f"{base}/statistics/{activity_id}/?of=all",
        "submissions that fail": f"{base}/submissions/?activity={activity_id}&test={test.pk}",
        "… only the latest": f"{base}/submissions/?activity={activity_id}&test={test.pk}&latest=1",
    }
    for name, path in pages.items():
        seconds = []
        for _ in range(REPEATED):
            cache.clear()
            began = time.perf_counter()
            assert client.get(path).status_code == 200
            seconds.append(time.perf_counter() - began)
        median, longest = statistics.median(seconds), max(seconds)
        print(f"{name:24}{median * 1000:8.0f} ms median, {longest * 1000:.0f} ms at most")


def _fill() -> tuple["Course", int]:
    from benchmarks.large_site import fill
    from kriterion.feedback.test_outcomes import CheckedTest
    from kriterion.web.courses.models import Course
    from kriterion.web.submissions.models import Submission, SubmissionTests, TestPattern
    from kriterion.web.submissions.queue.test_index import store_tests

    site = fill(SUBMISSIONS)
    course, activity = site.courses[0], site.activities[0]
    Submission.objects.update(course=course, series=None, activity=activity)
    chance = random.Random(1)
    keys = list(Submission.objects.order_by("pk").values_list("pk", flat=True))
    began = time.perf_counter()
    for key in keys[:PATTERNS]:
        tests = [
            CheckedTest(("Tests", f"test {number}", "", ""), chance.random() < 0.7)
            for number in range(TESTS)
        ]
        store_tests(key, activity.pk, tests)
    each = (time.perf_counter() - began) / max(len(keys[:PATTERNS]), 1)
    print(f"storing a new pattern: {each * 1000:.1f} ms")
    patterns = list(TestPattern.objects.values_list("pk", flat=True))
    SubmissionTests.objects.bulk_create(
        [
            SubmissionTests(submission_id=key, pattern_id=chance.choice(patterns))
            for key in keys[PATTERNS:]
        ],
        batch_size=5_000,
    )
    return Course.objects.get(pk=course.pk), activity.pk
