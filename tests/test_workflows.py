"""Workflows, compose file and update configuration name what exists. Nothing here runs them."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yaml"))


def load(file: Path) -> Any:
    return yaml.safe_load(file.read_text())


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_actions_are_pinned_by_commit(file: Path) -> None:
    used = re.findall(r"uses: (\S+)", file.read_text())
    assert [action for action in used if not re.search(r"@[0-9a-f]{40}$|^\./", action)] == []


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_jobs_have_read_only_permissions_unless_they_say_why(file: Path) -> None:
    workflow = load(file)
    assert workflow["permissions"] == {"contents": "read"}
    for line in file.read_text().splitlines():
        assert not line.strip().endswith(": write"), f"{line.strip()}: say why"
    assert all("uses" in job or "timeout-minutes" in job for job in workflow["jobs"].values())


def test_dependency_updates_cover_every_ecosystem() -> None:
    updates = load(ROOT / ".github/dependabot.yml")["updates"]
    folders = [ROOT / update["directory"].lstrip("/") for update in updates]
    assert [str(folder) for folder in folders if not folder.is_dir()] == []


def test_no_container_of_the_compose_file_is_privileged() -> None:
    services = load(ROOT / "deploy/compose.yaml")["services"]
    assert [name for name, service in services.items() if service.get("privileged")] == []
    assert services["worker"]["cap_add"] == ["SYS_ADMIN", "SYS_PTRACE"]
    assert "cap_add" not in services["database"]
