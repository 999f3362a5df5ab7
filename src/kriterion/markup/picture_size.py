"""Reads the size of a picture from the beginning of its file.

Sources: PNG (RFC 2083), GIF89a, JPEG (ITU T.81, B.2.2), WebP (RFC 9649) and SVG 2.
"""

import re
import struct
from dataclasses import dataclass

_SVG = re.compile(rb"<svg\s([^<>]{0,4096})>")
_SVG_LENGTH = rb"""(?:^|\s)%s\s*=\s*["']\s*([0-9]{1,5})(?:\.[0-9]*)?(?:px)?\s*["']"""
_SVG_WIDTH, _SVG_HEIGHT = (re.compile(_SVG_LENGTH % name) for name in (b"width", b"height"))
_SVG_BOX = re.compile(
    rb"""(?:^|\s)viewBox\s*=\s*["'](?:\s*[0-9.+-]{1,20}[\s,]+){2}([0-9.]{1,9})[\s,]+([0-9.]{1,9})\s*["']"""
)
_SIZED = re.compile(rb"(?:^|\s)(?:width|height)\s*=")
_FULL_WIDTH = 1280  # pixels: wider than any column
_HEAD_BYTES = 8192  # in which an SVG's first tag begins
# Segments of a JPEG that state its size: start of frame, without 0xC4, 0xC8 and 0xCC.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_MOST_SEGMENTS = 10_000  # before that one: a crafted file may have millions


@dataclass(frozen=True, slots=True)
class PictureSize:
    """A picture's own size in pixels. A page may show it smaller, in the same proportions."""

    width: int
    height: int


def measure_picture(content: bytes) -> PictureSize | None:
    """Return the size of a picture, or None if it states none in pixels."""
    try:
        size = _measure(content)
    except struct.error:  # it is cut off
        return None
    return size if size and size.width > 0 and size.height > 0 else None


def _measure(content: bytes) -> PictureSize | None:
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return PictureSize(*struct.unpack_from(">II", content, 16))
    if content.startswith((b"GIF87a", b"GIF89a")):
        return PictureSize(*struct.unpack_from("<HH", content, 6))
    if content.startswith(b"\xff\xd8"):
        return _measure_jpeg(content)
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return _measure_webp(content)
    return _measure_svg(content[:_HEAD_BYTES])


def _measure_jpeg(content: bytes) -> PictureSize | None:
    position = 2
    for _ in range(_MOST_SEGMENTS):
        mark, kind, length = struct.unpack_from(">BBH", content, position)
        if mark != 0xFF:
            return None
        if kind in _FRAMES:
            height, width = struct.unpack_from(">HH", content, position + 5)
            return PictureSize(width, height)
        position += 2 + length
    return None


def _measure_webp(content: bytes) -> PictureSize | None:
    match content[12:16]:
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", content, 26)
            return PictureSize(width & 0x3FFF, height & 0x3FFF)
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", content, 21)
            return PictureSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case b"VP8X":
            low, middle, high = struct.unpack_from("<HHH", content, 24)
            return PictureSize((low | (middle & 0xFF) << 16) + 1, (middle >> 8 | high << 8) + 1)
    return None


def _measure_svg(head: bytes) -> PictureSize | None:
    tag = _SVG.search(head)
    if tag is None:
        return None
    width, height = _SVG_WIDTH.search(tag[1]), _SVG_HEIGHT.search(tag[1])
    if width and height:
        return PictureSize(int(width[1]), int(height[1]))
    box = None if _SIZED.search(tag[1]) else _SVG_BOX.search(tag[1])
    return None if box is None else _fill_width(box[1], box[2])


def _fill_width(width: bytes, height: bytes) -> PictureSize | None:
    """Return the size of a drawing that states only its proportions: it is as wide as its place."""
    try:
        return PictureSize(_FULL_WIDTH, round(_FULL_WIDTH * float(height) / float(width)))
    except (ValueError, ArithmeticError):
        return None
