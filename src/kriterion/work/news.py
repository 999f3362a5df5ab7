"""What followers of a submission are told."""

from dataclasses import dataclass

from kriterion.store.models import SubmissionState
from kriterion.work.waiting import Waiting
from kriterion_tools.contracts.dodona_judge.progress import Change


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """A change in the judgement; changes count from 1 in each attempt."""

    attempt: int
    number: int
    change: Change


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """The submission is in this state now; `waiting` says for what while it is queued."""

    state: SubmissionState
    waiting: Waiting | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be told."""
        return self.state not in (SubmissionState.QUEUED, SubmissionState.RUNNING)


@dataclass(frozen=True, kw_only=True, slots=True)
class Restarted:
    """Another attempt has begun: what was seen of earlier ones does not hold any more."""

    attempt: int


Followed = Step | Moved | Restarted
