"""The judge as a program: its configuration on stdin, partial output on stdout."""

import sys

from kriterion.toolbox.suite_judge.process import Nursery

with Nursery() as nursery:  # made first: what is imported and read now, its children never see
    from kriterion.toolbox.suite_judge.judge import judge
    from kriterion.toolbox.suite_judge.report import Report

    judge(sys.stdin.buffer.read(), nursery, Report(sys.stdout.buffer))
