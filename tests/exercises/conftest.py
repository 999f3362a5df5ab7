"""Repositories written for one test."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Plant = Callable[[Mapping[str, object]], Path]


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Write files (bytes, text, or anything else as JSON) below a fresh repository's root."""

    def write(files: Mapping[str, object]) -> Path:
        root = tmp_path / "repository"
        root.mkdir(exist_ok=True)
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, bytes):
                path.write_bytes(content)
            else:
                path.write_text(content if isinstance(content, str) else json.dumps(content))
        return root

    return write
