"""A pool of forked processes, which share what their parent has loaded."""

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from kriterion.errors import MachineError

_GLANCE_SECONDS = 0.5  # between two looks whether the parent is alive


@contextmanager
def fork_pool(
    jobs: int,
    *,
    doing: str,
    initializer: Callable[..., object] | None = None,
    arguments: Sequence[Any] = (),
) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool whose processes are forked at the first submission: start no thread before it.

    They leave SIGINT to the parent, and end with it. `initializer` is called in each with
    `arguments`, which need not be pickled. Raises MachineError if a process `doing` its work is
    killed.
    """
    context = multiprocessing.get_context("fork")
    start = (os.getpid(), initializer, arguments)
    with ProcessPoolExecutor(jobs, context, _start_worker, start) as pool:
        try:
            yield pool
        except BrokenProcessPool as broken:
            raise MachineError(f"a process that {doing} was killed") from broken
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _start_worker(
    parent: int, initializer: Callable[..., object] | None, arguments: Sequence[Any]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    if initializer is not None:
        initializer(*arguments)
    gc.freeze()  # keeps the collector from copying shared pages
    threading.Thread(target=_end_with_parent, args=(parent,), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    """End this process after its parent, however that ends: nobody else would."""
    while os.getppid() == parent:
        time.sleep(_GLANCE_SECONDS)
    os._exit(1)
