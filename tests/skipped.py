"""Summarise over several runs of pytest why tests were skipped."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

_MAXIMUM_FILES = 3


def summarise(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield lines with each reason, its number of tests, and their files."""
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
