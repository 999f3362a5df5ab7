"""What solutions use, by their analyzers' tags, and the known approaches they take."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from kriterion.errors import OperatorError
from kriterion.web.catalog.exercise_files import load_activity_approaches
from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.models import Submission
from kriterion_tools.contracts.exercism_analyzer.approaches import Approach, find_approach
from kriterion_tools.contracts.exercism_analyzer.tags import Category

_AT_ONCE = 40  # tags of a category shown on a submission
_OTHER = ""
_WORDS: Mapping[str, object] = {
    Category.PARADIGM: gettext_lazy("Paradigms"),
    Category.TECHNIQUE: gettext_lazy("Techniques"),
    Category.CONSTRUCT: gettext_lazy("Constructs"),
    Category.USES: gettext_lazy("Functions and libraries"),
    _OTHER: gettext_lazy("Other"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class UsedTags:
    """The tags of a category on a solution; `more` counts those that are not shown."""

    word: object
    things: tuple[str, ...]
    more: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class TagCount:
    """How many solutions have a tag, or take an approach."""

    tag: str
    thing: str
    number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Approaches:
    """The known approach that a solution takes, and the others."""

    taken: Approach | None
    others: tuple[Approach, ...]


def group_tags(tags: Iterable[str]) -> list[UsedTags]:
    """Group the tags of a solution by category, in the contract's order."""
    grouped: dict[str, list[str]] = {category: [] for category in _WORDS}
    for tag in tags:
        category, thing = split_tag(tag)
        grouped[category].append(thing)
    return [
        UsedTags(
            word=_WORDS[category],
            things=tuple(things[:_AT_ONCE]),
            more=max(len(things) - _AT_ONCE, 0),
        )
        for category, things in grouped.items()
        if things
    ]


def split_tag(tag: str) -> tuple[str, str]:
    """Split a tag into category and thing; an invalid tag has no category."""
    category, _, thing = tag.partition(":")
    if category and thing.strip() and category in _WORDS:
        return category, thing
    return _OTHER, tag


def find_approaches(activity: Activity, tags: Iterable[str]) -> Approaches | None:
    """Return the approaches to an exercise; None if it names none."""
    known = load_known_approaches(activity)
    if not known:
        return None
    taken = find_approach(known, tuple(tags))
    return Approaches(
        taken=taken, others=tuple(approach for approach in known if approach is not taken)
    )


def load_known_approaches(activity: Activity) -> tuple[Approach, ...]:
    """Return the approaches that an exercise names; empty if it cannot be used."""
    try:
        return load_activity_approaches(activity)
    except OperatorError:
        return ()


def list_latest_tags(submissions: QuerySet[Submission]) -> dict[int, tuple[str, ...]]:
    """Return the tags of each student's last accepted submission, by its id."""
    latest: dict[int, tuple[int, tuple[str, ...]]] = {}
    rows = submissions.filter(accepted=True).order_by("pk").values_list("user_id", "pk", "tags")
    for user, key, tags in rows.iterator():
        latest[user] = key, tuple(tags)
    return dict(latest.values())


def count_tags(tag_lists: Iterable[tuple[str, ...]]) -> list[tuple[object, list[TagCount]]]:
    """Count solutions per tag, by category, most frequent first."""
    counter = Counter(tag for tags in tag_lists for tag in set(tags))
    grouped: dict[str, list[TagCount]] = {category: [] for category in _WORDS}
    for tag, number in sorted(counter.items(), key=lambda item: (-item[1], item[0])):
        category, thing = split_tag(tag)
        grouped[category].append(TagCount(tag=tag, thing=thing, number=number))
    return [(_WORDS[category], counted) for category, counted in grouped.items() if counted]


def count_approaches(
    known: tuple[Approach, ...], tag_lists: Iterable[tuple[str, ...]]
) -> list[tuple[Approach, int]]:
    """Count solutions per known approach."""
    counter = Counter(
        taken.slug for tags in tag_lists if (taken := find_approach(known, tags)) is not None
    )
    return [(approach, counter[approach.slug]) for approach in known]
