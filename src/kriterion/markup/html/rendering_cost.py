"""Estimate the cost of sanitising and showing a piece of HTML.

One pass over its tags before anything is parsed, so that no judge can keep us or a browser busy.
Measured in Chromium: painting a shape takes at most a millisecond, laying out a character some ten
microseconds (combining marks).
"""

import re
from collections import Counter
from dataclasses import dataclass

from kriterion.markup.html import allowlist as allowed

MAXIMUM_CHARACTERS = 4 * 1024 * 1024  # including pictures
MAXIMUM_TEXT = 256 * 1024
MAXIMUM_ELEMENTS = 20_000
MAXIMUM_DEPTH = 256  # each element looks at those open around it: 40,000 nested ones take seconds
MAXIMUM_SHAPES = 5_000
MAXIMUM_ATTRIBUTES = 500  # of one element: each is compared with all before it
# A shape of so many characters may be drawn once, one of half as many twice …
MAXIMUM_DRAWN = 2 * 1024 * 1024

_ATTRIBUTE = re.compile(r"[^\s/>][^\s/>=]*(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"'][^\s>]*)?)?")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>?")
_SVG = frozenset(tag.lower() for tag in allowed.SVG_TAGS - {"desc", "title", "a"})
_SVG_LEAVES = frozenset(tag.lower() for tag in allowed.SVG_LEAVES)
_LONG_SHAPES = frozenset({"path", "polygon", "polyline"})
# Their end tags may be left out, or they have none.
_WITHOUT_END_TAG = allowed.split_words(
    "area base br col colgroup dd dt embed hr img input li link meta p source tbody td tfoot th "
    "thead tr track wbr"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Weight:
    """The counts. Counting stops once a limit is exceeded.

    `text` is the number of characters outside of tags, `shapes` that of drawing elements, `drawn`
    the most characters of shapes that can be drawn, `attributes` the most attributes of one
    element.
    """

    elements: int
    depth: int
    text: int
    shapes: int
    drawn: int
    attributes: int

    @property
    def is_within_limits(self) -> bool:
        """Whether sanitising and showing it is fast."""
        return (
            self.elements <= MAXIMUM_ELEMENTS
            and self.depth <= MAXIMUM_DEPTH
            and self.text <= MAXIMUM_TEXT
            and self.shapes <= MAXIMUM_SHAPES
            and self.drawn <= MAXIMUM_DRAWN
            and self.attributes <= MAXIMUM_ATTRIBUTES
        )


def weigh(html: str) -> Weight:
    """Return the weight of a piece of HTML."""
    open_tags: Counter[str] = Counter()
    elements = depth = deepest = shapes = tags = uses = longest = attributes = 0
    in_svg = False
    for found in _TAG.finditer(html):
        closing, tag = found[1], found[2].lower()
        length = found.end() - found.start()
        tags += length
        if length > MAXIMUM_ATTRIBUTES:  # an attribute takes two characters
            attributes = max(attributes, _count_attributes(found[0]))
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
    """Count the attributes of a tag; its name counts as one."""
    return sum(1 for _ in _ATTRIBUTE.finditer(tag))
