"""The catalog's tables."""

from kriterion.web.catalog.models.activity import Activity, ActivityState, ActivityType, TaskKind
from kriterion.web.catalog.models.reading import Reading
from kriterion.web.catalog.models.revealed_hints import RevealedHints

__all__ = ["Activity", "ActivityState", "ActivityType", "Reading", "RevealedHints", "TaskKind"]
