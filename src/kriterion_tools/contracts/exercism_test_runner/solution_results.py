"""The results of a test runner: what became of a solution, and of each test.

Source: exercism/docs 19e037f, building/tooling/test-runners/interface.md.
"""

from dataclasses import dataclass
from enum import StrEnum, unique

VERSIONS = (1, 2, 3)
LATEST_VERSION = VERSIONS[-1]


@unique
class ResultStatus(StrEnum):
    """The status of one test, or of all together: then ERROR means that no test was executed."""

    PASS = "pass"  # noqa: S105 - not a password
    FAIL = "fail"
    ERROR = "error"


@dataclass(frozen=True, kw_only=True, slots=True)
class TestResult:
    """The result of one test.

    `code` is the body of the test, `message` why it did not pass, `output` what the student's code
    printed; each is None without one. `task_id` is the number of the exercise's task that it tests.
    """

    __test__ = False  # pytest would collect it

    name: str
    status: ResultStatus
    code: str | None = None
    message: str | None = None
    output: str | None = None
    task_id: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SolutionResults:
    """The results of all tests, in the order of the file with tests.

    `message` says why no test was executed, or in version 1 which failed.
    """

    __test__ = False  # pytest would collect it

    version: int
    status: ResultStatus
    message: str | None = None
    tests: tuple[TestResult, ...] = ()
