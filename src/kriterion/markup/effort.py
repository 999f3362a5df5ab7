"""Limits the work on one piece of feedback; beyond, it is shown as plain text.

Sizes bound every piece first. What they cannot bound is time: a lexer is a heap of regular
expressions, and some of them take quadratic or cubic time on a few kilobytes. A program that
renders texts of others installs an `Effort`; nothing here looks at a clock.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeVar

_Rendered = TypeVar("_Rendered")


class Effort(Protocol):
    """Decides when rendering a piece takes too much."""

    def spend(
        self, render: Callable[[], _Rendered], plain: Callable[[], _Rendered]
    ) -> _Rendered: ...


_effort: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def limited(effort: Effort) -> Iterator[None]:
    """Render within an effort."""
    before = _effort.set(effort)
    try:
        yield
    finally:
        _effort.reset(before)


def render_or_plain(render: Callable[[], _Rendered], plain: Callable[[], _Rendered]) -> _Rendered:
    """What `render` makes, or what `plain` makes when that takes too much."""
    effort = _effort.get()
    return render() if effort is None else effort.spend(render, plain)
