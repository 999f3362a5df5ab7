"""Run all measurements one after the other: `make bench`, or `python -m benchmarks NAME…` for some.

Figures are ratios, or pairs of figures from one run. None of them fails a test.
"""

import subprocess
import sys

BENCHMARKS = (
    "judge_output",
    "sandbox",
    "assess",
    "load",
    "grading",
    "repositories",
    "representing",
    "analyzing",
    "submitting",
    "capacity",
    "queries",
    "equivalence",
    "rejudging",
    "bulk",
    "live_feedback",
    "student_pages",
    "pages",
    "slow_pages",
    "teaching",
    "failure_rates",
    "similarity",
)

for name in sys.argv[1:] or BENCHMARKS:
    print(f"\n── {name} " + "─" * (70 - len(name)), flush=True)
    # Each in a process of its own: Django can be set up only once per process.
    command = f"from benchmarks.{name} import main; main()"
    subprocess.run((sys.executable, "-c", command), check=True)
