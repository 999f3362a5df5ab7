"""The files that an analyzer leaves in its output directory.

Source: exercism/docs 19e037f, building/tooling/analyzers/interface.md (what must be written);
exercism/tooling-invoker 0fa87bb (what is required).
"""

ANALYSIS = "analysis.json"
TAGS = "tags.json"
DEBUG = "analysis.out"  # for the tool's author, in any form

REQUIRED = (ANALYSIS,)
OPTIONAL = (TAGS,)

MAXIMUM_TAGS = 1_000
MAXIMUM_TAG = 200  # characters
