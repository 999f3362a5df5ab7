"""A repository of exercises, and a judge, made of a few files."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from kriterion.tools.judge_run import Judge, load_judge

Content = str | bytes | Mapping[str, Any]
Write = Callable[[Mapping[str, Content]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes files (JSON when an object is given) below a directory that it returns."""

    def _write(files: Mapping[str, Content]) -> Path:
        root = tmp_path / "repository"
        for name, content in {".git/HEAD": "", **files}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Mapping):
                content = json.dumps(content)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return root

    return _write


@pytest.fixture
def judge(tmp_path: Path) -> Callable[..., Judge]:
    """Makes a judge whose `run` has this content."""

    def _judge(run: str = "#!/bin/sh\n", configuration: str | None = "{}") -> Judge:
        directory = tmp_path / "judge"
        directory.mkdir(exist_ok=True)
        (directory / "run").write_text(run)
        (directory / "run").chmod(0o755)
        if configuration is not None:
            (directory / "config.json").write_text(configuration)
        return load_judge(directory)

    return _judge
