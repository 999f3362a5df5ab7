"""Fixtures of the queue: users, an exercise, and engines that are stopped at the end."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kriterion.refusals import Refusal
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Priority, Submission
from kriterion.web.submissions.queue.queue_engine import Elsewhere, use_engine
from kriterion.web.submissions.services.submit import submit_files
from kriterion.web.submissions.worker.job import Assess
from kriterion.web.submissions.worker.local_engine import LocalEngine

EXERCISES = Path(__file__).parents[2] / "examples" / "exercises"

HandIn = Callable[..., Submission]
Start = Callable[..., LocalEngine]


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def bram(db: None) -> User:
    return User.objects.create_user("bram")


@pytest.fixture
def exercise(db: None) -> Activity:
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
        given = submit_files(user, exercise, {"a.py": text}, language="en", priority=priority)
        assert not isinstance(given, Refusal), given.reason
        return given

    return submit


@pytest.fixture
def start(transactional_db: None) -> Iterator[Start]:
    """Starts an engine of this process that assesses in a given way."""
    engines = []

    def start(assess: Assess, concurrency: int = 1) -> LocalEngine:
        engine = LocalEngine(concurrency, assess=assess)
        engines.append(engine)
        use_engine(engine)
        engine.start()
        return engine

    yield start
    for engine in engines:
        engine.stop()
    use_engine(Elsewhere())
