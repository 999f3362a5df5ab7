"""What is measured of a program is its own, whatever our process has used before."""

import sys
from pathlib import Path

import pytest

from tests.measured_program import measure_program

MEGABYTES = 1_000_000


@pytest.mark.parametrize(("allocated", "least", "most"), [(0, 1, 80), (100, 100, 180)])
def test_the_peak_is_that_of_the_program(
    allocated: int, least: int, most: int, tmp_path: Path
) -> None:
    ours = bytearray(b"x" * 200 * MEGABYTES)
    program = (sys.executable, "-c", f"bytearray({allocated * MEGABYTES})")
    measured = measure_program(program, tmp_path / "usage", {})
    assert measured.status == 0
    assert least * MEGABYTES <= measured.peak_bytes < most * MEGABYTES < len(ours)


def test_the_status_and_the_errors_are_those_of_the_program(tmp_path: Path) -> None:
    program = (sys.executable, "-c", "import os, sys; sys.exit(os.environ['REASON'])")
    measured = measure_program(program, tmp_path / "usage", {"REASON": "no more paper"})
    assert (measured.status, measured.stderr) == (1, b"no more paper\n")
