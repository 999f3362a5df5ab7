"""The size of pictures, read from the beginnings of files that a browser has written."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.picture_size import PictureSize, measure_picture

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAASwAAAAUCAYAAAA3IwABAAAA2Q==")
WEBP = base64.b64decode("UklGRkYCAABXRUJQVlA4WAoAAAAgAAAAKwEAEwAASUND")
JPEG_FRAME = base64.b64decode("/8AAEQgAFAEsAwEiAAI=")
VP8 = b"RIFF    WEBPVP8 " + base64.b64decode("WAAAABAFAJ0BKiwBFAA=")
VP8L = b"RIFF    WEBPVP8L" + base64.b64decode("DwAAAC8rwQQABxD9")


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (PNG, (300, 20)),
        (b"GIF89a\x2c\x01\x14\x00\x80", (300, 20)),
        (b"\xff\xd8\xff\xe0\x00\x04ab" + JPEG_FRAME, (300, 20)),
        (WEBP, (300, 20)),
        (VP8, (300, 20)),
        (VP8L, (300, 20)),
        (b'<?xml version="1.0"?><svg width="300px" stroke-width="2" height="20.5">', (300, 20)),
        (b'<svg viewBox="0 0 720 230" role="img">', (1280, 409)),  # fills the column
    ],
)
def test_a_picture_states_its_size(content: bytes, size: tuple[int, int]) -> None:
    assert measure_picture(content) == PictureSize(*size)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"a text",
        PNG[:20],
        b"\xff\xd8\xff\xe0\x00\x04ab",
        b"\xff\xd8ab\x00\x04",
        b"GIF89a\x00\x00\x00\x00",
        b'<svg width="3cm" height="2cm" viewBox="0 0 3 2">',
        b'<svg stroke-width="3" viewBox="0 0 0 2">',
        b'<svg viewBox="0 0 1.2.3 2">',
    ],
)
def test_what_states_no_size_in_pixels_has_none(content: bytes) -> None:
    assert measure_picture(content) is None


def test_a_jpeg_with_too_many_segments_is_not_read_to_its_end() -> None:
    segments = b"\xff\xe1\x00\x02" * 100
    assert measure_picture(b"\xff\xd8" + segments + JPEG_FRAME) == PictureSize(300, 20)
    assert measure_picture(b"\xff\xd8" + segments * 1000 + JPEG_FRAME) is None


@given(
    st.binary(max_size=64), st.sampled_from([PNG[:8], WEBP[:16], VP8[:16], b"\xff\xd8", b"GIF89a"])
)
def test_any_bytes_can_be_measured(content: bytes, beginning: bytes) -> None:
    measure_picture(beginning + content)
