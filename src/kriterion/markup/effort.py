"""Limit the work on one piece of feedback; beyond the limit it is shown as plain text.

Sizes are bounded first. Time is not bounded by that: a lexer is a set of regular expressions, and
some take quadratic or cubic time on a few kilobytes. A program that renders other people's texts
installs an `Effort`; this module itself reads no clock.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeVar

_Rendered = TypeVar("_Rendered")


class Effort(Protocol):
    """Decides when rendering takes too much effort."""

    def spend(
        self, render: Callable[[], _Rendered], plain: Callable[[], _Rendered]
    ) -> _Rendered: ...


_effort: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def limit_effort(effort: Effort) -> Iterator[None]:
    """Render within an effort."""
    before = _effort.set(effort)
    try:
        yield
    finally:
        _effort.reset(before)


def render_or_plain(render: Callable[[], _Rendered], plain: Callable[[], _Rendered]) -> _Rendered:
    """Return `render()`, or `plain()` if rendering takes too much effort."""
    effort = _effort.get()
    return render() if effort is None else effort.spend(render, plain)
