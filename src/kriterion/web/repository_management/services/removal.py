"""Remove a repository, unless others would lose something."""

from copy import copy

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.catalog import repository_fetching
from kriterion.web.courses.models import Listing
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Draft, Submission


def remove_repository(repository: Repository, user: User) -> bool:
    """Remove a repository with its files, or return False if others would lose something.

    These are students who worked on its exercises and, for a teacher, courses that contain them.
    """
    with write_transaction():
        if _has_work_of_others(repository, by_others_than=user):
            return False
        in_courses = Listing.objects.filter(activity__repository=repository)
        if not may_administer(user) and in_courses.exists():
            return False
        copies = copy(repository)  # a deleted row loses its id
        repository.delete()
    repository_fetching.remove_copies(copies)
    return True


def _has_work_of_others(repository: Repository, by_others_than: User) -> bool:
    """Whether there are submissions, or drafts of other users."""
    drafts = Draft.objects.exclude(user=by_others_than)
    return (
        Submission.objects.filter(activity__repository=repository).exists()
        or drafts.filter(activity__repository=repository).exists()
    )
