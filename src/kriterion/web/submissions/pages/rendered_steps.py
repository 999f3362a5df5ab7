"""Render each step of live feedback once for all followers who may see the same."""

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

_Key = tuple[int, int, str, str, tuple[str, ...]]


class Rendering:
    """One attempt at a submission as users who see the same of it see it grow.

    Followers start with the attempt's first step, so steps arrive in order. The first follower to
    reach a step has it rendered for all, by a process that can be killed.
    """

    def __init__(self, viewer: Viewer, name: str, owner: Hashable) -> None:
        self._viewer = viewer
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
                self._steps.append(await self._render_step(step))
        return self._steps[step.number - 1]

    async def _render_step(self, step: LiveStep) -> tuple[Insertion, ...]:
        try:
            change = encode_change(step.change)
            # Pictures are many times the size of other content.
            media = dict(self._viewer.media) if b"media/" in change else {}
            job = LiveJob(
                change=pack([change]),
                number=step.number,
                state=self._state,
                audience=Audience(
                    role=self._viewer.role,
                    language=self._viewer.language,
                    media=media,
                    withholding=self._viewer.withholding,
                ),
                care=self._care,
            )
            pending = renderers().submit(f"{self._name} {step.number}", job, self._owner)
            result = await asyncio.shield(asyncio.wrap_future(pending))  # others wait for it, too
        except Exception:
            # The finished page shows this step, and later steps still arrive.
            _log.exception("a step of live feedback could not be rendered")
            return ()
        if not isinstance(result, RenderedStep):
            return ()
        self._state, self._care = result.state, result.care
        return tuple(
            Insertion(id=insertion.id, within=insertion.within, html=Markup(insertion.html))
            for insertion in result.insertions
        )


_shared: WeakValueDictionary[_Key, Rendering] = WeakValueDictionary()


def rendering_for(submission_id: int, attempt: int, viewer: Viewer) -> Rendering:
    """Return the rendering that followers who see the same share; create it if needed."""
    withheld = viewer.withholding.key
    key = (submission_id, attempt, viewer.role.value, viewer.language, withheld)
    rendering = _shared.get(key)
    if rendering is None:
        name = " ".join(map(str, ("live", *key)))
        rendering = _shared[key] = Rendering(viewer, name, ("live", submission_id))
    return rendering
