"""The analyzer as a program: kriterion-analyze SLUG INPUT/ OUTPUT/."""

import gc
import sys
from pathlib import Path

from kriterion_tools.analyzer.analyzer_program import analyse_directory
from kriterion_tools.analyzer.guard import write_guarded

USAGE = "usage: kriterion-analyze SLUG INPUT/ OUTPUT/"


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(USAGE)
    slug, given, output = sys.argv[1:]
    if not Path(given).is_dir():
        sys.exit(f"{given}: is not a directory")
    # One solution makes little garbage, and collecting it takes a tenth of the time.
    gc.disable()
    try:
        write_guarded(lambda: analyse_directory(slug, Path(given)), Path(output))
    except OSError as error:
        sys.exit(f"{output}: cannot be written: {error.strerror}")


if __name__ == "__main__":
    main()
