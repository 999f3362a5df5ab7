"""Numbers in requests, and texts that only look like numbers."""

import pytest

from kriterion.web.base.whole_numbers import read_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("0", 0), ("007", 7), ("٣", 3), ("9" * 18, 10**18 - 1)),
        *(("9" * 19, None), ("9" * 5000, None), ("", None), ("-1", None), ("²", None)),
        *((" 1", None), ("1_0", None), ("1.0", None), ("None", None)),
    ],
)
def test_a_number_with_too_many_digits_is_refused(text: str, number: int | None) -> None:
    assert read_number(text) == number


def test_a_caller_can_lower_the_limit_of_digits() -> None:
    assert (read_number("99999", digits=5), read_number("100000", digits=5)) == (99999, None)
