"""Facts on an exercise's page: kind, authors, skills, and related exercises."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity, TaskKind
from kriterion.web.courses.course_access import is_teacher, may_create_courses
from kriterion.web.courses.models import Listing
from kriterion.web.courses.repository_access import RepositoryPermission, find_permissions
from kriterion.web.submissions.pages.suggestions import Suggestions, suggest_next, suggest_practice


@dataclass(frozen=True, kw_only=True, slots=True)
class DisplayedAuthor:
    """An author as a user sees them.

    `mail` is for teachers only; `has_address`: it is a valid address.
    """

    name: str
    mail: str = ""
    has_address: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class About:
    """`before` are exercises for students who find it too hard, `after` for those who solved it.

    It is false if the page has nothing to show of it. `is_for_teachers`: the repository does not
    list the exercise, and no series contains it.
    """

    kind: str
    authors: tuple[DisplayedAuthor, ...]
    trains: tuple[str, ...]
    requires: tuple[str, ...]
    before: Suggestions
    after: Suggestions
    is_for_teachers: bool

    def __bool__(self) -> bool:
        facts = (self.authors, self.trains, self.requires, self.before, self.after)
        return self.kind not in ("", TaskKind.EXERCISE) or any(map(bool, facts))


def describe_exercise(activity: Activity, user: User) -> About:
    """Return the facts about an exercise that a user may read besides its description."""
    return About(
        kind=activity.task_kind,
        authors=_list_authors(activity, user),
        trains=tuple(dict.fromkeys(activity.trains)),
        requires=tuple(dict.fromkeys(activity.requires)),
        before=suggest_practice(activity, user),
        after=suggest_next(activity, user),
        is_for_teachers=not (
            activity.is_listed or Listing.objects.filter(activity=activity).exists()
        ),
    )


def find_edit_address(activity: Activity, user: User) -> str:
    """Return the address at which the user may edit the activity's title and labels, or ""."""
    if not may_create_courses(user):  # nobody else may open the pages of repositories
        return ""
    repository = activity.repository
    if RepositoryPermission.EDIT not in find_permissions(user, repository):
        return ""
    return reverse("repositories:activity-edit", args=[repository.pk, activity.pk])


def _list_authors(activity: Activity, user: User) -> tuple[DisplayedAuthor, ...]:
    """Return the authors. Only teachers see addresses, which some authors give as names."""
    if not is_teacher(user):
        return tuple(DisplayedAuthor(name=name) for name in activity.author_names)
    return tuple(
        DisplayedAuthor(name=name, mail=mail, has_address=_is_address(mail))
        for name, mail in activity.authors
        if name.strip() or mail.strip()
    )


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True
