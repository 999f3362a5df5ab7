"""Texts that a person read once and that stay as they are; `--update-golden` writes them anew."""

from pathlib import Path

import pytest


def assert_golden(config: pytest.Config, name: str, text: str) -> None:
    """The text is what the file of that name in `golden/` says."""
    file = Path(__file__).parent / "golden" / name
    if config.getoption("--update-golden", default=False):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), f"{name}: see --update-golden"
