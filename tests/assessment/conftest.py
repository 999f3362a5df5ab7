"""Fixtures for real runs: this machine, and a directory that a sandbox can read."""

from pathlib import Path

import pytest

from kriterion.host.installation import Installation
from tests.assessment.shell_tools import ShellTools
from tests.places import open_to_all


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


@pytest.fixture
def shell_tools(tmp_path: Path) -> ShellTools:
    return ShellTools(open_to_all(tmp_path))
