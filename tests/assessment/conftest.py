"""What the tests of real runs share: this machine, and a directory that a sandbox may look into."""

from pathlib import Path

import pytest

from kriterion.installation.installation import Installation
from tests.assessment.shell_tools import ShellTools


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


@pytest.fixture
def shell_tools(tmp_path: Path) -> ShellTools:
    for outer in (tmp_path, *tmp_path.parents):  # pytest's directories are private
        outer.chmod(outer.stat().st_mode | 0o055)
        if outer.name.startswith("pytest-of-"):
            break
    return ShellTools(tmp_path)
