"""The events that followers of a submission receive."""

from dataclasses import dataclass

from kriterion.web.submissions.models import SubmissionState
from kriterion.web.submissions.queue.wait_estimate import WaitEstimate
from kriterion_tools.contracts.dodona_judge.live_changes import Change


@dataclass(frozen=True, kw_only=True, slots=True)
class LiveStep:
    """A change of the judgement; changes count from 1 in each attempt."""

    attempt: int
    number: int
    change: Change


@dataclass(frozen=True, kw_only=True, slots=True)
class StateChange:
    """The submission's state changed; `waiting` describes its wait while it is queued."""

    state: SubmissionState
    waiting: WaitEstimate | None = None

    @property
    def is_over(self) -> bool:
        """Whether this is the last event."""
        return self.state not in (SubmissionState.QUEUED, SubmissionState.RUNNING)


@dataclass(frozen=True, kw_only=True, slots=True)
class AttemptRestart:
    """Another attempt has begun: discard the steps of earlier ones."""

    attempt: int


FollowerEvent = LiveStep | StateChange | AttemptRestart
