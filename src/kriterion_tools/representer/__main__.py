"""The representer as a program: kriterion-represent SLUG INPUT/ OUTPUT/.

With --by-spelling, equal names get one placeholder, whatever their scope.
"""

import sys
from pathlib import Path

from kriterion_tools.representer.representer_program import represent_directory, write_files

BY_SPELLING = "--by-spelling"
USAGE = (
    "usage: kriterion-represent [--by-spelling] SLUG INPUT/ OUTPUT/,"
    " or kriterion-represent [--by-spelling] --requests"
)


def main() -> None:
    arguments = sys.argv[1:]
    by_spelling = arguments[:1] == [BY_SPELLING]
    if by_spelling:
        del arguments[0]
    if arguments == ["--requests"]:
        # Imported here: most runs do not need it.
        from kriterion_tools.representer.answering import answer_requests

        answer_requests(by_spelling=by_spelling)
        return
    if len(arguments) != 3:
        sys.exit(USAGE)
    slug, directory, output = arguments
    if not Path(directory).is_dir():
        sys.exit(f"{directory}: is not a directory")
    represented = represent_directory(slug, Path(directory), by_spelling=by_spelling)
    try:
        write_files(represented, Path(output))
    except OSError as error:
        sys.exit(f"{output}: cannot be written: {error.strerror}")


if __name__ == "__main__":
    main()
