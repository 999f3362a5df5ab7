"""How long pages take when much is stored: a million submissions of 2,500 students.

The site runs as `serve` runs it, without workers; some students and an administrator ask for pages
in turn. DATABASE_URL may name an empty PostgreSQL database; else it is SQLite in a temporary
directory. `PAGES_SUBMISSIONS=20000 python -m benchmarks pages` is a short run.
"""

import http.client
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
SUBMISSIONS = int(os.environ.get("PAGES_SUBMISSIONS", "1000000"))
STUDENTS = 2500
COURSES = 10
PER_COURSE = 30
REQUESTS = 200


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        os.environ["KRITERION_DATA"] = directory
        os.environ["DJANGO_SETTINGS_MODULE"] = "kriterion.site.configuration"
        Path(directory, "secret-key").write_text("only for this benchmark", encoding="utf-8")
        import django  # needs the data directory, which is there only now

        django.setup()
        since = time.perf_counter()
        cookies, addresses = filled()
        print(f"{SUBMISSIONS:,} submissions stored in {time.perf_counter() - since:.0f} s")
        with served(directory) as port:
            measured(port, cookies, addresses)


def measured(port: int, cookies: dict[str, list[str]], addresses: dict[str, list[str]]) -> None:
    """Prints, for each kind of page, how long it took to the last byte."""
    print(f"{'page':32}{'median':>10}{'p95':>10}{'size':>10}")
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for kind, choices in addresses.items():
        role = "administrator" if kind.startswith("administration") else "students"
        found = []
        for number in range(REQUESTS + 5):
            index = number % len(cookies[role])
            since = time.perf_counter()
            connection.request(
                "GET", choices[index % len(choices)], headers={"Cookie": cookies[role][index]}
            )
            answer = connection.getresponse()
            content = answer.read()
            seconds = time.perf_counter() - since
            if answer.status != 200:
                break
            if number >= 5:  # the first fill caches
                found.append(seconds)
        if not found:
            print(f"{kind:32}status {answer.status}")
            continue
        found.sort()
        median, p95 = found[len(found) // 2], found[int(len(found) * 0.95)]
        print(f"{kind:32}{median * 1000:7.1f} ms{p95 * 1000:7.1f} ms{len(content) / 1024:7.0f} KiB")


@contextmanager
def served(directory: str) -> Iterator[int]:
    """The site at a port of its own."""
    command = [sys.executable, "-m", "uvicorn", "kriterion.site.asgi:application"]
    port = random.randint(20000, 30000)
    process = subprocess.Popen(
        [*command, "--port", str(port), "--log-level", "warning"],
        env={**os.environ, "KRITERION_DATA": directory},
    )
    try:
        for _ in range(300):
            time.sleep(0.1)
            try:
                probe = http.client.HTTPConnection("127.0.0.1", port)
                probe.request("GET", "/accounts/login/")
                probe.getresponse().read()
                break
            except OSError:
                continue
        yield port
    finally:
        process.terminate()
        process.wait(30)


def filled() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Fill the store; gives the cookies of some people, and addresses by the kind of page."""
    from django.core.management import call_command
    from django.db import transaction
    from django.test import Client
    from django.urls import NoReverseMatch, reverse

    from kriterion.store.models import (
        Activity,
        Course,
        Listing,
        Membership,
        Repository,
        Series,
        Submission,
        User,
    )

    call_command("migrate", verbosity=0)
    chance = random.Random(1)
    repository = Repository.objects.create(
        name="examples",
        format="dodona",
        directory=str(EXAMPLES / "exercises"),
        commit="1",
        state="ready",
    )
    real = [path.name for path in sorted((EXAMPLES / "exercises").iterdir()) if path.is_dir()]
    paths = [*real, *(f"more/{number}" for number in range(COURSES * PER_COURSE - len(real)))]
    activities = Activity.objects.bulk_create(
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
    users = User.objects.bulk_create(
        User(username=f"student{number}", password="!") for number in range(STUDENTS)
    )
    administrator = User.objects.create(username="administrator", role="administrator")
    courses = []
    with transaction.atomic():
        for number in range(COURSES):
            course = Course.objects.create(slug=f"course-{number}", name=f"Course {number}")
            courses.append(course)
            own = activities[number * PER_COURSE : (number + 1) * PER_COURSE]
            for part in range(0, PER_COURSE, 5):
                series = Series.objects.create(course=course, name=f"Week {part}", position=part)
                Listing.objects.bulk_create(
                    Listing(series=series, activity=activity, position=place)
                    for place, activity in enumerate(own[part : part + 5])
                )
        Membership.objects.bulk_create(
            Membership(user=user, course=courses[place])
            for index, user in enumerate(users)
            for place in {index % COURSES, 0}
        )
    _submissions(Submission, users, activities, courses, chance)
    _judged(Submission.objects.filter(user__in=users[:50]))

    some = users[:50]
    cookies: dict[str, list[str]] = {"students": [], "administrator": []}
    for role, people in (("students", some), ("administrator", [administrator])):
        for person in people:
            client = Client()
            client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
            cookies[role].append(f"kriterion_session={client.cookies['kriterion_session'].value}")
    latest = [Submission.objects.filter(user=user).order_by("-pk")[:2] for user in some]
    addresses = {
        "home": ["/"],
        "courses": ["/courses/"],
        "course": ["/courses/course-0/"],
        "exercise tree": [f"/repositories/{repository.pk}/"],
        "search": ["/search/?q=more"],
        "activity": [f"/activities/{activities[0].pk}/"],
        "submissions": ["/submissions/"],
        "submissions, page 10": ["/submissions/?page=10"],
        "submission": [f"/submissions/{newest[0].pk}/" for newest in latest],
        "two submissions": [
            f"/submissions/{newest[1].pk}/compare/{newest[0].pk}/" for newest in latest
        ],
    }
    for name in ("overview", "queue", "repositories", "users", "courses", "log", "tools"):
        try:
            addresses[f"administration: {name}"] = [reverse(f"administration:{name}")]
        except NoReverseMatch:
            continue
    return cookies, addresses


def _submissions(table, users, activities, courses, chance) -> None:  # type: ignore[no-untyped-def]
    """Each student's, over the last half year, most of them wrong as people's are."""
    from django.db import connection, transaction
    from django.db.models import F
    from django.utils import timezone

    now = timezone.now()
    code = {"solution.py": "def answer(question):\n    return 42\n" * 10}
    per_student = max(SUBMISSIONS // STUDENTS, 2)
    rows = []
    with transaction.atomic():
        for number in range(per_student):
            ago = timedelta(days=180) * (1 - number / per_student)
            for index, user in enumerate(users):
                place = index % COURSES if number % 2 else 0
                activity = activities[place * PER_COURSE + number % PER_COURSE]
                right = chance.random() < 0.3
                rows.append(
                    table(
                        user=user,
                        activity=activity,
                        course=courses[place],
                        number=number + 1,
                        state="finished",
                        status="correct" if right else "wrong",
                        accepted=right,
                        summary="all tests passed" if right else "3 of 10 tests failed",
                        attempt=1,
                        started_at=now - ago,
                        finished_at=now - ago,
                        files=code,
                    )
                )
            if len(rows) >= 20_000 or number == per_student - 1:
                table.objects.bulk_create(rows, batch_size=2000)
                rows.clear()
        table.objects.update(created_at=F("started_at"))  # the store writes the present
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # which PostgreSQL itself does a minute later


def _judged(submissions) -> None:  # type: ignore[no-untyped-def]
    """The newest of each student has its feedback: forty contexts in two tabs."""
    from django.db.models import Max

    from kriterion.assessment.record import Assessment as Record
    from kriterion.store.models import Assessment
    from tests.feedback.sample import ASSESSMENT

    record: Record = ASSESSMENT
    newest = submissions.values("user").annotate(newest=Max("pk")).values_list("newest", flat=True)
    Assessment.objects.bulk_create(
        Assessment(submission_id=key, attempt=1, document=Assessment.packed(record))
        for key in newest
    )


if __name__ == "__main__":
    main()
