"""Run a program and measure its processor time and memory, unaffected by our own process."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

# A program's peak starts at that of the process that starts it, so a small one does.
# Usage of children is of all that were waited for: the program, and what it waited for.
_START = """
import json, resource, subprocess, sys
status = subprocess.run(sys.argv[2:], check=False).returncode
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "x") as report:
    json.dump([status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024], report)
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MeasuredProgram:
    """How a program ended; `peak_bytes` is that of its largest process."""

    status: int
    stderr: bytes
    cpu_seconds: float
    peak_bytes: int


def measure_program(
    command: Sequence[str | Path], report: Path, environment: Mapping[str, str]
) -> MeasuredProgram:
    """Run `command` with `environment` on top of ours; write what was measured to `report`."""
    started = subprocess.run(
        (sys.executable, "-S", "-E", "-c", _START, report, *command),
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
    )
    status, cpu_seconds, peak_bytes = json.loads(report.read_bytes())
    return MeasuredProgram(
        status=status, stderr=started.stderr, cpu_seconds=cpu_seconds, peak_bytes=peak_bytes
    )
