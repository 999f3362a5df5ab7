"""Fixtures of the queue: users, an exercise, and engines that are stopped at the end."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from kriterion.host.settings.site_environment import QueueEngine
from kriterion.refusals import Refusal
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.engines import local_engine as local_engine_module
from kriterion.web.submissions.engines import wake_up_sweep
from kriterion.web.submissions.engines.current_engine import create_engine, use_engine
from kriterion.web.submissions.engines.current_worker import use_worker
from kriterion.web.submissions.engines.engine import Engine
from kriterion.web.submissions.engines.local_engine import LocalEngine
from kriterion.web.submissions.models import Priority, Submission
from kriterion.web.submissions.services.submit import submit_files
from kriterion.web.submissions.worker.job import Assess
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker

EXERCISES = Path(__file__).parents[2] / "examples" / "exercises"

HandIn = Callable[..., Submission]
Start = Callable[..., SubmissionWorker]


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def bram(db: None) -> User:
    return User.objects.create_user("bram")


@pytest.fixture
def exercise(db: None) -> Activity:
    return create_exercise()


def create_exercise() -> Activity:
    repository = Repository.objects.create(
        name="examples",
        format="dodona",
        directory=str(EXERCISES),
        commit="1",
        state=RepositoryState.READY,
    )
    return Activity.objects.create(
        repository=repository,
        path="barcode",
        names={"en": "Barcode"},
        programming_language="python",
    )


@pytest.fixture
def submit(exercise: Activity) -> HandIn:
    """Submits a text and requires that it is accepted."""

    def submit(user: User, text: str = "", priority: Priority = Priority.INTERACTIVE) -> Submission:
        intake = submit_files(user, exercise, {"a.py": text}, language="en", priority=priority)
        assert not isinstance(intake, Refusal), intake.reason
        return intake

    return submit


# Those that work with the database of this test run.
ENGINES = [
    name
    for name in QueueEngine
    if name != QueueEngine.PROCRASTINATE or settings.ENGINE == QueueEngine.PROCRASTINATE
]


def make_engine(name: QueueEngine) -> Engine:
    """Return an engine that wakes no other test's workers."""
    if name == QueueEngine.LOCAL:
        return LocalEngine()
    if name == QueueEngine.PROCRASTINATE:
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE procrastinate_jobs, procrastinate_workers CASCADE")
    return create_engine(name)


@pytest.fixture(autouse=True)
def local_engine() -> Iterator[None]:
    """Without this, submissions would wake processes that share the data directory."""
    use_engine(LocalEngine())
    yield
    use_engine(None)


@pytest.fixture(params=ENGINES)
def engine(
    request: pytest.FixtureRequest, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Engine:
    """Uses an engine, which is new and looks often for work whose pause is over."""
    monkeypatch.setattr(local_engine_module, "POLL_SECONDS", 0.25)
    monkeypatch.setattr(wake_up_sweep, "SWEEP_SECONDS", 0.25)
    engine = make_engine(request.param)
    use_engine(engine)
    return engine


@pytest.fixture
def start(engine: Engine) -> Iterator[Start]:
    """Starts a worker of this process that assesses in a given way."""
    workers = []

    def start(assess: Assess, slots: int = 1) -> SubmissionWorker:
        worker = SubmissionWorker(slots, assess=assess)
        workers.append(worker)
        use_worker(worker)
        worker.start()
        return worker

    yield start
    for worker in workers:
        worker.stop()
    use_worker(None)
