"""Frames of any bytes, split anywhere."""

import struct

from hypothesis import given
from hypothesis import strategies as st

from kriterion.sandbox.frames import HEADER_BYTES, Frame, make_frame


@given(st.binary(max_size=50), st.data())
def test_a_frame_may_arrive_in_any_pieces(content: bytes, data: st.DataObject) -> None:
    whole = make_frame(content)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)))))
    frame = Frame(50)
    for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True):
        assert not frame.is_settled or start == len(whole)
        frame.take(whole[start:end])
    assert frame.content == content


@given(st.binary(max_size=100))
def test_any_bytes_are_a_frame_a_violation_or_incomplete(text: bytes) -> None:
    frame = Frame(20)
    frame.take(text)
    if len(text) < HEADER_BYTES:
        assert not frame.is_settled
        return
    (length,) = struct.unpack(">I", text[:4])
    complete = length <= 20 and len(text) == 4 + length
    assert (frame.content is not None) == complete
    assert bool(frame.violation) == (length > 20 or len(text) > 4 + length)
