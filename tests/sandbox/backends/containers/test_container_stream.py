"""A container's output, taken apart whatever pieces it comes in."""

from hypothesis import given
from hypothesis import strategies as st

from kriterion.sandbox.backends.containers.container_stream import ContainerStream
from kriterion.sandbox.backends.containers.engine_stub import StubMarks

MARKS = StubMarks("word")
WRITTEN = st.one_of(st.binary(max_size=60), st.just(MARKS.end[:5]), st.just(b"\0\0word en"))


def _pieces(text: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted(cut % (len(text) + 1) for cut in cuts)
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


@given(st.binary(max_size=30), WRITTEN, st.lists(st.integers(0, 200), max_size=8))
def test_what_a_run_writes_comes_out_as_it_was(
    said: bytes, written: bytes, cuts: list[int]
) -> None:
    stream = ContainerStream(MARKS)
    text = said + MARKS.begin + written + MARKS.end + b"007\n"
    assert b"".join(map(stream.feed, _pieces(text, cuts))) == written
    assert stream.ended
    assert stream.exit_status == 7


def test_what_is_no_line_of_the_shell_is_not_waited_with() -> None:
    stream = ContainerStream(MARKS)
    stream.feed(MARKS.begin)
    assert stream.feed(b"hello\n") == b"hello\n"
    assert stream.feed(b"a\0b\0wor") == b"a\0b"
    assert stream.feed(b"ld\n") == b"\0world\n"


def test_before_its_output_a_run_has_only_a_shell_that_complains() -> None:
    stream = ContainerStream(MARKS)
    assert stream.feed(MARKS.ready + b"tar: not found\n") == b""
    assert stream.said == MARKS.ready + b"tar: not found\n"
    assert not stream.begun


def test_a_run_that_invents_its_end_has_ended() -> None:
    stream = ContainerStream(MARKS)
    stream.feed(MARKS.begin + b"a" + MARKS.end + b"xyz\nmore")
    assert (stream.ended, stream.exit_status) == (True, None)
    assert stream.feed(b"even more") == b""
