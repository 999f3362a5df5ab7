"""Whether verdicts depend on the machine's load: one submission at a time, then many at once.

Every submission of the examples is assessed; the second time, beside processes that only compute. A
different verdict is a defect, not a figure.
"""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from kriterion.assessment.assess import assess
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.host.installation import Installation
from kriterion.submissions.submission import SubmittedFiles

EXAMPLES = Path(__file__).parents[1] / "examples" / "exercises"
ASSESSMENTS = 200
AT_ONCE = 4
BUSY = 2


class Case(NamedTuple):
    """A submission to an exercise."""

    exercise: Exercise
    submission: SubmittedFiles

    def __str__(self) -> str:
        return f"{self.exercise.id}/{self.submission.file_name}"


class Verdict(NamedTuple):
    """What must not depend on the machine, including the accepted testcases."""

    status: str
    accepted: bool
    testcases: tuple[bool, ...]


def main() -> None:
    installation = Installation()
    cases = list(islice(cycle(list_example_cases()), ASSESSMENTS))
    print(f"{len(cases)} assessments of {len(set(map(str, cases)))} submissions")
    started = time.perf_counter()
    alone = assess_all(installation, cases, at_once=1)
    print(f"one at a time: {time.perf_counter() - started:.1f} s", flush=True)
    started = time.perf_counter()
    with start_busy_processes(BUSY):
        together = assess_all(installation, cases, at_once=AT_ONCE)
    print(f"{AT_ONCE} at once, beside {BUSY} busy ones: {time.perf_counter() - started:.1f} s")
    print(", ".join(f"{n} {status}" for status, n in Counter(one.status for one in alone).items()))
    differing = [one for one in zip(cases, alone, together, strict=True) if one[1] != one[2]]
    print(f"verdicts that differ: {len(differing)}")
    for case, before, after in differing:
        print(f"  {case}: {before} alone, {after} together")
    if differing:
        raise SystemExit(1)


def list_example_cases() -> list[Case]:
    """Return every submission of the examples, correct and wrong."""
    found = []
    for directory in sorted(EXAMPLES.iterdir()):
        files = [*directory.glob("solution/*.py"), *directory.glob("submissions/*.py")]
        exercise, _ = load_exercise(directory, EXAMPLES) if files else (None, ())
        if exercise is not None:
            found += [Case(exercise, SubmittedFiles(file_name=one.name, source=one.read_bytes()))
                      for one in sorted(files)]  # fmt: skip
    return found


def assess_all(installation: Installation, cases: Sequence[Case], *, at_once: int) -> list[Verdict]:
    """Return the verdicts in the order of the cases."""

    def verdict(case: Case) -> Verdict:
        judged = assess(
            AssessmentRequest(
                exercise=case.exercise,
                submission=case.submission,
                judge=installation.judge(case.exercise, None),
            ),
            ToolContext(images=installation.images, sandbox=installation.sandbox),
        ).judge
        assert judged is not None
        testcases = tuple(
            testcase.accepted is True
            for tab in (judged.feedback.groups if judged.feedback else ())
            for context in tab.groups
            for testcase in context.groups
        )
        return Verdict(judged.status, judged.accepted, testcases)

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(verdict, cases))


@contextmanager
def start_busy_processes(count: int) -> Iterator[None]:
    """Run this many processes that only compute."""
    command = (sys.executable, "-c", "while True: pass")
    processes = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
