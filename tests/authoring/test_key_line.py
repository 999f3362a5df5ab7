import pytest

from kriterion.authoring.key_line import find_key_line


@pytest.mark.parametrize(
    ("written", "key_line"),
    [
        ("", ""),
        ("---\n", ""),
        ("one\n  two \n===\n", "two"),
        ("first error\nTypeError: x\n  at main.js:1\n", "TypeError: x"),
        ("e" * 400, "e" * 300),
    ],
)
def test_the_key_line_is_the_last_about_an_error_else_the_last(written: str, key_line: str) -> None:
    assert find_key_line(written) == key_line
