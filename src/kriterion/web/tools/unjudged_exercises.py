"""Hold back the exercises that nothing on this site can judge, until something can.

Whether a judge or a test runner is here changes when a repository is read, when a tool is added,
changed or removed, and when the site starts with other settings. Images are not considered: they
are those of the workers' machines.
"""

import logging
from collections.abc import Iterator
from typing import Any

from kriterion.errors import OperatorError
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import list_analyzers
from kriterion.host.resolution.representers import list_representers
from kriterion.host.resolution.track_tools import find_tool_for
from kriterion.web.catalog.exercise_files import exercise_of
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


def hold_back_unjudged(**_: Any) -> None:
    """Hold back the exercises of all repositories that nothing here can judge, and show those that
    something can judge again; a receiver of signals.
    """
    try:
        installation = this_machine()
    except OperatorError as fault:
        _log.warning("exercises without a judge are not looked for: %s", fault)
        return
    for repository in Repository.objects.exclude(read_at=None):
        if is_background_ending():
            return
        store_site_obstacles(repository, _find_obstacles(repository, installation))


def hold_back_in_background() -> None:
    """Called when a process starts: the settings may name other tools."""
    start_in_background("unjudged-exercises", hold_back_unjudged)


def _find_obstacles(
    repository: Repository, installation: Installation
) -> dict[int, list[Diagnostic]]:
    """Return what keeps exercises from being judged here, by their ids."""
    if not any(_is_relevant(finding) for finding in find_missing_judges(repository)):
        return {}
    exercises = repository.activities.filter(
        type=ActivityType.EXERCISE, state=ActivityState.OK
    ).select_related("repository")
    found = {row.pk: list(_find_missing(row, installation)) for row in exercises}
    return {pk: findings for pk, findings in found.items() if findings}


def _find_missing(activity: Activity, installation: Installation) -> Iterator[Diagnostic]:
    try:
        exercise = exercise_of(activity)
    except (KriterionError, OSError):  # its page says so
        return
    language = exercise.programming_language
    is_read_by_tool = bool(
        find_tool_for(list_analyzers(installation), language)
        or find_tool_for(list_representers(installation), language)
    )
    for needed in list_needed_judges([exercise]):
        for finding in find_missing_parts(needed, activity.repository, installation):
            if finding.code in _PREVENTING or (finding.code == _NO_JUDGE and not is_read_by_tool):
                yield finding


def _is_relevant(finding: Diagnostic) -> bool:
    return finding.code == _NO_JUDGE or finding.code in _PREVENTING
