"""A worker remembers submissions that its machine failed."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from kriterion.errors import SandboxUnavailable
from kriterion.web.submissions.queue.inability import Inabilities
from kriterion.web.submissions.worker.machine_faults import (
    MAX_EXCUSES,
    MAX_REMEMBERED,
    MachineFaults,
)

BROKEN = SandboxUnavailable("there is no sandbox", fix="mend it")


@pytest.fixture
def faults(settings: Settings, tmp_path: Path) -> MachineFaults:
    settings.DATA = tmp_path
    return MachineFaults(Inabilities(), probe=lambda: None, announce=lambda: None)


def test_a_submission_excused_too_often_is_charged_each_time(
    faults: MachineFaults,
) -> None:
    excused = [faults.excuse(1, BROKEN) for _ in range(MAX_EXCUSES + 3)]
    assert excused == [True] * MAX_EXCUSES + [False] * 3


def test_only_a_limited_number_of_recent_submissions_is_remembered(faults: MachineFaults) -> None:
    for _ in range(MAX_EXCUSES):
        assert faults.excuse(0, BROKEN)
    for other in range(1, 5 * MAX_REMEMBERED):
        faults.excuse(other, BROKEN)
        if other % (MAX_REMEMBERED // 2) == 0:
            assert not faults.excuse(0, BROKEN)
    assert len(faults._excused) == MAX_REMEMBERED


def test_an_assessed_submission_is_forgotten(faults: MachineFaults) -> None:
    faults.excuse(1, BROKEN)
    faults.clear_excuses(1)
    faults.clear_excuses(2)
    assert not faults._excused
