"""Golden files: reviewed texts that must not change. `--update-golden` rewrites them."""

from pathlib import Path

import pytest


def assert_golden(config: pytest.Config, name: str, text: str) -> None:
    """Require that a text equals the file of that name in `golden/`."""
    file = Path(__file__).parent / "golden" / name
    if config.getoption("--update-golden", default=False):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), f"{name}: see --update-golden"
