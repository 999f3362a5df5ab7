"""Run the stages of `make test`, or with --all of `make test-all`: `python -m tests.stages`.

Each stage is one run of pytest over the tests with certain markers; every test is in exactly one.
All stages run, even after failures. The output ends with what was skipped, and why, the files whose
tests took longest, and the time of each stage.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.isolation import find_hostile_names
from tests.outcomes import Outcomes, load_outcomes
from tests.skipped import summarise

LONG = "long"  # only `make test-all` runs these tests
QUICK = "quick"  # the profile of hypothesis that `make test` uses: fewer examples
SHARED = "KRITERION_TESTS_SHARED"  # names a directory for what one stage makes for all


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """Tests selected by a marker expression; `workers` is their number per processor.

    With None, tests run one at a time, with nothing else beside them.
    """

    name: str
    markers: str
    workers: int | None

    def expression(self, *, everything: bool) -> str:
        return self.markers if everything else f"{self.markers} and not {LONG}"

    def arguments(self, *, everything: bool, processors: int) -> tuple[str, ...]:
        """Return the arguments for pytest."""
        workers = 1 if self.workers is None else self.workers * processors
        chosen = ("-m", self.expression(everything=everything))
        profile = () if everything else (f"--hypothesis-profile={QUICK}",)
        return (*chosen, *profile, "-n", str(workers), "--dist", "worksteal")


STAGES = (
    Stage(name="plain", markers="not machine and not browser and not alone", workers=1),
    # They spend much of their time waiting: for a limit, a compiler's disk, a sandbox.
    Stage(name="machine", markers="machine and not browser and not alone", workers=2),
    Stage(name="browser", markers="browser and not alone", workers=1),
    Stage(name="alone", markers="alone", workers=None),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """How a stage ended: pytest's exit status, elapsed seconds, and the outcomes of its tests."""

    stage: str
    status: int
    seconds: float
    outcomes: Outcomes


LISTED_FILES = 25  # of those whose tests took longest

# By pytest's exit status.
_STATUSES = ("passed", "FAILED", "INTERRUPTED", "INTERNAL ERROR", "WRONG USAGE", "no tests")
_PASSED, _FAILED, _NO_TESTS = 0, 1, 5


def summarise_stages(results: Iterable[Result]) -> Iterator[str]:
    """Yield a line for each stage and one for all."""
    results = tuple(results)
    for result in results:
        known = 0 <= result.status < len(_STATUSES)
        status = _STATUSES[result.status] if known else f"ENDED WITH {result.status}"
        yield _line(result.stage, result.outcomes, result.seconds, status)
    total = sum((result.outcomes for result in results), start=Outcomes())
    seconds = sum(result.seconds for result in results)
    yield _line("all", total, seconds, "FAILED" if combine_statuses(results) else "passed")


def list_slowest_files(results: Iterable[Result]) -> Iterator[str]:
    """Yield a line for each file whose tests took longest.

    Tests run side by side, so these times add up to more than a stage took.
    """
    seconds = sum((result.outcomes for result in results), start=Outcomes()).seconds
    by_time = sorted(seconds.items(), key=lambda item: item[1], reverse=True)
    for file, time_taken in by_time[:LISTED_FILES]:
        yield f"{time_taken:7.1f} s  {file}"


def combine_statuses(results: Sequence[Result]) -> int:
    """Return the exit status. A stage without tests passes (when files are named), all without
    fail.
    """
    # A negative status is a signal's.
    statuses = {result.status if result.status >= 0 else _FAILED for result in results}
    if statuses == {_NO_TESTS}:
        return _NO_TESTS
    return max(statuses - {_NO_TESTS}, default=_PASSED)


def _line(name: str, outcomes: Outcomes, seconds: float, status: str) -> str:
    counts = f"{outcomes.passed:7,} passed {outcomes.failed:4,} failed"
    return f"{name:8}{counts} {len(outcomes.skipped):5,} skipped {seconds / 60:6.1f} min  {status}"


def run_stage(stage: Stage, *, everything: bool, more: Sequence[str], shared: Path) -> Result:
    """Run pytest over the tests of a stage, with further arguments `more`.

    `shared` is a directory for what one stage makes for all.
    """
    processors = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "outcomes.json"
        chosen = stage.arguments(everything=everything, processors=processors)
        command = (sys.executable, "-m", "pytest", f"--note-outcomes={file}", *chosen, *more)
        print(f"\n=== {stage.name}: pytest -m '{chosen[1]}'", flush=True)
        began = time.monotonic()
        hostile = frozenset(find_hostile_names(os.environ))  # pytest reads some before any test
        clean = {name: value for name, value in os.environ.items() if name not in hostile}
        environment = {**clean, SHARED: str(shared)}
        status = subprocess.run(command, check=False, env=environment).returncode
        seconds = time.monotonic() - began
        outcomes = load_outcomes(file)
        return Result(stage=stage.name, status=status, seconds=seconds, outcomes=outcomes)


def main(words: Sequence[str]) -> int:
    """Run the stages; return 0 if all tests pass. `words` go to pytest in each stage."""
    parser = argparse.ArgumentParser(prog="scripts/test", description=__doc__)
    parser.add_argument("--all", action="store_true", help=f"run the tests marked {LONG}, too")
    options, more = parser.parse_known_args(words)
    results: list[Result] = []
    shared = Path(tempfile.mkdtemp(prefix="kriterion-stages-"))
    shared.chmod(0o711)  # runs read what is built there
    try:
        for stage in STAGES:
            result = run_stage(stage, everything=options.all, more=more, shared=shared)
            results.append(result)
            if result.status not in (_PASSED, _FAILED, _NO_TESTS):
                break  # interrupted, or pytest cannot run at all
    except KeyboardInterrupt:
        return 130
    finally:
        shutil.rmtree(shared, ignore_errors=True)
        print()
        skipped = [row for result in results for row in result.outcomes.skipped]
        slowest = list_slowest_files(results)
        lines = (*summarise(skipped), "", *slowest, "", *summarise_stages(results))
        print("\n".join(lines), flush=True)
    return combine_statuses(results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
