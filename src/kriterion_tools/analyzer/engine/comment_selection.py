"""Which of all comments are shown: few, the most urgent first, and none of them twice.

Source: exercism/docs 19e037f, building/tooling/analyzers: one to three comments at a time.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentType, in_order

MAXIMUM_COMMENTS = 3  # that ask for something or tell something
MAXIMUM_PRAISE = 1
MAXIMUM_PLACES = 20  # of one comment


def chosen(comments: Iterable[Comment], praise: Iterable[Comment]) -> tuple[Comment, ...]:
    """The comments to show, from those in the order of the rules.

    Essential ones come first. A pointer has its second turn, with other parameters, when all others
    had their first.
    """
    celebrated = [*praise]
    asking: list[Comment] = []
    for comment in _joined(comments):
        (celebrated if comment.type is CommentType.CELEBRATORY else asking).append(comment)
    turns = Counter[str]()
    ranked = []
    for comment in asking:
        essential = comment.type is CommentType.ESSENTIAL
        ranked.append((not essential, turns[comment.pointer], comment))
        turns[comment.pointer] += 1
    ranked.sort(key=lambda one: one[:2])
    kept = [comment for *_, comment in ranked[:MAXIMUM_COMMENTS]]
    return (*in_order(kept), *_joined(celebrated)[:MAXIMUM_PRAISE])


def _joined(comments: Iterable[Comment]) -> list[Comment]:
    """Each pointer once with the same parameters, with the places of all."""
    joined: dict[tuple[str, tuple[tuple[str, str], ...]], Comment] = {}
    for comment in comments:
        key = (comment.pointer, tuple(sorted(comment.params.items())))
        known = joined.get(key)
        places = (*(known.places if known else ()), *comment.places)
        places = tuple(dict.fromkeys(places))[:MAXIMUM_PLACES]
        joined[key] = replace(known or comment, places=places)
    return list(joined.values())
