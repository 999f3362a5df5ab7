"""The `evaluation` of an exercise: its configuration for the judge and the run.

The judge's own keys pass through unchanged. What controls the run must be right, or the exercise
cannot be assessed as intended. Source: dodona-edu/dodona e7be6f0d2, Exercise#check_memory_limit and
SubmissionRunner.
"""

import math
from typing import Any

from kriterion.exercises.dodona.merged_configuration import MergedConfiguration
from kriterion.exercises.problem import Problems
from kriterion_tools.diagnostic import describe_value

MINIMUM_MEMORY_BYTES = 10_000_000
MAXIMUM_MEMORY_BYTES = 500_000_000
MAXIMUM_TIME_SECONDS = 86_400  # ours: Dodona has no maximum, and nobody waits for a day

ANALYZE_REJECTED = "analyze_rejected"  # ours: the judge's run does not depend on it

RUN_KEYS = (
    "handler",
    "image",
    "network_enabled",
    "time_limit",
    "memory_limit",
    ANALYZE_REJECTED,
)


def read_evaluation(configuration: MergedConfiguration, problems: Problems) -> dict[str, Any]:
    """Return the object `evaluation` with limits clamped and without null values for the run."""
    refuse = problems.refuse
    evaluation = configuration.table("evaluation", complain=refuse)
    steering = {
        "handler": configuration.text("evaluation", "handler", complain=refuse),
        "image": configuration.text("evaluation", "image", complain=refuse),
        "network_enabled": configuration.boolean("evaluation", "network_enabled", complain=refuse),
        "time_limit": _read_time_limit(configuration, problems),
        "memory_limit": _read_memory_limit(configuration, problems),
        ANALYZE_REJECTED: configuration.boolean(
            "evaluation", ANALYZE_REJECTED, complain=problems.warn
        ),
    }
    own = {key: value for key, value in evaluation.items() if key not in RUN_KEYS}
    return own | {key: value for key, value in steering.items() if value is not None}


def _read_time_limit(configuration: MergedConfiguration, problems: Problems) -> int | float | None:
    limit = _read_limit(configuration, "time_limit", "seconds", problems)
    if limit is not None and limit > MAXIMUM_TIME_SECONDS:
        problems.refuse(
            configuration.find_file("evaluation", "time_limit"),
            f"must be at most a day, not {describe_value(limit)} seconds",
            where="evaluation.time_limit",
            fix="write a number of seconds for the whole run",
            code="dodona.config.time-limit-too-long",
        )
    return limit


def _read_memory_limit(configuration: MergedConfiguration, problems: Problems) -> int | None:
    limit = _read_limit(configuration, "memory_limit", "bytes", problems)
    if limit is None:
        return None
    clamped = math.ceil(min(max(limit, MINIMUM_MEMORY_BYTES), MAXIMUM_MEMORY_BYTES))
    if clamped != limit:
        problems.warn(
            configuration.find_file("evaluation", "memory_limit"),
            f"is out of range: {clamped:,} bytes are used instead of {describe_value(limit)}",
            where="evaluation.memory_limit",
            fix=f"write a number from {MINIMUM_MEMORY_BYTES} to {MAXIMUM_MEMORY_BYTES}",
            code="dodona.config.memory-limit-clamped",
        )
    return clamped


def _read_limit(
    configuration: MergedConfiguration, key: str, unit: str, problems: Problems
) -> int | float | None:
    """Return a number above 0; None if it is missing, or, with a problem, invalid."""
    value = configuration.value("evaluation", key)
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        return value
    what = (
        f"must be a positive number of seconds, not {describe_value(value)}"
        if unit == "seconds"
        else f"must be a positive number of bytes, not {describe_value(value)}"
    )
    problems.refuse(
        configuration.find_file("evaluation", key),
        what,
        where=f"evaluation.{key}",
        code="dodona.config.invalid-limit",
    )
    return None
