"""The analyzer as a program: python -m kriterion_tools.analyzer SLUG INPUT/ OUTPUT/."""

import gc
import sys
from pathlib import Path

from kriterion_tools.analyzer.guard import write_guarded
from kriterion_tools.analyzer.program import analyse_directory

if len(sys.argv) != 4:
    sys.exit("usage: run.sh SLUG INPUT/ OUTPUT/")
slug, given, output = sys.argv[1:]
if not Path(given).is_dir():
    sys.exit(f"{given}: is no directory")
# One solution makes little garbage, and collecting it takes a tenth of the time.
gc.disable()
try:
    write_guarded(lambda: analyse_directory(slug, Path(given)), Path(output))
except OSError as error:
    sys.exit(f"{output}: cannot be written: {error.strerror}")
