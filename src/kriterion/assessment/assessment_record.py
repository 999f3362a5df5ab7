"""The assessment: everything the tools found about one submission."""

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import ClassVar

import msgspec

from kriterion_tools.contracts.dodona_judge.output import FullOutput
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer import files as analyzer_files
from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis, Comment
from kriterion_tools.contracts.exercism_analyzer.feedback_state import ExerciseKind
from kriterion_tools.contracts.exercism_representer import files as representer_files

RUN = "run"  # the document of a violation by what the tool's processes did
TIMEOUT = "timeout"  # the `ending` of a tool that did not finish in its time
NOT_ACCEPTED = "the submission was not accepted"  # the reason when a tool was passed over for that


class Violation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something a tool wrote against its contract: where, in which document, a piece of it."""

    document: str
    where: str
    what: str
    excerpt: str = ""


class SubmissionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What was handed in. `source` is the main file's; None when only a judge's output is known.

    `language` is what the student speaks, `programming_language` what the exercise asks for.
    """

    exercise: str
    file_name: str
    source: str | None
    language: str
    programming_language: str | None = None
    other_files: Mapping[str, str] = {}


class Environment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a tool ran.

    `kind` is an ImageKind's word, `image` the name that was asked for, `host` without one. `root`
    is the directory of the root file system; that of the host has a `system`'s name. Of a
    container, `engine` ran it, and `digest` says which version of the image that was.
    """

    kind: str
    image: str
    root: str = ""
    system: str = ""
    engine: str = ""
    digest: str = ""


class JudgeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a judge found, and how its run went.

    `accepted` holds only when the judge's own accepted does and the status is correct.
    `ending`, `backend` and `enforced` are the words of the sandbox's Outcome; `ending`, the times
    and the memory are None when no run is known, only its output. `run_notes` tell staff what was
    done to its processes, such as kills at the memory limit. `environment` is None when no run is
    known, or of records from before it was kept.
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
    run_notes: tuple[str, ...] = ()
    backend: str = ""
    enforced: Mapping[str, str] = {}
    environment: Environment | None = None


class ToolRecord(msgspec.Struct, frozen=True, kw_only=True):
    """How the run of a tool of Exercism's went.

    `reason` says why there is no result. `ending` is a word of ToolEnding; it, the times and the
    memory are None when nothing was run. `debugging` is what the tool wrote for its author, in its
    `debug_file`. Of long logs, that and what it printed, the middle is left out and says so.
    """

    debug_file: ClassVar[str] = ""

    reason: str = ""
    ending: str | None = None
    exit_status: int | None = None
    wall_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None
    stdout: str = ""
    stderr: str = ""
    debugging: str = ""
    violations: tuple[Violation, ...] = ()
    backend: str = ""
    enforced: Mapping[str, str] = {}
    environment: Environment | None = None

    @property
    def timed_out(self) -> bool:
        """Whether it was ended before it had a result."""
        return self.ending == TIMEOUT

    @property
    def logs(self) -> Mapping[str, str]:
        """What the tool printed and wrote for its author, by name; empty ones are left out."""
        named = {"stdout": self.stdout, "stderr": self.stderr, self.debug_file: self.debugging}
        return {name: text for name, text in named.items() if text.strip()}


@unique
class AnalyzerStatus(StrEnum):
    """What became of an analysis."""

    COMPLETED = "completed"
    FAILED = "failed"  # the tool did not work
    SKIPPED = "skipped"  # it was not run


class AnalyzerRecord(ToolRecord, frozen=True, kw_only=True):
    """What an analyzer found in a submission, and how its run went.

    `texts` are those of the comment libraries by pointer, not filled in, as they were when the
    submission was assessed and in its language; a comment without one is in none of them.
    `exercise_kind` decides what comments ask of the student.
    """

    debug_file: ClassVar[str] = analyzer_files.DEBUG
    status: AnalyzerStatus
    summary: str | None = None
    comments: tuple[Comment, ...] = ()
    tags: tuple[str, ...] = ()
    texts: Mapping[str, str] = {}
    exercise_kind: ExerciseKind = ExerciseKind.PRACTICE

    @property
    def analysis(self) -> Analysis:
        """What was found, in the contract's own form."""
        return Analysis(summary=self.summary, comments=self.comments)


@unique
class RepresenterStatus(StrEnum):
    """What became of a representation."""

    GENERATED = "generated"
    NO_REPRESENTATION = "no representation"  # the tool worked, and the solution cannot be parsed
    FAILED = "failed"  # the tool did not work
    SKIPPED = "skipped"  # it was not run


class RepresenterRecord(ToolRecord, frozen=True, kw_only=True):
    """What a representer made of a submission, and how its run went.

    `digest`, `version`, `exercise_version` and the exercise make the class; all alike is in `text`.
    `mapping` is as the tool wrote it.
    """

    debug_file: ClassVar[str] = representer_files.DEBUG
    status: RepresenterStatus
    digest: str | None = None
    version: int | None = None
    exercise_version: int | None = None
    mapping: Mapping[str, str] = {}
    text: str | None = None


class Points(msgspec.Struct, frozen=True, kw_only=True):
    """Points earned of points possible; None when nobody knows how many that are."""

    earned: int
    possible: int | None


class Assessment(msgspec.Struct, frozen=True, kw_only=True):
    """One submission through its tools; a tool that was not asked for is None."""

    submission: SubmissionRecord
    judge: JudgeRecord | None = None
    analyzer: AnalyzerRecord | None = None
    representer: RepresenterRecord | None = None
    points: Points | None = None
