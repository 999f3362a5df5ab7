"""Worker processes that are killed with SIGKILL in the middle of a comparison."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kriterion.cli.server.data_directory import prepare_directory
from tests.web.forked_program import run_forked
from tests.web.postgresql import cluster
from tests.web.site_process import KRITERION, data_directory, make_environment

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(300),
    pytest.mark.long(reason="a fault trial with processes"),
]


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_kills_in_the_middle_of_a_comparison_change_nothing(tmp_path: Path, database: str) -> None:
    with data_directory() as data:
        prepare_directory(data, demo=False)
        env = make_environment(data)
        if database == "sqlite":
            _compare_with_kills(env)
        else:
            with cluster() as server:
                _compare_with_kills({**env, "DATABASE_URL": server.url})


def _compare_with_kills(env: dict[str, str]) -> None:
    def work(choice: str, point: str = "") -> "subprocess.CompletedProcess[str]":
        command = (sys.executable, "-m", "tests.web.similarity.similarity_worker", choice)
        return run_forked((*command, *([point] if point else [])), env)

    def finish(choice: str) -> dict[str, Any]:
        done = work(choice)
        assert done.returncode == 0
        return json.loads(done.stdout)  # type: ignore[no-any-return]

    run_forked((*KRITERION, "manage", "migrate", "--verbosity=0"), env, check=True)
    for point in ("reading", "comparing", "storing"):
        assert work("latest", point).returncode == -signal.SIGKILL, point
    killed = finish("latest")
    assert killed["state"] == "ready"
    assert killed["read"] == [], "what earlier attempts have read was kept"
    assert len(killed["pairs"]) >= 12
    undisturbed = finish("accepted")  # the same submissions
    assert undisturbed == killed
