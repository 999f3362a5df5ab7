"""Observe a judge in one run, and report what its author should know."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kriterion.assessment.context import ToolContext
from kriterion.authoring.finding import error, notice
from kriterion.authoring.staff_words import format_for_staff
from kriterion.exercises.exercise import Exercise
from kriterion.sandbox.run import MIB, Ending, Outcome
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools import judge_run as judges
from kriterion.tools.judge_run import Judge
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.levels import Level
from kriterion_tools.contracts.dodona_judge.outcome import Verdict
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput
from kriterion_tools.diagnostic import Diagnostic, describe_value

STDOUT = "stdout"
RUN = "run"

MAXIMUM_LISTED = 20  # violations


@dataclass(frozen=True, kw_only=True, slots=True)
class Observation:
    """One run of a judge. `first_output_seconds` is when it began to write, or its end."""

    output: JudgeOutput
    outcome: Outcome
    verdict: Verdict
    first_output_seconds: float

    @property
    def failure(self) -> str | None:
        """Why there is no judgement, or None."""
        if self.outcome.ending is not Ending.EXITED:
            return f"it was ended: {self.outcome.ending}"
        if self.outcome.exit_status != 0:
            last_line = _find_last_line(self.outcome.stderr)
            return f"exit status {self.outcome.exit_status}" + (
                f": {last_line}" if last_line else ""
            )
        completed = self.output.judgement.completed
        if completed is None:
            open_level = self.output.judgement.level is not Level.NONE
            return None if open_level else "it wrote no judgement"
        if completed.status is Status.INTERNAL_ERROR:
            return f"it says 'internal error': {format_for_staff(completed)}"
        return None


def observe(
    judge: Judge,
    exercise: Exercise,
    submission: SubmittedFiles,
    context: ToolContext,
    *,
    wall_seconds: float | None = None,
) -> Observation:
    """Run the judge on a submission, for at most `wall_seconds` if given.

    Raises as `assess` does.
    """
    run = judges.plan(judge, exercise, submission, context.images, context.make_root)
    if wall_seconds is not None:
        run = replace(run, limits=replace(run.limits, wall_seconds=wall_seconds))
    output = JudgeOutput(dialect=judge.dialect)
    arrivals: list[float] = []

    def receive(piece: bytes) -> None:
        arrivals.append(time.monotonic())
        output.feed(piece)

    outcome = context.sandbox.run(run, receive=receive)
    # The sandbox's time before the run is unknown, so count back from the run's end.
    writing_seconds = time.monotonic() - arrivals[0] if arrivals else 0.0
    return Observation(
        output=output,
        outcome=outcome,
        verdict=judges.read(judge, output, outcome, load_translator(submission.language)),
        first_output_seconds=max(0.0, outcome.wall_seconds - writing_seconds),
    )


def check_output(seen: Observation) -> Iterator[Diagnostic]:
    """Yield the faults in the output of a judge that wrote a judgement."""
    violations = seen.verdict.violations
    for violation in violations[:MAXIMUM_LISTED]:
        yield error(STDOUT, violation.what, where=violation.place, code=violation.code)
    if len(violations) > MAXIMUM_LISTED:
        yield error(
            STDOUT,
            f"{len(violations) - MAXIMUM_LISTED:,} more violations are not listed",
            code="judge.more-violations",
        )
    for finding in seen.outcome.findings:
        yield error(RUN, finding.what, code=finding.code)
    level = seen.output.judgement.level
    if level is not Level.NONE and seen.outcome.ending is Ending.EXITED:
        what = f"the output ends before its {level.word} is closed"
        yield error(STDOUT, what, fix="close every level that you start", code="judge.open-levels")
    if seen.outcome.stderr:
        size, last_line = len(seen.outcome.stderr), _find_last_line(seen.outcome.stderr)
        what = f"{size:,} bytes, which are displayed only if the judge fails: {last_line}"
        yield notice("stderr", what, code="judge.stderr")


def check_kill(killed: Observation, complete: Observation) -> Iterator[Diagnostic]:
    """Yield what a student loses if the judge is killed halfway."""
    if killed.outcome.ending is not Ending.WALL_LIMIT:
        return
    killed_after, duration = killed.outcome.wall_seconds, complete.outcome.wall_seconds
    written, total = len(killed.outcome.stdout), len(complete.outcome.stdout)
    if written:
        yield notice(
            STDOUT,
            f"killed after {killed_after:.2f} of {duration:.2f} s, it had written {written:,} of"
            f" {total:,} bytes, which a student sees",
            code="judge.killed-partial-output",
        )
    else:
        first_output = complete.first_output_seconds
        yield notice(
            STDOUT,
            f"killed after {killed_after:.2f} of {duration:.2f} s, it had written nothing, so a"
            f" student sees nothing; it starts to write after {first_output:.2f} s",
            fix="write partial output, and flush each command as soon as it is known",
            code="judge.killed-no-output",
        )


def describe_run(seen: Observation) -> str:
    """Describe the run in a few words."""
    words = [f"'{seen.verdict.status}'", f"{seen.outcome.wall_seconds:.2f} s"]
    if seen.outcome.peak_memory_bytes is not None:
        words.append(f"{seen.outcome.peak_memory_bytes / MIB:.0f} MiB")
    words.append(f"{len(seen.outcome.stdout):,} bytes")
    return "sample run: " + ", ".join(words)


def _find_last_line(written: bytes) -> str:
    """Return the last line with a letter or digit: tracebacks end with the error, some in a box."""
    lines = written.decode(errors="replace").split("\n")
    last = next((line for line in reversed(lines) if any(map(str.isalnum, line))), "")
    return describe_value(last.strip()) if last else ""
