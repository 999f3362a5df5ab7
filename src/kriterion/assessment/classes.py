"""Representation classes: equivalent solutions of one exercise, and the comment for all of them.

Source: exercism/website 16bb79f: a class is unique by exercise, digest and both versions; its first
submission stays its source; comments move, as they are or as drafts, when that one is represented
again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.restored_names import put_names_back

FREQUENT = 5  # submissions from which on a solution "appears frequently"
ACTIONABLE_DAYS = 14  # for which actionable comments reach earlier submissions


@unique
class CommentType(StrEnum):
    """How much a comment matters, most urgent first."""

    ESSENTIAL = "essential"  # to be fixed before going on
    ACTIONABLE = "actionable"  # recommended
    NON_ACTIONABLE = "non_actionable"  # worth knowing
    CELEBRATORY = "celebratory"


@dataclass(frozen=True, kw_only=True, slots=True)
class Comment:
    """A teacher's comment for everybody in a class.

    `markdown` uses placeholders; each student sees their own names instead. `editor` changed it
    last, if not the author.
    """

    markdown: str
    type: CommentType
    author: str
    editor: str | None = None

    @property
    def is_complete(self) -> bool:
        """Whether it can be shown: it has a text and an author."""
        return bool(self.markdown.strip() and self.author)


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassKey:
    """What identifies a class of equivalent submissions."""

    exercise: str
    digest: str
    representer_version: int
    exercise_version: int

    @property
    def versions(self) -> tuple[int, int]:
        """The representer's and the exercise's version."""
        return self.representer_version, self.exercise_version


@dataclass(frozen=True, kw_only=True, slots=True)
class RepresentationClass:
    """All submissions with one key.

    `source` is the first of them: teachers see its representation. `comment` is shown to students;
    a `draft` needs a teacher's confirmation.
    """

    key: ClassKey
    source: str
    representation: Representation
    comment: Comment | None = None
    draft: Comment | None = None


def key_of(exercise: str, representation: Representation, exercise_version: int) -> ClassKey:
    """Return the key of a representation's class."""
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
    """Return the class of a newly represented submission, creating it if necessary.

    A new class takes over the comment of an older one with the same source: as it is if both
    versions are equal, otherwise as a draft, since it may no longer be right.
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
    """Return the new class with the older one's comment, unless it already has one."""
    comment = older.comment
    if comment is None or not comment.is_complete or made.comment is not None:
        return made
    if made.key.versions == older.key.versions:
        return replace(made, comment=comment)
    return made if made.draft is not None else replace(made, draft=comment)


def newest(classes: Iterable[RepresentationClass]) -> RepresentationClass | None:
    """Return the class with the newest versions, the representer's first; the last of equals."""
    found: RepresentationClass | None = None
    for other in classes:
        if found is None or other.key.versions >= found.key.versions:
            found = other
    return found


def commented(known: RepresentationClass, comment: Comment) -> RepresentationClass:
    """Return the class with a teacher's comment: the first author stays, an editor is recorded.

    This replaces a draft.
    """
    earlier = known.comment
    if earlier is not None:
        editor = comment.author if comment.author != earlier.author else earlier.editor
        comment = replace(comment, author=earlier.author, editor=editor)
    return replace(known, comment=comment, draft=None)


def comment_for(known: RepresentationClass, representation: Representation) -> str | None:
    """Return the comment for one student of the class, with their own names (Markdown)."""
    if known.comment is None or not known.comment.is_complete:
        return None
    return put_names_back(known.comment.markdown, representation)


def worth_a_comment(
    classes: Iterable[RepresentationClass], sizes: Mapping[ClassKey, int]
) -> list[RepresentationClass]:
    """Return the classes of one exercise that a comment would serve, largest first.

    `sizes` are the numbers of accepted submissions. Ignores singleton classes; if several versions
    of a representer exist, only the newest counts.
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
    """Whether a solution is frequent enough to say so."""
    return size >= FREQUENT


def must_be_read(comment: Comment, age_days: float) -> bool:
    """Whether a student who submitted that long ago is notified of a new comment.

    Essential ones reach everybody, actionable ones submissions of the last two weeks, others
    nobody.
    """
    if comment.type is CommentType.ESSENTIAL:
        return True
    return comment.type is CommentType.ACTIONABLE and age_days <= ACTIONABLE_DAYS


def to_represent_again(
    old: RepresentationClass, new: RepresentationClass, revisions: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the submissions of an old class to represent again after its source changed class.

    Those represented at the same revision of the exercise; `revisions` are those of all submissions
    in the old class.
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
    """Return the submissions that a new version of a representer processes first: the sources of
    classes with a comment, which would otherwise be missing.
    """
    return tuple(
        known.source
        for known in classes
        if known.key.representer_version != version
        and known.comment is not None
        and known.comment.is_complete
    )
