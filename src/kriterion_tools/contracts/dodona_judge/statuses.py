"""The statuses of a judgement, from best to worst, and those only a host gives.

Source: dodona-edu/dodona e7be6f0d2, app/runners/result_constructor.rb (order, synonyms) and
public/schemas/partial_output.json (what a judge may write).
"""

from enum import StrEnum, unique


@unique
class Status(StrEnum):
    """What became of a submission.

    The order from CORRECT to INTERNAL_ERROR is the rule: a status escalates only downwards.
    """

    CORRECT = "correct"
    WRONG = "wrong"
    OUTPUT_LIMIT_EXCEEDED = "output limit exceeded"
    RUNTIME_ERROR = "runtime error"
    COMPILATION_ERROR = "compilation error"
    MEMORY_LIMIT_EXCEEDED = "memory limit exceeded"
    TIME_LIMIT_EXCEEDED = "time limit exceeded"
    INTERNAL_ERROR = "internal error"
    # A host's own words, which no judge may write.
    QUEUED = "queued"
    RUNNING = "running"
    UNKNOWN = "unknown"


SYNONYMS = {"correct answer": Status.CORRECT, "wrong answer": Status.WRONG}

JUDGE_STATUSES = tuple(Status)[: tuple(Status).index(Status.INTERNAL_ERROR) + 1]

_BADNESS = {status: badness for badness, status in enumerate(Status)}


def is_worse(first: Status, second: Status) -> bool:
    """Whether the first status is strictly worse than the second."""
    return _BADNESS[first] > _BADNESS[second]
