"""Where comments on classes move when a dry run has represented their submissions again.

The dry run holds the old and the new class of each submission, so nothing is represented here.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.db.models import QuerySet

from kriterion.assessment.release import MovedComment, preview
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.equivalence.models import CarriedComment
from kriterion.web.equivalence.services.class_key import ClassKey
from kriterion.web.equivalence.services.class_reach import make_representation
from kriterion.web.equivalence.services.comment_versions import carry_comment
from kriterion.web.rejudging.models import Proposal, ProposalState, Rejudging, RejudgingState
from kriterion.web.submissions.models import Assessment, ClassComment, PastAssessment
from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.restored_names import renumber_placeholders

COMPARABLE = frozenset({RejudgingState.READY, RejudgingState.APPLYING, RejudgingState.APPLIED})
_ASSESSED = (ProposalState.PROPOSED, ProposalState.APPLIED)


@dataclass(frozen=True, slots=True)
class DryRunClass:
    """The class of a submission in a dry run. Implements ClassifiedSolution.

    `digest` is its whole key.
    """

    digest: str

    @property
    def version(self) -> str:
        return self.digest.partition("_")[2]


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassPart:
    """A class that others split into or merge from; `key` is None for no representation."""

    key: ClassKey | None
    students: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CommentMove:
    """Where a comment moves, and what happens to its class.

    `new` is None if its submissions are no longer represented. `parts` are the classes that its
    class splits into, `merged` those that form the new one; empty if there is one only. `students`
    are those of its class, `gaining` and `losing` those who newly get the comment or no longer do.
    `carried` is the copy in the new class; `occupied`: that class has, or gets, another comment.
    `text` is the comment with the placeholders of the new class.
    """

    comment: ClassComment
    text: str
    new: ClassKey | None
    students: int
    gaining: int
    losing: int
    parts: tuple[ClassPart, ...]
    merged: tuple[ClassPart, ...]
    carried: ClassComment | None
    occupied: bool

    @property
    def is_open(self) -> bool:
        """Whether a teacher can still approve it."""
        is_published = self.carried is not None and not self.carried.draft
        return self.new is not None and not self.occupied and not is_published

    @property
    def mark(self) -> str:
        """Return a text that identifies the move as shown: the revisions of both texts, and the new
        class.
        """
        carried = "" if self.carried is None else f"{self.carried.pk}.{self.carried.revision}"
        return f"{self.comment.pk}.{self.comment.revision}:{carried}:{self.new}"

    @property
    def is_same(self) -> bool:
        """Whether the same students get the comment."""
        return self.new is not None and not self.gaining and not self.losing


def select_commented_activities(rejudging: Rejudging) -> QuerySet[Activity]:
    """Return the exercises of a dry run whose classes the course comments on."""
    assessed = rejudging.proposals.filter(state__in=_ASSESSED)
    commented = ClassComment.objects.filter(course=rejudging.course_id)
    return Activity.objects.filter(
        pk__in=commented.values("activity"), submissions__proposals__in=assessed
    ).distinct()


def find_comment_moves(rejudging: Rejudging, activity: Activity) -> list[CommentMove]:
    """Return the comments whose class has another key in the dry run, oldest class first."""
    old, new, users = _read_classes(rejudging, activity)
    members: dict[str, list[str]] = {}
    for name, former in old.items():
        if former is not None:
            members.setdefault(former.digest, []).append(name)
    comments = {
        str(ClassKey.from_comment(comment)): comment
        for comment in ClassComment.objects.filter(
            course=rejudging.course_id, activity=activity
        ).select_related("course")
    }
    sources = {key: comment for key, comment in comments.items() if key in members}
    changes = preview(old, new, {key: comment.markdown for key, comment in sources.items()})
    splits = {split.old: split.parts for split in changes.splits}
    merges = {merge.new: merge.parts for merge in changes.merges}
    copies = _find_copies(list(sources.values()))
    # The first submission of a class decides where the comment on it moves.
    examples = {move.old: members[move.old][0] for move in changes.moves}
    stored = _read_representations(rejudging, examples.values())
    return [
        CommentMove(
            comment=sources[move.old],
            text=_renumber(sources[move.old], move, stored[examples[move.old]]),
            new=ClassKey.parse(move.new or ""),
            students=_count_users(users, members[move.old]),
            gaining=_count_users(users, move.gaining),
            losing=_count_users(users, move.losing),
            parts=_make_parts(splits.get(move.old, {}), users),
            merged=_make_parts(merges.get(move.new or "", {}), users),
            carried=copies.get((sources[move.old].pk, move.new)),
            occupied=(sources[move.old].pk, move.new) not in copies
            and (move.instead is not None or move.new in comments),
        )
        for move in changes.moves
        if move.new != move.old
    ]


def carry(moves: list[CommentMove], by: User, *, draft: bool) -> list[ClassComment]:
    """Copy the comments of open moves to their new classes; return the copies."""
    copies = []
    for move in moves:
        if move.new is not None and move.is_open:
            seen = 0 if move.carried is None else move.carried.revision
            copy = carry_comment(
                move.comment, move.new, by, markdown=move.text, draft=draft, seen=seen
            )
            if copy is not None:
                copies.append(copy)
    return copies


_Classes = Mapping[str, DryRunClass | None]


def _read_classes(
    rejudging: Rejudging, activity: Activity
) -> tuple[_Classes, _Classes, Mapping[str, int]]:
    """Return the old and the new class, and the author, of each submission, oldest first."""
    rows = (
        Proposal.objects.filter(
            rejudging=rejudging, submission__activity=activity, state__in=_ASSESSED
        )
        .order_by("submission")
        .values_list("submission", "submission__user", "before", "after")
    )
    classes: dict[str, DryRunClass] = {"": DryRunClass("")}
    old: dict[str, DryRunClass | None] = {}
    new: dict[str, DryRunClass | None] = {}
    users: dict[str, int] = {}
    for submission, user, before, after in rows.iterator():
        if "class" in before and "class" in after:
            name = str(submission)
            users[name] = user
            for side, text in ((old, before["class"]), (new, after["class"])):
                side[name] = classes.setdefault(text, DryRunClass(text)) if text else None
    return old, new, users


def _read_representations(
    rejudging: Rejudging, submissions: Collection[str]
) -> Mapping[str, Mapping[str, Representation]]:
    """Return each stored representation of the submissions, by submission and class.

    The old one is in the current assessment, or in a former one once the dry run is applied; the
    new one in the proposal, or then in the current assessment.
    """
    ids = [int(name) for name in submissions]
    documents = chain.from_iterable(
        rows.filter(submission__in=ids).values_list("submission", "document").iterator()
        for rows in (
            Assessment.objects.all(),
            PastAssessment.objects.all(),
            Proposal.objects.filter(rejudging=rejudging),
        )
    )
    found: defaultdict[str, dict[str, Representation]] = defaultdict(dict)
    for submission, document in documents:
        record = Assessment.unpacked(document) if document else None
        representation = None if record is None else make_representation(record)
        if record is not None and record.representer is not None and representation is not None:
            made = record.representer
            key = f"{made.digest}_{made.version}_{made.exercise_version}"  # as ClassKey writes it
            found[str(submission)][key] = representation
    return found


def _renumber(
    comment: ClassComment, move: MovedComment, stored: Mapping[str, Representation]
) -> str:
    """Return a comment's text with the placeholders of its new class."""
    old, new = stored.get(move.old), stored.get(move.new or "")
    if old is None or new is None:
        return comment.markdown
    return renumber_placeholders(comment.markdown, old, new)


def _find_copies(sources: list[ClassComment]) -> dict[tuple[int, str | None], ClassComment]:
    """Return the copies of the comments by source and class."""
    rows = CarriedComment.objects.filter(source__in=sources).select_related("comment")
    return {(row.source_id, str(ClassKey.from_comment(row.comment))): row.comment for row in rows}


def _make_parts(
    parts: Mapping[str, tuple[str, ...]], users: Mapping[str, int]
) -> tuple[ClassPart, ...]:
    """Return the parts, the largest first."""
    made = [
        ClassPart(key=ClassKey.parse(key), students=_count_users(users, names))
        for key, names in parts.items()
    ]
    return tuple(sorted(made, key=lambda part: -part.students))


def _count_users(users: Mapping[str, int], names: Sequence[str]) -> int:
    return len({users[name] for name in names})
