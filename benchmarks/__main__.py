"""Every measurement, one after the other: `make bench`, or `python -m benchmarks NAME…` for some.

A figure here is a ratio, or two figures of the same run side by side; none of them fails a test.
"""

import sys
from importlib import import_module

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
)

for name in sys.argv[1:] or BENCHMARKS:
    print(f"\n── {name} " + "─" * (70 - len(name)), flush=True)
    import_module(f"benchmarks.{name}").main()
