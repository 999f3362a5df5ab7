"""Render steps of live feedback once for all users who see the same, however many follow."""

import asyncio
import logging
from collections.abc import Hashable
from weakref import WeakValueDictionary

from kriterion.feedback.html.live import Insertion, LiveState
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import Markup
from kriterion.rendering.jobs import Audience, Care, LiveJob, RenderedStep
from kriterion.web.submissions.live.follow import LiveStep
from kriterion.web.submissions.services.renderings import renderers
from kriterion_tools.contracts.dodona_judge.batches import encode_change, pack

_log = logging.getLogger(__name__)

_Key = tuple[int, int, str, str]


class Rendering:
    """One attempt at a submission as users of one role and language see it grow.

    Followers start with the attempt's first step, so steps arrive in order. The first follower to
    reach a step has it rendered for all, by a process that can be killed.
    """

    def __init__(self, reader: Viewer, name: str, owner: Hashable) -> None:
        self._reader = reader
        self._name = name
        self._owner = owner
        self._state = LiveState()
        self._care = Care.FULL
        self._steps: list[tuple[Insertion, ...]] = []
        self._turn = asyncio.Lock()

    async def insertions(self, step: LiveStep) -> tuple[Insertion, ...]:
        """Return what a step adds to the page."""
        async with self._turn:
            if len(self._steps) < step.number:
                self._steps.append(await self._rendered(step))
        return self._steps[step.number - 1]

    async def _rendered(self, step: LiveStep) -> tuple[Insertion, ...]:
        try:
            change = encode_change(step.change)
            # Pictures are many times the size of other content.
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
            # The finished page will show it; later steps still arrive.
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
    """Return the rendering that a user shares with other followers, or a new one."""
    key = (submission_id, attempt, reader.role.value, reader.language)
    found = _shared.get(key)
    if found is None:
        name = " ".join(map(str, ("live", *key)))
        found = _shared[key] = Rendering(reader, name, ("live", submission_id))
    return found
