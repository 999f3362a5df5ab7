"""The events that followers of a submission receive."""

from dataclasses import dataclass

from kriterion.web.submissions.models import SubmissionState
from kriterion.web.submissions.queue.wait_estimate import Waiting
from kriterion_tools.contracts.dodona_judge.live_changes import Change


@dataclass(frozen=True, kw_only=True, slots=True)
class LiveStep:
    """A change of the judgement; changes count from 1 in each attempt."""

    attempt: int
    number: int
    change: Change


@dataclass(frozen=True, kw_only=True, slots=True)
class StateChanged:
    """The submission's state changed; `waiting` describes its wait while it is queued."""

    state: SubmissionState
    waiting: Waiting | None = None

    @property
    def is_over(self) -> bool:
        """Whether this is the last event."""
        return self.state not in (SubmissionState.QUEUED, SubmissionState.RUNNING)


@dataclass(frozen=True, kw_only=True, slots=True)
class Restarted:
    """Another attempt has begun: discard the steps of earlier ones."""

    attempt: int


Followed = LiveStep | StateChanged | Restarted
