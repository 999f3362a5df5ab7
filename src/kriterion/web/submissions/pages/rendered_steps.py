"""Render the steps of an attempt one after the other, in processes that can be killed."""

import asyncio
import logging
from collections.abc import Callable, Mapping

from kriterion.feedback.html.live import Insertion, LiveState
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import Markup
from kriterion.rendering.jobs import Audience, Care, LiveJob, RenderedStep
from kriterion.web.submissions.live.follow import LiveStep
from kriterion.web.submissions.services.renderings import renderers
from kriterion_tools.contracts.dodona_judge.batches import encode_change, pack

_log = logging.getLogger(__name__)


class Rendering:
    """The feedback on one attempt as it grows, for all users who may see the same.

    `pictures` loads those of the exercise, in a thread, when a step first shows one.
    """

    def __init__(
        self,
        submission_id: int,
        attempt: int,
        viewer: Viewer,
        pictures: Callable[[], Mapping[str, str]],
    ) -> None:
        self._viewer = viewer
        self._pictures = pictures
        self._media: dict[str, str] | None = None
        withheld = viewer.withholding.key
        key = (submission_id, attempt, viewer.role.value, viewer.language, withheld)
        self._name = " ".join(map(str, ("live", *key)))
        self._owner = ("live", submission_id)
        self._state = LiveState()
        self._care = Care.FULL

    async def render_step(self, step: LiveStep) -> tuple[Insertion, ...]:
        """Return what the next step adds to the page, starting with the attempt's first step."""
        try:
            change = encode_change(step.change)
            # Pictures are many times the size of other content.
            media = await self._load_media() if b"media/" in change else {}
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
            # Other requests for this step share the job, so a reader who leaves does not cancel it.
            result = await asyncio.shield(asyncio.wrap_future(pending))
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

    async def _load_media(self) -> dict[str, str]:
        if self._media is None:
            self._media = dict(await asyncio.to_thread(self._pictures))
        return self._media
