"""The few elements and attributes of MathML that formulas need, and that every browser supports.

None of them can act, link, load or move anything: no `maction`, `href`, `mglyph`, `semantics` or
`style`, and no length that could push a formula over its surroundings. Source: MathML Core (W3C,
2025), which browsers implement; `columnalign` works in Firefox and by our stylesheet.
"""

import re

from kriterion.markup.element import Markup, element

TOKENS = frozenset({"mi", "mn", "mo", "mtext"})
# The required number of children; with another number, browsers draw the element wrong.
CHILDREN = {
    "mfrac": 2,
    "mover": 2,
    "mroot": 2,
    "msub": 2,
    "msubsup": 3,
    "msup": 2,
    "munder": 2,
    "munderover": 3,
}
_ROWS = frozenset({"math", "mphantom", "mrow", "msqrt", "mstyle", "mtable", "mtd", "mtr"})
TAGS = TOKENS | CHILDREN.keys() | _ROWS | {"mspace"}

_TRUTH = re.compile(r"true|false")
_LENGTH = re.compile(r"(?:-?0?\.|[1-9]?[0-9]\.?)[0-9]{0,5}(?:em|ex|pt|px)|0")
_SIDE = re.compile(r"left|center|right")
_VALUES = {
    "accent": _TRUTH,
    "accentunder": _TRUTH,
    "columnalign": _SIDE,
    "columnspan": re.compile(r"[1-9]|[1-4][0-9]"),
    "depth": _LENGTH,
    "dir": re.compile(r"ltr|rtl"),
    "display": re.compile(r"block|inline"),
    "displaystyle": _TRUTH,
    "fence": _TRUTH,
    "form": re.compile(r"prefix|infix|postfix"),
    "height": _LENGTH,
    "largeop": _TRUTH,
    "linethickness": _LENGTH,
    "lspace": _LENGTH,
    "mathvariant": re.compile("normal"),
    "maxsize": _LENGTH,
    "minsize": _LENGTH,
    "movablelimits": _TRUTH,
    "rowspan": re.compile(r"[1-9]|[1-4][0-9]"),
    "rspace": _LENGTH,
    "scriptlevel": re.compile(r"\+?[0-3]"),
    "separator": _TRUTH,
    "stretchy": _TRUTH,
    "symmetric": _TRUTH,
    "width": _LENGTH,
}
ATTRIBUTES = frozenset(_VALUES)

# Function names, rendered as operators, so that they are upright and have space around them.
_NAMES = """
arccos arcsin arctan arg cos cosh cot coth csc csch deg det dim exp gcd glb hom inf ker lcm lim
liminf limsup ln log lub max min mod Pr sec sech sin sinh sup tan tanh
"""
FUNCTIONS = frozenset(_NAMES.split())
_THIN = "0.1667em"


def filter_mathml_attribute(name: str, value: str) -> str | None:
    """Return the value to keep for an attribute, or None to remove it."""
    rule = _VALUES.get(name)
    return value if rule and rule.fullmatch(value) else None


def wrap_formula(*children: str, display: bool) -> Markup:
    """Wrap the parts of a formula in the `math` element, inline or as a block (`display`)."""
    return element("math", *children, display="block" if display else None)


def render_function_name(name: str, *, begins: bool = False, space_after: bool = False) -> Markup:
    """Render the name of a function, with space before it unless it `begins` a group."""
    return element(
        "mo", name, lspace="0" if begins else _THIN, rspace=_THIN if space_after else "0"
    )


def render_thin_space() -> Markup:
    """Render the space between a function and its argument."""
    return element("mspace", width=_THIN)


def group_in_row(*children: Markup) -> Markup:
    """Group the children, unless there is only one."""
    return children[0] if len(children) == 1 else element("mrow", *children)
