"""Classes of equivalent solutions: the submissions that agree in CLASS_KEY, and their comments."""

from django.db.models import OuterRef, Q, QuerySet

from kriterion.web.submissions.models import CLASS_KEY, ClassComment, Submission


def find_class_key(submission: Submission) -> dict[str, object] | None:
    """Return the key of the submission's class; None without a representation."""
    key = {field: getattr(submission, field) for field in CLASS_KEY}
    return key if submission.digest and None not in key.values() else None


def list_class_comments(submission: Submission) -> list[ClassComment]:
    """Return teachers' comments on the submission's class: of its course, and of the whole site."""
    key = find_class_key(submission)
    if key is None:
        return []
    audience = Q(course=None) | Q(course=submission.course_id)
    comments = ClassComment.objects.filter(audience, **key, draft=False)
    return list(comments.select_related("author").order_by("pk"))


def select_outer_comments() -> QuerySet[ClassComment]:
    """Return a subquery for the comments on the class of the outer query's submission."""
    same_class = {field: OuterRef(field) for field in CLASS_KEY}
    audience = Q(course=None) | Q(course=OuterRef("course"))
    return ClassComment.objects.filter(audience, **same_class, draft=False)
