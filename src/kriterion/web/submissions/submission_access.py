"""Who may see and change which submissions, and which of their feedback."""

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.courses.course_access import list_courses_with_right
from kriterion.web.courses.review_scope import filter_mentored
from kriterion.web.courses.rights import CourseRight
from kriterion.web.submissions.concealed_feedback import conceal
from kriterion.web.submissions.models import Submission
from kriterion_tools.contracts.dodona_judge.output_records import Permission


def select_visible_submissions(user: User) -> QuerySet[Submission]:
    """Return the submissions a user may open: their own, those for courses they teach,
    and those of the groups they mentor.
    """
    if may_administer(user):
        return Submission.objects.all()
    reviewed = list_courses_with_right(user, CourseRight.REVIEW)
    mentored = filter_mentored(user)
    seen = Q(user=user) | Q(course__in=reviewed)
    return Submission.objects.filter(seen if mentored is None else seen | mentored)


def may_change(user: User, submission: Submission) -> bool:
    """Whether a user may cancel or requeue a submission; others may only view it."""
    return submission.user_id == user.pk or may_administer(user)


def find_permission(user: User, submission: Submission) -> Permission:
    """Return which feedback a user may see on one of `select_visible_submissions`."""
    if may_administer(user):
        return Permission.ZEUS
    if submission.course_id in list_courses_with_right(user, CourseRight.REVIEW):
        return Permission.STAFF
    mentored = filter_mentored(user)
    if mentored is not None and Submission.objects.filter(mentored, pk=submission.pk).exists():
        return Permission.STAFF
    return Permission.STUDENT


def followed_submission_or_404(user: User, submission_id: int) -> Submission:
    """Return a submission that the user may open, with only the fields that live pages need."""
    fields = ("user", "activity", "course", "series", "state", "attempt", "priority", "turn")
    return get_object_or_404(select_visible_submissions(user).only(*fields), pk=submission_id)


def submission_or_404(user: User, submission_id: int) -> Submission:
    """Return a submission that the user may open, with what is withheld from them concealed."""
    rows = select_visible_submissions(user).select_related("activity__repository", "user")
    submission = get_object_or_404(rows, pk=submission_id)
    conceal(user, [submission])
    return submission
