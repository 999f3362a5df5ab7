"""Write, publish and withdraw the comment of a course on a class.

Two teachers may edit one comment. A form names the revision that its author saw; a change of
another revision is refused, so that nothing is overwritten unseen.
"""

from kriterion.assessment.class_comments import ClassCommentType
from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.equivalence.services.class_key import CourseClass
from kriterion.web.submissions.models import ClassComment

MAX_TEXT = 10_000  # characters


class OutdatedCommentError(Exception):
    """Somebody else has changed the comment since its author saw it."""


class EmptyClassError(Exception):
    """No submission is in the class any more."""


def save_comment(
    solution_class: CourseClass,
    author: User,
    *,
    markdown: str,
    comment_type: ClassCommentType,
    draft: bool,
    revision: int,
) -> ClassComment:
    """Create or change the comment; `revision` is the one that the author saw, 0 for none.

    A draft reaches nobody. Raises OutdatedCommentError, EmptyClassError.
    """
    with write_transaction():
        # Lock the course, so that two teachers do not both write the first comment.
        Course.objects.select_for_update(no_key=True).only("pk").get(pk=solution_class.course.pk)
        comment = solution_class.comments.first()
        if (0 if comment is None else comment.revision) != revision:
            raise OutdatedCommentError
        if comment is None:
            if not solution_class.submissions.exists():
                raise EmptyClassError
            comment = ClassComment(
                course=solution_class.course,
                activity_id=solution_class.activity_id,
                author=author,
                revision=0,
                **solution_class.key.fields,
            )
        else:
            comment.editor = author
        comment.markdown = make_storable(markdown)
        comment.type = comment_type.value
        comment.draft = draft
        comment.revision += 1
        comment.save()
    return comment


def delete_comment(solution_class: CourseClass, *, revision: int) -> ClassComment | None:
    """Delete the comment for good; return it, or None if there was none.

    Raises OutdatedCommentError.
    """
    with write_transaction():
        comment = solution_class.comments.select_for_update().first()
        if comment is None:
            return None
        if comment.revision != revision:
            raise OutdatedCommentError
        solution_class.comments.filter(pk=comment.pk).delete()
    return comment
