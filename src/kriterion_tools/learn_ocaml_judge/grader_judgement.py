"""Turn the grader's result into a judgement."""

import json
from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Any

from kriterion_tools.contracts.dodona_judge.host_phrases import SCORE
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import count_points, has_failure
from kriterion_tools.contracts.learn_ocaml_repository.report_document import read_report
from kriterion_tools.errors import ContractViolation
from kriterion_tools.learn_ocaml_judge import grader_phrases as phrases
from kriterion_tools.learn_ocaml_judge.code_places import load_source, locate_failure
from kriterion_tools.learn_ocaml_judge.feedback_commands import Commands
from kriterion_tools.learn_ocaml_judge.grader_configuration import GraderConfiguration
from kriterion_tools.learn_ocaml_judge.grader_messages import GraderResult
from kriterion_tools.learn_ocaml_judge.grader_process import Grader
from kriterion_tools.learn_ocaml_judge.report_feedback import write_report
from kriterion_tools.translation.catalogs import load_translator
from kriterion_tools.translation.translator import Phrase

# The format of the one message that carries the grading as data; docs/author/learn-ocaml-judge.md.
GRADING = "learn-ocaml-grading"


@unique
class FailureKind(StrEnum):
    """Why the student's code could not be graded, as the grader calls it."""

    REFUSED = "refused"  # by the compiler, or before it
    RAISED = "exception"
    TIMEOUT = "timeout"
    EXITED = "exit"
    OUTPUT = "output"
    MEMORY = "memory"


_STATUSES = {
    FailureKind.REFUSED: (Status.COMPILATION_ERROR, phrases.REFUSED),
    FailureKind.RAISED: (Status.RUNTIME_ERROR, phrases.RAISED),
    FailureKind.TIMEOUT: (Status.TIME_LIMIT_EXCEEDED, phrases.TOO_LONG),
    FailureKind.EXITED: (Status.RUNTIME_ERROR, phrases.EXITED),
    FailureKind.OUTPUT: (Status.OUTPUT_LIMIT_EXCEEDED, phrases.TOO_MUCH_OUTPUT),
    FailureKind.MEMORY: (Status.MEMORY_LIMIT_EXCEEDED, phrases.TOO_MUCH_MEMORY),
}

# The stages after the student's code has run. If a maximum is known, the exercise's own solution
# has passed them.
_STAGES_AFTER_CODE = ("depend", "test", "no report")


def write_judgement(configuration: GraderConfiguration, grader: Grader, commands: Commands) -> None:
    """Write the judgement once the grader has finished. Raises MachineFailure."""
    outcome = grader.wait()
    with commands.open("judgement") as at_end:
        _Judgement(configuration, commands, at_end).write(outcome)


class _Judgement:
    def __init__(
        self, configuration: GraderConfiguration, commands: Commands, at_end: dict[str, Any]
    ) -> None:
        self._configuration = configuration
        self._translator = load_translator(configuration.language)
        self._commands = commands
        self._at_end = at_end
        self._mode: Mapping[str, Any] = {}
        self._slow = False

    def write(self, outcome: GraderResult) -> None:
        """Write the judgement of this result."""
        self._mode, self._slow = outcome.mode, outcome.slow
        if outcome.timed_out:
            self._write_time_limit(outcome)
        elif outcome.report is not None and not outcome.ended_twice:
            self._write_report(outcome.report)
        elif outcome.failure is not None and not outcome.ended_twice:
            self._write_failure(outcome.failure)
        elif outcome.unusable:
            self._write_unusable(outcome.unusable)
        else:
            self._write_no_report(outcome)

    def _write_report(self, document: list[Any]) -> None:
        try:
            report = read_report(document)
        except ContractViolation as violation:
            self._write_for_staff(str(violation))
            self._close(Status.INTERNAL_ERROR, self._translate(phrases.NO_REPORT))
            return
        earned, has_failed = count_points(report), has_failure(report)
        write_report(report, self._commands, self._translator)
        seed = self._translate(phrases.SEED, seed=self._configuration.seed)
        self._commands.message({"format": "plain", "description": seed, "permission": "staff"})
        for key, phrase in (("reason", phrases.TOGETHER), ("shared_state", phrases.SHARED_STATE)):
            if key in self._mode:
                description = self._translate(phrase, reason=self._mode[key])
                self._commands.message(
                    {"format": "plain", "description": description, "permission": "staff"}
                )
        self._write_grading("report", earned, failed=has_failed, report=document)
        maximum = self._configuration.maximum
        if maximum is None:
            summary = self._translate(phrases.POINTS, count=earned)
        elif maximum == 0:
            summary = self._translate(phrases.NOT_GRADED)
        else:
            summary = self._translate(SCORE, points=min(earned, maximum), possible=maximum)
        self._close(Status.WRONG if has_failed else Status.CORRECT, summary)

    def _write_failure(self, failure: Mapping[str, Any]) -> None:
        """Write a failure to load or run code: what failed, where, and through whose fault."""
        if failure.get("whose") == "student":
            self._write_fault_of_code(failure)
        elif self._configuration.maximum is not None and failure.get("stage") in _STAGES_AFTER_CODE:
            self._write_end_of_tests(failure)
        else:
            self._write_fault_of_exercise(failure)

    def _write_fault_of_code(self, failure: Mapping[str, Any]) -> None:
        message = str(failure.get("message", ""))
        kind = FailureKind(failure["kind"])
        status, summary = _STATUSES[kind]
        self._write_grading(kind.value, 0, failed=True, failure=dict(failure))
        if not self._annotate(failure, message):
            self._commands.message({"format": "code", "description": message})
        if failure.get("output"):
            self._commands.message(
                {"format": "plain", "description": self._translate(phrases.PRINTED)}
            )
            self._commands.message({"format": "code", "description": str(failure["output"])})
        self._close(status, self._translate(summary))

    def _write_end_of_tests(self, failure: Mapping[str, Any]) -> None:
        """Write that the tests broke off with this code; with the exercise's own solution they
        finish.
        """
        message = str(failure.get("message", ""))
        self._write_grading("tests", 0, failed=True, failure=dict(failure))
        self._commands.message({"format": "code", "description": message})
        self._write_for_staff(_describe_place(failure) + message)
        self._close(Status.RUNTIME_ERROR, self._translate(phrases.TESTS_ENDED))

    def _write_fault_of_exercise(self, failure: Mapping[str, Any]) -> None:
        self._write_grading("exercise", 0, failed=True, failure=dict(failure))
        self._write_for_staff(_describe_place(failure) + str(failure.get("message", "")))
        self._close(
            Status.INTERNAL_ERROR,
            self._translate(phrases.FAULT, stage=str(failure.get("stage", ""))),
        )

    def _write_time_limit(self, outcome: GraderResult) -> None:
        self._write_grading("timeout", 0, failed=True)
        if outcome.progress:
            progress = self._translate(phrases.BUSY_WITH, progress=outcome.progress)
            self._commands.message({"format": "plain", "description": progress})
        seconds = f"{self._configuration.time_seconds:g}"
        self._close(Status.TIME_LIMIT_EXCEEDED, self._translate(phrases.TIME, seconds=seconds))

    def _write_unusable(self, why: str) -> None:
        """Write that the grader does not work here: nothing is known about the student's code."""
        self._write_for_staff(why)
        self._close(Status.INTERNAL_ERROR, self._translate(phrases.UNUSABLE))

    def _write_no_report(self, outcome: GraderResult) -> None:
        """Write that there is no report: never a success, as the student's code was running."""
        self._write_grading("no report", 0, failed=True)
        if outcome.lost:
            self._write_for_staff(f"the process with the submission: {outcome.lost}")
        self._write_for_staff(outcome.stderr or f"exit status {outcome.exit_status}")
        if outcome.exit_status < 0:
            summary = self._translate(
                phrases.CRASHED, signal=_get_signal_name(-outcome.exit_status)
            )
        else:
            summary = self._translate(phrases.NO_REPORT)
        self._close(Status.RUNTIME_ERROR, summary)

    def _annotate(self, failure: Mapping[str, Any], message: str) -> bool:
        """Annotate the location of a failure, if it has one."""
        try:
            location = locate_failure(failure, load_source(self._configuration.solution))
        except (KeyError, TypeError):
            return False
        self._commands.write("annotate-code", **location, text=message, type="error")
        return True

    def _write_grading(self, ending: str, earned: int, *, failed: bool, **extra: Any) -> None:
        """Write the grading as data, from which the host takes the points."""
        grading = {
            "ending": ending,
            "points": earned,
            "failed": failed,
            "seed": self._configuration.seed,
            **self._describe_processes(),
            **extra,
        }
        self._commands.message(
            {"format": GRADING, "description": json.dumps(grading), "permission": "zeus"}
        )

    def _describe_processes(self) -> dict[str, Any]:
        """Return whether tests and student code ran in separate processes, and if not, why."""
        keys = {"name": "processes", "reason": "together", "shared_state": "shared_state"}
        known = {name: self._mode[key] for key, name in keys.items() if key in self._mode}
        return {**known, "slow": True} if self._slow else known

    def _write_for_staff(self, text: str) -> None:
        self._commands.message({"format": "code", "description": text, "permission": "staff"})

    def _close(self, status: Status, summary: str) -> None:
        self._at_end["accepted"] = status is Status.CORRECT
        self._at_end["status"] = {"enum": status.value, "human": summary}

    def _translate(self, phrase: Phrase, **values: object) -> str:
        return self._translator.translate(phrase, **values)


def _describe_place(failure: Mapping[str, Any]) -> str:
    """Return `FILE, line 3: `, without the parts that are unknown."""
    parts = [str(failure["file"])] if failure.get("file") else []
    if failure.get("line"):
        parts.append(f"line {failure['line']}")
    return ", ".join(parts) + ": " if parts else ""


def _get_signal_name(number: int) -> str:
    import signal  # most gradings do not need it

    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
