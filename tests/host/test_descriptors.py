"""What the descriptors of a process suffice for is known before they are used up."""

import resource
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.errors import OperatorError
from kriterion.host.descriptors import PER_PAGE, PER_RUN, allot


@given(limit=st.integers(0, 70_000), runs=st.integers(0, 256), serves=st.booleans())
def test_slots_are_limited_by_the_available_descriptors(
    limit: int, runs: int, serves: bool
) -> None:
    try:
        allotment = allot(limit, runs=runs, serves=serves)
    except OperatorError as error:
        assert limit < 300
        assert "ulimit -n" in error.fix
        return
    assert min(runs, 1) <= allotment.runs <= runs
    used = allotment.runs * PER_RUN
    if serves:
        used += allotment.pages * PER_PAGE + allotment.connections
        assert 0 < allotment.streams < allotment.connections
        assert allotment.pages > 0
    assert used < limit
    assert allotment.is_low or allotment.runs == runs


@pytest.mark.parametrize(
    ("limit", "runs", "is_low"), [(65_536, 8, False), (1024, 2, False), (256, 2, True)]
)
def test_a_low_limit_is_reported(limit: int, runs: int, is_low: bool) -> None:
    allotment = allot(limit, runs=runs)
    assert allotment.is_low == is_low
    assert f"only {limit} files" in allotment.description


def test_a_process_without_runs_that_checks_the_sandbox_reserves_room_for_it() -> None:
    without, with_trial = allot(600, runs=0), allot(600, runs=0, tries_sandbox=True)
    assert with_trial.runs == 0
    used = without.pages * PER_PAGE + without.connections
    assert with_trial.pages * PER_PAGE + with_trial.connections <= used - PER_RUN
    assert "submissions at once" not in with_trial.description


def test_the_limit_is_raised_as_far_as_permitted() -> None:
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (200, 999));"
        "from kriterion.host.descriptors import raise_limit;"
        "print(raise_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 999:
        pytest.skip("this machine allows fewer than 999 open files")
    result = subprocess.run((sys.executable, "-c", program), capture_output=True, check=True)
    assert result.stdout == b"999 999 999\n"
