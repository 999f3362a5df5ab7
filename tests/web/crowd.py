"""A program that submits to a site as many users; tests kill that site's server.

`python -m tests.web.crowd hand-in N` hands in N, `hand-in-more N` N more,
`progress` tells how many are over, `report`
tells about all of them, as JSON. The site is the one of KRITERION_DATA.
"""

import json
import sys

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


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["hand-in", number]:
            submit_all(int(number))
        case ["hand-in-more", number]:
            submit_more(int(number), Activity.objects.get())
        case ["progress"]:
            print(count_finished())
        case _:
            print(json.dumps(report()))
