"""What an operator decides: `kriterion.toml` and the environment, as one frozen record."""

from kriterion.settings.reading import load_settings, read_settings
from kriterion.settings.record import (
    OURS,
    AnalyzerSettings,
    JudgeSettings,
    Settings,
    ToolSettings,
)

__all__ = [
    "OURS",
    "AnalyzerSettings",
    "JudgeSettings",
    "Settings",
    "ToolSettings",
    "load_settings",
    "read_settings",
]
