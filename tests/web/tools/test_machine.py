"""What a process has for assessing stays in use while it is being renewed."""

from pathlib import Path

import pytest
from django.utils import timezone

from kriterion.web.tools import machine
from kriterion.web.tools.models import Tool, ToolState

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tool:
    monkeypatch.setattr(machine, "_made", None)
    (tmp_path / "run").write_text("#!/bin/sh\n")
    return Tool.objects.create(
        kind="judge", name="mine", directory=str(tmp_path), checked_at=timezone.now()
    )


@pytest.mark.parametrize("state", [ToolState.READY, ToolState.NEW, ToolState.CLONING])
def test_a_tool_being_fetched_again_stays_in_use(judge: Tool, state: ToolState) -> None:
    Tool.objects.update(state=state)
    assert "mine" in machine.this_machine().judges


def test_a_tool_is_used_once_it_was_checked_and_can_run(judge: Tool) -> None:
    Tool.objects.update(state=ToolState.FAILED)
    assert "mine" not in machine.this_machine().judges
    Tool.objects.update(state=ToolState.NEW, checked_at=None)
    assert "mine" not in machine.this_machine().judges
    Tool.objects.update(checked_at=timezone.now(), directory="/not there")
    assert "mine" not in machine.this_machine().judges
