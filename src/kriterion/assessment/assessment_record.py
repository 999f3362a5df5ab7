"""The assessment: everything the tools found about one submission."""

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import ClassVar

import msgspec

from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer import analyzer_files
from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis, Comment
from kriterion_tools.contracts.exercism_analyzer.feedback_state import ExerciseKind
from kriterion_tools.contracts.exercism_representer import representer_files

RUN = "run"  # the document of violations by the tool's processes
TIMEOUT = "timeout"  # the `ending` of a tool that exceeded its time
NOT_ACCEPTED = "the submission was not accepted"  # the reason why a tool was skipped


class ToolViolation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A violation of a tool's contract, in one of the documents that the tool wrote.

    `code` is the stable code of this kind of violation, empty in old records.
    """

    document: str
    where: str
    what: str
    code: str = ""
    excerpt: str = ""


class SubmissionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What was submitted. `source` is the main file's; None if only a judge's output is known.

    `language` is the student's natural language, `programming_language` the exercise's.
    """

    exercise: str
    file_name: str
    source: str | None
    language: str
    programming_language: str | None = None
    other_files: Mapping[str, str] = {}


class Environment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a tool ran.

    `kind` is an ImageKind's value, `image` the requested name, `host` without one. `root` is the
    root file system's directory; for the host, `system` is its name. For a container, `engine` ran
    it, and `digest` identifies the version of the image.
    """

    kind: str
    image: str
    root: str = ""
    system: str = ""
    engine: str = ""
    digest: str = ""


class JudgeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a judge found, and how its run went.

    `accepted` is True only if the judge accepted the submission and the status is correct.
    `ending`, `backend` and `enforced` are from the sandbox's Outcome; `ending`, the times and the
    memory are None if only the output is known. `run_notes` tell staff what was done to its
    processes, such as kills at the memory limit; `run_codes` are their stable codes, in the same
    order, and empty in old records. `environment` is None without a known run, and in old records.
    """

    status: Status
    accepted: bool
    summary: str | None
    ending: str | None = None
    wall_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None
    feedback: FullOutput
    violations: tuple[ToolViolation, ...] = ()
    run_notes: tuple[str, ...] = ()
    run_codes: tuple[str, ...] = ()
    backend: str = ""
    enforced: Mapping[str, str] = {}
    environment: Environment | None = None


class ToolRecord(msgspec.Struct, frozen=True, kw_only=True):
    """How the run of an Exercism tool went.

    `reason` says why there is no result. `ending` is a value of ToolEnding; it, the times and the
    memory are None if nothing was run. `debugging` is the tool's output for its author, in its
    `debug_file`. The middle of a long log is replaced by a note.
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
    violations: tuple[ToolViolation, ...] = ()
    backend: str = ""
    enforced: Mapping[str, str] = {}
    environment: Environment | None = None

    @property
    def timed_out(self) -> bool:
        """Whether it was ended before it had a result."""
        return self.ending == TIMEOUT

    @property
    def logs(self) -> Mapping[str, str]:
        """The tool's output streams and its log for its author, by name, without empty ones."""
        named = {"stdout": self.stdout, "stderr": self.stderr, self.debug_file: self.debugging}
        return {name: text for name, text in named.items() if text.strip()}


@unique
class AnalyzerStatus(StrEnum):
    """The result of running an analyzer."""

    COMPLETED = "completed"
    FAILED = "failed"  # the tool did not work
    SKIPPED = "skipped"  # it was not run


class AnalyzerRecord(ToolRecord, frozen=True, kw_only=True):
    """What an analyzer found in a submission, and how its run went.

    `texts` are from the comment libraries by pointer, with placeholders, as they were when the
    submission was assessed and in its language, or in English; comments without a text are missing.
    `languages` are those of the texts; records of former versions have none.
    `exercise_kind` decides what comments demand of the student.
    """

    debug_file: ClassVar[str] = analyzer_files.DEBUG
    status: AnalyzerStatus
    summary: str | None = None
    comments: tuple[Comment, ...] = ()
    tags: tuple[str, ...] = ()
    texts: Mapping[str, str] = {}
    languages: Mapping[str, str] = {}
    exercise_kind: ExerciseKind = ExerciseKind.PRACTICE

    @property
    def analysis(self) -> Analysis:
        """The analysis in the contract's own form."""
        return Analysis(summary=self.summary, comments=self.comments)


@unique
class RepresenterStatus(StrEnum):
    """The result of running a representer."""

    GENERATED = "generated"
    NO_REPRESENTATION = "no representation"  # the tool worked, and the solution cannot be parsed
    FAILED = "failed"  # the tool did not work
    SKIPPED = "skipped"  # it was not run


class RepresenterRecord(ToolRecord, frozen=True, kw_only=True):
    """What a representer made of a submission, and how its run went.

    `digest`, `version`, `exercise_version` and the exercise identify the class. `text` is the
    normalised representation. `mapping` is as the tool wrote it.
    """

    debug_file: ClassVar[str] = representer_files.DEBUG
    status: RepresenterStatus
    digest: str | None = None
    version: int | None = None
    exercise_version: int | None = None
    mapping: Mapping[str, str] = {}
    text: str | None = None


class Points(msgspec.Struct, frozen=True, kw_only=True):
    """Points earned of points possible; None if that maximum is unknown."""

    earned: int
    possible: int | None


class AssessmentRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A submission's results by tool; None for a tool that was not requested."""

    submission: SubmissionRecord
    judge: JudgeRecord | None = None
    analyzer: AnalyzerRecord | None = None
    representer: RepresenterRecord | None = None
    points: Points | None = None


decode_assessment = msgspec.json.Decoder(AssessmentRecord).decode
