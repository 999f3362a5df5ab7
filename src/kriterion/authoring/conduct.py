"""The conduct of a judge: one run of it, observed, and what its author should know of that."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kriterion.authoring.bench import Bench
from kriterion.authoring.finding import Finding, error, notice
from kriterion.contracts.dodona_judge.levels import Level
from kriterion.contracts.dodona_judge.outcome import Verdict
from kriterion.contracts.dodona_judge.statuses import Status
from kriterion.contracts.dodona_judge.stream import JudgeOutput
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.problem import shown
from kriterion.sandbox.run import MIB, Ending, Outcome
from kriterion.submissions.submission import Submission
from kriterion.tools import judge as judges
from kriterion.tools.judge import Judge

RUN_OUTPUT = "stdout"

_MAXIMUM_TOLD = 20  # violations


@dataclass(frozen=True, kw_only=True, slots=True)
class Observation:
    """One run of a judge. `first_output_seconds` is None when it wrote nothing."""

    output: JudgeOutput
    outcome: Outcome
    verdict: Verdict
    first_output_seconds: float | None

    @property
    def failure(self) -> str | None:
        """Why there is no judgement to look at, None when there is one."""
        if self.outcome.ending is not Ending.EXITED:
            return f"it was ended: {self.outcome.ending}"
        if self.outcome.exit_status != 0:
            said = _last_line(self.outcome.stderr)
            return f"exit status {self.outcome.exit_status}" + (f": {said}" if said else "")
        judgement = self.output.judgement
        if judgement.level is Level.NONE and judgement.completed is None:
            return "it wrote no judgement"
        if self.verdict.status is Status.INTERNAL_ERROR and judgement.completed is not None:
            return "it gave the status 'internal error'"
        return None


def observe(
    judge: Judge,
    exercise: Exercise,
    submission: Submission,
    bench: Bench,
    *,
    wall_seconds: float | None = None,
) -> Observation:
    """Run the judge on a submission, for at most `wall_seconds` when they are given.

    Raises as `assess` does.
    """
    run = judges.plan(judge, exercise, submission, bench.images)
    if wall_seconds is not None:
        run = replace(run, limits=replace(run.limits, wall_seconds=wall_seconds))
    output = JudgeOutput()
    begin = time.monotonic()
    first: float | None = None

    def receive(piece: bytes) -> None:
        nonlocal first
        first = time.monotonic() - begin if first is None else first
        output.feed(piece)

    outcome = bench.sandbox.run(run, receive=receive)
    verdict = judges.read(output, outcome, submission.language)
    return Observation(output=output, outcome=outcome, verdict=verdict, first_output_seconds=first)


def weigh_output(seen: Observation) -> Iterator[Finding]:
    """What is wrong with what the judge wrote, when it wrote a judgement."""
    violations = seen.output.violations
    for violation in violations[:_MAXIMUM_TOLD]:
        yield error(RUN_OUTPUT, violation.what, where=f"byte {violation.offset}")
    if len(violations) > _MAXIMUM_TOLD:
        yield error(RUN_OUTPUT, f"{len(violations) - _MAXIMUM_TOLD:,} more things are wrong")
    level = seen.output.judgement.level
    if level is not Level.NONE and seen.outcome.ending is Ending.EXITED:
        what = f"it ends with its {level.word} still open"
        yield error(RUN_OUTPUT, what, fix="close every level that was started")
    if seen.outcome.stderr:
        size = len(seen.outcome.stderr)
        what = f"{size:,} bytes, which nobody sees unless the judge fails: "
        yield notice("stderr", what + _last_line(seen.outcome.stderr))


def weigh_kill(killed: Observation, whole: Observation) -> Iterator[Finding]:
    """What is left for the student when the judge is killed half-way."""
    if killed.outcome.ending is not Ending.WALL_LIMIT:
        return
    seconds = f"{killed.outcome.wall_seconds:.2f} s"
    if killed.outcome.stdout:
        yield notice(
            RUN_OUTPUT,
            f"killed after {seconds}, the judge had written {len(killed.outcome.stdout):,} of"
            f" {len(whole.outcome.stdout):,} bytes: a student sees that much",
        )
        return
    first = whole.first_output_seconds or 0.0
    yield notice(
        RUN_OUTPUT,
        f"killed after {seconds}, the judge had written nothing: a student sees nothing (left"
        f" alone, it ends after {whole.outcome.wall_seconds:.2f} s and first writes after"
        f" {first:.2f} s)",
        fix="write each command as soon as it is known, and flush",
    )


def told_run(seen: Observation) -> str:
    """The run in a few words."""
    words = [f"'{seen.verdict.status}'", f"{seen.outcome.wall_seconds:.2f} s"]
    if seen.outcome.peak_memory_bytes is not None:
        words.append(f"{seen.outcome.peak_memory_bytes / MIB:.0f} MiB")
    words.append(f"{len(seen.outcome.stdout):,} bytes")
    return "sample run: " + ", ".join(words)


def _last_line(written: bytes) -> str:
    lines = written.decode(errors="replace").split("\n")
    said = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return shown(said) if said else ""
