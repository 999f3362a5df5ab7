"""Limits the time to render one piece of feedback; if it takes longer, plain text is shown.

Limits on size are not enough: a lexer is a set of regular expressions, and some take quadratic or
cubic time on a few kilobytes. A program that renders foreign texts installs an `Effort`, which
measures the time; this module reads no clock.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeVar

_Rendered = TypeVar("_Rendered")


class Effort(Protocol):
    """Runs `render`, or `plain` instead if `render` takes too much time."""

    def render_or_fall_back(
        self, render: Callable[[], _Rendered], plain: Callable[[], _Rendered]
    ) -> _Rendered: ...


_effort: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def limit_effort(effort: Effort) -> Iterator[None]:
    """Apply the effort to every `render_or_plain` in the block."""
    token = _effort.set(effort)
    try:
        yield
    finally:
        _effort.reset(token)


def render_or_plain(render: Callable[[], _Rendered], plain: Callable[[], _Rendered]) -> _Rendered:
    """Return `render()`, or `plain()` if the installed effort stops it; no effort means no
    limit.
    """
    effort = _effort.get()
    return render() if effort is None else effort.render_or_fall_back(render, plain)
