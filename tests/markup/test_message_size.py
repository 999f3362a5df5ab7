import pytest

from kriterion.markup.message_size import MAXIMUM_CHARACTERS, truncate_message
from kriterion_tools.contracts.dodona_judge.output_records import Message, Permission


@pytest.mark.parametrize("format_", ["plain", "html", "md", "callout", "code", "console", "python"])
def test_a_message_of_ordinary_length_is_unchanged(format_: str) -> None:
    message = Message(format=format_, description="<b>x</b>" * 1_000)
    assert truncate_message(message) is message


@pytest.mark.parametrize("format_", ["html", "md"])
def test_a_long_but_readable_message_is_unchanged(format_: str) -> None:
    message = Message(format=format_, description="<b>word</b> " * 8_000)
    assert truncate_message(message) is message


@pytest.mark.parametrize(
    ("format_", "text", "becomes"),
    [
        ("plain", "x" * 10**6, "plain"),
        ("python", "x" * 10**6, "python"),
        ("html", "<b>" * 10**6, "code"),
        ("md", "[" * 10**6, "code"),
        ("callout", "[" * 10**6, "code"),
    ],
)
def test_a_message_that_is_too_long_keeps_its_beginning(
    format_: str, text: str, becomes: str
) -> None:
    fitted = truncate_message(
        Message(format=format_, description=text, permission=Permission.STAFF)
    )
    assert fitted.format == becomes
    assert fitted.description == text[:MAXIMUM_CHARACTERS]
    assert fitted.permission is Permission.STAFF
