"""The only list of the tags and attributes that foreign HTML may contain; all others are removed.

Judges write HTML that includes the output of students' programs. So nothing in it may run (scripts,
handlers, `javascript:`), nothing may be loaded (stylesheets or images from other sites would reveal
who reads the feedback and when), and nothing may change the rest of the page (`style`, `id` and
`class` of the page, forms, frames). Pictures and links still work. A `style` is translated into our
classes, or in drawings into attributes.

Source of the tags and attributes that judges rely on: dodona-edu/dodona e7be6f0d2,
app/helpers/application_helper.rb, and Rails' own list.
"""

import re
from collections.abc import Callable

from kriterion.markup.formulas import mathml
from kriterion.markup.highlight.source_tokens import KINDS
from kriterion.markup.html.style_classes import (
    parse_declarations,
    translate_bootstrap_class,
    translate_style,
)


def split_words(text: str) -> frozenset[str]:
    """Split a text into a set of words."""
    return frozenset(text.split())


_BLOCKS = split_words(
    "address blockquote caption col colgroup dd details div dl dt figcaption figure h1 h2 h3 h4 h5 "
    "h6 hr li ol p pre summary table tbody td tfoot th thead tr ul"
)
_PHRASES = split_words(
    "a abbr acronym b bdi big br cite code del dfn em i img ins kbd mark q s samp small span "
    "strong sub sup time tt u var wbr"
)
_SHAPES = split_words("circle ellipse line path polygon polyline rect")
_GRADIENTS = frozenset({"linearGradient", "radialGradient"})
SVG_LEAVES = _SHAPES | {"stop", "use"}
SVG_TAGS = SVG_LEAVES | _GRADIENTS | {"defs", "desc", "g", "svg", "text", "title", "tspan"}
TAGS = _BLOCKS | _PHRASES | SVG_TAGS | mathml.TAGS
_DRAWN_TAGS = SVG_TAGS - {"desc", "svg", "title"}

# Elements removed together with their content, which is not text for readers. Those of SVG draw
# others by reference: a few that each refer to several others keep a browser busy for hours.
DROPPED_WITH_CONTENT = split_words(
    "annotation annotation-xml clipPath filter foreignObject iframe malignmark marker mask mglyph "
    "noembed noframes noscript object pattern script select style symbol template textarea xmp"
)

# In SVG, only shapes and gradients may have an id. So `use` can draw a single shape, but nothing
# that contains another `use`.
_TAGS_WITH_ID = (_BLOCKS | _PHRASES | _SHAPES | _GRADIENTS) - {"a"}
_PAINT = frozenset({"fill", "stroke"})
_DRAWING = split_words(
    "color cx cy d dx dy fill-opacity fill-rule font-family font-size "
    "font-style font-variant font-weight fx fy glyph-orientation-vertical gradientTransform "
    "gradientUnits height letter-spacing offset opacity "
    "orient points preserveAspectRatio r rotate rx ry spreadMethod stop-color "
    "stop-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin "
    "stroke-miterlimit stroke-opacity stroke-width text-anchor text-orientation textLength "
    "transform vector-effect version viewBox visibility width word-spacing writing-mode x x1 x2 "
    "y y1 y2"
)

ATTRIBUTES: dict[str, frozenset[str]] = {
    "*": frozenset({"class", "dir", "lang", "style", "title"}),
    "a": frozenset({"data-element", "data-line", "data-tab", "href"}),
    "col": frozenset({"span"}),
    "colgroup": frozenset({"span"}),
    "details": frozenset({"open"}),
    "img": frozenset({"alt", "height", "src", "width"}),
    "ol": frozenset({"reversed", "start", "type"}),
    "td": frozenset({"colspan", "rowspan"}),
    "th": frozenset({"abbr", "colspan", "rowspan", "scope"}),
    "time": frozenset({"datetime"}),
    **dict.fromkeys(SVG_TAGS, _DRAWING | _PAINT),
    **dict.fromkeys(mathml.TAGS, mathml.ATTRIBUTES),
}
ATTRIBUTES["use"] |= {"href"}
for _tag in _TAGS_WITH_ID:
    ATTRIBUTES[_tag] = ATTRIBUTES.get(_tag, frozenset()) | {"id"}

LINK_SCHEMES = frozenset({"http", "https", "mailto"})

_CLASSES = frozenset(
    {"callout", "callout-danger", "callout-info", "callout-warning", "tab-link"}
    | {f"source-{kind}" for kind in KINDS}
)

LINK = re.compile(r"(?:https?://|mailto:)[^\x00-\x20]*", re.IGNORECASE)
# `data:` pictures. Browsers neither run scripts nor load anything in an SVG shown by `img`.
PICTURE = re.compile(
    r"data:image/(?:png|jpe?g|gif|webp|avif|svg\+xml)(?:;[\w=-]+)*,[^\x00-\x20\"'<>]*",
    re.IGNORECASE,
)
_MEDIA = re.compile(r"(?:\./)?media/[^\x00-\x1f\"'<>]{1,300}")
_OWN_REFERENCE = re.compile(r"url\(\s*[\"']?#([\w.:-]+)[\"']?\s*\)")
_NAME = re.compile(r"[\w.:-]+")
_FEW_CELLS = re.compile("[1-9]|[1-4][0-9]")
_PIXELS = re.compile(r"(?<=[0-9])px\b")  # attributes of a drawing are in pixels, without a unit
_DRAWING_VALUE = re.compile(r"[\w#.,%()+ -]+")


def filter_attribute(tag: str, name: str, value: str, place: str) -> str | None:
    """Return the value to keep for an attribute, or None to remove it; `place` prefixes ids."""
    if tag in mathml.TAGS and name in mathml.ATTRIBUTES:
        return mathml.filter_mathml_attribute(name, value)
    rule = _FILTERS.get(name)
    if rule:
        return rule(tag, value, place)
    return value if name in _TEXT_ATTRIBUTES or not _may_load(value) else None


def _filter_class(_tag: str, value: str, _place: str) -> str | None:
    classes = (
        word if word in _CLASSES else translate_bootstrap_class(word) for word in value.split()
    )
    return " ".join(dict.fromkeys(filter(None, classes))) or None


def _filter_style(tag: str, value: str, place: str) -> str | None:
    """Translate a style into our classes, or in a drawing into "name:value;name:value".

    `attribute_rewriting` then moves these to the attributes where they belong.
    """
    if tag not in _DRAWN_TAGS:
        return " ".join(translate_style(value)) or None
    declarations = (
        (name, filter_attribute(tag, name, text, place))
        for name, text in parse_declarations(_PIXELS.sub("", value))
        if name in _DRAWING | _PAINT
    )
    filtered = (
        f"{name}:{text}" for name, text in declarations if text and _DRAWING_VALUE.fullmatch(text)
    )
    return ";".join(filtered) or None


def _filter_id(_tag: str, value: str, place: str) -> str | None:
    return f"{place}-{value}" if _NAME.fullmatch(value) else None


def _filter_href(tag: str, value: str, place: str) -> str | None:
    value = value.strip()
    if value.startswith("#"):
        return f"#{place}-{value[1:]}"
    return value if tag == "a" and LINK.fullmatch(value) else None


def _filter_src(_tag: str, value: str, _place: str) -> str | None:
    value = value.strip()
    return value if PICTURE.fullmatch(value) or _MEDIA.fullmatch(value) else None


def _filter_span(_tag: str, value: str, _place: str) -> str | None:
    """Limit how many cells one cell spans; thousands make a browser run out of memory."""
    return value if _FEW_CELLS.fullmatch(value) else None


def _filter_paint(_tag: str, value: str, place: str) -> str | None:
    local = _OWN_REFERENCE.sub("", value)
    if _may_load(local):
        return None
    return _OWN_REFERENCE.sub(rf"url(#{place}-\1)", value)


def _may_load(value: str) -> bool:
    """Whether a presentation attribute might load another resource.

    A backslash counts, because `url` can be written with CSS escapes.
    """
    return "\\" in value or "url" in value.lower() or "image" in value.lower() or "//" in value


_FILTERS: dict[str, Callable[[str, str, str], str | None]] = {
    "class": _filter_class,
    "colspan": _filter_span,
    "rowspan": _filter_span,
    "span": _filter_span,
    "id": _filter_id,
    "href": _filter_href,
    "src": _filter_src,
    "style": _filter_style,
    **dict.fromkeys(_PAINT, _filter_paint),
}
_TEXT_ATTRIBUTES = split_words("abbr alt data-element data-line data-tab datetime lang title")
