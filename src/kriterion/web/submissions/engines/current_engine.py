"""The engine of this process, chosen in the settings."""

from pathlib import Path
from typing import assert_never

from django.conf import settings

from kriterion.host.settings.site_environment import QueueEngine
from kriterion.web.submissions.engines.engine import Engine
from kriterion.web.submissions.engines.local_engine import LocalEngine

_engine: Engine | None = None


def current_engine() -> Engine:
    """Return the engine of this process, creating it on the first call."""
    global _engine
    if _engine is None:
        _engine = create_engine(settings.ENGINE)
    return _engine


def use_engine(engine: Engine | None) -> None:
    """Replace the engine of this process; None for the one in the settings."""
    global _engine
    _engine = engine


def create_engine(name: QueueEngine) -> Engine:
    """Return a new engine of that name."""
    match name:
        case QueueEngine.LOCAL:
            return LocalEngine(Path(settings.DATA))
        case QueueEngine.PROCRASTINATE:
            # Loads libraries that sites with SQLite do not need.
            from kriterion.web.submissions.engines.procrastinate_engine import ProcrastinateEngine

            return ProcrastinateEngine()
        case _:
            assert_never(name)
