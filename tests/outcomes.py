"""Record the outcome of every test of one pytest run in a file, for the summary of all stages."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest


@dataclass(kw_only=True, slots=True)
class Outcomes:
    """The numbers of passed and failed tests; place and reason of the skipped ones.

    An error in set-up, tear-down or import counts as a failure. `seconds` is the time that the
    tests of each file took, with their set-up and tear-down.
    """

    passed: int = 0
    failed: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def __add__(self, other: "Outcomes") -> "Outcomes":
        seconds = dict(self.seconds)
        for file, time_taken in other.seconds.items():
            seconds[file] = seconds.get(file, 0.0) + time_taken
        return Outcomes(
            passed=self.passed + other.passed,
            failed=self.failed + other.failed,
            skipped=[*self.skipped, *other.skipped],
            seconds=seconds,
        )


def write_outcomes(file: Path, outcomes: Outcomes) -> None:
    file.write_text(json.dumps(asdict(outcomes)), encoding="utf-8")


def load_outcomes(file: Path) -> Outcomes:
    """Load the outcomes of a run; empty if pytest ended before it wrote them."""
    if not file.exists():
        return Outcomes()
    document = json.loads(file.read_text(encoding="utf-8"))
    return Outcomes(
        passed=document["passed"],
        failed=document["failed"],
        skipped=[(place, reason) for place, reason in document["skipped"]],
        seconds=document["seconds"],
    )


class OutcomesPlugin:
    """Records outcomes in the process that receives all reports."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._outcomes = Outcomes()
        self._failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self._outcomes.passed += 1
        file = report.nodeid.partition("::")[0]
        seconds = self._outcomes.seconds
        seconds[file] = seconds.get(file, 0.0) + report.duration
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def pytest_sessionfinish(self) -> None:
        write_outcomes(self._file, self._outcomes)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed and report.nodeid not in self._failed:
            self._failed.add(report.nodeid)
            self._outcomes.failed += 1
        elif report.skipped and isinstance(report.longrepr, tuple):
            reason = report.longrepr[2].removeprefix("Skipped: ")
            self._outcomes.skipped.append((report.nodeid, reason))
