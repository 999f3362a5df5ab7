"""Python imports this at the start of a worker whose clock is set by libfaketime.

`time.sleep` waits until a moment of the monotonic clock. libfaketime takes that for one of the
clock that it sets, and refuses it: without this, every thread that sleeps would end.
"""

import select
import time


def sleep(seconds: float, /) -> None:
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    select.select([], [], [], seconds)


time.sleep = sleep  # type: ignore[assignment]
