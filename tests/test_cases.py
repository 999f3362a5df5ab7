"""Cases in one test: all run despite failures, and each failure is named."""

import pytest

from tests.cases import collect_failures


def test_every_case_runs_and_every_failure_is_named() -> None:
    ran = []
    with pytest.raises(ExceptionGroup) as caught, collect_failures() as cases:
        for number in range(5):
            with cases.case(f"number {number}"):
                ran.append(number)
                assert number % 2 == 0, "odd"
    assert ran == [0, 1, 2, 3, 4]
    assert caught.value.message == "2 of 5 cases failed: number 1, number 3"
    first, second = caught.value.exceptions
    assert isinstance(first, AssertionError)
    assert first.__notes__[-1] == "in the case number 1"
    assert "odd" in str(second)


def test_an_error_is_a_failure_like_a_wrong_result() -> None:
    with pytest.raises(ExceptionGroup) as caught, collect_failures() as cases:
        for _ in range(2):
            with cases.case("division"):
                _ = 1 / 0
    assert caught.value.message == "2 of 2 cases failed: division, division (again)"


def test_passing_cases_raise_nothing() -> None:
    with collect_failures() as cases, cases.case("fine"):
        pass


def test_a_table_without_cases_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="no case ran"), collect_failures():
        pass
