"""Wake a worker for queued submissions."""

from kriterion.web.submissions.engines.current_engine import current_engine
from kriterion.web.submissions.engines.engine import Lane
from kriterion.web.submissions.models import Priority


def offer(priority: int) -> None:
    """Wake a worker, within the transaction that queues a submission of this priority."""
    is_background = priority == Priority.BACKGROUND
    current_engine().offer(Lane.BACKGROUND if is_background else Lane.LIVE)


def offer_background_work() -> None:
    """Wake a worker for work besides submissions, within the transaction that queues it."""
    current_engine().offer(Lane.BACKGROUND)


def offer_awaited_work() -> None:
    """Wake a worker for work for which a user waits, within the transaction that queues it."""
    current_engine().offer(Lane.LIVE)


def withdraw(submission_id: int) -> None:
    """Have the worker of a cancelled submission notice it soon."""
    current_engine().withdraw(submission_id)
