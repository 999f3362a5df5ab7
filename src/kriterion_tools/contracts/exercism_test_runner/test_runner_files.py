"""The files that a test runner leaves in its output directory.

Source: exercism/docs 19e037f, building/tooling/test-runners/interface.md; exercism/tooling-invoker
0fa87bb (what is required).
"""

RESULTS = "results.json"
DEBUG = "results.out"  # for the tool's author, in any form

REQUIRED = (RESULTS,)
