"""A progress bar on the terminal, removed when the work is done."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class ProgressWatch(Protocol):
    """Receives the number of finished items, their total, and the last item's name."""

    def __call__(self, done: int, total: int, last: str = "", /) -> None: ...


@contextmanager
def show_progress(activity: str) -> Iterator[ProgressWatch]:
    """Yield a function that updates the bar. It does nothing if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _total, _last="": None
        return
    from rich.console import Console  # takes a tenth of a second to import
    from rich.markup import escape
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(activity, total=None)

    def watch(done: int, total: int, last: str = "") -> None:
        bar.start()  # only now: it starts a thread, and processes must be forked before
        bar.update(task, completed=done, total=total, description=escape(last) or activity)
        if done == total:
            bar.stop()  # so that the next bar can use the line

    try:
        yield watch
    finally:
        bar.stop()
