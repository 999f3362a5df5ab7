"""The judge as a program, kriterion-suite-judge: its configuration on stdin, partial output on
stdout.
"""

import os
import sys

from kriterion_tools.contracts.dodona_judge.machine_failure import (
    EXIT_STATUS,
    MachineFailure,
    format_failure,
)
from kriterion_tools.suite_judge.student_process import Nursery


def main() -> None:
    try:
        # Create the nursery first: its children get a copy of everything read before.
        with Nursery() as nursery:
            from kriterion_tools.suite_judge.suite_feedback import SuiteReport
            from kriterion_tools.suite_judge.suite_run import judge

            judge(sys.stdin.buffer.read(), nursery, SuiteReport(sys.stdout.buffer))
    except MachineFailure as failure:
        print(format_failure(failure), file=sys.stderr)
        sys.exit(EXIT_STATUS)
    sys.stdout.flush()
    os._exit(0)  # skip the interpreter's cleanup, which takes 3 ms


if __name__ == "__main__":
    main()
