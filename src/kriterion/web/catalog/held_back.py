"""Exercises that cannot be solved, as far as is known: students do not see them.

`Activity.obstacles` says why. An editor can release such an exercise; it stays released until it
has no obstacles.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec
from django.db.models import Q

from kriterion.web.catalog.models import Activity
from kriterion.web.database.storable import make_json_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.repositories.models import Repository
from kriterion_tools.diagnostic import Diagnostic

# Only runs detect these, so reading the repository again neither adds nor removes them.
TRIAL_CODES = frozenset(
    {
        "exercise.cannot-judge",
        "exercise.judge-failed",
        "exercise.not-accepted",
        "exercise.unexpected-status",
    }
)
# What the site lacks to judge an exercise: see `tools/unjudged_exercises.py`.
SITE_CODES = frozenset(
    {
        "exercise.judge-not-installed",
        "exercise.judge-unusable",
        "exercise.no-judge",
        "exercise.no-test-runner",
    }
)
_NOT_READ = TRIAL_CODES | SITE_CODES  # codes of obstacles that reading a repository does not find
_MAX_OBSTACLES = 20  # stored per exercise

Row = dict[str, Any]


def encode_obstacles(findings: Iterable[Diagnostic]) -> list[Row]:
    """Return the findings as the activity's row keeps them."""
    rows: list[Row] = make_json_storable(msgspec.to_builtins(list(findings)))
    return rows[:_MAX_OBSTACLES]


def has_static_obstacles(activity: Activity) -> bool:
    """Whether reading the repository suffices to tell that the exercise cannot be solved."""
    return any(row["code"] not in _NOT_READ for row in activity.obstacles)


def keep_other_obstacles(known: Activity, row: Activity) -> None:
    """Add what reading does not find to the obstacles of a row just read from its repository."""
    _set_obstacles(row, [*row.obstacles, *_select(known, _NOT_READ)], known)


def store_trial(activity_id: int, failures: Sequence[Diagnostic]) -> None:
    """Store what a trial of the exercise's own solutions found; without failures, one passed."""
    with write_transaction():
        known = Activity.objects.select_for_update(no_key=True).filter(pk=activity_id).first()
        if known is None:  # removed meanwhile
            return
        _replace(known, TRIAL_CODES, failures)


def store_site_obstacles(repository: Repository, found: Mapping[int, Sequence[Diagnostic]]) -> None:
    """Store what this site lacks to judge exercises of a repository, by their ids.

    Those that are not `found` lack nothing.
    """
    with write_transaction():
        concerned = repository.activities.filter(~Q(obstacles=[]) | Q(pk__in=found))
        for known in concerned.select_for_update(no_key=True).order_by("pk"):
            _replace(known, SITE_CODES, found.get(known.pk, ()))


def release(activity_id: int, *, shown: bool) -> bool:
    """Show an exercise with obstacles to students, or hold it back again.

    Return whether this changed it.
    """
    concerned = Activity.objects.filter(pk=activity_id, is_held_back=shown).exclude(obstacles=[])
    return bool(concerned.update(is_held_back=not shown))


def _replace(known: Activity, codes: AbstractSet[str], findings: Iterable[Diagnostic]) -> None:
    """Replace the stored obstacles with these codes."""
    others = [row for row in known.obstacles if row["code"] not in codes]
    obstacles = [*others, *encode_obstacles(findings)]
    if obstacles != known.obstacles:
        _set_obstacles(known, obstacles, known)
        known.save(update_fields=["obstacles", "is_held_back"])


def _select(activity: Activity, codes: AbstractSet[str]) -> list[Row]:
    return [row for row in activity.obstacles if row["code"] in codes]


def _set_obstacles(row: Activity, obstacles: list[Row], known: Activity) -> None:
    """Set the obstacles of a row and whether they hold it back.

    An editor's release lasts while there are obstacles, but does not cover a judge that is missing
    since then.
    """
    site = SITE_CODES & _list_codes(obstacles)
    is_released = (
        bool(known.obstacles) and not known.is_held_back and site <= _list_codes(known.obstacles)
    )
    row.obstacles = obstacles[:_MAX_OBSTACLES]
    row.is_held_back = bool(row.obstacles) and not is_released


def _list_codes(obstacles: Iterable[Row]) -> set[str]:
    return {row["code"] for row in obstacles}
