"""The page about the settings shows every setting in its table, and no other."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from kriterion.host.settings import read_settings
from kriterion.host.settings.file_tables import (
    AnalyzerTable,
    ImageTable,
    JudgeTable,
    SandboxTable,
    SettingsDocument,
    ToolTable,
)

_PAGE = Path(__file__).parents[3] / "docs" / "administrator" / "settings.md"
_EARLIER = {"uid"}  # read only to name its replacement


def _read_example() -> str:
    """Return the page's first example, with the settings that it shows as comments."""
    _, _, rest = _PAGE.read_text().partition("```toml\n")
    example, _, _ = rest.partition("```")
    return re.sub(r"^# (?=\w+ = )", "", example, flags=re.MULTILINE)


def _list_names(*tables: dict[str, Any]) -> set[str]:
    return {name for table in tables for name in table}


def _list_fields(kind: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def test_the_example_is_valid() -> None:
    assert read_settings(_read_example(), Path("/etc/kriterion/kriterion.toml")).default_judge


def test_the_example_shows_every_setting_in_its_table() -> None:
    document = tomllib.loads(_read_example())
    images = {name: table for name, table in document["images"].items() if name != "unknown"}
    representers = _list_names(*document["representers"].values())
    assert set(document) == _list_fields(SettingsDocument)
    assert set(document["sandbox"]) == _list_fields(SandboxTable) - _EARLIER
    assert _list_names(*images.values()) == _list_fields(ImageTable)
    assert _list_names(*document["judges"].values()) == _list_fields(JudgeTable)
    assert representers == _list_fields(ToolTable)
    assert _list_names(*document["analyzers"].values()) | representers == _list_fields(
        AnalyzerTable
    )
