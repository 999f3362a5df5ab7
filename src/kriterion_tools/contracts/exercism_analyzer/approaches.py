"""Approaches: known ways to solve an exercise, recognised by a solution's tags.

Source: exercism/docs 19e037f, building/tracks/practice-exercises.md (`.approaches/config.json`);
exercism/website 16bb79f for the choice among several.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Approach:
    """A way to solve an exercise; `blurb` describes it in a sentence.

    A solution takes this approach if it has all tags in `all_of`, at least one in `any_of` (unless
    that is empty) and none in `none_of`.
    """

    slug: str
    title: str = ""
    blurb: str = ""
    all_of: frozenset[str] = frozenset()
    any_of: frozenset[str] = frozenset()
    none_of: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The approach's title."""
        return self.title or self.slug.replace("-", " ").capitalize()

    def is_taken(self, tags: Collection[str]) -> bool:
        """Whether a solution with these tags takes this approach; without any tags of its own, an
        approach is never taken.
        """
        if not (self.all_of or self.any_of or self.none_of):
            return False
        tag_set = frozenset(tags)
        return (
            self.all_of <= tag_set
            and (not self.any_of or not self.any_of.isdisjoint(tag_set))
            and self.none_of.isdisjoint(tag_set)
        )


def find_approach(approaches: Iterable[Approach], tags: Collection[str]) -> Approach | None:
    """Return the first approach that matches, or None; a solution without tags matches none."""
    if not tags:
        return None
    return next((approach for approach in approaches if approach.is_taken(tags)), None)
