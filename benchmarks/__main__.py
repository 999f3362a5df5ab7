"""Every measurement, one after the other: `make bench`, or `python -m benchmarks NAME…` for some.

A figure here is a ratio, or two figures of the same run side by side; none of them fails a test.
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
    "handing_in",
    "following",
    "pages",
    "slow_pages",
)

for name in sys.argv[1:] or BENCHMARKS:
    print(f"\n── {name} " + "─" * (70 - len(name)), flush=True)
    # In a process of its own: Django starts once in each.
    command = f"from benchmarks.{name} import main; main()"
    subprocess.run((sys.executable, "-c", command), check=True)
