"""Select the comments to show: few, the most urgent first, without duplicates.

Exercism asks for one to three comments (exercism/docs 19e037f, building/tooling/analyzers).
Decision 73 says why we show up to five.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from kriterion_tools.contracts.exercism_analyzer.analysis import (
    Comment,
    CommentType,
    sort_by_urgency,
)

MAXIMUM_COMMENTS = 5  # praise not counted
MAXIMUM_PRAISE = 1
MAXIMUM_PLACES = 20  # of one comment


def select_comments(comments: Iterable[Comment], praise: Iterable[Comment]) -> tuple[Comment, ...]:
    """Select the comments to show. `comments` are in the order of their rules.

    Essential comments come first. A second comment with the same pointer but other parameters comes
    after the first comments of all other pointers.
    """
    celebrated = [*praise]
    advice: list[Comment] = []
    for comment in _merge(comments):
        (celebrated if comment.type is CommentType.CELEBRATORY else advice).append(comment)
    repeats = Counter[str]()
    ranked = []
    for comment in advice:
        essential = comment.type is CommentType.ESSENTIAL
        ranked.append((not essential, repeats[comment.pointer], comment))
        repeats[comment.pointer] += 1
    ranked.sort(key=lambda ranked_comment: ranked_comment[:2])
    selected = [comment for *_, comment in ranked[:MAXIMUM_COMMENTS]]
    return (*sort_by_urgency(selected), *_merge(celebrated)[:MAXIMUM_PRAISE])


def _merge(comments: Iterable[Comment]) -> list[Comment]:
    """Merge comments with the same pointer and parameters; the merged comment has all of their
    places.
    """
    merged: dict[tuple[str, tuple[tuple[str, str], ...]], Comment] = {}
    for comment in comments:
        key = (comment.pointer, tuple(sorted(comment.params.items())))
        first = merged.get(key)
        places = (*(first.places if first else ()), *comment.places)
        places = tuple(dict.fromkeys(places))[:MAXIMUM_PLACES]
        merged[key] = replace(first or comment, places=places)
    return list(merged.values())
