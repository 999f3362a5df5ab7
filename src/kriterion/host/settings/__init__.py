"""The operator's settings: `kriterion.toml` and the environment."""

from kriterion.host.settings.records import (
    OURS,
    AnalyzerSettings,
    JudgeSettings,
    Settings,
    ToolSettings,
)
from kriterion.host.settings.settings_file import load_settings, read_settings

__all__ = [
    "OURS",
    "AnalyzerSettings",
    "JudgeSettings",
    "Settings",
    "ToolSettings",
    "load_settings",
    "read_settings",
]
