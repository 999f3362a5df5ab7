"""Decide on a submission from its judge's output and the ending of its run.

Source: dodona-edu/dodona e7be6f0d2, app/runners/submission_runner.rb.
docs/contracts/dodona-judge.md lists where we differ.
"""

import dataclasses
from dataclasses import dataclass

from msgspec.structs import replace

from kriterion_tools.contracts.dodona_judge import host_phrases
from kriterion_tools.contracts.dodona_judge.levels import Level
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Message
from kriterion_tools.contracts.dodona_judge.staff_report import (
    report_excerpt,
    report_sentences,
    report_violations,
    restrict_to_staff,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status, is_worse
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput
from kriterion_tools.contracts.dodona_judge.violations import Violation, add_lines
from kriterion_tools.translation.translator import Phrase, Translator

# After SIGABRT (a runtime without heap), SIGKILL and SIGTERM: signs of too much memory.
KILLED = frozenset({134, 137, 143})
MAXIMUM_SUMMARY_LENGTH = 255


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """The decision on a submission.

    `accepted` is True only if the judge accepts the submission and the status is correct. `output`
    has the same `status` and `accepted`, and the host's messages after the judge's. `by_judge` says
    that the judge's own verdict counts.
    """

    output: FullOutput
    status: Status
    accepted: bool
    summary: str | None
    violations: tuple[Violation, ...]
    by_judge: bool = True

    def with_messages(self, *messages: Message) -> "Verdict":
        """Return the verdict with further messages at the end."""
        output = replace(self.output, messages=self.output.messages + messages)
        return dataclasses.replace(self, output=output)


def escalate(verdict: Verdict, status: Status, translator: Translator) -> Verdict:
    """Return the verdict with this status if it is worse, otherwise the verdict itself."""
    if not is_worse(status, verdict.status):
        return verdict
    name = translator.translate(host_phrases.name_status(status))
    output = replace(verdict.output, accepted=False, status=status, description=name)
    return dataclasses.replace(
        verdict, output=output, status=status, accepted=False, summary=name, by_judge=False
    )


def decide(
    judge_output: JudgeOutput,
    *,
    exit_status: int | None,
    limit: Status | None,
    translator: Translator,
    stderr: bytes = b"",
    stdout: bytes = b"",
) -> Verdict:
    """Decide on a judge's closed output.

    `exit_status` is None if the host ended the run; `limit` is the status of the limit that was
    reached. `stderr` and `stdout` are for staff if the judge's own verdict does not count.
    """
    violations = add_lines(judge_output.violations, stdout)
    failure = _find_failure(judge_output, exit_status, limit)
    if failure is None:
        output = _complete_output(judge_output, translator)
        messages = report_violations(violations, translator)
    else:
        output = _build_failed_output(judge_output, failure, translator)
        messages = (
            *_explain_to_students(failure, translator),
            report_sentences(_list_reasons(failure, exit_status, limit), translator),
            *report_violations(violations, translator),
            *report_excerpt(host_phrases.STANDARD_ERROR, stderr, translator),
            *report_excerpt(host_phrases.STANDARD_OUTPUT, stdout, translator),
        )
    return Verdict(
        output=replace(output, messages=output.messages + messages),
        status=output.status,
        accepted=output.accepted,
        summary=_truncate_summary(output.description),
        violations=violations,
        by_judge=failure is None,
    )


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why the judge's verdict does not count, and the status that counts instead.

    `why` is None if the ending of the run explains it. `is_shown`: students may see the output, not
    only staff.
    """

    status: Status
    why: Phrase | None
    is_shown: bool


def _find_failure(
    output: JudgeOutput, exit_status: int | None, limit: Status | None
) -> _Failure | None:
    """Return why the judge's verdict does not count, or None. The rules are in Dodona's order."""
    if limit is Status.OUTPUT_LIMIT_EXCEEDED:
        return _Failure(limit, None, is_shown=not output.has_breach)
    if exit_status not in (None, 0, *KILLED):
        return _Failure(Status.INTERNAL_ERROR, None, is_shown=False)
    status = limit or Status.INTERNAL_ERROR
    if limit is None and exit_status in KILLED:
        status = Status.MEMORY_LIMIT_EXCEEDED
    is_shown = status is not Status.INTERNAL_ERROR
    if output.has_breach:
        return _Failure(status, host_phrases.BREACHED, is_shown=False)
    killed = limit is not None or exit_status in KILLED
    if output.is_broken or (output.is_truncated and not killed):
        return _Failure(status, host_phrases.BROKEN, is_shown=is_shown)
    if output.judgement.level is not Level.NONE:
        return _Failure(status, host_phrases.LEFT_OPEN, is_shown=is_shown)
    if output.judgement.completed is None:
        return _Failure(status, host_phrases.NOTHING_JUDGED, is_shown=is_shown)
    return None


def _complete_output(judge_output: JudgeOutput, translator: Translator) -> FullOutput:
    output = judge_output.judgement.completed
    assert output is not None
    correct = output.status is Status.CORRECT
    description = output.description
    if correct and description is None:
        description = translator.translate(host_phrases.name_status(Status.CORRECT))
    return replace(output, accepted=output.accepted and correct, description=description)


def _build_failed_output(
    judge_output: JudgeOutput, failure: _Failure, translator: Translator
) -> FullOutput:
    failed = failure.status is Status.INTERNAL_ERROR
    name = translator.translate(
        host_phrases.JUDGE_FAILED if failed else host_phrases.name_status(failure.status)
    )
    output = judge_output.judgement.end_as_failed(failure.status, name)
    if output is None:
        output = FullOutput(accepted=False, status=failure.status)
    elif not failure.is_shown:
        output = restrict_to_staff(output, translator)
    return replace(output, accepted=False, status=failure.status, description=name)


def _explain_to_students(failure: _Failure, translator: Translator) -> tuple[Message, ...]:
    if failure.status is not Status.OUTPUT_LIMIT_EXCEEDED:
        return ()
    return (Message(description=translator.translate(host_phrases.TOO_MUCH_OUTPUT)),)


def _list_reasons(
    failure: _Failure, exit_status: int | None, limit: Status | None
) -> list[tuple[Phrase, object]]:
    """Return phrases with their values."""
    reasons: list[tuple[Phrase, object]] = []
    if failure.why is not None:
        reasons.append((failure.why, None))
    if limit is not None:
        reasons.append((host_phrases.LIMIT_HIT, limit.value))
    if exit_status is None:
        reasons.append((host_phrases.ENDED_BY_HOST, None))
    else:
        reasons.append((host_phrases.EXITED, exit_status))
    return reasons


def _truncate_summary(description: str | None) -> str | None:
    if description is None or len(description) <= MAXIMUM_SUMMARY_LENGTH:
        return description
    return description[: MAXIMUM_SUMMARY_LENGTH - 1] + "…"
