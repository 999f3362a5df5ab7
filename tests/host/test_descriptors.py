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
        found = allot(limit, runs=runs, serves=serves)
    except OperatorError as error:
        assert limit < 300
        assert "ulimit -n" in error.fix
        return
    assert min(runs, 1) <= found.runs <= runs
    used = found.runs * PER_RUN
    if serves:
        used += found.pages * PER_PAGE + found.connections
        assert 0 < found.streams < found.connections
        assert found.pages > 0
    assert used < limit
    assert found.is_low or found.runs == runs


@pytest.mark.parametrize(
    ("limit", "runs", "is_low"), [(65_536, 8, False), (1024, 2, False), (256, 2, True)]
)
def test_a_low_limit_is_reported(limit: int, runs: int, is_low: bool) -> None:
    found = allot(limit, runs=runs)
    assert found.is_low == is_low
    assert f"only {limit} files" in found.description


def test_the_limit_is_raised_as_far_as_permitted() -> None:
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (200, 999));"
        "from kriterion.host.descriptors import raise_limit;"
        "print(raise_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 999:
        pytest.skip("this machine allows fewer than 999 open files")
    done = subprocess.run((sys.executable, "-c", program), capture_output=True, check=True)
    assert done.stdout == b"999 999 999\n"
