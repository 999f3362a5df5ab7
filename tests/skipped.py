"""Why tests were skipped, gathered over several runs of pytest: `python -m tests.skipped FILE`."""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

_MAXIMUM_FILES = 3


def note_skipped(file: Path, skipped: Iterable[tuple[str, str]]) -> None:
    """Add tests to the file: where each is, and the reason."""
    with file.open("a", encoding="utf-8") as opened:
        opened.writelines(f"{json.dumps(row)}\n" for row in skipped)


def summarise(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Lines that give each reason, how many tests have it, and their files."""
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for place, reason in rows:
        by_reason[" ".join(reason.split())].append(place.partition("::")[0])
    total = sum(map(len, by_reason.values()))
    if not total:
        yield "No test was skipped."
        return
    yield f"{total} tests were skipped:"
    for reason, places in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0])):
        files = sorted(set(places))
        more = len(files) - _MAXIMUM_FILES
        named = ", ".join(files[:_MAXIMUM_FILES]) + (f" and {more} more" if more > 0 else "")
        yield f"{len(places):6}  {reason}"
        yield f"        in {named}"


if __name__ == "__main__":
    noted = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    print("\n".join(summarise(tuple(json.loads(line)) for line in noted)))
