"""The files that a representer leaves in its output directory.

Source: exercism/docs 19e037f, building/tooling/representers/interface.md (what must be written);
exercism/tooling-invoker 0fa87bb (what is required, and how large a file may be).
"""

REPRESENTATION = "representation.txt"
MAPPING = "mapping.json"
METADATA = "representation.json"
DEBUG = "representation.out"  # for the tool's author, in any form

REQUIRED = (REPRESENTATION, MAPPING)
OPTIONAL = (METADATA,)

MAXIMUM_CHARACTERS = 500 * 1024  # of one file
