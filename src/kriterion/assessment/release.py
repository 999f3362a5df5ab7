"""What a new version of a representer would change, seen before it goes live.

Two versions are compared over the same submissions to one exercise: which classes split, which
merge, and which comments would move where. Nothing is stored, and nothing is decided.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kriterion.assessment.classes import Comment
from kriterion_tools.contracts.exercism_representer.representation import Representation

Representations = Mapping[str, Representation | None]  # by submission, oldest first


@dataclass(frozen=True, kw_only=True, slots=True)
class Split:
    """A class of the old version (its digest), and its parts in the new one.

    Each part has the digest of its new class and the submissions that go there; those without a
    new representation are in none.
    """

    old: str
    parts: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Merge:
    """A class of the new version, and the classes of the old one that it is made of."""

    new: str
    parts: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """What becomes of a comment: it goes where the first submission of its class goes.

    `new` is None when that has no representation any more. `as_draft` says that a teacher has to
    agree first: the versions differ. `instead` names the class whose comment was there before, so
    that this one has no place. `gaining` and `losing` are the submissions that it would newly be
    said of, and no longer.
    """

    comment: Comment
    old: str
    new: str | None
    as_draft: bool = False
    instead: str | None = None
    gaining: tuple[str, ...] = ()
    losing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """All that changes. `kept` is the number of classes with the same submissions as before.

    `lost` are submissions that had a representation and have none any more, `found` the others.
    """

    splits: tuple[Split, ...]
    merges: tuple[Merge, ...]
    moves: tuple[Move, ...]
    kept: int
    lost: tuple[str, ...]
    found: tuple[str, ...]


def preview(
    old: Representations, new: Representations, comments: Mapping[str, Comment] | None = None
) -> Preview:
    """Compare two versions over the submissions that both were tried on.

    `comments` are those of the old classes by digest. One class has one version on each side.
    """
    both = [submission for submission in old if submission in new]
    before = {submission: _digest(old[submission]) for submission in both}
    after = {submission: _digest(new[submission]) for submission in both}
    old_classes, new_classes = _classes(before), _classes(after)
    splits = _parts(old_classes, after)
    merges = _parts(new_classes, before)
    new_sets = set(new_classes.values())
    return Preview(
        splits=tuple(Split(old=digest, parts=parts) for digest, parts in splits.items()),
        merges=tuple(Merge(new=digest, parts=parts) for digest, parts in merges.items()),
        moves=tuple(_moves(old, new, old_classes, new_classes, comments or {})),
        kept=sum(members in new_sets for members in old_classes.values()),
        lost=tuple(name for name in both if before[name] and not after[name]),
        found=tuple(name for name in both if after[name] and not before[name]),
    )


def _digest(representation: Representation | None) -> str | None:
    return None if representation is None else representation.digest


def _classes(digests: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """The submissions of each class, in order."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for submission, digest in digests.items():
        if digest is not None:
            found[digest].append(submission)
    return {digest: tuple(members) for digest, members in found.items()}


def _parts(
    classes: Mapping[str, tuple[str, ...]], elsewhere: Mapping[str, str | None]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Those classes whose submissions are in several on the other side, and how."""
    found = {}
    for digest, members in classes.items():
        parts = _classes({submission: elsewhere[submission] for submission in members})
        if len(parts) > 1:
            found[digest] = parts
    return found


def _moves(
    old: Representations,
    new: Representations,
    old_classes: Mapping[str, tuple[str, ...]],
    new_classes: Mapping[str, tuple[str, ...]],
    comments: Mapping[str, Comment],
) -> Iterator[Move]:
    """What becomes of each comment that was said of somebody, the oldest class first."""
    taken: dict[str, str] = {}
    for digest, members in old_classes.items():
        comment = comments.get(digest)
        if comment is None:
            continue
        source = members[0]
        before, after = old[source], new[source]
        if before is None or after is None:
            yield Move(comment=comment, old=digest, new=None, losing=members)
            continue
        heard = new_classes[after.digest]
        instead = taken.setdefault(after.digest, digest)
        yield Move(
            comment=comment,
            old=digest,
            new=after.digest,
            as_draft=before.version != after.version,
            instead=None if instead == digest else instead,
            gaining=_without(heard, members),
            losing=_without(members, heard),
        )


def _without(some: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    left_out = set(others)
    return tuple(name for name in some if name not in left_out)
