"""A worker of a site, as a program that is killed with SIGKILL at some point of a comparison.

`python -m tests.web.similarity.similarity_worker CHOICE [POINT]`: compares a course's solutions,
which it first makes, and prints what it has done. Leases of dead workers have expired.
"""

import json
import os
import signal
import sys
import threading
from unittest.mock import patch

import django

django.setup()

from kriterion.similarity.similarity_process import do_task  # noqa: E402 - after setup
from kriterion.similarity.similarity_tasks import (  # noqa: E402
    ReadingTask,
    SimilarityAnswer,
    SimilarityTask,
)
from kriterion.web.catalog.models import Activity  # noqa: E402
from kriterion.web.courses.models import Course  # noqa: E402
from kriterion.web.repositories.models import Repository  # noqa: E402
from kriterion.web.similarity.comparison_work import ComparisonWork  # noqa: E402
from kriterion.web.similarity.models import (  # noqa: E402
    ComparedChoice,
    SimilarPair,
    SolutionComparison,
)
from kriterion.web.similarity.services import comparison_run  # noqa: E402
from kriterion.web.similarity.services.comparison_request import request_comparison  # noqa: E402
from kriterion.web.similarity.services.comparison_scope import ComparisonScope  # noqa: E402
from kriterion.web.submissions.queue.inability import NOTHING  # noqa: E402
from tests.web.similarity.similar_trial import add_solution, write_solution  # noqa: E402

SOLUTIONS = 24
BATCH = 8

read: list[int] = []  # numbers of solutions read, by task


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def run_task(task: SimilarityTask, stopped: threading.Event) -> SimilarityAnswer:
    is_reading = isinstance(task, ReadingTask)
    if point == ("reading" if is_reading else "comparing") and (read or not is_reading):
        die()
    if isinstance(task, ReadingTask):
        read.append(len(task.solutions))
    return do_task(task)


def make_solutions() -> None:
    repository = Repository.objects.create(name="r", state="ready")
    activity = Activity.objects.create(
        repository=repository, path="barcode", programming_language="python"
    )
    course = Course.objects.create(slug="programming", name="Programming")
    for number in range(SOLUTIONS):
        add_solution(f"s{number}", course, activity, write_solution(number // 2))


def compare(choice: ComparedChoice) -> SolutionComparison:
    scope = ComparisonScope(
        activity=Activity.objects.get(), courses=(Course.objects.get().pk,), choice=choice
    )
    comparison = SolutionComparison.objects.filter(choice=choice).first()
    if comparison is None:
        comparison = request_comparison(scope)
    SolutionComparison.objects.update(lease_until=None)
    task = ComparisonWork().take("worker", suspects=True, exclude=NOTHING)
    if task is not None:
        task.run(None, None, None)  # type: ignore[arg-type]  # it needs none of them
    comparison.refresh_from_db()
    return comparison


choice = ComparedChoice(sys.argv[1])
point = sys.argv[2] if len(sys.argv) > 2 else ""
if not Course.objects.exists():
    make_solutions()
patch.object(comparison_run, "run_task", run_task).start()
patch.object(comparison_run, "MAX_BATCH", BATCH).start()
if point == "storing":  # the old pairs are removed, the transaction is open
    patch.object(SimilarPair.objects, "bulk_create", lambda *rest, **more: die()).start()
made = compare(choice)
pairs = made.pairs.order_by("left", "right").values_list("left", "right", "similarity", "longest")
print(
    json.dumps(
        {
            "state": made.state,
            "read": read,
            "pairs": list(pairs),
            "rest": [made.compared, made.without_own, made.left_out, made.histogram],
        }
    )
)
