"""Comments on classes of older versions of a representer or an exercise, and where they go.

A class belongs to its versions, so a comment does not reach submissions that a newer version
represents. A teacher carries it over to a class of the newer version.
"""

from collections.abc import Collection

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.equivalence.models import CarriedComment
from kriterion.web.equivalence.services.class_key import ClassKey, CourseClass
from kriterion.web.submissions.models import ClassComment, Submission


def select_outdated_comments(courses: Collection[Course]) -> QuerySet[ClassComment]:
    """Return the published comments on classes of another version than the latest in use.

    Those that were carried over are left out, even if the carried comment is a draft.
    """
    latest = Submission.objects.filter(
        ~Q(digest=""), course=OuterRef("course"), activity=OuterRef("activity")
    ).order_by("-pk")
    comments = ClassComment.objects.filter(course__in=courses, draft=False).annotate(
        latest_representer=Subquery(latest.values("representer_version")[:1]),
        latest_exercise=Subquery(latest.values("exercise_version")[:1]),
    )
    carried = CarriedComment.objects.filter(source=OuterRef("pk"))
    return comments.filter(
        ~Exists(carried),
        latest_representer__isnull=False,
        latest_exercise__isnull=False,
    ).exclude(
        representer_version=F("latest_representer"),
        exercise_version=F("latest_exercise"),
    )


def select_drafts(courses: Collection[Course]) -> QuerySet[ClassComment]:
    """Return the comments that no student sees until a teacher publishes them."""
    return ClassComment.objects.filter(course__in=courses, draft=True)


def carry_comment(
    source: ClassComment, key: ClassKey, by: User, *, markdown: str, draft: bool, seen: int
) -> ClassComment | None:
    """Copy a comment of a course to another class, or publish the draft that was copied there.

    `markdown` is the text of a new copy, with the placeholders of that class.
    `seen` is the revision of that draft that `by` saw, 0 for none. Return None, without a change,
    if it has another one now, or the class another comment of the course.
    """
    if source.course is None:
        return None
    target = CourseClass(course=source.course, activity_id=source.activity_id, key=key)
    with write_transaction():
        # As in `save_comment`: two teachers do not both write the first comment.
        Course.objects.select_for_update(no_key=True).only("pk").get(pk=target.course.pk)
        comment = target.comments.first()
        if comment is None:
            comment = ClassComment.objects.create(
                course=target.course,
                activity_id=target.activity_id,
                author=source.author,
                editor=by,
                markdown=markdown,
                type=source.type,
                draft=draft,
                **key.fields,
            )
            CarriedComment.objects.create(comment=comment, source=source)
            return comment
        if not CarriedComment.objects.filter(comment=comment, source=source).exists():
            return None
        if comment.draft and not draft:
            if comment.revision != seen:
                return None
            comment.draft, comment.editor = False, by
            comment.revision += 1
            comment.save()
    return comment
