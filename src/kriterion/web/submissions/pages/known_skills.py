"""The skills that a student has: those that solved exercises train, and what solutions use."""

from collections.abc import Iterable

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.concealed_feedback import select_shown
from kriterion.web.submissions.pages.used_tags import split_tag
from kriterion.web.submissions.services.solved import filter_solved

_MAX_TAGGED = 200  # latest accepted submissions whose tags are read


def find_known_skills(user: User) -> frozenset[str]:
    """Return the names of the skills, normalised as `normalize_skill` does."""
    shown = select_shown(user).order_by()
    solved = Activity.objects.filter(pk__in=filter_solved(shown).values("activity"))
    trained = {name for names in solved.values_list("trains", flat=True) for name in names}
    accepted = shown.filter(accepted=True).exclude(tags=[]).order_by("-pk")[:_MAX_TAGGED]
    used = {split_tag(tag)[1] for tags in accepted.values_list("tags", flat=True) for tag in tags}
    return frozenset(map(normalize_skill, trained | used))


def normalize_skill(name: str) -> str:
    """Return a skill's or a tag's name so that "For loops" and "for-loops" are the same."""
    return " ".join(name.casefold().replace("-", " ").replace("_", " ").split())


def put_startable_first(
    activities: Iterable[Activity], known: frozenset[str], trainable: Iterable[Activity] = ()
) -> list[Activity]:
    """Return the activities, first those that require no skill which the student lacks.

    A skill that none of the `trainable` activities trains keeps no activity back, because nobody
    could acquire it.
    """
    rows = list(activities)
    taught = {normalize_skill(name) for row in (*rows, *trainable) for name in row.trains}

    def lacks_skill(activity: Activity) -> bool:
        required = set(map(normalize_skill, activity.requires))
        return bool((required & taught) - known - set(map(normalize_skill, activity.trains)))

    return sorted(rows, key=lacks_skill)  # which keeps the order of each part
