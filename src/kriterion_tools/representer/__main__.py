"""The representer as a program: kriterion-represent SLUG INPUT/ OUTPUT/."""

import sys
from pathlib import Path

from kriterion_tools.representer.representer_program import represent_directory, write_files

USAGE = "usage: kriterion-represent SLUG INPUT/ OUTPUT/, or kriterion-represent --requests"


def main() -> None:
    if sys.argv[1:] == ["--requests"]:
        # Imported here: most runs do not need it.
        from kriterion_tools.representer.answering import answer_requests

        answer_requests()
        return
    if len(sys.argv) != 4:
        sys.exit(USAGE)
    slug, directory, output = sys.argv[1:]
    if not Path(directory).is_dir():
        sys.exit(f"{directory}: is not a directory")
    represented = represent_directory(slug, Path(directory))
    try:
        write_files(represented, Path(output))
    except OSError as error:
        sys.exit(f"{output}: cannot be written: {error.strerror}")


if __name__ == "__main__":
    main()
