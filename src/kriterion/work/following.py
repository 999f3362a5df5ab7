"""Following a submission: what happens to it, as it happens, from wherever the follower was."""

from collections.abc import AsyncGenerator, Iterator

from kriterion.work.hub import Watched, hub_of_this_loop
from kriterion.work.news import Followed, Moved, Restarted, Step

__all__ = ["Followed", "Moved", "Restarted", "Step", "follow"]


async def follow(
    submission_id: int, after: tuple[int, int] = (0, 0)
) -> AsyncGenerator[Followed, None]:
    """Everything after a change, named by its attempt and number, until the submission is over.

    The state comes first. Once it is over the assessment has everything: changes that were not
    told by then are not told any more. A submission that does not exist has no news.
    """
    place = _Place(*after)
    async with hub_of_this_loop().watching(submission_id) as watched:
        while not watched.gone:
            seen = watched.version
            for news in place.news(watched):
                yield news
            if place.is_last:
                return
            await watched.change_after(seen)


class _Place:
    """How far a follower is."""

    def __init__(self, attempt: int, number: int) -> None:
        self._attempt = attempt
        self._number = number
        self._told: Moved | None = None

    @property
    def is_last(self) -> bool:
        """Whether the follower has been told that it is over."""
        return self._told is not None and self._told.is_over

    def news(self, watched: Watched) -> Iterator[Followed]:
        """What there is to tell now."""
        moved = watched.moved
        if moved != self._told:
            self._told = moved
            yield moved
        if not watched.is_running:
            return
        if watched.attempt != self._attempt:
            began_before = self._attempt > 0
            self._attempt, self._number = watched.attempt, 0
            if began_before:
                yield Restarted(attempt=watched.attempt)
        for step in watched.steps[self._number :]:
            if step.attempt != self._attempt:  # a new one has begun while this was told
                return
            self._number = step.number
            yield step
