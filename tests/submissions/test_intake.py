"""What may be handed in, and how a refusal reads."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kriterion.submissions.intake import Refusal, take_in
from kriterion.submissions.submission import MAXIMUM_BYTES, Submission


def _source(content: bytes) -> bytes:
    taken = take_in("a.py", content)
    assert isinstance(taken, Submission)
    return taken.source


def _reason(content: bytes) -> str:
    taken = take_in("a.py", content)
    assert isinstance(taken, Refusal)
    return taken.reason


@pytest.mark.parametrize(
    ("content", "source"),
    [
        (b"print(1)\n", b"print(1)\n"),
        (b"", b""),
        (b"no end of line", b"no end of line"),
        (b"a\r\nb\rc\n\r\n\r\r\n", b"a\nb\nc\n\n\n\n"),
        ("é = '😀'".encode(), "é = '😀'".encode()),
        (b"\xef\xbb\xbfx = 1", b"x = 1"),
        (b"\x1b[31m\x07\x7f", b"\x1b[31m\x07\x7f"),
    ],
)
def test_a_text_is_taken_in_with_lf_as_end_of_its_lines(content: bytes, source: bytes) -> None:
    assert _source(content) == source


def test_the_name_and_the_language_are_kept() -> None:
    taken = take_in("Echo.java", b"", "nl")
    assert taken == Submission(file_name="Echo.java", source=b"", language="nl")


@pytest.mark.parametrize("name", ["a\udcff.py", "a\x1b[31m.py", "a\n.py", "a\x85.py"])
def test_a_name_that_is_no_text_harms_nobody(name: str) -> None:
    taken = take_in(name, b"")
    assert isinstance(taken, Submission)
    assert taken.file_name.encode().decode().isprintable()


def test_as_much_as_allowed_is_taken_in() -> None:
    assert len(_source(b"x" * MAXIMUM_BYTES)) == MAXIMUM_BYTES


def test_the_length_is_counted_after_line_ends_are_changed() -> None:
    assert len(_source(b"\r\n" * MAXIMUM_BYTES)) == MAXIMUM_BYTES
    assert len(_source(b"\xef\xbb\xbf" + b"\r\n" * MAXIMUM_BYTES)) == MAXIMUM_BYTES


@pytest.mark.parametrize("size", [MAXIMUM_BYTES + 1, 10 * 1024 * 1024])
def test_one_byte_more_than_allowed_is_too_long(size: int) -> None:
    assert (
        _reason(b"x" * size) == f"the file is too long: {size:,} bytes, and at most 65,535 may be"
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("é".encode("utf-16"), "the file is UTF-16 text; save it as UTF-8"),
        (b"\x7fELF\x02\0", "the file is not text but binary; hand in the source code"),
        (b"a\nb\r\n\xe9", "line 3 is not UTF-8 text; save the file as UTF-8"),
        (b"\xed\xa0\x80", "line 1 is not UTF-8 text; save the file as UTF-8"),
    ],
)
def test_what_is_no_text_is_refused_with_what_to_do(content: bytes, reason: str) -> None:
    assert _reason(content) == reason


@settings(deadline=None)
@given(st.binary(), st.text(st.characters(codec=None)))
def test_any_bytes_are_a_submission_or_a_refusal(content: bytes, name: str) -> None:
    taken = take_in(name, content)
    if isinstance(taken, Refusal):
        assert taken.reason
    else:
        assert b"\r" not in taken.source
        taken.source.decode()
        taken.file_name.encode()
