"""The workers' side of the channel to the site's process, which started this one."""

import logging
import os
import threading
from collections.abc import Callable

from kriterion.web.submissions.engines.current_worker import current_worker
from kriterion.web.submissions.queue.notifications import subscribe, unsubscribe
from kriterion.web.submissions.worker.hint_channel import (
    STOP_SECONDS,
    Hint,
    HintChannel,
    HintKind,
    inherit_channel,
)

# Lower than the site's: its pages are answered first. Source: Linux, kernel/sched/core.c,
# sched_prio_to_weight: a process with this niceness gets a third of the time of one without.
NICENESS = 5

_log = logging.getLogger(__name__)


class SiteLink:
    """Passes hints on in both directions, and stops this process when the site wants or dies."""

    def __init__(
        self, channel: HintChannel, *, request_stop: Callable[[], None], stop_seconds: float
    ) -> None:
        """`request_stop` makes the process end, which may take `stop_seconds`."""
        self._channel = channel
        self._request_stop = request_stop
        self._stop_seconds = stop_seconds
        self._thread = threading.Thread(
            target=self._receive_until_end, name="kriterion-site-link", daemon=True
        )

    def start(self, fault: str) -> None:
        """Tell the site that the workers claim, or why they cannot, and pass hints on."""
        self._thread.start()
        subscribe(self._send_change)
        self._channel.send(Hint(HintKind.READY, text=fault))

    def _send_change(self, submission_id: int) -> None:
        self._channel.send(Hint(HintKind.CHANGED, submission_id))

    def _receive_until_end(self) -> None:
        while (hint := self._channel.receive()) is not None:
            _pass_on(hint)
        unsubscribe(self._send_change)
        last_resort = threading.Timer(self._stop_seconds, _end_at_once)
        last_resort.daemon = True
        last_resort.start()
        self._request_stop()


def link_to_site(descriptor: int, *, fault: str, request_stop: Callable[[], None]) -> None:
    """Begin to exchange hints through an inherited channel. Raises OSError if there is none."""
    link = SiteLink(
        inherit_channel(descriptor), request_stop=request_stop, stop_seconds=STOP_SECONDS
    )
    link.start(fault)


def lower_priority() -> None:
    """Give the site's process precedence over this one and its children."""
    try:
        os.nice(NICENESS)
    except OSError as error:
        _log.warning("the workers' priority could not be lowered: %s", error.strerror)


def _pass_on(hint: Hint) -> None:
    try:
        worker = current_worker()
        if hint.kind is not HintKind.INSTALLED:
            _log.warning("the site sent an unexpected hint: %s", hint.kind)
        elif worker is not None:
            worker.request_recheck()
    except Exception:  # polling does the same a moment later
        _log.exception("a hint of the site could not be followed")


def _end_at_once() -> None:
    _log.error("the runs did not end in time: this process ends without them")
    os._exit(1)
