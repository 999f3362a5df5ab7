"""A program that submits to a site as many users; tests kill that site's server.

`python -m tests.web.crowd hand-in N` submits N times, `hand-in-more N` N times more, `progress`
prints how many submissions are over, `report` prints all of them as JSON. The site is the one of
KRITERION_DATA. `site_python.run_crowd` does the same in a process that tests keep.
"""

import json
import sys
from collections.abc import Sequence

import django

django.setup()

from django.db.models import Count  # noqa: E402 - models can be imported only now

from kriterion.web.accounts.models import User  # noqa: E402
from kriterion.web.catalog.models import Activity  # noqa: E402
from kriterion.web.repositories.models import Repository, RepositoryState  # noqa: E402
from kriterion.web.submissions.models import Assessment, Submission, SubmissionState  # noqa: E402
from kriterion.web.submissions.services.submit import submit_files  # noqa: E402
from tests.web.crowd_files import FILES  # noqa: E402
from tests.web.queue_fixtures import EXERCISES  # noqa: E402

USERS = 5
OVER = (SubmissionState.FINISHED, SubmissionState.FAILED, SubmissionState.CANCELLED)


def submit_all(number: int) -> None:
    repository = Repository.objects.create(
        name="examples",
        format="dodona",
        directory=str(EXERCISES),
        state=RepositoryState.READY,
    )
    activity = Activity.objects.create(repository=repository, path="barcode")
    for index in range(USERS):
        User.objects.create_user(f"user-{index}")
    submit_more(number, activity)


def submit_more(number: int, activity: Activity) -> None:
    users = list(User.objects.order_by("pk"))
    for index in range(number):
        file = list(FILES)[index % len(FILES)]
        text = (EXERCISES / "barcode" / file).read_bytes()
        intake = submit_files(users[index % USERS], activity, {file: text}, language="en")
        assert isinstance(intake, Submission), intake


def count_finished() -> int:
    return Submission.objects.filter(state__in=OVER).count()


def report() -> list[dict[str, object]]:
    """Report all submissions: `assessed` counts assessments, `kept` is the stored status."""
    rows = Submission.objects.annotate(assessed=Count("assessment")).order_by("pk")
    records = {assessment.pk: assessment for assessment in Assessment.objects.all()}
    return [
        {
            "file": next(iter(row.files)),
            "user": row.user_id,
            "number": row.number,
            "state": row.state,
            "status": row.status,
            "attempt": row.attempt,
            "failures": row.failures,
            "assessed": row.assessed,
            "kept": getattr(records[row.pk].record.judge, "status", None)
            if row.pk in records
            else None,
        }
        for row in rows
    ]


def main(words: Sequence[str]) -> None:
    match words:
        case ["hand-in", number]:
            submit_all(int(number))
        case ["hand-in-more", number]:
            submit_more(int(number), Activity.objects.get())
        case ["progress"]:
            print(count_finished())
        case _:
            print(json.dumps(report()))


if __name__ == "__main__":
    main(sys.argv[1:])
