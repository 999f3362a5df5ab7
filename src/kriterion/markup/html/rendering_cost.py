"""Estimates the cost of sanitising and displaying a piece of HTML.

One pass over the tags, before anything is parsed, protects the server and the browser from
expensive HTML. Measured in Chromium: painting a shape takes at most one millisecond, laying out a
character about ten microseconds (combining marks).
"""

import re
from collections import Counter
from dataclasses import dataclass

from kriterion.markup.html import allowlist as allowed

MAXIMUM_CHARACTERS = 4 * 1024 * 1024  # including pictures
MAXIMUM_TEXT = 256 * 1024
MAXIMUM_ELEMENTS = 20_000
MAXIMUM_DEPTH = 256  # the cost of an element grows with its depth: 40,000 levels take seconds
MAXIMUM_SHAPES = 5_000
MAXIMUM_ATTRIBUTES = 500  # of one element: nh3 compares each with all previous ones
# The number of `use` elements times the characters of the longest shape.
MAXIMUM_DRAWN = 2 * 1024 * 1024

_ATTRIBUTE = re.compile(r"[^\s/>][^\s/>=]*(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"'][^\s>]*)?)?")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>?")
_SVG = frozenset(tag.lower() for tag in allowed.SVG_TAGS - {"desc", "title", "a"})
_SVG_LEAVES = frozenset(tag.lower() for tag in allowed.SVG_LEAVES)
_LONG_SHAPES = frozenset({"path", "polygon", "polyline"})
# Tags whose end tag is optional or forbidden.
_WITHOUT_END_TAG = allowed.split_words(
    "area base br col colgroup dd dt embed hr img input li link meta p source tbody td tfoot th "
    "thead tr track wbr"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Weight:
    """What determines the cost of a piece of HTML. Counting stops once a limit is exceeded.

    `text` is the number of characters outside of tags, `shapes` that of SVG elements. `drawn` is an
    upper bound for the characters of shapes drawn by `use`. `attributes` is the highest number of
    attributes of one element.
    """

    elements: int
    depth: int
    text: int
    shapes: int
    drawn: int
    attributes: int

    @property
    def is_within_limits(self) -> bool:
        """Whether sanitising and displaying it is fast."""
        return (
            self.elements <= MAXIMUM_ELEMENTS
            and self.depth <= MAXIMUM_DEPTH
            and self.text <= MAXIMUM_TEXT
            and self.shapes <= MAXIMUM_SHAPES
            and self.drawn <= MAXIMUM_DRAWN
            and self.attributes <= MAXIMUM_ATTRIBUTES
        )


def weigh(html: str) -> Weight:
    """Measure the weight of a piece of HTML."""
    open_tags: Counter[str] = Counter()
    elements = depth = deepest = shapes = tags = uses = longest = attributes = 0
    in_svg = False
    for match in _TAG.finditer(html):
        closing, tag = match[1], match[2].lower()
        length = match.end() - match.start()
        tags += length
        if length > MAXIMUM_ATTRIBUTES:  # an attribute has at least two characters
            attributes = max(attributes, _count_attributes(match[0]))
        in_svg = (in_svg or tag == "svg") and tag in _SVG and not (closing and tag == "svg")
        if closing:
            if open_tags[tag]:
                depth -= 1
                open_tags[tag] -= 1
            continue
        elements += 1
        if tag in _SVG:
            shapes += 1
            uses += tag == "use"
            longest = max(longest, length if tag in _LONG_SHAPES else 0)
        if not (tag in _WITHOUT_END_TAG or (in_svg and tag in _SVG_LEAVES)):
            depth += 1
            open_tags[tag] += 1
            deepest = max(deepest, depth)
        if elements > MAXIMUM_ELEMENTS or depth > MAXIMUM_DEPTH or attributes > MAXIMUM_ATTRIBUTES:
            break
    return Weight(
        elements=elements,
        depth=deepest,
        text=len(html) - tags,
        shapes=shapes,
        drawn=uses * longest,
        attributes=attributes,
    )


def _count_attributes(tag: str) -> int:
    """Count the attributes of a tag, plus one for its name."""
    return sum(1 for _ in _ATTRIBUTE.finditer(tag))
