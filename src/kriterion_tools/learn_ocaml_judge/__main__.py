"""The judge's program: reads its configuration from stdin, writes partial output to stdout."""

import os
import sys

from kriterion_tools.learn_ocaml_judge.grader_configuration import read_configuration
from kriterion_tools.learn_ocaml_judge.grader_process import Grader


def main() -> int:
    """Grade one submission and return the exit status."""
    configuration = read_configuration(sys.stdin.buffer.read())
    try:
        with Grader(configuration) as grader:
            # Imported here, while the grader works.
            from kriterion_tools.learn_ocaml_judge.feedback_commands import Commands
            from kriterion_tools.learn_ocaml_judge.grader_judgement import write_judgement

            write_judgement(configuration, grader, Commands(sys.stdout.buffer))
    except Exception as failure:
        from kriterion_tools.contracts.dodona_judge import machine_failure

        if not isinstance(failure, machine_failure.MachineFailure):
            raise
        print(machine_failure.format_failure(failure), file=sys.stderr, flush=True)
        return machine_failure.EXIT_STATUS
    return 0


status = main()
sys.stdout.flush()
os._exit(status)  # skips the interpreter's shutdown, which takes 4 ms to free memory
