"""The assessment: everything the tools found about one submission."""

from collections.abc import Mapping
from enum import StrEnum, unique

import msgspec

from kriterion.contracts.dodona_judge.output import FullOutput
from kriterion.contracts.dodona_judge.statuses import Status


class Violation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something a tool wrote against its contract: where, in which document, a piece of it."""

    document: str
    where: str
    what: str
    excerpt: str = ""


class SubmissionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What was handed in. `source` is None when only a judge's output is known.

    `language` is what the student speaks, `programming_language` what the exercise asks for.
    """

    exercise: str
    file_name: str
    source: str | None
    language: str
    programming_language: str | None = None


class JudgeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a judge found, and how its run went.

    `accepted` holds only when the judge's own accepted does and the status is correct.
    `ending`, `backend` and `enforced` are the words of the sandbox's Outcome; `ending`, the times
    and the memory are None when no run is known, only its output.
    """

    status: Status
    accepted: bool
    summary: str | None
    ending: str | None = None
    wall_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None
    feedback: FullOutput
    violations: tuple[Violation, ...] = ()
    backend: str = ""
    enforced: Mapping[str, str] = {}


@unique
class RepresenterStatus(StrEnum):
    """What became of a representation."""

    GENERATED = "generated"
    NO_REPRESENTATION = "no representation"  # the tool worked, and the solution cannot be parsed
    FAILED = "failed"  # the tool did not work
    SKIPPED = "skipped"  # it was not run


class RepresenterRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a representer made of a submission, and how its run went.

    `digest`, `version`, `exercise_version` and the exercise make the class; all alike is in `text`.
    `mapping` is as the tool wrote it. `reason` says why there is no representation. `ending` is a
    word of ToolEnding; it, the times and the memory are None when nothing was run.
    """

    status: RepresenterStatus
    digest: str | None = None
    version: int | None = None
    exercise_version: int | None = None
    mapping: Mapping[str, str] = {}
    text: str | None = None
    reason: str = ""
    ending: str | None = None
    exit_status: int | None = None
    wall_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None
    stdout: str = ""
    stderr: str = ""
    violations: tuple[Violation, ...] = ()
    backend: str = ""
    enforced: Mapping[str, str] = {}


class Points(msgspec.Struct, frozen=True, kw_only=True):
    """Points earned of points possible; None when nobody knows how many that are."""

    earned: int
    possible: int | None


class Assessment(msgspec.Struct, frozen=True, kw_only=True):
    """One submission through its tools; a tool that was not asked for is None."""

    submission: SubmissionRecord
    judge: JudgeRecord | None = None
    analyzer: None = None
    representer: RepresenterRecord | None = None
    points: Points | None = None
