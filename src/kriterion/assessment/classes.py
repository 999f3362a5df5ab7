"""Representation classes: alike solutions of one exercise, and the comment that serves them all.

Source: exercism/website 16bb79f: a class is unique by exercise, digest and both versions; its first
submission stays its source; comments move, as they are or as drafts, when that one is represented
anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from kriterion_tools.contracts.exercism_representer.names import put_names_back
from kriterion_tools.contracts.exercism_representer.representation import Representation

FREQUENT = 5  # submissions from which on a solution "appears frequently"
ACTIONABLE_DAYS = 14  # for which actionable comments are brought to those they concern


@unique
class CommentType(StrEnum):
    """How much a comment matters. Order means something: the most urgent comes first."""

    ESSENTIAL = "essential"  # to be mended before going on
    ACTIONABLE = "actionable"  # recommended
    NON_ACTIONABLE = "non_actionable"  # worth knowing
    CELEBRATORY = "celebratory"


@dataclass(frozen=True, kw_only=True, slots=True)
class Comment:
    """What a teacher says to everybody in a class.

    `markdown` speaks of placeholders; each reader sees the own names instead. `editor` is who
    changed it last, when that was somebody else.
    """

    markdown: str
    type: CommentType
    author: str
    editor: str | None = None

    @property
    def is_complete(self) -> bool:
        """Whether it can be shown: there is something said, and somebody who says it."""
        return bool(self.markdown.strip() and self.author)


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassKey:
    """What makes two submissions alike."""

    exercise: str
    digest: str
    representer_version: int
    exercise_version: int

    @property
    def versions(self) -> tuple[int, int]:
        """The representer's and the exercise's."""
        return self.representer_version, self.exercise_version


@dataclass(frozen=True, kw_only=True, slots=True)
class RepresentationClass:
    """All submissions with one key.

    `source` is the first of them: its representation is what teachers see. `comment` is shown to
    students, `draft` waits for a teacher to agree.
    """

    key: ClassKey
    source: str
    representation: Representation
    comment: Comment | None = None
    draft: Comment | None = None


def key_of(exercise: str, representation: Representation, exercise_version: int) -> ClassKey:
    """The class that a representation belongs to."""
    return ClassKey(
        exercise=exercise,
        digest=representation.digest,
        representer_version=representation.version,
        exercise_version=exercise_version,
    )


def enter(
    classes: Mapping[ClassKey, RepresentationClass],
    key: ClassKey,
    submission: str,
    representation: Representation,
) -> RepresentationClass:
    """The class of a submission that has just been represented: the one there is, else a new one.

    A new one takes over the comment of an older one with this submission as its source: as it is
    when both versions are the same, else as a draft, for what was said may be wrong by now.
    """
    known = classes.get(key)
    if known is not None:
        return known
    made = RepresentationClass(key=key, source=submission, representation=representation)
    older = newest(
        found
        for found in classes.values()
        if found.source == submission and found.key.exercise == key.exercise
    )
    return made if older is None else inherit(made, older)


def inherit(made: RepresentationClass, older: RepresentationClass) -> RepresentationClass:
    """The new class with the comment of the older one. What it has already is never replaced."""
    comment = older.comment
    if comment is None or not comment.is_complete or made.comment is not None:
        return made
    if made.key.versions == older.key.versions:
        return replace(made, comment=comment)
    return made if made.draft is not None else replace(made, draft=comment)


def newest(classes: Iterable[RepresentationClass]) -> RepresentationClass | None:
    """The class of the newest versions, the representer's first; of those alike, the last one."""
    found: RepresentationClass | None = None
    for other in classes:
        if found is None or other.key.versions >= found.key.versions:
            found = other
    return found


def commented(known: RepresentationClass, comment: Comment) -> RepresentationClass:
    """The class with a comment that a teacher gave: the first author stays, who edits is named.

    Giving it settles the draft.
    """
    earlier = known.comment
    if earlier is not None:
        editor = comment.author if comment.author != earlier.author else earlier.editor
        comment = replace(comment, author=earlier.author, editor=editor)
    return replace(known, comment=comment, draft=None)


def comment_for(known: RepresentationClass, representation: Representation) -> str | None:
    """What is shown to one student of the class, with the names of the own solution (Markdown)."""
    if known.comment is None or not known.comment.is_complete:
        return None
    return put_names_back(known.comment.markdown, representation)


def worth_a_comment(
    classes: Iterable[RepresentationClass], sizes: Mapping[ClassKey, int]
) -> list[RepresentationClass]:
    """The classes of one exercise that a comment would serve, the largest first.

    `sizes` are their accepted submissions. A class of one is none, and of those made by several
    versions of a representer the newest count.
    """
    classes = list(classes)
    latest = max((known.key.representer_version for known in classes), default=0)
    return sorted(
        (
            known
            for known in classes
            if known.key.representer_version == latest and sizes.get(known.key, 0) > 1
        ),
        key=lambda known: sizes[known.key],
        reverse=True,
    )


def is_frequent(size: int) -> bool:
    """Whether a solution is handed in often enough to say so."""
    return size >= FREQUENT


def must_be_read(comment: Comment, age_days: float) -> bool:
    """Whether who handed something in so long ago is told of a comment given now.

    Essential ones reach everybody, actionable ones the last two weeks, others nobody: they are
    there to be found.
    """
    if comment.type is CommentType.ESSENTIAL:
        return True
    return comment.type is CommentType.ACTIONABLE and age_days <= ACTIONABLE_DAYS


def to_represent_again(
    old: RepresentationClass, new: RepresentationClass, revisions: Mapping[str, str]
) -> tuple[str, ...]:
    """The submissions of an old class that must follow when its source has become another class.

    Those are the ones that were represented at the same revision of the exercise; `revisions` are
    those of everybody in the old class.
    """
    if new.key == old.key or new.source != old.source:
        return ()
    at = revisions.get(old.source)
    return tuple(
        submission
        for submission, revision in revisions.items()
        if revision == at and submission != old.source
    )


def sources_to_represent_again(
    classes: Iterable[RepresentationClass], version: int
) -> tuple[str, ...]:
    """The submissions to be represented by a new version of a representer before all others: the
    sources of classes with a comment, for which there would be no comment otherwise.
    """
    return tuple(
        known.source
        for known in classes
        if known.key.representer_version != version
        and known.comment is not None
        and known.comment.is_complete
    )
