"""Put the exercises of a whole repository into a course, with its groups as series."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext, gettext_noop

from kriterion.web.catalog.activity_groups import find_declared_groups, group_by_directory
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.courses.models import Course, Listing, Series
from kriterion.web.repositories.models import Repository
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group

_MAX_TITLE = 200
_OTHER_SERIES = {
    ActivityType.LESSON: gettext_noop("Lessons"),
    ActivityType.TUTORIAL: gettext_noop("Tutorials"),
    ActivityType.PLAYGROUND: gettext_noop("Playgrounds"),
}


def plan_series(
    repository: Repository, activities: Sequence[Activity]
) -> list[tuple[str, list[Activity]]]:
    """Return the name and the activities of each series; groups within groups become one series.

    Activities in no group form the first series, named like the repository. Lessons, tutorials and
    playgrounds are the last ones.
    """
    other = [activity for activity in activities if activity.type in _OTHER_SERIES]
    by_path = {each.path: each for each in activities if each.type not in _OTHER_SERIES}
    tree = find_declared_groups(repository) or group_by_directory(by_path)
    ungrouped = _select(by_path, tree.exercises)
    planned = [(repository.name, ungrouped)] if ungrouped else []
    for group in tree.groups:
        listed = _select(by_path, _walk(group))
        if listed:
            planned.append((group.title[:_MAX_TITLE] or repository.name, listed))
    for kind, title in _OTHER_SERIES.items():
        of_kind = [activity for activity in other if activity.type == kind]
        if of_kind:
            planned.append((gettext(title), of_kind))
    return planned


@transaction.atomic
def add_series(course: Course, planned: Sequence[tuple[str, list[Activity]]]) -> int:
    """Append hidden series to a course; return their number.

    Hidden, so that students see nothing before the teacher has set the times.
    """
    last = course.series.aggregate(last=Max("position"))["last"]
    first = 0 if last is None else last + 1
    for position, (name, activities) in enumerate(planned, start=first):
        series = Series.objects.create(course=course, name=name, position=position, visible=False)
        Listing.objects.bulk_create(
            Listing(series=series, activity=activity, position=place)
            for place, activity in enumerate(activities)
        )
    return len(planned)


def list_folders(paths: Iterable[str]) -> list[tuple[str, int]]:
    """Return the folders that contain activities, and how many; "" is the whole repository."""
    counts: Counter[str] = Counter()
    for path in paths:
        parts = path.split("/")[:-1]
        counts.update("/".join(parts[:depth]) for depth in range(len(parts) + 1))
    return sorted(counts.items())


def is_in_folder(path: str, folder: str) -> bool:
    return not folder or path.startswith(f"{folder}/")


@transaction.atomic
def append_activities(series: Series, activities: Iterable[Activity]) -> int:
    """Append the activities that are not in the series yet; return their number."""
    Series.objects.select_for_update(no_key=True).get(pk=series.pk)
    listed = set(series.listings.values_list("activity", flat=True))
    last = series.listings.aggregate(last=Max("position"))["last"]
    new = [activity for activity in activities if activity.pk not in listed]
    Listing.objects.bulk_create(
        Listing(series=series, activity=activity, position=position)
        for position, activity in enumerate(new, start=0 if last is None else last + 1)
    )
    return len(new)


def _walk(group: Group) -> Iterator[str]:
    yield from group.exercises
    for inner in group.groups:
        yield from _walk(inner)


def _select(
    by_path: Mapping[str, Activity], paths: Sequence[str] | Iterator[str]
) -> list[Activity]:
    """Return the activities at the paths, each once."""
    return [by_path[path] for path in dict.fromkeys(paths) if path in by_path]
