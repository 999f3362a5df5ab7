"""Classes of equivalent solutions: the submissions that agree in CLASS_KEY, and their comments."""

from django.db.models import OuterRef, QuerySet

from kriterion.web.submissions.models import CLASS_KEY, ClassComment, Submission


def class_key(submission: Submission) -> dict[str, object] | None:
    """Return what identifies the submission's class; None without a representation."""
    key = {field: getattr(submission, field) for field in CLASS_KEY}
    return key if submission.digest and None not in key.values() else None


def comments_on(submission: Submission) -> list[ClassComment]:
    """Return teachers' comments on the submission's class."""
    key = class_key(submission)
    if key is None:
        return []
    comments = ClassComment.objects.filter(**key, draft=False)
    return list(comments.select_related("author").order_by("pk"))


def comments_on_outer_submission() -> QuerySet[ClassComment]:
    """Return a subquery for the comments on the class of the outer query's submission."""
    same_class = {field: OuterRef(field) for field in CLASS_KEY}
    return ClassComment.objects.filter(**same_class, draft=False)
