"""What the page of an exercise says about it: kind, authors, skills, and what it builds on."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity, TaskKind
from kriterion.web.courses.access import is_teacher
from kriterion.web.courses.models import Listing
from kriterion.web.submissions.pages.suggestions import Suggestions, named_after, named_before


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownAuthor:
    """An author as a reader sees them. `mail` is for teachers, and `has_address` if it is one."""

    name: str
    mail: str = ""
    has_address: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class About:
    """`before` are for those who find it too hard, `after` for those who solved it.

    There is nothing to show when all that is known is that it is an exercise. `is_for_teachers`:
    its repository's index leaves it out, and so do all series.
    """

    kind: str
    authors: tuple[ShownAuthor, ...]
    trains: tuple[str, ...]
    requires: tuple[str, ...]
    before: Suggestions
    after: Suggestions
    is_for_teachers: bool

    def __bool__(self) -> bool:
        shown = (self.authors, self.trains, self.requires, self.before, self.after)
        return self.kind not in ("", TaskKind.EXERCISE) or any(map(bool, shown))


def about(activity: Activity, user: User) -> About:
    """What somebody may read about an exercise beside its description."""
    return About(
        kind=activity.task_kind,
        authors=_authors(activity, user),
        trains=tuple(dict.fromkeys(activity.trains)),
        requires=tuple(dict.fromkeys(activity.requires)),
        before=named_before(activity, user),
        after=named_after(activity, user),
        is_for_teachers=not (
            activity.is_listed or Listing.objects.filter(activity=activity).exists()
        ),
    )


def _authors(activity: Activity, user: User) -> tuple[ShownAuthor, ...]:
    """Everybody reads names; only teachers read addresses, which some authors give as names."""
    if not is_teacher(user):
        return tuple(map(_named, activity.author_names))
    return tuple(
        ShownAuthor(name=name, mail=mail, has_address=_is_address(mail))
        for name, mail in activity.authors
        if name.strip() or mail.strip()
    )


def _named(name: str) -> ShownAuthor:
    return ShownAuthor(name=name)


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True
