"""What a test runner writes is read as results, or reported with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.exercism_test_runner.results_reader import (
    MAXIMUM_MESSAGE,
    MAXIMUM_OUTPUT,
    MAXIMUM_TESTS,
    ResultsReading,
    read_output,
)
from kriterion_tools.contracts.exercism_test_runner.solution_results import (
    ResultStatus,
    SolutionResults,
    TestResult,
)
from kriterion_tools.contracts.exercism_test_runner.test_runner_files import RESULTS
from kriterion_tools.tool_documents import MAXIMUM_CHARACTERS, MAXIMUM_VIOLATIONS

PASSED = {"name": "adds", "status": "pass"}
FAILED = {"name": "adds", "status": "fail", "message": "Expected 3"}


def _read(document: Any) -> ResultsReading:
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return read_output({RESULTS: content})


def _read_results(document: Any) -> tuple[SolutionResults, list[str]]:
    reading = _read(document)
    assert reading.results is not None
    return reading.results, _list_messages(reading)


def _list_messages(reading: ResultsReading) -> list[str]:
    return [str(violation).removeprefix(f"{RESULTS} ") for violation in reading.violations]


def _read_test(**fields: Any) -> tuple[TestResult, list[str]]:
    results, messages = _read_results({"version": 3, "status": "fail", "tests": [fields]})
    return results.tests[0], messages


def test_results_of_each_version_are_read() -> None:
    assert _read_results({"version": 1, "status": "fail", "message": "Expected 3"}) == (
        SolutionResults(version=1, status=ResultStatus.FAIL, message="Expected 3"),
        [],
    )
    test = {
        **FAILED,
        "test_code": "assert add(1, 2) == 3",
        "output": "debugging",
        "task_id": 2,
    }
    result = TestResult(
        name="adds",
        status=ResultStatus.FAIL,
        code="assert add(1, 2) == 3",
        message="Expected 3",
        output="debugging",
        task_id=2,
    )
    assert _read_results({"version": 3, "status": "fail", "message": None, "tests": [test]}) == (
        SolutionResults(version=3, status=ResultStatus.FAIL, tests=(result,)),
        [],
    )
    second, _ = _read_results({"version": 2, "status": "fail", "tests": [test]})
    assert second.tests[0].task_id is None


@pytest.mark.parametrize(
    "document",
    [
        {"version": 3, "status": "pass", "tests": [PASSED], "test-environment": {"bash": "5"}},
        {"version": 3.0, "status": "pass", "tests": [{**PASSED, "duration": 3}], "message": ""},
        {"version": 2, "status": "pass", "tests": [{**PASSED, "task_id": 0, "output": None}]},
    ],
    ids=repr,
)
def test_unknown_keys_and_empty_values_are_ignored(document: Any) -> None:
    results, messages = _read_results(document)
    assert results.tests == (TestResult(name="adds", status=ResultStatus.PASS),)
    assert messages == []


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (b"", "results.json: is empty"),
        (b"[]", "results.json: must be an object"),
        (b'{"version": 2', "results.json: is not valid JSON: Input data was truncated"),
        (b"{" + b" " * 4 * MAXIMUM_CHARACTERS, "results.json: is longer than 512,000 characters"),
        ({"version": 2, "tests": [PASSED]}, "status: must be pass, fail or error, not null"),
        ({"version": 2, "status": "ok"}, "status: must be pass, fail or error, not 'ok'"),
        ({"version": 2, "status": "pass"}, "status: is pass, but there are no tests"),
        ({"version": 3, "status": "pass", "tests": []}, "status: is pass, but there are no tests"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_results_that_prove_nothing_are_refused(document: Any, message: str) -> None:
    reading = _read(document)
    assert reading.results is None
    assert message in _list_messages(reading)


@pytest.mark.parametrize("status", ["pass", "fail"])
def test_results_with_too_many_tests_are_refused(status: str) -> None:
    most = [{"name": str(number), "status": "pass"} for number in range(MAXIMUM_TESTS)]
    results, _ = _read_results({"version": 2, "status": status, "tests": most})
    assert len(results.tests) == MAXIMUM_TESTS
    reading = _read({"version": 2, "status": status, "tests": [*most, 0]})
    assert reading.results is None
    assert _list_messages(reading) == ["tests: contains 2,001 tests; the limit is 2,000"]


def test_missing_results_are_a_violation() -> None:
    reading = read_output({"results.out": b"oops"})
    assert reading.results is None
    assert [str(violation) for violation in reading.violations] == ["results.json: is missing"]


@pytest.mark.parametrize(
    ("document", "status", "message"),
    [
        (
            {"status": "pass", "tests": [PASSED]},
            ResultStatus.PASS,
            "version: must be 1, 2 or 3, not null",
        ),
        (
            {"version": 4, "status": "pass", "tests": [PASSED]},
            ResultStatus.PASS,
            "version: must be 1, 2 or 3, not 4",
        ),
        (
            {"version": 2, "status": "error"},
            ResultStatus.ERROR,
            "message: is missing, so students do not learn what is wrong",
        ),
        (
            {"version": 1, "status": "fail"},
            ResultStatus.FAIL,
            "message: is missing, so students do not learn what is wrong",
        ),
        (
            {"version": 2, "status": "fail", "tests": {}},
            ResultStatus.FAIL,
            "tests: must be a list, not an object",
        ),
        (
            {"version": 2, "status": "error", "message": ["no"]},
            ResultStatus.ERROR,
            "message: must be a string, not a list",
        ),
        (
            {"version": 2, "status": "pass", "tests": [PASSED, FAILED]},
            ResultStatus.FAIL,
            "status: is pass, but a test did not: 'adds'",
        ),
        (
            {"version": 2, "status": "fail", "tests": [PASSED]},
            ResultStatus.FAIL,
            "status: is fail, but all tests passed",
        ),
        (
            {"version": 2, "status": "error", "message": "no", "tests": [PASSED, FAILED]},
            ResultStatus.FAIL,
            "status: is error, but a test passed",
        ),
    ],
    ids=lambda value: str(value)[:60],
)
def test_an_invalid_part_keeps_the_rest(document: Any, status: ResultStatus, message: str) -> None:
    results, messages = _read_results(document)
    assert results.status is status
    assert message in messages


@pytest.mark.parametrize(
    ("fields", "expected", "message"),
    [
        (
            {"status": "pass"},
            TestResult(name="#1", status=ResultStatus.PASS),
            "tests[0].name: is missing",
        ),
        (
            {"name": 7, "status": "pass"},
            TestResult(name="#1", status=ResultStatus.PASS),
            "tests[0].name: must be a string, not 7",
        ),
        (
            {"name": "adds", "message": "no"},
            TestResult(name="adds", status=ResultStatus.ERROR, message="no"),
            "tests[0].status: must be pass, fail or error, not null",
        ),
        (
            {"name": "adds", "status": "fail"},
            TestResult(name="adds", status=ResultStatus.FAIL),
            "tests[0].message: is missing, so students do not learn what is wrong",
        ),
        (
            {**PASSED, "task_id": "one"},
            TestResult(name="adds", status=ResultStatus.PASS),
            "tests[0].task_id: must be the number of a task, not 'one'",
        ),
        (
            {**PASSED, "test_code": {}},
            TestResult(name="adds", status=ResultStatus.PASS),
            "tests[0].test_code: must be a string, not an object",
        ),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_fault_in_a_test_affects_only_that_test(
    fields: Any, expected: TestResult, message: str
) -> None:
    test, messages = _read_test(**fields)
    assert test == expected
    assert message in messages


def test_a_test_that_is_no_object_has_not_passed() -> None:
    results, messages = _read_results({"version": 2, "status": "pass", "tests": [PASSED, 3]})
    assert results.status is ResultStatus.FAIL
    assert results.tests[1] == TestResult(name="#2", status=ResultStatus.ERROR)
    assert "tests[1]: must be an object, not 3" in messages


def test_an_output_is_limited_to_500_characters() -> None:
    noticed = "x" * MAXIMUM_OUTPUT + " [Output was truncated. Please limit to 500 chars]"
    assert _read_test(**FAILED, output=noticed)[0].output == noticed
    test, messages = _read_test(**FAILED, output="x" * 5_000)
    assert test.output == "x" * MAXIMUM_OUTPUT + "…"
    assert messages == ["tests[0].output: is longer than 500 characters and is truncated"]


def test_the_message_about_all_tests_is_limited() -> None:
    results, messages = _read_results(
        {"version": 2, "status": "error", "message": "é" * (MAXIMUM_MESSAGE + 1)}
    )
    assert results.message == "é" * MAXIMUM_MESSAGE
    assert messages == ["message: is longer than 65,535 characters and is truncated"]


def test_text_that_is_not_unicode_affects_nothing_else() -> None:
    content = b'{"version": 2, "status": "error", "message": "a\xff\\ud800b"}'
    results, messages = _read_results(content)
    assert results.message == "a\ufffd\ufffdb"
    assert len(messages) == 2


def test_the_first_of_many_violations_are_reported_and_the_rest_counted() -> None:
    reading = _read({"version": 2, "status": "fail", "tests": [3] * (MAXIMUM_VIOLATIONS + 5)})
    assert len(reading.violations) == MAXIMUM_VIOLATIONS + 1
    assert str(reading.violations[-1]).endswith("5 more violations are not listed")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.sampled_from(["pass", "fail", 2, 3]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
TESTS = st.lists(
    st.dictionaries(
        st.sampled_from(["name", "status", "message", "output", "test_code", "task_id"]), JSON
    )
    | JSON,
    max_size=4,
)


@given(
    st.dictionaries(st.sampled_from(["version", "status", "message"]), JSON),
    TESTS | JSON,
)
def test_any_document_is_read_or_refused_with_a_violation(document: Any, tests: Any) -> None:
    reading = _read({**document, "tests": tests})
    assert reading.results is not None or reading.violations
    if reading.results is not None and reading.results.status is ResultStatus.PASS:
        assert all(test.status is ResultStatus.PASS for test in reading.results.tests)


@given(st.binary())
def test_any_bytes_are_results_or_a_violation(content: bytes) -> None:
    reading = read_output({RESULTS: content})
    assert reading.results is None
    assert reading.violations
