"""Read a test runner's output: the results, and all violations of the contract.

Any bytes are accepted. What is wrong with one test affects only that test, and never lets a
solution pass. Source: exercism/docs 19e037f, building/tooling/test-runners/interface.md;
exercism/website 16bb79f for what is tolerated (unknown keys, a missing message).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from kriterion_tools.contracts.exercism_test_runner.solution_results import (
    LATEST_VERSION,
    VERSIONS,
    ResultStatus,
    SolutionResults,
    TestResult,
)
from kriterion_tools.contracts.exercism_test_runner.test_runner_files import RESULTS
from kriterion_tools.diagnostic import describe_value
from kriterion_tools.errors import ContractViolation
from kriterion_tools.tool_documents import DocumentViolations, decode, decode_value

MAXIMUM_MESSAGE = 65_535  # characters of the message about all tests
MAXIMUM_OUTPUT = 500  # characters of what a test printed
MAXIMUM_NAME = 1_000  # characters
MAXIMUM_TASK = 10_000
MAXIMUM_TESTS = 2_000  # a solution can write more, and reading them would occupy a worker

# A runner that truncates an output adds a notice to it.
_LONGEST_NOTICE = 100

_NOTHING = msgspec.Raw(b"null")
_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])
_STATUSES = {status.value: status for status in ResultStatus}


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultsReading:
    """What was found. `results` is None if nothing can be concluded from the file."""

    results: SolutionResults | None
    violations: tuple[ContractViolation, ...] = ()


class _Document(msgspec.Struct):
    version: msgspec.Raw = _NOTHING
    status: msgspec.Raw = _NOTHING
    message: msgspec.Raw = _NOTHING
    tests: msgspec.Raw = _NOTHING


_DOCUMENT = msgspec.json.Decoder(_Document)


def read_output(files: Mapping[str, bytes]) -> ResultsReading:
    """Read the results from the files of an output directory (name → content)."""
    violations = DocumentViolations(RESULTS)
    results = None
    try:
        if RESULTS not in files:
            raise ContractViolation(RESULTS, "", "is missing", code="tool-output.missing-file")
        document = decode(files[RESULTS], _DOCUMENT, RESULTS, violations)
        results = _read_results(document, violations)
    except ContractViolation as violation:
        violations.append(violation)
    return ResultsReading(results=results, violations=violations.to_tuple())


def _read_results(document: _Document, violations: DocumentViolations) -> SolutionResults:
    """Read the results. Raises ContractViolation if nothing can be concluded from them."""
    version = _read_version(_read_value(document.version, "version", violations), violations)
    written = _read_value(document.status, "status", violations)
    if not isinstance(written, str) or written not in _STATUSES:
        what = f"must be pass, fail or error, not {describe_value(written)}"
        raise ContractViolation(RESULTS, "status", what, code="results.invalid-status")
    results = SolutionResults(
        version=version,
        status=_STATUSES[written],
        message=_read_message(document.message, violations),
        # Version 1 is for runners that know nothing about single tests.
        tests=() if version == 1 else _read_tests(document.tests, version, violations),
    )
    _check_message(results, violations)
    return _settle_status(results, violations)


def _read_version(written: Any, violations: DocumentViolations) -> int:
    """Return the version, or the latest if it is invalid, so that the whole file is read."""
    if isinstance(written, float) and written.is_integer():  # 3.0 is a whole number in JSON
        written = int(written)
    if type(written) is int and written in VERSIONS:
        return written
    what = f"must be 1, 2 or 3, not {describe_value(written)}"
    violations.add("version", what, code="results.invalid-version")
    return LATEST_VERSION


def _read_message(raw: msgspec.Raw, violations: DocumentViolations) -> str | None:
    text = _read_text(_read_value(raw, "message", violations), "message", violations)
    if text is not None and len(text) > MAXIMUM_MESSAGE:
        what = f"is longer than {MAXIMUM_MESSAGE:,} characters and is truncated"
        violations.add("message", what, code="results.message-too-long")
        text = text[:MAXIMUM_MESSAGE]
    return text


def _check_message(results: SolutionResults, violations: DocumentViolations) -> None:
    is_required = results.status is ResultStatus.ERROR or (
        results.status is ResultStatus.FAIL and results.version == 1
    )
    if is_required and results.message is None:
        what = "is missing, so students do not learn what is wrong"
        violations.add("message", what, code="results.missing-message")


def _settle_status(results: SolutionResults, violations: DocumentViolations) -> SolutionResults:
    """Return the results with a status that its tests allow. Raises ContractViolation."""
    if results.version == 1:
        return results
    if not results.tests:
        if results.status is ResultStatus.PASS:  # nothing shows that anything was tested
            what = "is pass, but there are no tests"
            raise ContractViolation(RESULTS, "status", what, code="results.contradiction")
        if results.status is ResultStatus.FAIL:
            what = "is fail, but there are no tests"
            violations.add("status", what, code="results.contradiction")
        return results
    passed = [test.status is ResultStatus.PASS for test in results.tests]
    if results.status is ResultStatus.PASS and not all(passed):
        what = f"is pass, but a test did not: {describe_value(_find_first_failure(results).name)}"
        violations.add("status", what, code="results.contradiction")
        return replace(results, status=ResultStatus.FAIL)
    if results.status is ResultStatus.FAIL and all(passed):
        violations.add("status", "is fail, but all tests passed", code="results.contradiction")
    if results.status is ResultStatus.ERROR and any(passed):
        violations.add("status", "is error, but a test passed", code="results.contradiction")
        return replace(results, status=ResultStatus.FAIL)
    return results


def _find_first_failure(results: SolutionResults) -> TestResult:
    return next(test for test in results.tests if test.status is not ResultStatus.PASS)


def _read_tests(
    raw: msgspec.Raw, version: int, violations: DocumentViolations
) -> tuple[TestResult, ...]:
    """Read the tests. Raises ContractViolation if there are more than MAXIMUM_TESTS."""
    try:
        items = _ITEMS.decode(raw)
    except msgspec.ValidationError:
        written = _read_value(raw, "tests", violations)
        if written is not None:
            what = f"must be a list, not {describe_value(written)}"
            violations.add("tests", what, code="tool-output.wrong-type")
        return ()
    if len(items) > MAXIMUM_TESTS:
        what = f"contains {len(items):,} tests; the limit is {MAXIMUM_TESTS:,}"
        raise ContractViolation(RESULTS, "tests", what, code="results.too-many-tests")
    return tuple(_read_test(item, index, version, violations) for index, item in enumerate(items))


def _read_test(
    raw: msgspec.Raw, index: int, version: int, violations: DocumentViolations
) -> TestResult:
    """Read one test. One that cannot be read counts as an error: it may have failed."""
    where = f"tests[{index}]"
    written = _read_value(raw, where, violations)
    if not isinstance(written, dict):
        what = f"must be an object, not {describe_value(written)}"
        violations.add(where, what, code="tool-output.wrong-type")
        return TestResult(name=_make_name(index), status=ResultStatus.ERROR)
    status = _read_status(written.get("status"), f"{where}.status", violations)
    message = _read_text(written.get("message"), f"{where}.message", violations)
    if status is not ResultStatus.PASS and message is None:
        what = "is missing, so students do not learn what is wrong"
        violations.add(f"{where}.message", what, code="results.missing-message")
    return TestResult(
        name=_read_name(written, index, where, violations),
        status=status,
        code=_read_text(written.get("test_code"), f"{where}.test_code", violations),
        message=message,
        output=_read_printed(written.get("output"), f"{where}.output", violations),
        task_id=_read_task(written.get("task_id"), f"{where}.task_id", violations)
        if version >= LATEST_VERSION
        else None,
    )


def _read_name(
    written: Mapping[str, Any], index: int, where: str, violations: DocumentViolations
) -> str:
    if written.get("name") is None:
        violations.add(f"{where}.name", "is missing", code="tool-output.missing-key")
        return _make_name(index)
    name = _read_text(written["name"], f"{where}.name", violations)
    return (name or _make_name(index))[:MAXIMUM_NAME]


def _make_name(index: int) -> str:
    return f"#{index + 1}"


def _read_status(written: Any, where: str, violations: DocumentViolations) -> ResultStatus:
    if isinstance(written, str) and written in _STATUSES:
        return _STATUSES[written]
    what = f"must be pass, fail or error, not {describe_value(written)}"
    violations.add(where, what, code="results.invalid-status")
    return ResultStatus.ERROR


def _read_printed(written: Any, where: str, violations: DocumentViolations) -> str | None:
    """Read what the student's code printed; a longer text than allowed is truncated."""
    text = _read_text(written, where, violations)
    if text is None or len(text) <= MAXIMUM_OUTPUT + _LONGEST_NOTICE:
        return text
    what = f"is longer than {MAXIMUM_OUTPUT} characters and is truncated"
    violations.add(where, what, code="results.output-too-long")
    return text[:MAXIMUM_OUTPUT] + "…"


def _read_task(written: Any, where: str, violations: DocumentViolations) -> int | None:
    if isinstance(written, float) and written.is_integer():
        written = int(written)
    if written is None or (type(written) is int and 0 <= written <= MAXIMUM_TASK):
        return written or None  # python-test-runner writes 0 for no task
    what = f"must be the number of a task, not {describe_value(written)}"
    violations.add(where, what, code="results.invalid-task")
    return None


def _read_text(written: Any, where: str, violations: DocumentViolations) -> str | None:
    """Return a text; None if it is blank or missing."""
    if written is None or isinstance(written, str):
        return written if written and written.strip() else None
    what = f"must be a string, not {describe_value(written)}"
    violations.add(where, what, code="tool-output.wrong-type")
    return None


def _read_value(raw: msgspec.Raw, where: str, violations: DocumentViolations) -> Any:
    """Decode a value; add a violation and return None if that fails."""
    try:
        return decode_value(raw, RESULTS, where)
    except ContractViolation as violation:
        violations.append(violation)
        return None
