"""Hold back the exercises that nothing on this site can judge, until something can.

Whether a judge or a test runner is here changes when a repository is read, when a tool is added,
changed or removed, and when the site starts with other settings. Images are not considered: they
are those of the workers' machines.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction

from kriterion.errors import OperatorError
from kriterion.exercises.exercism import make_slug
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import list_analyzers
from kriterion.host.resolution.representers import list_representers
from kriterion.host.resolution.test_runners import list_test_runners
from kriterion.host.resolution.track_tools import find_tool_for
from kriterion.host.settings import ToolSettings
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.held_back import store_site_obstacles
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.catalog.needed_judges import list_needed_judges
from kriterion.web.database.background import is_background_ending, start_in_background
from kriterion.web.repositories.models import Repository
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.missing_judges import find_missing_judges, find_missing_parts
from kriterion_tools.diagnostic import Diagnostic
from kriterion_tools.errors import KriterionError

_NO_JUDGE = "exercise.no-judge"  # suffices if an analyzer or a representer supports the language
_PREVENTING = frozenset(
    {"exercise.judge-not-installed", "exercise.judge-unusable", "exercise.no-test-runner"}
)

_log = logging.getLogger(__name__)


def hold_back_unjudged(*, repository: Repository | None = None, **_: Any) -> None:
    """Hold back the exercises of a repository that nothing here can judge, and show those that
    something can judge again; a receiver of signals. Without a repository, do so for all.
    """
    try:
        installation = this_machine()
    except OperatorError as fault:
        _log.warning("exercises without a judge are not looked for: %s", fault)
        return
    chosen = Repository.objects.exclude(read_at=None)
    if repository is not None:
        chosen = chosen.filter(pk=repository.pk)
    for each in chosen:
        if is_background_ending():
            return
        store_site_obstacles(each, _find_obstacles(each, installation))


def hold_back_after_removal(**_: Any) -> None:
    """Hold back what nothing can judge once a tool is removed; a receiver of a signal."""
    # Not within the transaction: a failure here must not keep the tool from being removed.
    transaction.on_commit(hold_back_unjudged, robust=True)


def hold_back_in_background() -> None:
    """Called when a process starts: the settings may name other tools."""
    start_in_background("unjudged-exercises", hold_back_unjudged)


def _find_obstacles(
    repository: Repository, installation: Installation
) -> dict[int, list[Diagnostic]]:
    """Return what keeps exercises from being judged here, by their ids."""
    every = any(map(_is_relevant, find_missing_judges(repository)))
    runners = list_test_runners(installation).values()
    if not every and not any(runner.exercises for runner in runners):
        return {}
    exercises = repository.activities.filter(
        type=ActivityType.EXERCISE, state=ActivityState.OK
    ).select_related("repository")
    readers = (list_analyzers(installation), list_representers(installation))
    found = {row.pk: list(_find_missing(row, installation, readers)) for row in exercises}
    return {pk: findings for pk, findings in found.items() if findings}


def _find_missing(
    activity: Activity, installation: Installation, readers: Sequence[Mapping[str, ToolSettings]]
) -> Iterator[Diagnostic]:
    """Yield what keeps an exercise from being judged; `readers` are tools that judge nothing."""
    try:
        exercise = load_activity_exercise(activity)
    except (KriterionError, OSError):  # its page says so
        return
    language, slug = exercise.programming_language, make_slug(exercise.directory.name)
    is_read = any(find_tool_for(known, language, slug) for known in readers)
    for needed in list_needed_judges([exercise]):
        for finding in find_missing_parts(needed, activity.repository, installation, slug):
            if finding.code in _PREVENTING or (finding.code == _NO_JUDGE and not is_read):
                yield finding


def _is_relevant(finding: Diagnostic) -> bool:
    return finding.code == _NO_JUDGE or finding.code in _PREVENTING
