"""How long the pages of solution classes and of reported comments take, and publishing to 10,000.

The course has 10,000 students and 100,000 represented submissions to one exercise. The requests
are made in this process, without a server. DATABASE_URL may name an empty PostgreSQL database; the
default is SQLite. `EQUIVALENCE_SUBMISSIONS=20000 python -m benchmarks equivalence` is a short run.
"""

import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from benchmarks import served_site as site

if TYPE_CHECKING:
    from django.test import Client

    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.courses.models import Course

SUBMISSIONS = int(os.environ.get("EQUIVALENCE_SUBMISSIONS", "100000"))
STUDENTS = 10_000
RULES = 20  # by which an analyzer comments, three on each submission
REPEATED = 10
LARGEST = "largest_1_1"  # the class that every student has a submission in


def main() -> None:
    with site.temporary_site():
        _measure()


def _measure() -> None:
    from django.test import Client

    from kriterion.web.accounts.models import User
    from kriterion.web.courses.models import MemberRole, Membership

    course, activity = _fill()
    teacher = User.objects.create(username="teacher")
    Membership.objects.create(user=teacher, course=course, role=MemberRole.TEACHER)
    client = Client(headers={"host": "localhost"})
    client.force_login(teacher, backend="django.contrib.auth.backends.ModelBackend")
    print(f"{SUBMISSIONS:,} submissions, {STUDENTS:,} students")
    base = f"/courses/{course.slug}"
    pages = {
        "overview": f"{base}/classes/",
        "classes of the exercise": f"{base}/classes/{activity.pk}/",
        "classes, accepted": f"{base}/classes/{activity.pk}/?verdict=accepted",
        "the largest class": f"{base}/classes/{activity.pk}/{LARGEST}/",
        "reported comments": f"{base}/comment-rates/",
        "reported comments on classes": f"{base}/comment-rates/?of=classes",
    }
    for name, address in pages.items():
        _report(name, partial(_get, client, address))
    form = {"type": "actionable", "markdown": "Rename `PLACEHOLDER_0`.", "revision": 0}
    address = pages["the largest class"]
    preview = {**form, "to": "preview"}
    _report("preview", lambda: _expect(client.post(address, preview).status_code, 200))
    began = time.perf_counter()
    _expect(client.post(address, {**form, "to": "publish"}).status_code, 302)
    print(f"  {'publish to ' + format(_count_reached(teacher), ','):32}{_measure_seconds(began)}")
    _report("the largest class, published", lambda: _get(client, address))
    _measure_switch(course)
    _measure_comparison(course, activity, teacher)


def _measure_comparison(course: "Course", activity: "Activity", teacher: "User") -> None:
    """Compare two versions that both represented all submissions; every class has a comment."""
    from kriterion.web.class_versions.services.comment_moves import find_comment_moves
    from kriterion.web.rejudging.models import Proposal, Rejudging
    from kriterion.web.submissions.models import ClassComment, Submission

    rejudging = Rejudging.objects.create(course=course, choice="all", state="ready")
    digests = dict(Submission.objects.values_list("pk", "digest"))
    Proposal.objects.bulk_create(
        (
            Proposal(
                rejudging=rejudging,
                submission_id=pk,
                state="proposed",
                before={"state": "finished", "class": f"{digest}_1_1"},
                after={"state": "finished", "class": f"{digest[:-1]}{pk % 3}_2_1"},
            )
            for pk, digest in digests.items()
        ),
        batch_size=2000,
    )
    key = {"representer_version": 1, "exercise_version": 1}
    ClassComment.objects.bulk_create(
        (
            ClassComment(
                activity=activity, course=course, author=teacher, digest=digest, markdown="x", **key
            )
            for digest in sorted(set(digests.values()) - {"largest"})
        ),
        batch_size=2000,
    )
    began = time.perf_counter()
    moves = find_comment_moves(rejudging, activity)
    print(f"  {'compare two versions':32}{_measure_seconds(began)}  {len(moves):,} comments")


def _measure_switch(course: "Course") -> None:
    """Hide and show the rule that comments on most submissions."""
    from kriterion.web.submissions.models import FeedbackRule
    from kriterion.web.submissions.queue.comment_index import hide_rule, unhide_rule

    rule = FeedbackRule.objects.earliest("pk")
    for name, switch in (("hide a rule", hide_rule), ("show it again", unhide_rule)):
        began = time.perf_counter()
        switch(course, rule)
        print(f"  {name:32}{_measure_seconds(began)}  {rule.comments.count():,} submissions")


def _fill() -> "tuple[Course, Activity]":
    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.courses.models import Course, Membership
    from kriterion.web.repositories.models import Repository

    repository = Repository.objects.create(name="represented")
    activity = Activity.objects.create(
        repository=repository, path="represented", names={"en": "Represented"}
    )
    course = Course.objects.create(slug="represented", name="Represented")
    students = User.objects.bulk_create(
        User(username=f"represented{number}", password="!") for number in range(STUDENTS)
    )
    Membership.objects.bulk_create(
        [Membership(user=student, course=course) for student in students], batch_size=2000
    )
    _fill_submissions(course, activity, students)
    return course, activity


def _fill_submissions(course: "Course", activity: "Activity", students: "list[User]") -> None:
    """Store submissions: a tenth in the largest class, the others in ever smaller ones."""
    from django.db import connection, transaction

    from kriterion.web.submissions.models import FeedbackRule, Submission, SubmissionComment

    rules = FeedbackRule.objects.bulk_create(
        FeedbackRule(digest=f"{number}", source="analyzer", code=f"python.rule{number}")
        for number in range(RULES)
    )
    with transaction.atomic():
        rows = Submission.objects.bulk_create(
            [
                Submission(
                    user=students[number % STUDENTS],
                    activity=activity,
                    course=course,
                    number=number // STUDENTS + 1,
                    state="finished",
                    status="correct",
                    accepted=number % 3 == 0,
                    files={"a.py": f"def f{number % 7}(x):\n    return x\n" * 5},
                    file_names=["a.py"],
                    digest="largest" if number < STUDENTS else f"d{number % (1 + number % 5000)}",
                    representer_version=1,
                    exercise_version=1,
                )
                for number in range(SUBMISSIONS)
            ],
            batch_size=2000,
        )
        SubmissionComment.objects.bulk_create(
            (
                SubmissionComment(
                    submission=row,
                    rule=rules[0 if place == 0 else 1 + (index + place) % (RULES - 1)],
                    text="A comment of the analyzer that is as long as such comments are.",
                    suggestions=1,
                )
                for index, row in enumerate(rows)
                for place in range(3)
            ),
            batch_size=5000,
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # PostgreSQL would do so itself a minute later


def _count_reached(teacher: "User") -> int:
    from kriterion.web.submissions.models import ClassComment, Submission

    comment = ClassComment.objects.get(author=teacher)
    reached = Submission.objects.filter(course=comment.course_id, digest=comment.digest)
    return reached.values("user").distinct().count()


def _get(client: "Client", address: str) -> None:
    _expect(client.get(address).status_code, 200)


def _expect(status: int, expected: int) -> None:
    if status != expected:
        raise SystemExit(f"the page answered {status} instead of {expected}")


def _report(name: str, ask: Callable[[], None]) -> None:
    ask()
    times = []
    for _ in range(REPEATED):
        began = time.perf_counter()
        ask()
        times.append(time.perf_counter() - began)
    print(f"  {name:32}{statistics.median(times) * 1000:8.0f} ms, longest {max(times) * 1000:.0f}")


def _measure_seconds(began: float) -> str:
    return f"{(time.perf_counter() - began) * 1000:8.0f} ms"
