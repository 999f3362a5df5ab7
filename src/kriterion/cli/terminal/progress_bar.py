"""How far a command is, on a terminal: a bar that goes when all is done."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Watch(Protocol):
    """Is told how much is done, of how much, and what was the last."""

    def __call__(self, done: int, total: int, last: str = "", /) -> None: ...


@contextmanager
def progress(doing: str) -> Iterator[Watch]:
    """What shows it. Where nobody looks, on no terminal, nothing is shown."""
    if not sys.stderr.isatty():
        yield lambda _done, _total, _last="": None
        return
    from rich.console import Console  # a tenth of a second that nobody else needs
    from rich.markup import escape
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(doing, total=None)

    def watch(done: int, total: int, last: str = "") -> None:
        bar.start()  # not before: it is a thread, and processes are forked until then
        bar.update(task, completed=done, total=total, description=escape(last) or doing)
        if done == total:
            bar.stop()  # so that the next one has the line

    try:
        yield watch
    finally:
        bar.stop()
