"""The judge as a program: its configuration on stdin, partial output on stdout."""

import sys

from kriterion.contracts.dodona_judge.machine_failure import (
    EXIT_STATUS,
    MachineFailure,
    failure_line,
)
from kriterion.toolbox.learn_ocaml_judge.configuration import read_configuration
from kriterion.toolbox.learn_ocaml_judge.program import Grader

configuration = read_configuration(sys.stdin.buffer.read())
try:
    with Grader(configuration) as grader:
        # What follows is loaded while the grader is at work.
        from kriterion.toolbox.learn_ocaml_judge.commands import Commands
        from kriterion.toolbox.learn_ocaml_judge.judge import judge

        judge(configuration, grader, Commands(sys.stdout.buffer))
except MachineFailure as failure:
    print(failure_line(failure), file=sys.stderr)
    sys.exit(EXIT_STATUS)
