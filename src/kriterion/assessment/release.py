"""Preview what a new version of a representer would change.

Two versions are compared on the same submissions to one exercise: which classes split, which merge,
and which comments would move where. Nothing is stored or decided.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol


class ClassifiedSolution(Protocol):
    """What identifies the class of a submission, and the version that made it."""

    @property
    def digest(self) -> str: ...

    @property
    def version(self) -> object: ...


Representations = Mapping[str, ClassifiedSolution | None]  # by submission, oldest first


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassSplit:
    """A class of the old version (its digest), and its parts in the new one.

    Each part has the digest of its new class and its submissions; those without a new
    representation are in none.
    """

    old: str
    parts: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Merge:
    """A class of the new version, and the old classes that form it."""

    new: str
    parts: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class MovedComment:
    """Where a comment moves: with the first submission of its class.

    `new` is None if that is no longer represented. `as_draft`: a teacher must confirm it,
    because the versions differ. `instead` is the class whose comment takes precedence. `gaining`
    and `losing` are the submissions that get the comment, or no longer do.
    """

    comment: str
    old: str
    new: str | None
    as_draft: bool = False
    instead: str | None = None
    gaining: tuple[str, ...] = ()
    losing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """All changes. `kept` is the number of classes with the same submissions as before.

    `lost` are submissions that no longer have a representation, `found` those that newly have one.
    """

    splits: tuple[ClassSplit, ...]
    merges: tuple[Merge, ...]
    moves: tuple[MovedComment, ...]
    kept: int
    lost: tuple[str, ...]
    found: tuple[str, ...]


def preview(
    old: Representations, new: Representations, comments: Mapping[str, str] | None = None
) -> Preview:
    """Compare two versions on the submissions that both processed.

    `comments` are the Markdown of those on the old classes, by digest. Each side has one version of
    the exercise.
    """
    both = [submission for submission in old if submission in new]
    before = {submission: _get_digest(old[submission]) for submission in both}
    after = {submission: _get_digest(new[submission]) for submission in both}
    old_classes, new_classes = _group_by_digest(before), _group_by_digest(after)
    splits = _find_parts(old_classes, after)
    merges = _find_parts(new_classes, before)
    new_sets = set(new_classes.values())
    return Preview(
        splits=tuple(ClassSplit(old=digest, parts=parts) for digest, parts in splits.items()),
        merges=tuple(Merge(new=digest, parts=parts) for digest, parts in merges.items()),
        moves=tuple(_find_moves(old, new, old_classes, new_classes, comments or {})),
        kept=sum(members in new_sets for members in old_classes.values()),
        lost=tuple(name for name in both if before[name] and not after[name]),
        found=tuple(name for name in both if after[name] and not before[name]),
    )


def _get_digest(representation: ClassifiedSolution | None) -> str | None:
    return None if representation is None else representation.digest


def _group_by_digest(digests: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """Return the submissions of each class, in order."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for submission, digest in digests.items():
        if digest is not None:
            found[digest].append(submission)
    return {digest: tuple(members) for digest, members in found.items()}


def _find_parts(
    classes: Mapping[str, tuple[str, ...]], elsewhere: Mapping[str, str | None]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return each class whose submissions are in several classes elsewhere, with those parts."""
    shared = {}
    for digest, members in classes.items():
        parts = _group_by_digest({submission: elsewhere[submission] for submission in members})
        if len(parts) > 1:
            shared[digest] = parts
    return shared


def _find_moves(
    old: Representations,
    new: Representations,
    old_classes: Mapping[str, tuple[str, ...]],
    new_classes: Mapping[str, tuple[str, ...]],
    comments: Mapping[str, str],
) -> Iterator[MovedComment]:
    """Yield where each comment moves, oldest class first."""
    comment_by_class: dict[str, str] = {}
    for digest, members in old_classes.items():
        comment = comments.get(digest)
        if comment is None:
            continue
        source = members[0]
        before, after = old[source], new[source]
        if before is None or after is None:
            yield MovedComment(comment=comment, old=digest, new=None, losing=members)
            continue
        class_members = new_classes[after.digest]
        instead = comment_by_class.setdefault(after.digest, digest)
        yield MovedComment(
            comment=comment,
            old=digest,
            new=after.digest,
            as_draft=before.version != after.version,
            instead=None if instead == digest else instead,
            gaining=_subtract(class_members, members),
            losing=_subtract(members, class_members),
        )


def _subtract(names: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    left_out = set(others)
    return tuple(name for name in names if name not in left_out)
