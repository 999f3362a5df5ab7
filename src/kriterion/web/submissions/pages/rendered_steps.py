"""Steps of live feedback rendered once for all who read alike, however many follow a submission."""

import asyncio
import logging
from collections.abc import Hashable
from weakref import WeakValueDictionary

from kriterion.feedback.html.live import Insertion, LiveState
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import Markup
from kriterion.rendering.jobs import Audience, Care, LiveJob, RenderedStep
from kriterion.web.submissions.live.follow import Step
from kriterion.web.submissions.services.renderings import renderers
from kriterion_tools.contracts.dodona_judge.batches import encode_change, pack

_log = logging.getLogger(__name__)

_Key = tuple[int, int, str, str]


class Rendering:
    """One attempt at a submission as readers of one role and language see it grow.

    Who follows begins with the attempt's first step, so the steps come in order, and the first one
    to come to a step has it rendered for the others, by a process that can be killed.
    """

    def __init__(self, reader: Viewer, name: str, owner: Hashable) -> None:
        self._reader = reader
        self._name = name
        self._owner = owner
        self._state = LiveState()
        self._care = Care.FULL
        self._steps: list[tuple[Insertion, ...]] = []
        self._turn = asyncio.Lock()

    async def insertions(self, step: Step) -> tuple[Insertion, ...]:
        """What is new on the page with a step."""
        async with self._turn:
            if len(self._steps) < step.number:
                self._steps.append(await self._rendered(step))
        return self._steps[step.number - 1]

    async def _rendered(self, step: Step) -> tuple[Insertion, ...]:
        try:
            change = encode_change(step.change)
            # Pictures are many times as long as what is said about them.
            media = dict(self._reader.media) if b"media/" in change else {}
            job = LiveJob(
                change=pack([change]),
                number=step.number,
                state=self._state,
                audience=Audience(
                    role=self._reader.role, language=self._reader.language, media=media
                ),
                care=self._care,
            )
            pending = renderers().submit(f"{self._name} {step.number}", job, self._owner)
            found = await asyncio.shield(asyncio.wrap_future(pending))  # others wait for it, too
        except Exception:
            # The page gets all of it when the submission is over; the steps after it come still.
            _log.exception("a step of live feedback cannot be shown")
            return ()
        if not isinstance(found, RenderedStep):
            return ()
        self._state, self._care = found.state, found.care
        return tuple(
            Insertion(id=one.id, within=one.within, html=Markup(one.html))
            for one in found.insertions
        )


_shared: WeakValueDictionary[_Key, Rendering] = WeakValueDictionary()


def rendering_for(submission_id: int, attempt: int, reader: Viewer) -> Rendering:
    """The rendering of an attempt for such a reader: that of others who follow it, or a new one."""
    key = (submission_id, attempt, reader.role.value, reader.language)
    found = _shared.get(key)
    if found is None:
        name = " ".join(map(str, ("live", *key)))
        found = _shared[key] = Rendering(reader, name, ("live", submission_id))
    return found
