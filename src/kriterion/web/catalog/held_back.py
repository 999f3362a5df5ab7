"""Exercises that cannot be solved, as far as is known: students do not see them.

`Activity.obstacles` says why. An editor can release such an exercise; it stays released until it
has no obstacles.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from kriterion.web.catalog.models import Activity
from kriterion.web.database.storable import make_json_storable
from kriterion.web.database.write_lock import write_transaction
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
_MAX_OBSTACLES = 20  # stored per exercise

Row = dict[str, Any]


def encode_obstacles(findings: Iterable[Diagnostic]) -> list[Row]:
    """Return the findings as the activity's row keeps them."""
    rows: list[Row] = make_json_storable(msgspec.to_builtins(list(findings)))
    return rows[:_MAX_OBSTACLES]


def has_static_obstacles(activity: Activity) -> bool:
    """Whether reading the repository suffices to tell that the exercise cannot be solved."""
    return any(row["code"] not in TRIAL_CODES for row in activity.obstacles)


def keep_trial_obstacles(known: Activity, row: Activity) -> None:
    """Add what trials found to the obstacles of a row just read from its repository."""
    _set_obstacles(row, [*row.obstacles, *_select(known, of_trials=True)], known)


def store_trial(activity_id: int, failures: Sequence[Diagnostic]) -> None:
    """Store what a trial of the exercise's own solutions found; without failures, one passed."""
    with write_transaction():
        known = Activity.objects.select_for_update(no_key=True).filter(pk=activity_id).first()
        if known is None:  # removed meanwhile
            return
        obstacles = [*_select(known, of_trials=False), *encode_obstacles(failures)]
        if obstacles != known.obstacles:
            _set_obstacles(known, obstacles, known)
            known.save(update_fields=["obstacles", "is_held_back"])


def release(activity_id: int, *, shown: bool) -> bool:
    """Show an exercise with obstacles to students, or hold it back again.

    Return whether this changed it.
    """
    concerned = Activity.objects.filter(pk=activity_id, is_held_back=shown).exclude(obstacles=[])
    return bool(concerned.update(is_held_back=not shown))


def _select(activity: Activity, *, of_trials: bool) -> list[Row]:
    return [row for row in activity.obstacles if (row["code"] in TRIAL_CODES) is of_trials]


def _set_obstacles(row: Activity, obstacles: list[Row], known: Activity) -> None:
    is_released = bool(known.obstacles) and not known.is_held_back
    row.obstacles = obstacles[:_MAX_OBSTACLES]
    row.is_held_back = bool(row.obstacles) and not is_released
