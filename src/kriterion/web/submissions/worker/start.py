"""Start the engine that assesses submissions in this process: the one place that chooses it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from kriterion.web.notifications.mail_delivery import run_delivery
from kriterion.web.submissions.queue.assessing import assess_submission
from kriterion.web.submissions.queue.queue_engine import Engine, use_engine
from kriterion.web.submissions.queue.tool_versions import find_versions
from kriterion.web.submissions.worker.local_engine import LocalEngine
from kriterion.web.submissions.worker.warm_up import warm


class WorkerEngine(Engine, Protocol):
    """An engine that assesses in this process; `name` is its name among the workers."""

    name: str

    def start(self) -> None: ...


def create_engine(runs: int) -> WorkerEngine:
    """Return an engine that assesses `runs` submissions at a time."""
    return LocalEngine(runs, assess=assess_submission, prepare=warm, find_versions=find_versions)


@contextmanager
def run_engine(engine: WorkerEngine) -> Iterator[None]:
    """Install the engine as this process's, and run it and the delivery of mail in the context.

    At the end, it requeues what it still runs.
    """
    use_engine(engine)
    engine.start()
    try:
        with run_delivery():
            yield
    finally:
        engine.stop()
