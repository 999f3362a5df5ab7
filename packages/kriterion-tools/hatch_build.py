"""Fills in what the tools depend on: libraries, and a grammar for each language of the register."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LIBRARIES = (
    "ast-grep-py>=0.51",
    "markdown-it-py>=4.0",
    "msgspec>=0.20",
    "pyyaml>=6.0",
    "ruff>=0.17",
    "tree-sitter>=0.26",
)
REGISTER = Path(__file__).parent / "src/kriterion_tools/languages.py"


class DependenciesHook(MetadataHookInterface):
    """Sets the dependencies of the distribution."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        languages = runpy.run_path(str(REGISTER))["LANGUAGES"]
        metadata["dependencies"] = sorted({*LIBRARIES, *(one.grammar for one in languages)})
