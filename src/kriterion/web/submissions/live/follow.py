"""Follow a submission's changes live, starting from where the follower last was."""

from collections.abc import AsyncGenerator, Iterator

from kriterion.web.submissions.live.follower_events import (
    Followed,
    LiveStep,
    Restarted,
    StateChanged,
)
from kriterion.web.submissions.live.hub import Watched, hub_of_this_loop

__all__ = ["Followed", "LiveStep", "Restarted", "StateChanged", "follow"]


async def follow(
    submission_id: int, after: tuple[int, int] = (0, 0)
) -> AsyncGenerator[Followed, None]:
    """Yield everything after a change, given by its attempt and number, until the submission is
    over.

    The state comes first. After the end, the assessment is complete: pending changes are not sent
    any more. A submission that does not exist yields nothing.
    """
    place = _Place(*after)
    async with hub_of_this_loop().watching(submission_id) as watched:
        while not watched.gone:
            seen = watched.version
            for event in place.events(watched):
                yield event
            if place.is_last:
                return
            await watched.change_after(seen)


class _Place:
    """How far a follower is."""

    def __init__(self, attempt: int, number: int) -> None:
        self._attempt = attempt
        self._number = number
        self._last_state: StateChanged | None = None

    @property
    def is_last(self) -> bool:
        """Whether the follower knows that the submission is over."""
        return self._last_state is not None and self._last_state.is_over

    def events(self, watched: Watched) -> Iterator[Followed]:
        """Yield what is new since the last call."""
        moved = watched.moved
        if moved != self._last_state:
            self._last_state = moved
            yield moved
        if not watched.is_running:
            return
        if watched.attempt != self._attempt:
            began_before = self._attempt > 0
            self._attempt, self._number = watched.attempt, 0
            if began_before:
                yield Restarted(attempt=watched.attempt)
        for step in watched.steps[self._number :]:
            if step.attempt != self._attempt:  # another attempt began meanwhile
                return
            self._number = step.number
            yield step
