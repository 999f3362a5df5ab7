"""Follow a submission's changes live, starting from the follower's last position."""

from collections.abc import AsyncGenerator, Iterator

from kriterion.web.submissions.live.follower_events import (
    AttemptRestart,
    FollowerEvent,
    LiveStep,
    StateChange,
)
from kriterion.web.submissions.live.hub import FollowedSubmission, get_hub

__all__ = ["AttemptRestart", "FollowerEvent", "LiveStep", "StateChange", "follow"]

# The position of followers who receive AttemptRestart for every attempt, even the first.
BEFORE_ALL_ATTEMPTS = (-1, 0)


async def follow(
    submission_id: int, after: tuple[int, int] = (0, 0)
) -> AsyncGenerator[FollowerEvent, None]:
    """Yield a submission's events after `after` (attempt, number of the change) until it is over.

    The state comes first. Changes that are pending at the end are not sent, because the page then
    loads the complete assessment. An unknown submission yields nothing.
    """
    position = _Position(*after)
    async with get_hub().watch_submission(submission_id) as watched:
        while not watched.is_gone:
            seen = watched.version
            for event in position.new_events(watched):
                yield event
            if position.has_ended:
                return
            await watched.wait_for_change(seen)


class _Position:
    """What a follower has received so far."""

    def __init__(self, attempt: int, number: int) -> None:
        self._attempt = attempt
        self._number = number
        self._last_state: StateChange | None = None

    @property
    def has_ended(self) -> bool:
        """Whether the follower knows that the submission is over."""
        return self._last_state is not None and self._last_state.is_over

    def new_events(self, watched: FollowedSubmission) -> Iterator[FollowerEvent]:
        """Yield the events since the last call."""
        state = watched.last_state
        if state != self._last_state:
            self._last_state = state
            yield state
        if not watched.is_running:
            return
        if watched.attempt != self._attempt:
            had_attempt = self._attempt != 0
            self._attempt, self._number = watched.attempt, 0
            if had_attempt:
                yield AttemptRestart(attempt=watched.attempt)
        for step in watched.steps[self._number :]:
            if step.attempt != self._attempt:  # another attempt began meanwhile
                return
            self._number = step.number
            yield step
