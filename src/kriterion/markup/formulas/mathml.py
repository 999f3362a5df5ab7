"""MathML that every browser draws: the few elements and attributes that formulas need.

None of them acts, links, loads or moves: no `maction`, `href`, `mglyph`, `semantics`, `style`, and
no length that could push a formula over its surroundings. Source: MathML Core (W3C, 2025), which
browsers implement; Firefox and our stylesheet honour `columnalign`.
"""

import re

from kriterion.markup.element import Markup, element

TOKENS = frozenset({"mi", "mn", "mo", "mtext"})
# The number of children an element must have; browsers misdraw others.
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

# Marked as operators, so that browsers space them; their names are upright.
_NAMES = """
arccos arcsin arctan arg cos cosh cot coth csc csch deg det dim exp gcd glb hom inf ker lcm lim
liminf limsup ln log lub max min mod Pr sec sech sin sinh sup tan tanh
"""
FUNCTIONS = frozenset(_NAMES.split())
_THIN = "0.1667em"


def filter_mathml_attribute(name: str, value: str) -> str | None:
    """Return the value to keep for an attribute, or None to drop it."""
    rule = _VALUES.get(name)
    return value if rule and rule.fullmatch(value) else None


def wrap_formula(*children: str, display: bool) -> Markup:
    """Wrap a whole formula, inline or displayed."""
    return element("math", *children, display="block" if display else None)


def render_function_name(name: str, *, begins: bool = False, space_after: bool = False) -> Markup:
    """Render a function's name, without space before it if it `begins` a group."""
    return element(
        "mo", name, lspace="0" if begins else _THIN, rspace=_THIN if space_after else "0"
    )


def render_thin_space() -> Markup:
    """The space between a function and its argument."""
    return element("mspace", width=_THIN)


def group_in_row(*children: Markup) -> Markup:
    """Group the children, unless there is only one."""
    return children[0] if len(children) == 1 else element("mrow", *children)
