"""Search submitted code for a substring, newest submissions first, within bounds.

Code is not indexed: the database reads the files of one slice of submissions after another. A
search that reaches its bound says where it stopped, and a later one continues there.
"""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from kriterion.web.submissions.models import Submission

SHORTEST = 3  # characters of a text to search for
MAX_SEARCHED = 50_000  # submissions
MAX_SECONDS = 0.2  # after which no further slice is read
_FIRST_SLICE = 100  # submissions; also the smallest
_LARGEST_SLICE = 5_000
_LOADED = 50  # submissions whose code is in memory at once
_ASCII = re.compile(r"[\x00-\x7f]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchBounds:
    """Where a search ends, at the latest after the first slice."""

    submissions: int = MAX_SEARCHED
    seconds: float = MAX_SECONDS


BOUNDS = SearchBounds()


@dataclass(kw_only=True, slots=True)
class CodeMatches:
    """The matches in the order of the search; `searched_to`: the last id searched, None for all."""

    ids: list[int] = field(default_factory=list)
    searched: int = 0
    searched_to: int | None = None


def search_code(
    chosen: QuerySet[Submission],
    text: str,
    *,
    limit: int,
    oldest_first: bool = False,
    bounds: SearchBounds | None = None,
) -> CodeMatches:
    """Find at most `limit` of the chosen submissions that contain a text, ignoring its case."""
    bounds = bounds or BOUNDS
    matches, began_at = CodeMatches(), time.monotonic()
    ordered, beyond = ("pk", "pk__gt") if oldest_first else ("-pk", "pk__lt")
    chosen = chosen.order_by(ordered)
    size = _FIRST_SLICE
    while True:
        size = min(size, bounds.submissions - matches.searched)
        rest = chosen
        if matches.searched_to is not None:
            rest = rest.filter(**{beyond: matches.searched_to})
        keys = list(rest.values_list("pk", flat=True)[:size])
        # Rather than by the keys, of which there may be thousands.
        part = chosen.filter(pk__range=sorted((keys[0], keys[-1]))) if keys else chosen.none()
        for key in _find_in(part, text):
            matches.ids.append(key)
            if len(matches.ids) == limit:
                matches.searched_to = key
                return matches
        matches.searched += len(keys)
        if len(keys) < size:
            matches.searched_to = None
            return matches
        matches.searched_to = keys[-1]
        spent = time.monotonic() - began_at
        if matches.searched >= bounds.submissions or spent >= bounds.seconds:
            return matches
        # As many as half the rest of the time is probably enough for.
        expected = matches.searched * (bounds.seconds - spent) / (2 * spent)
        size = int(min(max(expected, _FIRST_SLICE), _LARGEST_SLICE))


def _find_in(rows: QuerySet[Submission], text: str) -> Iterator[int]:
    """Yield the submissions that contain the text; the database finds those that may."""
    plain = max(_ASCII.findall(text), key=len, default="")
    if plain:
        # All databases escape quotes and line breaks in JSON; only SQLite escapes other letters.
        escaped = json.dumps(plain)[1:-1]
        rows = rows.annotate(document=Cast("files", TextField()))
        rows = rows.filter(document__icontains=escaped)
    keys = list(rows.values_list("pk", flat=True))
    wanted = text.lower()
    for start in range(0, len(keys), _LOADED):
        some = keys[start : start + _LOADED]
        files = dict(Submission.objects.filter(pk__in=some).values_list("pk", "files"))
        for key in some:
            if any(wanted in each.lower() for each in files.get(key, {}).values()):
                yield key
