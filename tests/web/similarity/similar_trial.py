"""Solutions for tests of similar solutions, and comparing them without another process."""

import random
import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from kriterion.similarity.similarity_process import do_task
from kriterion.similarity.similarity_tasks import SimilarityAnswer, SimilarityTask
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Membership
from kriterion.web.similarity.models import ComparedChoice, SolutionComparison
from kriterion.web.similarity.services.comparison_request import request_comparison
from kriterion.web.similarity.services.comparison_run import claim_comparison, make_comparison
from kriterion.web.similarity.services.comparison_scope import ComparisonScope
from kriterion.web.submissions.models import Submission, SubmissionState
from tests.similarity.programs import STATEMENTS, write_program


def write_solution(seed: int, names: tuple[str, str, str] = ("a", "b", "c")) -> str:
    """Return a program; programs of one seed differ in names only."""
    return write_program(random.Random(seed).choices(STATEMENTS, k=12), names)


def add_solution(
    name: str,
    course: Course,
    activity: Activity,
    source: str,
    *,
    hours_ago: int = 0,
    **more: object,
) -> Submission:
    """Add a student of the course who solved the exercise."""
    user, _ = User.objects.get_or_create(username=name)
    Membership.objects.get_or_create(user=user, course=course)
    values: dict[str, object] = {
        "number": Submission.objects.filter(user=user, activity=activity).count() + 1,
        "state": SubmissionState.FINISHED,
        "status": "correct",
        "accepted": True,
        "files": {"a.py": source},
        "file_names": ["a.py"],
        **more,
    }
    submission = Submission.objects.create(user=user, course=course, activity=activity, **values)
    moment = timezone.now() - timedelta(hours=hours_ago)
    Submission.objects.filter(pk=submission.pk).update(created_at=moment)
    return submission


def compare_now(
    activity: Activity, *courses: Course, choice: ComparedChoice = ComparedChoice.LATEST
) -> SolutionComparison:
    """Request a comparison and make it as a worker does."""
    ids = tuple(sorted(course.pk for course in courses))
    requested = request_comparison(ComparisonScope(activity=activity, courses=ids, choice=choice))
    claimed = claim_comparison(suspects=False)
    assert claimed is not None and claimed.pk == requested.pk
    make_comparison(claimed, threading.Event())
    claimed.refresh_from_db()
    return claimed


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> list[SimilarityTask]:
    """Do tasks in this process, and list them."""
    done: list[SimilarityTask] = []

    def run(task: SimilarityTask, stopped: threading.Event) -> SimilarityAnswer:
        done.append(task)
        return do_task(task)

    monkeypatch.setattr("kriterion.web.similarity.services.comparison_run.run_task", run)
    return done
