"""A container's output is parsed whatever chunks it arrives in."""

from hypothesis import given
from hypothesis import strategies as st

from kriterion.sandbox.backends.containers.container_stream import ContainerStream
from kriterion.sandbox.backends.containers.engine_stub import StubMarks

MARKS = StubMarks("word")
WRITTEN = st.one_of(st.binary(max_size=60), st.just(MARKS.end[:5]), st.just(b"\0\0word en"))


def _split_chunks(text: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted(cut % (len(text) + 1) for cut in cuts)
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


@given(st.binary(max_size=30), WRITTEN, st.lists(st.integers(0, 200), max_size=8))
def test_output_arrives_unchanged(said: bytes, written: bytes, cuts: list[int]) -> None:
    stream = ContainerStream(MARKS)
    text = said + MARKS.begin + written + MARKS.end + b"007\n"
    assert b"".join(map(stream.feed, _split_chunks(text, cuts))) == written
    assert stream.ended
    assert stream.exit_status == 7


def test_output_that_cannot_be_the_shells_is_passed_on_at_once() -> None:
    stream = ContainerStream(MARKS)
    stream.feed(MARKS.begin)
    assert stream.feed(b"hello\n") == b"hello\n"
    assert stream.feed(b"a\0b\0wor") == b"a\0b"
    assert stream.feed(b"ld\n") == b"\0world\n"


def test_before_the_output_only_the_shell_can_complain() -> None:
    stream = ContainerStream(MARKS)
    assert stream.feed(MARKS.ready + b"tar: not found\n") == b""
    assert stream.prologue == MARKS.ready + b"tar: not found\n"
    assert not stream.begun


def test_a_run_that_forges_its_end_marker_has_ended() -> None:
    stream = ContainerStream(MARKS)
    stream.feed(MARKS.begin + b"a" + MARKS.end + b"xyz\nmore")
    assert (stream.ended, stream.exit_status) == (True, None)
    assert stream.feed(b"even more") == b""
