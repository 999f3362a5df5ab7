"""Fills in the dependencies of the tools, and compiles their translations.

The dependencies are libraries, and a grammar for each language of the register.
"""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LIBRARIES = (
    "ast-grep-py>=0.51",
    "markdown-it-py>=4.0",
    "msgspec>=0.20",
    "pyyaml>=6.0",
    "ruff>=0.17",
    "tree-sitter>=0.26",
)
TOOLS = Path(__file__).parent / "src/kriterion_tools"
REGISTER = TOOLS / "languages.py"


class DependenciesHook(MetadataHookInterface):
    """Sets the dependencies of the distribution."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        languages = runpy.run_path(str(REGISTER))["LANGUAGES"]
        metadata["dependencies"] = sorted({*LIBRARIES, *(one.grammar for one in languages)})


class TranslationsHook(BuildHookInterface[Any]):
    """Compiles the catalogues into the distribution."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        po_files = runpy.run_path(str(TOOLS / "translation/po_files.py"))
        po_files["compile_catalogs"](TOOLS / "locale")
