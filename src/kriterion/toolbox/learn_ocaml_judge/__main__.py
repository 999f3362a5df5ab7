"""The judge as a program: its configuration on stdin, partial output on stdout."""

import sys

from kriterion.toolbox.learn_ocaml_judge.configuration import read_configuration
from kriterion.toolbox.learn_ocaml_judge.program import Grader

configuration = read_configuration(sys.stdin.buffer.read())
with Grader(configuration) as grader:
    # What follows is loaded while the grader is at work.
    from kriterion.toolbox.learn_ocaml_judge.commands import Commands
    from kriterion.toolbox.learn_ocaml_judge.judge import judge

    judge(configuration, grader, Commands(sys.stdout.buffer))
